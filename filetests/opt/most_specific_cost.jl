# Of several costs that cover a call, the one for the narrowest types counts, whichever set it is in.
@rules narrow begin
    sin(~x) + sin(~x) --> 2 * sin(~x)
    @cost +(x::Float64, y::Float64) 50
    @cost *(x::Int64, y::Float64) 3
end
@rules wide begin
    @cost +(x::Number, y::Number) 1
    @cost *(x, y) 100
end
@rules later begin
    @cost *(x::Int64, y::Float64) 200
end
@rules beside begin
    @cost *(x::Real, y::Float64) 70
    @cost *(x::Int64, y::Real) 90
end

doubled(x) = sin(x) + sin(x)
#! opt --rules narrow,wide --entry doubled --sig Float64
#> # cost 52 → 4, optimal
#> function doubled(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = *(2, %2)::Float64
#>     return %3
#> end
# The order of the sets does not matter.
#! opt --rules wide,narrow --entry doubled --sig Float64
#> # cost 52 → 4, optimal
#> function doubled(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = *(2, %2)::Float64
#>     return %3
#> end
# Of two for the same calls the last one counts.
#! opt --rules narrow,wide,later --entry doubled --sig Float64
#> # cost 52 → 51, optimal
#> function doubled(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = +(%2, %2)::Float64
#>     return %3
#> end
# So it does where neither is narrower.
product(n, x) = n * x
#! opt --rules wide,beside --entry product --sig "Int64, Float64"
#> # cost 90 → 90, optimal
#> function product(%1 n::Int64, %2 x::Float64)::Float64
#> b0:
#>     %3 = *(%1, %2)::Float64
#>     return %3
#> end
