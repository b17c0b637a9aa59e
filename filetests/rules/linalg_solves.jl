# The library's `solves`: by structure and by blocks.
using LinearAlgebra

# Structured inverses.
lower_inverse_times(A, x) = inv(LowerTriangular(A)) * x
#! opt --rules structure,solves --entry lower_inverse_times --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 74.33333333333334 → 11, optimal
#> function lower_inverse_times(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = \(%3, %2)::Vector{Float64}
#>     return %4
#> end
#! run --entry lower_inverse_times "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   1.0
#>  -0.25
#! run --opt --rules structure,solves --entry lower_inverse_times "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   1.0
#>  -0.25000000000000006
upper_inverse_times(A, B) = inv(UpperTriangular(A)) * B
#! opt --rules structure,solves --entry upper_inverse_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 178.77777777777777 → 112.11111111111111, optimal
#> function upper_inverse_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = UpperTriangular(%1)::UpperTriangular{Float64, Matrix{Float64}}
#>     %4 = \(%3, %2)::Matrix{Float64}
#>     return %4
#> end
diagonal_inverse_times(v, B) = inv(Diagonal(v)) * B
#! opt --rules structure,solves --entry diagonal_inverse_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#> # cost 15.585714285714287 → 15.285714285714286, optimal
#> function diagonal_inverse_times(%1 v::Vector{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = Diagonal(%1)::Diagonal{Float64, Vector{Float64}}
#>     %4 = \(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry diagonal_inverse_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.25  0.5
#>  -0.5   0.75
#! run --opt --rules structure,solves --entry diagonal_inverse_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.25  0.5
#>  -0.5   0.75
diagm_solve(v, x) = diagm(v) \ x
#! opt --rules solves --entry diagm_solve --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#> # cost 85 → 1.3, optimal
#> function diagm_solve(%1 v::Vector{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = Diagonal(%1)::Diagonal{Float64, Vector{Float64}}
#>     %4 = \(%3, %2)::Vector{Float64}
#>     return %4
#> end
#! run --entry diagm_solve "[2.0, 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.5
#>  0.5
#! run --opt --rules solves --entry diagm_solve "[2.0, 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.5
#>  0.5
symmetric_inverse_times(C, x) = inv(Symmetric(C)) * x
#! opt --rules solves --entry symmetric_inverse_times --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 202 → 51, optimal
#> function symmetric_inverse_times(%1 C::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %2)::Vector{Float64}
#>     return %5
#> end
#! run --entry symmetric_inverse_times "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.33333333333333337
#>  0.3333333333333333
#! run --opt --rules solves --entry symmetric_inverse_times "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.3333333333333334
#>  0.33333333333333326
det_of_inverse(A) = det(inv(A))
#! opt --rules solves --entry det_of_inverse --sig "Matrix{Float64}" --sizes 100,100
#> # cost 270 → 71, optimal
#> function det_of_inverse(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = det(%1)::Float64
#>     %3 = inv(%2)::Float64
#>     return %3
#> end
#! run --entry det_of_inverse "[1.0 2.0; 3.0 4.0]"
#> -0.49999999999999967
#! run --opt --rules solves --entry det_of_inverse "[1.0 2.0; 3.0 4.0]"
#> -0.5
inverse_is_needed(A, x) = (T = inv(LowerTriangular(A)); (T, T * x))
#! opt --rules solves --entry inverse_is_needed --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 69.66666666666667 → 69.66666666666667, optimal
#> function inverse_is_needed(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Tuple{LowerTriangular{Float64, Matrix{Float64}}, Vector{Float64}}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = inv(%3)::LowerTriangular{Float64, Matrix{Float64}}
#>     %5 = *(%4, %2)::Vector{Float64}
#>     %6 = tuple(%4, %5)::Tuple{LowerTriangular{Float64, Matrix{Float64}}, Vector{Float64}}
#>     return %6
#> end

# Blocks.
blocks(A, C, B) = [A zeros(size(A, 1), size(C, 2)); zeros(size(C, 1), size(A, 2)) C] \ [B; B]
#! opt --rules solves --entry blocks --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 1455 → 541, optimal
#> function blocks(%1 A::Matrix{Float64}, %2 C::Matrix{Float64}, %3 B::Matrix{Float64})::Any
#> b0:
#>     %4 = vcat(%3, %3)::Matrix{Float64}
#>     %5 = block_diagonal_solve(%1, %2, %4)::Any
#>     return %5
#> end
#! run --entry blocks "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[0.5 1.0; -2.0 3.0]"
#> 4×2 Matrix{Float64}:
#>  -3.0   1.0
#>   1.75  0.0
#>   0.5   0.222222
#>  -0.5   0.555556
#! run --opt --rules solves --entry blocks "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[0.5 1.0; -2.0 3.0]"
#> 4×2 Matrix{Float64}:
#>  -3.0   1.0
#>   1.75  0.0
#>   0.5   0.222222
#>  -0.5   0.555556
blocks_of_one_size(A, C, B) = [A zeros(size(A, 1), size(A, 2)); zeros(size(C, 1), size(C, 2)) C] \ [B; B]
#! opt --rules solves --entry blocks_of_one_size --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 1455 → 541, optimal
#> function blocks_of_one_size(%1 A::Matrix{Float64}, %2 C::Matrix{Float64}, %3 B::Matrix{Float64})::Any
#> b0:
#>     %4 = vcat(%3, %3)::Matrix{Float64}
#>     %5 = block_diagonal_solve(%1, %2, %4)::Any
#>     return %5
#> end
blocks_and_a_vector(A, C, c) = [A zeros(size(A, 1), size(C, 2)); zeros(size(C, 1), size(A, 2)) C] \ c
#! opt --rules solves --entry blocks_and_a_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 169 → 150, optimal
#> function blocks_and_a_vector(%1 A::Matrix{Float64}, %2 C::Matrix{Float64}, %3 c::Vector{Float64})::Any
#> b0:
#>     %4 = block_diagonal_solve(%1, %2, %3)::Any
#>     return %4
#> end
#! run --entry blocks_and_a_vector "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0, 3.0, 4.0]"
#> 4-element Vector{Float64}:
#>  0.0
#>  0.5
#>  1.2222222222222223
#>  0.5555555555555556
#! run --opt --rules solves --entry blocks_and_a_vector "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0, 3.0, 4.0]"
#> 4-element Vector{Float64}:
#>  0.0
#>  0.5
#>  1.2222222222222223
#>  0.5555555555555556
blocks_do_not_fit(A, C, x) = [A zeros(size(A, 1), size(C, 2)); zeros(size(C, 1), size(A, 2)) C] \ x
#! opt --rules solves --entry blocks_do_not_fit --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 169 → 150, optimal
#> function blocks_do_not_fit(%1 A::Matrix{Float64}, %2 C::Matrix{Float64}, %3 x::Vector{Float64})::Any
#> b0:
#>     %4 = block_diagonal_solve(%1, %2, %3)::Any
#>     return %4
#> end
#! run --entry blocks_do_not_fit "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> error: DimensionMismatch: B has leading dimension 2, but needs 4
#! run --opt --rules solves --entry blocks_do_not_fit "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> error: DimensionMismatch: B has leading dimension 2, but needs 4
coupled_blocks(A, C, c) = [A ones(size(A, 1), size(C, 2)); zeros(size(C, 1), size(A, 2)) C] \ c
#! opt --rules solves --entry coupled_blocks --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 165 → 165, optimal
#> function coupled_blocks(%1 A::Matrix{Float64}, %2 C::Matrix{Float64}, %3 c::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = size(%1, 1)::Int64
#>     %5 = size(%2, 2)::Int64
#>     %6 = ones(%4, %5)::Matrix{Float64}
#>     %7 = size(%2, 1)::Int64
#>     %8 = size(%1, 2)::Int64
#>     %9 = zeros(%7, %8)::Matrix{Float64}
#>     %10 = hvcat((2, 2), %1, %6, %9, %2)::Matrix{Float64}
#>     %11 = \(%10, %3)::Vector{Float64}
#>     return %11
#> end

# Symmetric matrices, by their type or by how they were made: Cholesky's factorisation, once for all that is asked. One that is not positive definite is solved for as before.
symmetric_solve_once(C, x) = Symmetric(C) \ x
#! opt --rules linalg,structure,solves --entry symmetric_solve_once --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 61 → 51, optimal
#> function symmetric_solve_once(%1 C::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %2)::Vector{Float64}
#>     return %5
#> end
#! run --entry symmetric_solve_once "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.33333333333333337
#>  0.3333333333333333
#! run --opt --rules linalg,structure,solves --entry symmetric_solve_once "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.3333333333333334
#>  0.33333333333333326
not_definite(A, x) = Symmetric(A) \ x
#! opt --rules linalg,structure,solves --entry not_definite --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 61 → 51, optimal
#> function not_definite(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %2)::Vector{Float64}
#>     return %5
#> end
#! run --entry not_definite "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> error: SingularException(2)
#! run --opt --rules linalg,structure,solves --entry not_definite "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> error: SingularException(2)
normal_equations(A, x) = inv(A' * A) * (A' * x)
#! opt --rules linalg,structure,solves --entry normal_equations --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 422 → 262, optimal
#> function normal_equations(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%3, %1)::Matrix{Float64}
#>     %5 = *(%3, %2)::Vector{Float64}
#>     %6 = Symmetric(%4)::Symmetric{Float64, Matrix{Float64}}
#>     %7 = symmetric_factor(%6)::Cholesky{Float64}
#>     %8 = symmetric_solve(%7, %6, %5)::Vector{Float64}
#>     return %8
#> end
#! run --entry normal_equations "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  7.105427357601002e-15
#>  0.5
#! run --opt --rules linalg,structure,solves --entry normal_equations "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  -4.634300178521246e-15
#>   0.5000000000000032
weighted(A, v, x) = inv(A * Diagonal(v) * A') * x
#! opt --rules linalg,structure,solves --entry weighted --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 612 → 263, optimal
#> function weighted(%1 A::Matrix{Float64}, %2 v::Vector{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = Diagonal(%2)::Diagonal{Float64, Vector{Float64}}
#>     %5 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %6 = *(%1, %4)::Matrix{Float64}
#>     %7 = *(%6, %5)::Matrix{Float64}
#>     %8 = Symmetric(%7)::Symmetric{Float64, Matrix{Float64}}
#>     %9 = symmetric_factor(%8)::Cholesky{Float64}
#>     %10 = symmetric_solve(%9, %8, %3)::Vector{Float64}
#>     return %10
#> end
#! run --entry weighted "[1.0 2.0; 3.0 4.0]" "[2.0, 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   0.1875000000000009
#>  -0.06250000000000044
#! run --opt --rules linalg,structure,solves --entry weighted "[1.0 2.0; 3.0 4.0]" "[2.0, 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   0.18750000000000067
#>  -0.0625000000000003
weighted_transposed(A, v, x) = inv(A * Diagonal(v) * transpose(A)) * x
#! opt --rules linalg,structure,solves --entry weighted_transposed --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 612 → 263, optimal
#> function weighted_transposed(%1 A::Matrix{Float64}, %2 v::Vector{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = Diagonal(%2)::Diagonal{Float64, Vector{Float64}}
#>     %5 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %6 = *(%1, %4)::Matrix{Float64}
#>     %7 = *(%6, %5)::Matrix{Float64}
#>     %8 = Symmetric(%7)::Symmetric{Float64, Matrix{Float64}}
#>     %9 = symmetric_factor(%8)::Cholesky{Float64}
#>     %10 = symmetric_solve(%9, %8, %3)::Vector{Float64}
#>     return %10
#> end
weighted_from_the_left(A, v, x) = inv(A' * Diagonal(v) * A) * x
#! opt --rules linalg,structure,solves --entry weighted_from_the_left --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 612 → 259.14285714285717, optimal
#> function weighted_from_the_left(%1 A::Matrix{Float64}, %2 v::Vector{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %5 = scaled_rows(%2, %1)::Matrix{Float64}
#>     %6 = *(%4, %5)::Matrix{Float64}
#>     %7 = Symmetric(%6)::Symmetric{Float64, Matrix{Float64}}
#>     %8 = symmetric_factor(%7)::Cholesky{Float64}
#>     %9 = symmetric_solve(%8, %7, %3)::Vector{Float64}
#>     return %9
#> end
two_solutions(C, x, y) = (S = Symmetric(C); (S \ x, S \ y))
#! opt --rules linalg,structure,solves --entry two_solutions --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 122 → 62, optimal
#> function two_solutions(%1 C::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = symmetric_factor(%4)::Cholesky{Float64}
#>     %6 = symmetric_solve(%5, %4, %2)::Vector{Float64}
#>     %7 = symmetric_solve(%5, %4, %3)::Vector{Float64}
#>     %8 = tuple(%6, %7)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %8
#> end
#! run --entry two_solutions "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.33333333333333337, 0.3333333333333333], [1.7777777777777777, -0.5555555555555556])
#! run --opt --rules linalg,structure,solves --entry two_solutions "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.3333333333333334, 0.33333333333333326], [1.7777777777777781, -0.5555555555555554])
symmetric_inverse_itself(C) = inv(Symmetric(C))
#! opt --rules linalg,structure,solves --entry symmetric_inverse_itself --sig "Matrix{Float64}" --sizes 100,100
#> # cost 201 → 121, optimal
#> function symmetric_inverse_itself(%1 C::Matrix{Float64})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = symmetric_factor(%2)::Cholesky{Float64}
#>     %4 = symmetric_inverse(%3, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %4
#> end
#! run --entry symmetric_inverse_itself "[2.0 1.0; 1.0 5.0]"
#> 2×2 Symmetric{Float64, Matrix{Float64}}:
#>   0.555556  -0.111111
#>  -0.111111   0.222222
#! run --opt --rules linalg,structure,solves --entry symmetric_inverse_itself "[2.0 1.0; 1.0 5.0]"
#> 2×2 Symmetric{Float64, Matrix{Float64}}:
#>   0.555556  -0.111111
#>  -0.111111   0.222222
times_symmetric_inverse(B, C) = B * inv(Symmetric(C))
#! opt --rules linalg,structure,solves --entry times_symmetric_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 401 → 262, optimal
#> function times_symmetric_inverse(%1 B::Matrix{Float64}, %2 C::Matrix{Float64})::Transpose{Float64, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = permutedims(%1)::Matrix{Float64}
#>     %6 = symmetric_solve(%4, %3, %5)::Matrix{Float64}
#>     %7 = transpose(%6)::Transpose{Float64, Matrix{Float64}}
#>     return %7
#> end
adjoint_times_symmetric_inverse(B, C) = B' * inv(Symmetric(C))
#! opt --rules linalg,structure,solves --entry adjoint_times_symmetric_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 2202 → 242, optimal
#> function adjoint_times_symmetric_inverse(%1 B::Matrix{Float64}, %2 C::Matrix{Float64})::Adjoint{Float64, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %1)::Matrix{Float64}
#>     %6 = adjoint(%5)::Adjoint{Float64, Matrix{Float64}}
#>     return %6
#> end
#! run --entry adjoint_times_symmetric_inverse "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>  0.5       -0.5
#>  0.222222   0.555556
#! run --opt --rules linalg,structure,solves --entry adjoint_times_symmetric_inverse "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 adjoint(::Matrix{Float64}) with eltype Float64:
#>  0.5       -0.5
#>  0.222222   0.555556
transposed_times_symmetric_inverse(B, C) = transpose(B) * inv(Symmetric(C))
#! opt --rules linalg,structure,solves --entry transposed_times_symmetric_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 2202 → 242, optimal
#> function transposed_times_symmetric_inverse(%1 B::Matrix{Float64}, %2 C::Matrix{Float64})::Transpose{Float64, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %1)::Matrix{Float64}
#>     %6 = transpose(%5)::Transpose{Float64, Matrix{Float64}}
#>     return %6
#> end
kept_product_with_inverse(B, C) = (P = B' * inv(Symmetric(C)); (P, P))
#! opt --rules linalg,structure,solves --entry kept_product_with_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 2203 → 262, optimal
#> function kept_product_with_inverse(%1 B::Matrix{Float64}, %2 C::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %1)::Matrix{Float64}
#>     %6 = permutedims(%5)::Matrix{Float64}
#>     %7 = tuple(%6, %6)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %7
#> end
kept_product_with_inverse_transposed(B, C) = (P = transpose(B) * inv(Symmetric(C)); (P, P))
#! opt --rules linalg,structure,solves --entry kept_product_with_inverse_transposed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 2203 → 262, optimal
#> function kept_product_with_inverse_transposed(%1 B::Matrix{Float64}, %2 C::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_solve(%4, %3, %1)::Matrix{Float64}
#>     %6 = permutedims(%5)::Matrix{Float64}
#>     %7 = tuple(%6, %6)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %7
#> end

# General matrices: one factorisation for several questions, none of its own for one.
solution_and_determinant(A, x) = (A \ x, det(A))
#! opt --rules linalg,structure,solves --entry solution_and_determinant --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 146 → 83.11111111111111, optimal
#> function solution_and_determinant(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Tuple{Vector{Float64}, Float64}
#> b0:
#>     %3 = general_factor(%1)::LU{Float64}
#>     %4 = general_solve(%3, %1, %2)::Vector{Float64}
#>     %5 = general_det(%3, %1)::Float64
#>     %6 = tuple(%4, %5)::Tuple{Vector{Float64}, Float64}
#>     return %6
#> end
#! run --entry solution_and_determinant "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> ([0.0, 0.5], -2.0)
#! run --opt --rules linalg,structure,solves --entry solution_and_determinant "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> ([0.0, 0.5], -2.0)
two_right_sides(A, x, y) = (A \ x, A \ y)
#! opt --rules linalg,structure,solves --entry two_right_sides --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 151 → 93.22222222222223, optimal
#> function two_right_sides(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = general_factor(%1)::LU{Float64}
#>     %5 = general_solve(%4, %1, %2)::Vector{Float64}
#>     %6 = general_solve(%4, %1, %3)::Vector{Float64}
#>     %7 = tuple(%5, %6)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#! run --entry two_right_sides "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.0, 0.5], [-7.0, 5.0])
#! run --opt --rules linalg,structure,solves --entry two_right_sides "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.0, 0.5], [-7.0, 5.0])
solution_and_inverse(A, x) = (A \ x, inv(A))
#! opt --rules linalg,structure,solves --entry solution_and_inverse --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 276 → 217.11111111111111, optimal
#> function solution_and_inverse(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Tuple{Vector{Float64}, Matrix{Float64}}
#> b0:
#>     %3 = general_factor(%1)::LU{Float64}
#>     %4 = general_solve(%3, %1, %2)::Vector{Float64}
#>     %5 = general_inverse(%3, %1)::Matrix{Float64}
#>     %6 = tuple(%4, %5)::Tuple{Vector{Float64}, Matrix{Float64}}
#>     return %6
#> end
one_right_side(A, x) = A \ x
#! opt --rules linalg,structure,solves --entry one_right_side --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 75 → 75, optimal
#> function one_right_side(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = \(%1, %2)::Vector{Float64}
#>     return %3
#> end
times_inverse(B, A) = B * inv(A)
#! opt --rules linalg,structure,solves --entry times_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 400 → 292.22222222222223, optimal
#> function times_inverse(%1 B::Matrix{Float64}, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = general_factor(%2)::LU{Float64}
#>     %4 = general_right_solve(%1, %3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry times_inverse "[0.5 1.0; -2.0 3.0]" "[1.0 2.0; 3.0 4.0]"
#> 2×2 Matrix{Float64}:
#>  0.5   0.0
#>  8.5  -3.5
#! run --opt --rules linalg,structure,solves --entry times_inverse "[0.5 1.0; -2.0 3.0]" "[1.0 2.0; 3.0 4.0]"
#> 2×2 Matrix{Float64}:
#>  0.5   0.0
#>  8.5  -3.5
function solutions_around_a_write(A, x, y)
    first = A \ x
    A[1, 1] = 5.0
    return first, A \ y
end
#! opt --rules linalg,structure,solves --entry solutions_around_a_write --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 152 → 152, optimal
#> function solutions_around_a_write(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = \(%1, %2)::Vector{Float64}
#>     %5 = setindex!(%1, 5.0, 1, 1)::Matrix{Float64}
#>     %6 = \(%1, %3)::Vector{Float64}
#>     %7 = tuple(%4, %6)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#! run --entry solutions_around_a_write "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.0, 0.5], [1.0, -1.0000000000000002])
#! run --opt --rules linalg,structure,solves --entry solutions_around_a_write "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> ([0.0, 0.5], [1.0, -1.0000000000000002])

# Transposed inverses, the identity, signs, triangles.
inverse_of_adjoint(A) = (inv(A), inv(A') * A)
#! opt --rules linalg,structure,solves --entry inverse_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
#> # cost 602 → 402, optimal
#> function inverse_of_adjoint(%1 A::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %2 = inv(%1)::Matrix{Float64}
#>     %3 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%3, %1)::Matrix{Float64}
#>     %5 = tuple(%2, %4)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %5
#> end
inverse_of_transposed(A) = (inv(A), inv(transpose(A)) * A)
#! opt --rules linalg,structure,solves --entry inverse_of_transposed --sig "Matrix{Float64}" --sizes 100,100
#> # cost 602 → 402, optimal
#> function inverse_of_transposed(%1 A::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %2 = inv(%1)::Matrix{Float64}
#>     %3 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%3, %1)::Matrix{Float64}
#>     %5 = tuple(%2, %4)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %5
#> end
identity_minus_product(A, B, x) = (I - A * B) * x
#! opt --rules linalg,structure,solves --entry identity_minus_product --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 211 → 22, optimal
#> function identity_minus_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(I, %3)::Vector{Float64}
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%1, %5)::Vector{Float64}
#>     %7 = -(%4, %6)::Vector{Float64}
#>     return %7
#> end
#! run --entry identity_minus_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   -9.5
#>  -21.5
#! run --opt --rules linalg,structure,solves --entry identity_minus_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   -9.5
#>  -21.5
identity_plus_product(A, B, x) = (I + A * B) * x
#! opt --rules linalg,structure,solves --entry identity_plus_product --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 211 → 22, optimal
#> function identity_plus_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(I, %3)::Vector{Float64}
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%1, %5)::Vector{Float64}
#>     %7 = +(%4, %6)::Vector{Float64}
#>     return %7
#> end
times_identity_minus_product(C, A, B) = C * (I - A * B)
#! opt --rules linalg,structure,solves --entry times_identity_minus_product --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 10,1000,1000,1000,1000,1000
#> # cost 202001 → 4010, optimal
#> function times_identity_minus_product(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = *(%4, %3)::Matrix{Float64}
#>     %6 = -(%1, %5)::Matrix{Float64}
#>     return %6
#> end
negated_triangle(A, B) = (T = LowerTriangular(A); (T * B, -T * B))
#! opt --rules linalg,structure,solves --entry negated_triangle --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 234.22222222222223 → 123.11111111111111, optimal
#> function negated_triangle(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     %5 = -(%4)::Matrix{Float64}
#>     %6 = tuple(%4, %5)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %6
#> end
times_triangular_inverse(B, A) = B * inv(LowerTriangular(A))
#! opt --rules linalg,structure,solves --entry times_triangular_inverse --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 178.77777777777777 → 112.11111111111111, optimal
#> function times_triangular_inverse(%1 B::Matrix{Float64}, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = LowerTriangular(%2)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = /(%1, %3)::Matrix{Float64}
#>     return %4
#> end
#! run --entry times_triangular_inverse "[0.5 1.0; -2.0 3.0]" "[1.0 2.0; 3.0 4.0]"
#> 2×2 Matrix{Float64}:
#>  -0.25  0.25
#>  -4.25  0.75
#! run --opt --rules linalg,structure,solves --entry times_triangular_inverse "[0.5 1.0; -2.0 3.0]" "[1.0 2.0; 3.0 4.0]"
#> 2×2 Matrix{Float64}:
#>  -0.25  0.25
#>  -4.25  0.75

# What stands beside the unit matrix needs no matrix of its own; another multiple of it stays.
identity_less_product(A, B, C) = (I - A * B) * C
#! opt --rules linalg,solves --entry identity_less_product --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,10,10,100,100,10
#> # cost 41 → 14, optimal
#> function identity_less_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     %6 = -(%3, %5)::Matrix{Float64}
#>     return %6
#> end
#! run --opt --rules linalg,solves --entry identity_less_product "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]" "[1.0 2.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>   0.0  -2.0
#>  -3.0  -9.0
from_the_right(S, A) = Symmetric(S) * (I - A)
#! opt --rules linalg,solves --entry from_the_right --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 202 → 202, optimal
#> function from_the_right(%1 S::Matrix{Float64}, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = -(I, %2)::Matrix{Float64}
#>     %5 = *(%3, %4)::Matrix{Float64}
#>     return %5
#> end
not_the_unit(A, B) = (UniformScaling(false) - A) * B
#! opt --rules linalg,solves --entry not_the_unit --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,10
#> # cost 21 → 21, optimal
#> function not_the_unit(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = -(constant#158, %1)::Matrix{Float64}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
# Both sides of a symmetric matrix are transposes of each other.
sandwiched(Z, A, S) = inv(Z' * A * Symmetric(S) * A' * Z)
#! opt --rules linalg,solves --entry sandwiched --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,10,100,100,100,100
#> # cost 85 → 76, optimal
#> function sandwiched(%1 Z::Matrix{Float64}, %2 A::Matrix{Float64}, %3 S::Matrix{Float64})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %4 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %5 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %6 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %7 = *(%4, %2, %5, %6, %1)::Matrix{Float64}
#>     %8 = Symmetric(%7)::Symmetric{Float64, Matrix{Float64}}
#>     %9 = symmetric_factor(%8)::Cholesky{Float64}
#>     %10 = symmetric_inverse(%9, %8)::Symmetric{Float64, Matrix{Float64}}
#>     return %10
#> end
not_sandwiched(Z, A, B, S) = inv(Z' * A * Symmetric(S) * B' * Z)
#! opt --rules linalg,solves --entry not_sandwiched --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,10,100,100,100,100,100,100
#> # cost 85 → 85, optimal
#> function not_sandwiched(%1 Z::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 S::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %5 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %6 = Symmetric(%4)::Symmetric{Float64, Matrix{Float64}}
#>     %7 = adjoint(%3)::Adjoint{Float64, Matrix{Float64}}
#>     %8 = *(%5, %2, %6, %7, %1)::Matrix{Float64}
#>     %9 = inv(%8)::Matrix{Float64}
#>     return %9
#> end
whitened(S, B) = B' * inv(Symmetric(S)) * B
#! opt --rules linalg,structure,solves --entry whitened --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,40
#> # cost 1034 → 104.22222222222223, optimal
#> function whitened(%1 S::Matrix{Float64}, %2 B::Matrix{Float64})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = symmetric_factor(%3)::Cholesky{Float64}
#>     %5 = symmetric_form(%4, %3, %2)::Matrix{Float64}
#>     %6 = Symmetric(%5)::Symmetric{Float64, Matrix{Float64}}
#>     return %6
#> end
#! run --entry whitened "[2.0 1.0; 1.0 5.0]" "[1.0 2.0 0.0; 3.0 4.0 1.0]"
#> 3×3 Matrix{Float64}:
#>  1.88889   2.66667   0.555556
#>  2.66667   4.0       0.666667
#>  0.555556  0.666667  0.222222
#! run --opt --rules linalg,structure,solves --entry whitened "[2.0 1.0; 1.0 5.0]" "[1.0 2.0 0.0; 3.0 4.0 1.0]"
#> 3×3 Symmetric{Float64, Matrix{Float64}}:
#>  1.88889   2.66667   0.555556
#>  2.66667   4.0       0.666667
#>  0.555556  0.666667  0.222222
whitened_below(S, B) = transpose(B) * inv(Symmetric(S, :L)) * B
#! run --opt --rules linalg,structure,solves --entry whitened_below "[2.0 7.0; 1.0 5.0]" "[1.0 2.0 0.0; 3.0 4.0 1.0]"
#> 3×3 Symmetric{Float64, Matrix{Float64}}:
#>  1.88889   2.66667   0.555556
#>  2.66667   4.0       0.666667
#>  0.555556  0.666667  0.222222
# Without a factorisation, and with two matrices: not so.
#! run --opt --rules linalg,structure,solves --entry whitened "[1.0 2.0; 2.0 1.0]" "[1.0 2.0; 3.0 4.0]"
#> 2×2 Symmetric{Float64, Matrix{Float64}}:
#>  0.666667  2.0
#>  2.0       4.0
not_whitened(S, A, B) = A' * inv(Symmetric(S)) * B
#! opt --rules linalg,structure,solves --entry not_whitened --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,40,100,40
#> # cost 1034 → 154, optimal
#> function not_whitened(%1 S::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %5 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %6 = symmetric_factor(%5)::Cholesky{Float64}
#>     %7 = symmetric_solve(%6, %5, %3)::Matrix{Float64}
#>     %8 = *(%4, %7)::Matrix{Float64}
#>     return %8
#> end
