# A test narrows the value below it: π.

unwrap(x) = x isa Int64 ? x + 1 : 0
default(x, y) = x === nothing ? y : x
negated(x) = !(x isa Nothing) ? x : 0
function join(c)
    x = c ? 1 : 2.0
    return x + 1
end

#! lower --entry unwrap --sig "Union{Int64, Nothing}"
#> function unwrap(%1 x::Union{Nothing, Int64})::Int64
#> b0:
#>     %2 = isa(%1, Int64)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = π(%1, Int64)::Int64
#>     %4 = +(%3, 1)::Int64
#>     return %4
#> b2:
#>     return 0
#> end
#! lower --entry default --sig "Union{Float64, Nothing}, Float64"
#> function default(%1 x::Union{Nothing, Float64}, %2 y::Float64)::Float64
#> b0:
#>     %3 = ===(%1, nothing)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %2
#> b2:
#>     %4 = π(%1, !Nothing)::Float64
#>     return %4
#> end
#! lower --entry negated --sig "Union{Float64, Nothing}"
#> function negated(%1 x::Union{Nothing, Float64})::Union{Float64, Int64}
#> b0:
#>     %2 = isa(%1, Nothing)::Bool
#>     %3 = !(%2)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = π(%1, !Nothing)::Float64
#>     return %4
#> b2:
#>     return 0
#> end
#! lower --entry join --sig "Bool"
#> function join(%1 c::Bool)::Union{Float64, Int64}
#> b0:
#>     goto b1(1) if %1 else b1(2.0)
#> b1(%2 x::Union{Float64, Int64}):
#>     %3 = +(%2, 1)::Union{Float64, Int64}
#>     return %3
#> end

# Nothing to narrow: the type is known, the branch is gone.
#! lower --entry unwrap --sig "Int64"
#> function unwrap(%1 x::Int64)::Int64
#> b0:
#>     %2 = isa(%1, Int64)::Bool = true
#>     %3 = +(%1, 1)::Int64
#>     return %3
#> end
#! lower --entry unwrap --sig "String"
#> function unwrap(%1 x::String)::Int64
#> b0:
#>     %2 = isa(%1, Int64)::Bool = false
#>     return 0
#> end
