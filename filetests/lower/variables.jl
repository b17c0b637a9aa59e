# Variables that may be undefined, or that a handler sees, stay in memory.

function maybe(c)
    if c
        x = 1
    end
    return x
end
function handler(v)
    state = 0
    try
        state = 1
        v[1]
        state = 2
    catch
        return state
    end
    return state
end
function defined(c)
    if c
        x = 1
    end
    @isdefined(x)
end
counter = 0
global_read() = counter + 1

#! lower --entry maybe --sig "Bool"
#> function maybe(%1 c::Bool)::Int64
#>     %memory _2 x::Any
#> b0:
#>     goto b1 if %1 else b2
#> b1:
#>     %2 = %store _2 1::Int64 = 1
#>     goto b2
#> b2:
#>     %3 = %load _2::Int64
#>     return %3
#> end
#! run --entry maybe true
#> 1
#! run --entry maybe false
#> error: UndefVarError: `x` not defined
#! lower --entry handler --sig "Vector{Int64}"
#> function handler(%1 v::Vector{Int64})::Int64
#>     %memory _2 state::Any
#> b0:
#>     %2 = %store _2 0::Int64 = 0
#>     try b1 catch b2
#> b1:
#>     %3 = %store _2 1::Int64 = 1
#>     %4 = getindex(%1, 1)::Int64
#>     %5 = %store _2 2::Int64 = 2
#>     %6 = %leave 1::Any
#>     %7 = %load _2::Int64
#>     return %7
#> b2:
#>     %8 = %leave 1::Any
#>     %9 = %pop_exception nothing::Any
#>     %10 = %load _2::Int64
#>     return %10
#> end
#! run --entry handler '[1]'
#> 2
#! run --entry handler 'Int64[]'
#> 1
#! lower --entry defined --sig "Bool"
#> function defined(%1 c::Bool)::Bool
#>     %memory _2 x::Any
#> b0:
#>     goto b1 if %1 else b2
#> b1:
#>     %2 = %store _2 1::Int64 = 1
#>     goto b2
#> b2:
#>     %3 = %isdefined _2::Bool
#>     return %3
#> end
#! run --entry defined false
#> false
#! lower --entry global_read --sig ""
#> function global_read()::Any
#> b0:
#>     %1 = %global counter::Any
#>     %2 = +(%1, 1)::Any
#>     return %2
#> end
#! run --entry global_read
#> 1
