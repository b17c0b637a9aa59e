# Dots fuse within one statement.

relu(x) = max(x, 0)
fused(A, b) = relu.(A .+ b .* 2)
function inplace(C, A)
    C .= A .^ 2 .- 1
    return C
end
mixed(v) = sqrt.(abs.(v)) .+ (1, 2, 3)
shapes(A, v) = A .* v
lifted(v) = @. 2v + v^2
compared(v) = v .> 1
scalar() = (1 .+ 2, [1, 2] .+ Ref(10))
keyword(v) = round.(v; digits = 1)

#! run --entry fused '[1.0 -2.0; -3.0 4.0]' '[1.0, -1.0]'
#> 2×2 Matrix{Float64}:
#>  3.0  0.0
#>  0.0  2.0
#! run --entry inplace 'zeros(3)' '[1.0, 2.0, 3.0]'
#> 3-element Vector{Float64}:
#>  0.0
#>  3.0
#>  8.0
#! run --entry mixed '[1.0, -4.0, 9.0]'
#> 3-element Vector{Float64}:
#>  2.0
#>  4.0
#>  6.0
#! run --entry shapes '[1 2; 3 4]' '[10, 100]'
#> 2×2 Matrix{Int64}:
#>   10   20
#>  300  400
#! run --entry lifted '[1.0, 2.0]'
#> 2-element Vector{Float64}:
#>  3.0
#>  8.0
#! run --entry compared '[1, 2, 3]'
#> 3-element BitArray{1}:
#>  0
#>  1
#>  1
#! run --entry scalar
#> (3, [11, 12])
#! run --entry shapes '[1 2; 3 4]' '[1, 2, 3]'
#> error: DimensionMismatch: arrays could not be broadcast to a common size; got a dimension with lengths 2 and 3

#! lower --entry fused --sig "Matrix{Float64}, Vector{Float64}"
#> function fused(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %3 = broadcasted(*, %2, 2)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Int64}}
#>     %4 = broadcasted(+, %1, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Int64}}}}
#>     %5 = broadcasted(relu, %4)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Int64}}}}}}
#>     %6 = materialize(%5)::Matrix{Float64}
#>     return %6
#> end
#! lower --entry inplace --sig "Vector{Float64}, Vector{Float64}"
#> function inplace(%1 C::Vector{Float64}, %2 A::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = apply_type(Val, 2)::Type{Val{2}}
#>     %4 = %3()::Val{2}
#>     %5 = broadcasted(literal_pow, ^, %2, %4)::Broadcasted{Nothing, Nothing, typeof(literal_pow), Tuple{typeof(^), Vector{Float64}, Val{2}}}
#>     %6 = broadcasted(-, %5, 1)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Broadcasted{Nothing, Nothing, typeof(literal_pow), Tuple{typeof(^), Vector{Float64}, Val{2}}}, Int64}}
#>     %7 = materialize!(%1, %6)::Vector{Float64}
#>     return %1
#> end
