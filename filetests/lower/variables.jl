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
#> error: 9:1: cannot build `handler`: s7 does not match the protected regions around it
#! run --entry handler '[1]'
#> error: not supported by the embedded interpreter: s7 does not match the protected regions around it
#! run --entry handler 'Int64[]'
#> error: not supported by the embedded interpreter: s7 does not match the protected regions around it
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
