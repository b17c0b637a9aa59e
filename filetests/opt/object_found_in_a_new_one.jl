# An object that is found inside a new one, and returned twice, is one. (The exact choice computes it once; a random one may still
# compute it twice, see "Open" in docs/trust.md.)

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

#! opt
#> # cost 3 → 2, optimal
#> function f(%1 a::Matrix{Int64}, %2 b::Matrix{Int64})::Tuple{Matrix{Int64}, Matrix{Int64}}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Int64}
#>     %4 = tuple(%3, %3)::Tuple{Matrix{Int64}, Matrix{Int64}}
#>     return %4
#> end
