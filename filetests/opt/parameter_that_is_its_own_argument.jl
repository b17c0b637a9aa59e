# The branch is decided, so that `x` is its argument; and as a matrix, which a rule has found it to be, nothing makes it but the parameter itself, out of
# itself. The call that takes whatever it is stays possible.
hidden_product(a::Matrix{Int64}, b::Matrix{Int64}) = a * b
@rules products begin
    sum(~v::Vector{Int64}) == sum(~v) --> true
    parent(transpose(~A::Matrix{Int64})) --> ~A
    @relaxed hidden_product(hidden_product(~A::Matrix{Int64}, ~B::Matrix{Int64}), ~C::Matrix{Int64}) --> ~A * (~B * ~C)
    @effects hidden_product unknown
end
function decided(M, v)
    first = hidden_product(M, parent(transpose(M)))
    x = [1 2; 3 4]
    if sum(v) == sum(v)
        x = first
    end
    return hidden_product(hidden_product(M, x), M)
end
@saturate products decided(::Matrix{Int64}, ::Vector{Int64})
#! opt --strict
#> # cost 9 → 6, optimal
#> function decided(%1 M::Matrix{Int64}, %2 v::Vector{Int64})::Any
#> b0:
#>     %3 = transpose(%1)::Transpose{Int64, Matrix{Int64}}
#>     %4 = parent(%3)::Any
#>     %5 = hidden_product(%1, %4)::Any
#>     %6 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %7 = hidden_product(%1, %5)::Any
#>     %8 = hidden_product(%7, %1)::Any
#>     return %8
#> end
#! run --opt --strict --entry decided "[1 2; 3 4]" "[1]"
#> 2×2 Matrix{Int64}:
#>  199  290
#>  435  634
#! run --entry decided "[1 2; 3 4]" "[1]"
#> 2×2 Matrix{Int64}:
#>  199  290
#>  435  634
