# Factors of `gemm!` may be what a transposed matrix shows; one that shows the memory of the result is not written over.
using LinearAlgebra

transposed_factor(C, A, B) = gemm!(abs, C, A', B, 1.0, 1.0)
#! run --entry transposed_factor "[1.0 2.0; 3.0 4.0]" "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]" --opt --rules gemm
#> 2×2 Matrix{Float64}:
#>  2.0  5.0
#>  5.0  8.0

transposed_result(C, B) = gemm!(abs, C, C', B, 1.0, 1.0)
#! run --entry transposed_result "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]" --opt --rules gemm
#> 2×2 Matrix{Float64}:
#>  2.0  5.0
#>  5.0  8.0
