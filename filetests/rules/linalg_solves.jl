# The library's `solves`: by structure and by blocks.
using LinearAlgebra

# Structured inverses.
lower_inverse_times(A, x) = inv(LowerTriangular(A)) * x
#! opt --rules solves --entry lower_inverse_times --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 77.66666666666667 → 11, optimal
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
#! run --opt --rules solves --entry lower_inverse_times "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   1.0
#>  -0.25000000000000006
upper_inverse_times(A, B) = inv(UpperTriangular(A)) * B
#! opt --rules solves --entry upper_inverse_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 267.6666666666667 → 112.11111111111111, optimal
#> function upper_inverse_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = UpperTriangular(%1)::UpperTriangular{Float64, Matrix{Float64}}
#>     %4 = \(%3, %2)::Matrix{Float64}
#>     return %4
#> end
diagonal_inverse_times(v, B) = inv(Diagonal(v)) * B
#! opt --rules solves --entry diagonal_inverse_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#> # cost 201.3 → 21, optimal
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
#! run --opt --rules solves --entry diagonal_inverse_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
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
#> # cost 211 → 61, optimal
#> function symmetric_inverse_times(%1 C::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = \(%3, %2)::Vector{Float64}
#>     return %4
#> end
#! run --entry symmetric_inverse_times "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.33333333333333337
#>  0.3333333333333333
#! run --opt --rules solves --entry symmetric_inverse_times "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>  0.33333333333333337
#>  0.3333333333333333
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
#> # cost 78.66666666666667 → 78.66666666666667, optimal
#> function inverse_is_needed(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Tuple{LowerTriangular{Float64, Matrix{Float64}}, Vector{Float64}}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = inv(%3)::LowerTriangular{Float64, Matrix{Float64}}
#>     %5 = \(%3, %2)::Vector{Float64}
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
