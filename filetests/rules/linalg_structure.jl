# The library's `structure`: products that use how a matrix is made.
using LinearAlgebra

# A wrapped matrix is multiplied as it is, also by a vector.
lower_times(A, B) = Matrix(LowerTriangular(A)) * B
#! opt --rules structure --entry lower_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry lower_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry lower_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
upper_times(A, B) = Matrix(UpperTriangular(A)) * B
#! opt --rules structure --entry upper_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
diagonal_times(v, B) = Matrix(Diagonal(v)) * B
#! opt --rules structure --entry diagonal_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#! run --entry diagonal_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry diagonal_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
symmetric_times(A, B) = Matrix(Symmetric(A)) * B
#! opt --rules structure --entry symmetric_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
lower_times_vector(A, x) = Matrix(LowerTriangular(A)) * x
#! opt --rules structure --entry lower_times_vector --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#! run --entry lower_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#! run --opt --rules structure --entry lower_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
times_lower(A, B) = B * Matrix(LowerTriangular(A))
#! opt --rules structure --entry times_lower --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry times_lower "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry times_lower "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
transposed_copy_times(A, B) = Matrix(transpose(A)) * B
#! opt --rules structure --entry transposed_copy_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry transposed_copy_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry transposed_copy_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
times_transposed_copy(A, B) = B * Matrix(A')
#! opt --rules structure --entry times_transposed_copy --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
copy_of_adjoint_times(A, B) = copy(A') * B
#! opt --rules structure --entry copy_of_adjoint_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry copy_of_adjoint_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry copy_of_adjoint_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
times_copy_of_adjoint(A, B) = B * copy(A')
#! opt --rules structure --entry times_copy_of_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
permuted_times(A, B) = permutedims(A) * B
#! opt --rules structure --entry permuted_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry permuted_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry permuted_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
times_permuted(A, B) = B * permutedims(A)
#! opt --rules structure --entry times_permuted --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
lower_triangle_times(A, B) = tril(A) * B
#! opt --rules structure --entry lower_triangle_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry lower_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry lower_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
upper_triangle_times(A, B) = triu(A) * B
#! opt --rules structure --entry upper_triangle_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry upper_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry upper_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
diagm_times(v, B) = diagm(v) * B
#! opt --rules structure --entry diagm_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#! run --entry diagm_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry diagm_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
times_diagm(v, B) = B * diagm(v)
#! opt --rules structure --entry times_diagm --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100

# The copy that is written to stays a copy.
function copy_is_written(A, B)
    L = Matrix(LowerTriangular(A))
    L[1, 2] = 5.0
    return L * B
end
#! opt --rules structure --entry copy_is_written --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry copy_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry copy_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"

# Symmetric results: one triangle.
gram(A) = eigvals(A * transpose(A))
#! opt --rules linalg,structure --entry gram --sig "Matrix{Float64}" --sizes 100,100
gram_of_adjoint(A) = eigvals(A * A')
#! opt --rules linalg,structure --entry gram_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
gram_plus_symmetric(A, C) = A * transpose(A) + C
#! opt --rules structure --entry gram_plus_symmetric --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
gram_of_adjoint_plus_symmetric(A, C) = A * A' + C
#! opt --rules structure --entry gram_of_adjoint_plus_symmetric --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
symmetric_plus_gram(A, C) = C + A * transpose(A)
#! opt --rules structure --entry symmetric_plus_gram --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
mixed(A, B) = A * transpose(B) + B * transpose(A)
#! opt --rules structure --entry mixed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
mixed_adjoint(A, B) = A * B' + B * A'
#! opt --rules structure --entry mixed_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
mixed_plus_symmetric(A, B, C) = A * transpose(B) + B * transpose(A) + C
#! opt --rules structure --entry mixed_plus_symmetric --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
mixed_adjoint_plus_symmetric(A, B, C) = A * B' + B * A' + C
#! opt --rules structure --entry mixed_adjoint_plus_symmetric --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
symmetric_plus_mixed(A, B, C) = C + A * B' + B * A'
#! opt --rules structure --entry symmetric_plus_mixed --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
runs_gram(A, C) = Matrix(A * transpose(A) + Symmetric(C))
#! opt --rules structure --entry runs_gram --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry runs_gram "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]"
#! run --opt --rules structure --entry runs_gram "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]"
runs_mixed(A, B, C) = Matrix(A * transpose(B) + B * transpose(A) + Symmetric(C, :L))
#! opt --rules structure --entry runs_mixed --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#! run --entry runs_mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#! run --opt --rules structure --entry runs_mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"

# Not symmetric: another factor, another order; and a sum that is written to stays a matrix.
another_factor(A, B, C) = A * transpose(B) + C * transpose(A)
#! opt --rules structure --entry another_factor --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
another_order(A, B) = A * transpose(B) + transpose(A) * B
#! opt --rules structure --entry another_order --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
function sum_is_written(A, B)
    C = A * transpose(B) + B * transpose(A)
    C[1, 2] = 0.0
    return C
end
#! opt --rules structure --entry sum_is_written --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry sum_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry sum_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"

# Common factors.
common_left(A, B, C) = A * B + A * C
#! opt --rules structure --entry common_left --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#! run --entry common_left "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#! run --opt --rules structure --entry common_left "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
common_left_minus(A, B, C) = A * B - A * C
#! opt --rules structure --entry common_left_minus --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
common_left_vectors(A, x, y) = A * x + A * y
#! opt --rules structure --entry common_left_vectors --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#! run --entry common_left_vectors "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#! run --opt --rules structure --entry common_left_vectors "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
common_left_vectors_minus(A, x, y) = A * x - A * y
#! opt --rules structure --entry common_left_vectors_minus --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
common_right(A, B, C) = B * A + C * A
#! opt --rules structure --entry common_right --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#! run --entry common_right "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#! run --opt --rules structure --entry common_right "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
common_right_minus(A, B, C) = B * A - C * A
#! opt --rules structure --entry common_right_minus --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
common_vector(B, C, x) = B * x + C * x
#! opt --rules structure --entry common_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#! run --entry common_vector "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#! run --opt --rules structure --entry common_vector "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
common_vector_minus(B, C, x) = B * x - C * x
#! opt --rules structure --entry common_vector_minus --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
common_matrix(α, A, β) = α * A + β * A
#! opt --rules structure --entry common_matrix --sig "Float64, Matrix{Float64}, Float64" --sizes 100,100
#! run --entry common_matrix "2.0" "[1.0 2.0; 3.0 4.0]" "3.0"
#! run --opt --rules structure --entry common_matrix "2.0" "[1.0 2.0; 3.0 4.0]" "3.0"
common_matrix_minus(α, A, β) = α * A - β * A
#! opt --rules structure --entry common_matrix_minus --sig "Float64, Matrix{Float64}, Float64" --sizes 100,100
scaled_factor(α, A, B) = (α * A) * B
#! opt --rules structure,gemm --entry scaled_factor --sig "Float64, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry scaled_factor "2.0" "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure,gemm --entry scaled_factor "2.0" "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
scaled_second_factor(α, A, B) = A * (α * B)
#! opt --rules structure,gemm --entry scaled_second_factor --sig "Float64, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
no_common_factor(A, B, C) = A * B + C * B * A
#! opt --rules structure --entry no_common_factor --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
product_is_needed_too(A, B, C) = (P = A * B; (P, P + A * C))
#! opt --rules structure --entry product_is_needed_too --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100

# Groupings with a triangular or diagonal factor.
triangular_chain(A, B, x) = (LowerTriangular(A) * B) * x
#! opt --rules structure --entry triangular_chain --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#! run --entry triangular_chain "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
#! run --opt --rules structure --entry triangular_chain "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
diagonal_chain(v, B, x) = (Diagonal(v) * B) * x
#! opt --rules structure --entry diagonal_chain --sig "Vector{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100
chain_with_triangle_inside(A, B, x) = (B * UpperTriangular(A)) * x
#! opt --rules structure --entry chain_with_triangle_inside --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100

# Kronecker products.
kron_times_vector(A, B, c) = kron(A, B) * c
#! opt --rules structure --entry kron_times_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#! run --entry kron_times_vector "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0, 3.0, 4.0]"
#! run --opt --rules structure --entry kron_times_vector "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0, 3.0, 4.0]"
product_of_two_krons(A, B, C, D) = kron(A, B) * kron(C, D)
#! opt --rules structure --entry product_of_two_krons --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100,100,100
#! run --entry product_of_two_krons "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[3.0 0.0; 1.0 2.0]"
#! run --opt --rules structure --entry product_of_two_krons "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[3.0 0.0; 1.0 2.0]"
trace_of_a_kron(A, B) = tr(kron(A, B))
#! opt --rules structure --entry trace_of_a_kron --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry trace_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry trace_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
sum_of_a_kron(A, B) = sum(kron(A, B))
#! opt --rules structure --entry sum_of_a_kron --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry sum_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules structure --entry sum_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
kron_is_needed(A, B, c) = (K = kron(A, B); (K, K * c))
#! opt --rules structure --entry kron_is_needed --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
