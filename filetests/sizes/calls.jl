# Where costs depend on sizes, a call costs in the source what it costs in every other program: what its callee costs.
using LinearAlgebra

square_sum(A) = sum(A * A)

# The chain is reordered whatever the call beside it costs, without a test of sizes for its sake.
function chain_beside_a_call(A, B, v)
    return square_sum(A) + sum((A * B) * v)
end
#! opt --entry chain_beside_a_call --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --rules linalg
#> # cost 413 → 223, optimal
#> function chain_beside_a_call(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 v::Vector{Float64})::Float64
#> b0:
#>     %4 = square_sum(%1)::Float64
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%1, %5)::Vector{Float64}
#>     %7 = sum(%6)::Float64
#>     %8 = +(%4, %7)::Float64
#>     return %8
#> end
#! opt --entry chain_beside_a_call --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --rules linalg --calls none
#> # cost 213 → 23, optimal
#> function chain_beside_a_call(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 v::Vector{Float64})::Float64
#> b0:
#>     %4 = square_sum(%1)::Float64
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%1, %5)::Vector{Float64}
#>     %7 = sum(%6)::Float64
#>     %8 = +(%4, %7)::Float64
#>     return %8
#> end

# Its twin has nothing to reorder, and stays as it is.
function product_beside_a_call(A, B)
    return square_sum(A) + sum(A * B)
end
#! opt --entry product_beside_a_call --sig "Matrix{Float64}, Matrix{Float64}" --rules gemm
#> # cost 403 → 403, optimal
#> function product_beside_a_call(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = square_sum(%1)::Float64
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = sum(%4)::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
