# A known argument that a function does not have, and a cost that no sum survives.

unary(x) = x + 1
binary(x, y) = x + y
open_ended(x, rest...) = x

@rules no_such_argument begin
    @arg(unary, 5) => 1
end
@saturate no_such_argument unary(::Int64)

#! opt
#> error: 8:10: `unary` has 1 argument, and no number 5

@rules too_expensive begin
    @cost unary 1e308
end

#! opt --rules too_expensive --entry unary --sig Int64
#> error: 16:17: a cost is a number from 0 to 1e12

# What is there.
@rules known begin
    @arg(binary, 2) => 1
    @arg(open_ended, 5) => 1
    @cost unary 1e12
end

#! opt --rules known --entry binary --sig Int64,Int64
#> # cost 1 → 1, optimal
#> function binary(%1 x::Int64, %2 y::Int64)::Int64
#> b0:
#>     %3 = +(%1, 1)::Int64
#>     return %3
#> end
