# Anonymous functions, do blocks, captures, captures that are assigned again.

adder(n) = x -> x + n
apply(f, x...) = f(x...)
use_adder() = apply(adder(10), 5)
mapped(v) = map(x -> 2x, v)
blocks(v) = map(v) do x
    y = x + 1
    y^2
end
function counter()
    n = 0
    bump() = (n += 1; n)
    bump()
    bump()
    return n
end
compose_twice(f) = f ∘ f
composed() = compose_twice(x -> 3x)(2)
folded(v) = reduce((a, b) -> a - b, v)

#! run --entry use_adder
#> 15
#! run --entry mapped '[1, 2, 3]'
#> 3-element Vector{Int64}:
#>  2
#>  4
#>  6
#! run --entry blocks '[1, 2, 3]'
#> 3-element Vector{Int64}:
#>   4
#>   9
#>  16
#! run --entry counter
#> 2
#! run --entry composed
#> 18
#! run --entry folded '[10, 3, 2]'
#> 5
#! lower --entry mapped --sig "Vector{Int64}"
#> function mapped(%1 v::Vector{Int64})::Vector{Int64}
#> b0:
#>     %2 = %new var"#3#4"()::var"#3#4"
#>     %3 = map(%2, %1)::Vector{Int64}
#>     return %3
#> end
