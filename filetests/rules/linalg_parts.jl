# The library's `parts`: what is not looked at is not computed.
using LinearAlgebra

# Parts of sums and differences.
element_of_sum(A, B, i, j) = (A + B)[i, j]
#! opt --rules parts --entry element_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
element_of_difference(A, B, i, j) = (A - B)[i, j]
#! opt --rules parts --entry element_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_difference "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_difference "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
element_of_vectors(x, y, i) = (x + y)[i]
#! opt --rules parts --entry element_of_vectors --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#! run --entry element_of_vectors "[1.0, 2.0]" "[3.0, -1.0]" "2"
#! run --opt --rules parts --entry element_of_vectors "[1.0, 2.0]" "[3.0, -1.0]" "2"
element_of_vector_difference(x, y, i) = (x - y)[i]
#! opt --rules parts --entry element_of_vector_difference --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#! run --entry element_of_vector_difference "[1.0, 2.0]" "[3.0, -1.0]" "2"
#! run --opt --rules parts --entry element_of_vector_difference "[1.0, 2.0]" "[3.0, -1.0]" "2"
column_of_sum(A, B, j) = (A + B)[:, j]
#! opt --rules parts --entry column_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry column_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#! run --opt --rules parts --entry column_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
row_of_sum(A, B, i) = (A + B)[i, :]
#! opt --rules parts --entry row_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry row_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#! run --opt --rules parts --entry row_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
columns_of_sum(A, B) = (A + B)[:, 1:2]
#! opt --rules parts --entry columns_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
rows_of_sum(A, B) = (A + B)[1:2, :]
#! opt --rules parts --entry rows_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
block_of_sum(A, B) = (A + B)[1:2, 2:2]
#! opt --rules parts --entry block_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
part_of_vectors(x, y) = (x + y)[1:2]
#! opt --rules parts --entry part_of_vectors --sig "Vector{Float64}, Vector{Float64}" --sizes 2000,2000
column_of_difference(A, B, j) = (A - B)[:, j]
#! opt --rules parts --entry column_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
row_of_difference(A, B, i) = (A - B)[i, :]
#! opt --rules parts --entry row_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
columns_of_difference(A, B) = (A - B)[:, 1:2]
#! opt --rules parts --entry columns_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
rows_of_difference(A, B) = (A - B)[1:2, :]
#! opt --rules parts --entry rows_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
block_of_difference(A, B) = (A - B)[1:2, 2:2]
#! opt --rules parts --entry block_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
part_of_vector_difference(x, y) = (x - y)[1:2]
#! opt --rules parts --entry part_of_vector_difference --sig "Vector{Float64}, Vector{Float64}" --sizes 2000,2000

# Parts of multiples and transposes.
element_of_multiple(α, A, i, j) = (α * A)[i, j]
#! opt --rules parts --entry element_of_multiple --sig "Float64, Matrix{Float64}, Int64, Int64" --sizes 100,100
#! run --entry element_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]" "2" "1"
#! run --opt --rules parts --entry element_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]" "2" "1"
element_of_vector_multiple(α, x, i) = (α * x)[i]
#! opt --rules parts --entry element_of_vector_multiple --sig "Float64, Vector{Float64}, Int64" --sizes 100
column_of_multiple(α, A, j) = (α * A)[:, j]
#! opt --rules parts --entry column_of_multiple --sig "Float64, Matrix{Float64}, Int64" --sizes 100,100
row_of_multiple(α, A, i) = (α * A)[i, :]
#! opt --rules parts --entry row_of_multiple --sig "Float64, Matrix{Float64}, Int64" --sizes 100,100
columns_of_multiple(α, A) = (α * A)[:, 1:2]
#! opt --rules parts --entry columns_of_multiple --sig "Float64, Matrix{Float64}" --sizes 2000,2000
rows_of_multiple(α, A) = (α * A)[1:2, :]
#! opt --rules parts --entry rows_of_multiple --sig "Float64, Matrix{Float64}" --sizes 2000,2000
element_of_transposed_sum(A, B, i, j) = transpose(A + B)[i, j]
#! opt --rules parts --entry element_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
element_of_adjoint_sum(A, B, i, j) = (A + B)'[i, j]
#! opt --rules parts --entry element_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_adjoint_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_adjoint_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
column_of_transposed_sum(A, B, j) = transpose(A + B)[:, j]
#! opt --rules parts --entry column_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry column_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#! run --opt --rules parts --entry column_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
row_of_transposed_sum(A, B, i) = transpose(A + B)[i, :]
#! opt --rules parts --entry row_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
column_of_adjoint_sum(A, B, j) = (A + B)'[:, j]
#! opt --rules parts --entry column_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
row_of_adjoint_sum(A, B, i) = (A + B)'[i, :]
#! opt --rules parts --entry row_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100

# Parts of products and solutions.
column_of_product(A, B, j) = (A * B)[:, j]
#! opt --rules parts --entry column_of_product --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry column_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#! run --opt --rules parts --entry column_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
row_of_product(A, B, i) = (A * B)[i, :]
#! opt --rules parts --entry row_of_product --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry row_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#! run --opt --rules parts --entry row_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
columns_of_product(A, B) = (A * B)[:, 1:2]
#! opt --rules parts --entry columns_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#! run --entry columns_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry columns_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
rows_of_product(A, B) = (A * B)[1:2, :]
#! opt --rules parts --entry rows_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#! run --entry rows_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry rows_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
block_of_product(A, B) = (A * B)[1:2, 2:2]
#! opt --rules parts --entry block_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#! run --entry block_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry block_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
part_of_a_column(A, B, i) = (A * B)[1:2, i]
#! opt --rules parts --entry part_of_a_column --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 2000,2000,2000,2000
#! run --entry part_of_a_column "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#! run --opt --rules parts --entry part_of_a_column "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
part_of_a_row(A, B, i) = (A * B)[i, 1:2]
#! opt --rules parts --entry part_of_a_row --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 2000,2000,2000,2000
#! run --entry part_of_a_row "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#! run --opt --rules parts --entry part_of_a_row "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
element_of_the_product(A, B, i, j) = (A * B)[i, j]
#! opt --rules parts --entry element_of_the_product --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
element_of_transposed_product(A, B, i, j) = (A' * B)[i, j]
#! opt --rules parts --entry element_of_transposed_product --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry element_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry element_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
element_of_matrix_times_vector(A, x, i) = (A * x)[i]
#! opt --rules parts --entry element_of_matrix_times_vector --sig "Matrix{Float64}, Vector{Float64}, Int64" --sizes 100,100,100
#! run --entry element_of_matrix_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "2"
#! run --opt --rules parts --entry element_of_matrix_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "2"
part_of_matrix_times_vector(A, x) = (A * x)[1:2]
#! opt --rules parts --entry part_of_matrix_times_vector --sig "Matrix{Float64}, Vector{Float64}" --sizes 2000,2000,2000
column_of_solution(A, B, j) = (A \ B)[:, j]
#! opt --rules parts --entry column_of_solution --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#! run --entry column_of_solution "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#! run --opt --rules parts --entry column_of_solution "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
columns_of_solution(A, B) = (A \ B)[:, 1:2]
#! opt --rules parts --entry columns_of_solution --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000

# Not where the whole is needed as well, is read many times, or was another before a write; an index outside is an error as before.
product_is_needed(A, B, j) = (C = A * B; (C, C[:, j]))
#! opt --rules parts --entry product_is_needed --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
function all_elements_in_a_loop(A, B)
    C = A * B
    s = 0.0
    for i in 1:size(C, 1)
        s += C[i, i]
    end
    return s
end
#! opt --rules parts --entry all_elements_in_a_loop --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
function written_in_between(A, B)
    C = A * B
    B[1, 1] = 0.0
    return C[:, 1]
end
#! opt --rules parts --entry written_in_between --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry written_in_between "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry written_in_between "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
index_outside(A, B, i, j) = (A * B)[i + 5, j]
#! opt --rules parts --entry index_outside --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#! run --entry index_outside "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#! run --opt --rules parts --entry index_outside "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
factors_do_not_fit(B, x, i) = (B * [x; x])[i]
#! opt --rules parts --entry factors_do_not_fit --sig "Matrix{Float64}, Vector{Float64}, Int64" --sizes 100,100,100
#! run --entry factors_do_not_fit "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]" "2"
#! run --opt --rules parts --entry factors_do_not_fit "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]" "2"

# Diagonals, traces, sums, norms.
diagonal_of_sum(A, B) = diag(A + B)
#! opt --rules parts --entry diagonal_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry diagonal_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry diagonal_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
diagonal_of_difference(A, B) = diag(A - B)
#! opt --rules parts --entry diagonal_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
diagonal_of_multiple(α, A) = diag(α * A)
#! opt --rules parts --entry diagonal_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
diagonal_of_transposed(A, B) = diag(transpose(A + B))
#! opt --rules parts --entry diagonal_of_transposed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
diagonal_of_adjoint(A, B) = diag((A + B)')
#! opt --rules parts --entry diagonal_of_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
trace_of_multiple(α, A) = tr(α * A)
#! opt --rules parts --entry trace_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#! run --entry trace_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#! run --opt --rules parts --entry trace_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
trace_of_transposed_product(A, B) = tr(transpose(A) * B)
#! opt --rules parts --entry trace_of_transposed_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry trace_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry trace_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
trace_of_adjoint_product(A, B) = tr(A' * B)
#! opt --rules parts --entry trace_of_adjoint_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
trace_of_product_with_transposed(A, B) = tr(A * transpose(B))
#! opt --rules parts --entry trace_of_product_with_transposed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry trace_of_product_with_transposed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry trace_of_product_with_transposed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
trace_of_product_with_adjoint(A, B) = tr(A * B')
#! opt --rules parts --entry trace_of_product_with_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
sum_of_sum(A, B) = sum(A + B)
#! opt --rules parts --entry sum_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry sum_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry sum_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
sum_of_difference(A, B) = sum(A - B)
#! opt --rules parts --entry sum_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
sum_of_vectors(x, y) = sum(x + y)
#! opt --rules parts --entry sum_of_vectors --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
sum_of_vector_difference(x, y) = sum(x - y)
#! opt --rules parts --entry sum_of_vector_difference --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
sum_of_the_product(A, B) = sum(A * B)
#! opt --rules parts --entry sum_of_the_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry sum_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry sum_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
sum_of_multiple(α, A) = sum(α * A)
#! opt --rules parts --entry sum_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#! run --entry sum_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#! run --opt --rules parts --entry sum_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
sum_of_transposed(A) = sum(transpose(A))
#! opt --rules parts --entry sum_of_transposed --sig "Matrix{Float64}" --sizes 100,100
sum_of_adjoint(A) = sum(A')
#! opt --rules parts --entry sum_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
sum_of_the_diagonal(A) = sum(diag(A))
#! opt --rules parts --entry sum_of_the_diagonal --sig "Matrix{Float64}" --sizes 100,100
#! run --entry sum_of_the_diagonal "[1.0 2.0; 3.0 4.0]"
#! run --opt --rules parts --entry sum_of_the_diagonal "[1.0 2.0; 3.0 4.0]"
sum_of_all_products(A, B) = sum(A .* B)
#! opt --rules parts --entry sum_of_all_products --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#! run --entry sum_of_all_products "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#! run --opt --rules parts --entry sum_of_all_products "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
squared_norm(A) = norm(A)^2
#! opt --rules parts --entry squared_norm --sig "Matrix{Float64}" --sizes 100,100
#! run --entry squared_norm "[1.0 2.0; 3.0 4.0]"
#! run --opt --rules parts --entry squared_norm "[1.0 2.0; 3.0 4.0]"
norm_of_transposed(A) = norm(transpose(A))
#! opt --rules parts --entry norm_of_transposed --sig "Matrix{Float64}" --sizes 100,100
norm_of_adjoint(A) = norm(A')
#! opt --rules parts --entry norm_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
norm_of_multiple(α, A) = norm(α * A)
#! opt --rules parts --entry norm_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#! run --entry norm_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#! run --opt --rules parts --entry norm_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"

# The trace of a matrix that is no product, and the sum of quotients, stay.
trace_alone(A) = tr(A)
#! opt --rules parts --entry trace_alone --sig "Matrix{Float64}" --sizes 100,100
sum_of_quotients(A, B) = sum(A ./ B)
#! opt --rules parts --entry sum_of_quotients --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100

# Outer products.
element_of_outer(x, y, i, j) = (x * y')[i, j]
#! opt --rules parts --entry element_of_outer --sig "Vector{Float64}, Vector{Float64}, Int64, Int64" --sizes 100,100
#! run --entry element_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "2" "1"
#! run --opt --rules parts --entry element_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "2" "1"
element_of_outer_transposed(x, y, i, j) = (x * transpose(y))[i, j]
#! opt --rules parts --entry element_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}, Int64, Int64" --sizes 100,100
column_of_outer(x, y, j) = (x * y')[:, j]
#! opt --rules parts --entry column_of_outer --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#! run --entry column_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "1"
#! run --opt --rules parts --entry column_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "1"
column_of_outer_transposed(x, y, j) = (x * transpose(y))[:, j]
#! opt --rules parts --entry column_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
trace_of_outer(x, y) = tr(x * y')
#! opt --rules parts --entry trace_of_outer --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#! run --entry trace_of_outer "[1.0, 2.0]" "[3.0, -1.0]"
#! run --opt --rules parts --entry trace_of_outer "[1.0, 2.0]" "[3.0, -1.0]"
trace_of_outer_transposed(x, y) = tr(x * transpose(y))
#! opt --rules parts --entry trace_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
outer_times_vector(x, y, z) = (x * y') * z
#! opt --rules parts --entry outer_times_vector --sig "Vector{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100
#! run --entry outer_times_vector "[1.0, 2.0]" "[3.0, -1.0]" "[0.5, 2.0]"
#! run --opt --rules parts --entry outer_times_vector "[1.0, 2.0]" "[3.0, -1.0]" "[0.5, 2.0]"
outer_transposed_times_vector(x, y, z) = (x * transpose(y)) * z
#! opt --rules parts --entry outer_transposed_times_vector --sig "Vector{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100
