# An object that is found inside a new one, and returned twice, is one, whatever is chosen. (Here `parent` gives a value of any type, so
# that the product and the parent of the call are two choices for each use: the call stays.)

flipped_product(a::Matrix{Int64}, b::Matrix{Int64}) = transpose(a * b)
@rules case begin
    parent(transpose(~A::Matrix{Int64})) --> ~A
    flipped_product(~A::Matrix{Int64}, ~B::Matrix{Int64}) == transpose(~A * ~B)
end
function f(a, b)
    x = parent(flipped_product(a, b))
    return (x, x)
end
@saturate case f(::Matrix{Int64}, ::Matrix{Int64})

#! opt --extract chaos --seed 2
#> # cost 3 → 3
#> function f(%1 a::Matrix{Int64}, %2 b::Matrix{Int64})::Tuple{Any, Any}
#> b0:
#>     %3 = flipped_product(%1, %2)::Transpose{Int64, Matrix{Int64}}
#>     %4 = parent(%3)::Any
#>     %5 = tuple(%4, %4)::Tuple{Any, Any}
#>     return %5
#> end

#! opt
#> # cost 3 → 3, optimal
#> function f(%1 a::Matrix{Int64}, %2 b::Matrix{Int64})::Tuple{Any, Any}
#> b0:
#>     %3 = flipped_product(%1, %2)::Transpose{Int64, Matrix{Int64}}
#>     %4 = parent(%3)::Any
#>     %5 = tuple(%4, %4)::Tuple{Any, Any}
#>     return %5
#> end
