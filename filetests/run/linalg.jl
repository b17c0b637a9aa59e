# Linear algebra.
using LinearAlgebra

spectrum(A) = eigvals(A)
basics(A) = (tr(A), det(A), inv(A), A \ [1.0, 2.0])
products(A, B) = (A * B, transpose(A) * B, A' + B)
function accumulate!(C, A, B)
    mul!(C, A, B, 2.0, 1.0)
    C
end
symmetric(A) = eigvals(Symmetric(A))
singular(A) = inv(A)

#! run --entry spectrum '[2.0 0.0; 0.0 3.0]'
#> 2-element Vector{Float64}:
#>  2.0
#>  3.0
#! run --entry basics '[4.0 2.0; 1.0 3.0]'
#> (7.0, 10.0, [0.3 -0.2; -0.1 0.4], [-0.09999999999999998, 0.7])
#! run --entry products '[1.0 2.0; 3.0 4.0]' '[0.0 1.0; 1.0 0.0]'
#> ([2.0 1.0; 4.0 3.0], [3.0 1.0; 4.0 2.0], [1.0 4.0; 3.0 4.0])
#! run --entry accumulate! '[1.0 1.0; 1.0 1.0]' '[1.0 2.0; 3.0 4.0]' '[1.0 0.0; 0.0 1.0]'
#> 2×2 Matrix{Float64}:
#>  3.0  5.0
#>  7.0  9.0
#! run --entry symmetric '[2.0 1.0; 1.0 2.0]'
#> 2-element Vector{Float64}:
#>  1.0
#>  3.0
#! run --entry singular '[1.0 2.0; 2.0 4.0]'
#> error: SingularException(2)
