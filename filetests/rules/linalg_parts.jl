# The library's `parts`: what is not looked at is not computed.
using LinearAlgebra

# Parts of sums and differences.
element_of_sum(A, B, i, j) = (A + B)[i, j]
#! opt --rules parts --entry element_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 10.1 → 0.30000000000000004, optimal
#> function element_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %3, %4)::Float64
#>     %6 = getindex(%2, %3, %4)::Float64
#>     %7 = +(%5, %6)::Float64
#>     return %7
#> end
#! run --entry element_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 1.0
#! run --opt --rules parts --entry element_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 1.0
element_of_difference(A, B, i, j) = (A - B)[i, j]
#! opt --rules parts --entry element_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 10.1 → 0.30000000000000004, optimal
#> function element_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %3, %4)::Float64
#>     %6 = getindex(%2, %3, %4)::Float64
#>     %7 = -(%5, %6)::Float64
#>     return %7
#> end
#! run --entry element_of_difference "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 5.0
#! run --opt --rules parts --entry element_of_difference "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 5.0
element_of_vectors(x, y, i) = (x + y)[i]
#! opt --rules parts --entry element_of_vectors --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#> # cost 0.6 → 0.30000000000000004, optimal
#> function element_of_vectors(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 i::Int64)::Float64
#> b0:
#>     %4 = getindex(%1, %3)::Float64
#>     %5 = getindex(%2, %3)::Float64
#>     %6 = +(%4, %5)::Float64
#>     return %6
#> end
#! run --entry element_of_vectors "[1.0, 2.0]" "[3.0, -1.0]" "2"
#> 1.0
#! run --opt --rules parts --entry element_of_vectors "[1.0, 2.0]" "[3.0, -1.0]" "2"
#> 1.0
element_of_vector_difference(x, y, i) = (x - y)[i]
#! opt --rules parts --entry element_of_vector_difference --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#> # cost 0.6 → 0.30000000000000004, optimal
#> function element_of_vector_difference(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 i::Int64)::Float64
#> b0:
#>     %4 = getindex(%1, %3)::Float64
#>     %5 = getindex(%2, %3)::Float64
#>     %6 = -(%4, %5)::Float64
#>     return %6
#> end
#! run --entry element_of_vector_difference "[1.0, 2.0]" "[3.0, -1.0]" "2"
#> 3.0
#! run --opt --rules parts --entry element_of_vector_difference "[1.0, 2.0]" "[3.0, -1.0]" "2"
#> 3.0
column_of_sum(A, B, j) = (A + B)[:, j]
#! opt --rules parts --entry column_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function column_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, (:), %3)::Vector{Float64}
#>     %5 = getindex(%2, (:), %3)::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry column_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  1.5
#>  1.0
#! run --opt --rules parts --entry column_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  1.5
#>  1.0
row_of_sum(A, B, i) = (A + B)[i, :]
#! opt --rules parts --entry row_of_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function row_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, %3, (:))::Vector{Float64}
#>     %5 = getindex(%2, %3, (:))::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry row_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  1.0
#>  7.0
#! run --opt --rules parts --entry row_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  1.0
#>  7.0
columns_of_sum(A, B) = (A + B)[:, 1:2]
#! opt --rules parts --entry columns_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 202, optimal
#> function columns_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, (:), constant#138)::Matrix{Float64}
#>     %4 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %5 = +(%3, %4)::Matrix{Float64}
#>     return %5
#> end
rows_of_sum(A, B) = (A + B)[1:2, :]
#! opt --rules parts --entry rows_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 202, optimal
#> function rows_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %4 = getindex(%2, constant#138, (:))::Matrix{Float64}
#>     %5 = +(%3, %4)::Matrix{Float64}
#>     return %5
#> end
block_of_sum(A, B) = (A + B)[1:2, 2:2]
#! opt --rules parts --entry block_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 12, optimal
#> function block_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, constant#139)::Matrix{Float64}
#>     %4 = getindex(%2, constant#138, constant#139)::Matrix{Float64}
#>     %5 = +(%3, %4)::Matrix{Float64}
#>     return %5
#> end
part_of_vectors(x, y) = (x + y)[1:2]
#! opt --rules parts --entry part_of_vectors --sig "Vector{Float64}, Vector{Float64}" --sizes 2000,2000
#> # cost 3 → 2.5, optimal
#> function part_of_vectors(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138)::Vector{Float64}
#>     %4 = getindex(%2, constant#138)::Vector{Float64}
#>     %5 = +(%3, %4)::Vector{Float64}
#>     return %5
#> end
column_of_difference(A, B, j) = (A - B)[:, j]
#! opt --rules parts --entry column_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function column_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, (:), %3)::Vector{Float64}
#>     %5 = getindex(%2, (:), %3)::Vector{Float64}
#>     %6 = -(%4, %5)::Vector{Float64}
#>     return %6
#> end
row_of_difference(A, B, i) = (A - B)[i, :]
#! opt --rules parts --entry row_of_difference --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function row_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, %3, (:))::Vector{Float64}
#>     %5 = getindex(%2, %3, (:))::Vector{Float64}
#>     %6 = -(%4, %5)::Vector{Float64}
#>     return %6
#> end
columns_of_difference(A, B) = (A - B)[:, 1:2]
#! opt --rules parts --entry columns_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 202, optimal
#> function columns_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, (:), constant#138)::Matrix{Float64}
#>     %4 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %5 = -(%3, %4)::Matrix{Float64}
#>     return %5
#> end
rows_of_difference(A, B) = (A - B)[1:2, :]
#! opt --rules parts --entry rows_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 202, optimal
#> function rows_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %4 = getindex(%2, constant#138, (:))::Matrix{Float64}
#>     %5 = -(%3, %4)::Matrix{Float64}
#>     return %5
#> end
block_of_difference(A, B) = (A - B)[1:2, 2:2]
#! opt --rules parts --entry block_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 4001 → 12, optimal
#> function block_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, constant#139)::Matrix{Float64}
#>     %4 = getindex(%2, constant#138, constant#139)::Matrix{Float64}
#>     %5 = -(%3, %4)::Matrix{Float64}
#>     return %5
#> end
part_of_vector_difference(x, y) = (x - y)[1:2]
#! opt --rules parts --entry part_of_vector_difference --sig "Vector{Float64}, Vector{Float64}" --sizes 2000,2000
#> # cost 3 → 2.5, optimal
#> function part_of_vector_difference(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138)::Vector{Float64}
#>     %4 = getindex(%2, constant#138)::Vector{Float64}
#>     %5 = -(%3, %4)::Vector{Float64}
#>     return %5
#> end

# Parts of multiples and transposes.
element_of_multiple(α, A, i, j) = (α * A)[i, j]
#! opt --rules parts --entry element_of_multiple --sig "Float64, Matrix{Float64}, Int64, Int64" --sizes 100,100
#> # cost 10.1 → 0.2, optimal
#> function element_of_multiple(%1 α::Float64, %2 A::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%2, %3, %4)::Float64
#>     %6 = *(%1, %5)::Float64
#>     return %6
#> end
#! run --entry element_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]" "2" "1"
#> 6.0
#! run --opt --rules parts --entry element_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]" "2" "1"
#> 6.0
element_of_vector_multiple(α, x, i) = (α * x)[i]
#! opt --rules parts --entry element_of_vector_multiple --sig "Float64, Vector{Float64}, Int64" --sizes 100
#> # cost 0.6 → 0.2, optimal
#> function element_of_vector_multiple(%1 α::Float64, %2 x::Vector{Float64}, %3 i::Int64)::Float64
#> b0:
#>     %4 = getindex(%2, %3)::Float64
#>     %5 = *(%1, %4)::Float64
#>     return %5
#> end
column_of_multiple(α, A, j) = (α * A)[:, j]
#! opt --rules parts --entry column_of_multiple --sig "Float64, Matrix{Float64}, Int64" --sizes 100,100
#> # cost 11 → 1.5, optimal
#> function column_of_multiple(%1 α::Float64, %2 A::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, (:), %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
row_of_multiple(α, A, i) = (α * A)[i, :]
#! opt --rules parts --entry row_of_multiple --sig "Float64, Matrix{Float64}, Int64" --sizes 100,100
#> # cost 11 → 1.5, optimal
#> function row_of_multiple(%1 α::Float64, %2 A::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, %3, (:))::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
columns_of_multiple(α, A) = (α * A)[:, 1:2]
#! opt --rules parts --entry columns_of_multiple --sig "Float64, Matrix{Float64}" --sizes 2000,2000
#> # cost 4001 → 201, optimal
#> function columns_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     return %4
#> end
rows_of_multiple(α, A) = (α * A)[1:2, :]
#! opt --rules parts --entry rows_of_multiple --sig "Float64, Matrix{Float64}" --sizes 2000,2000
#> # cost 4001 → 201, optimal
#> function rows_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%2, constant#138, (:))::Matrix{Float64}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     return %4
#> end
element_of_transposed_sum(A, B, i, j) = transpose(A + B)[i, j]
#! opt --rules parts --entry element_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 12 → 0.30000000000000004, optimal
#> function element_of_transposed_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %4, %3)::Float64
#>     %6 = getindex(%2, %4, %3)::Float64
#>     %7 = +(%5, %6)::Float64
#>     return %7
#> end
#! run --entry element_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 3.0
#! run --opt --rules parts --entry element_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 3.0
element_of_adjoint_sum(A, B, i, j) = (A + B)'[i, j]
#! opt --rules parts --entry element_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 12 → 1.3, optimal
#> function element_of_adjoint_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %4, %3)::Float64
#>     %6 = getindex(%2, %4, %3)::Float64
#>     %7 = +(%5, %6)::Float64
#>     %8 = conj(%7)::Float64
#>     return %8
#> end
#! run --entry element_of_adjoint_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 3.0
#! run --opt --rules parts --entry element_of_adjoint_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> 3.0
column_of_transposed_sum(A, B, j) = transpose(A + B)[:, j]
#! opt --rules parts --entry column_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function column_of_transposed_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, %3, (:))::Vector{Float64}
#>     %5 = getindex(%2, %3, (:))::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry column_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  1.5
#>  3.0
#! run --opt --rules parts --entry column_of_transposed_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  1.5
#>  3.0
row_of_transposed_sum(A, B, i) = transpose(A + B)[i, :]
#! opt --rules parts --entry row_of_transposed_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function row_of_transposed_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, (:), %3)::Vector{Float64}
#>     %5 = getindex(%2, (:), %3)::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end
column_of_adjoint_sum(A, B, j) = (A + B)'[:, j]
#! opt --rules parts --entry column_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function column_of_adjoint_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, %3, (:))::Vector{Float64}
#>     %5 = getindex(%2, %3, (:))::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end
row_of_adjoint_sum(A, B, i) = (A + B)'[i, :]
#! opt --rules parts --entry row_of_adjoint_sum --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function row_of_adjoint_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, (:), %3)::Vector{Float64}
#>     %5 = getindex(%2, (:), %3)::Vector{Float64}
#>     %6 = +(%4, %5)::Vector{Float64}
#>     return %6
#> end

# Parts of products and solutions.
column_of_product(A, B, j) = (A * B)[:, j]
#! opt --rules parts --entry column_of_product --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 201 → 11, optimal
#> function column_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, (:), %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#! run --entry column_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  -3.5
#>  -6.5
#! run --opt --rules parts --entry column_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  -3.5
#>  -6.5
row_of_product(A, B, i) = (A * B)[i, :]
#! opt --rules parts --entry row_of_product --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 201 → 12, optimal
#> function row_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %5 = getindex(%1, %3, (:))::Vector{Float64}
#>     %6 = *(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry row_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  -6.5
#>  15.0
#! run --opt --rules parts --entry row_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  -6.5
#>  15.0
columns_of_product(A, B) = (A * B)[:, 1:2]
#! opt --rules parts --entry columns_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 1600001 → 80001, optimal
#> function columns_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     return %4
#> end
#! run --entry columns_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -6.5  15.0
#! run --opt --rules parts --entry columns_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -6.5  15.0
rows_of_product(A, B) = (A * B)[1:2, :]
#! opt --rules parts --entry rows_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 1600001 → 80001, optimal
#> function rows_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry rows_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -6.5  15.0
#! run --opt --rules parts --entry rows_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -6.5  15.0
block_of_product(A, B) = (A * B)[1:2, 2:2]
#! opt --rules parts --entry block_of_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 1600001 → 4002, optimal
#> function block_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %4 = getindex(%2, (:), constant#139)::Matrix{Float64}
#>     %5 = *(%3, %4)::Matrix{Float64}
#>     return %5
#> end
#! run --entry block_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×1 Matrix{Float64}:
#>   7.0
#>  15.0
#! run --opt --rules parts --entry block_of_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×1 Matrix{Float64}:
#>   7.0
#>  15.0
part_of_a_column(A, B, i) = (A * B)[1:2, i]
#! opt --rules parts --entry part_of_a_column --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 2000,2000,2000,2000
#> # cost 1600001 → 202, optimal
#> function part_of_a_column(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %5 = getindex(%2, (:), %3)::Vector{Float64}
#>     %6 = *(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry part_of_a_column "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>   7.0
#>  15.0
#! run --opt --rules parts --entry part_of_a_column "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>   7.0
#>  15.0
part_of_a_row(A, B, i) = (A * B)[i, 1:2]
#! opt --rules parts --entry part_of_a_row --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 2000,2000,2000,2000
#> # cost 1600001 → 203, optimal
#> function part_of_a_row(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %5 = transpose(%4)::Transpose{Float64, Matrix{Float64}}
#>     %6 = getindex(%1, %3, (:))::Vector{Float64}
#>     %7 = *(%5, %6)::Vector{Float64}
#>     return %7
#> end
#! run --entry part_of_a_row "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  -6.5
#>  15.0
#! run --opt --rules parts --entry part_of_a_row "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2"
#> 2-element Vector{Float64}:
#>  -6.5
#>  15.0
element_of_the_product(A, B, i, j) = (A * B)[i, j]
#! opt --rules parts --entry element_of_the_product --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 200.1 → 0.3, optimal
#> function element_of_the_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = element_of_product(%1, %2, %3, %4)::Float64
#>     return %5
#> end
#! run --entry element_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> -6.5
#! run --opt --rules parts --entry element_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> -6.5
element_of_transposed_product(A, B, i, j) = (A' * B)[i, j]
#! opt --rules parts --entry element_of_transposed_product --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 201.1 → 1.3, optimal
#> function element_of_transposed_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %6 = element_of_product(%5, %2, %3, %4)::Float64
#>     return %6
#> end
#! run --entry element_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> -7.0
#! run --opt --rules parts --entry element_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> -7.0
element_of_matrix_times_vector(A, x, i) = (A * x)[i]
#! opt --rules parts --entry element_of_matrix_times_vector --sig "Matrix{Float64}, Vector{Float64}, Int64" --sizes 100,100,100
#> # cost 10.1 → 0.3, optimal
#> function element_of_matrix_times_vector(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 i::Int64)::Float64
#> b0:
#>     %4 = element_of_product(%1, %2, %3)::Float64
#>     return %4
#> end
#! run --entry element_of_matrix_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "2"
#> 11.0
#! run --opt --rules parts --entry element_of_matrix_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "2"
#> 11.0
part_of_matrix_times_vector(A, x) = (A * x)[1:2]
#! opt --rules parts --entry part_of_matrix_times_vector --sig "Matrix{Float64}, Vector{Float64}" --sizes 2000,2000,2000
#> # cost 4001 → 201, optimal
#> function part_of_matrix_times_vector(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = getindex(%1, constant#138, (:))::Matrix{Float64}
#>     %4 = *(%3, %2)::Vector{Float64}
#>     return %4
#> end
column_of_solution(A, B, j) = (A \ B)[:, j]
#! opt --rules parts --entry column_of_solution --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 271 → 76, optimal
#> function column_of_solution(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, (:), %3)::Vector{Float64}
#>     %5 = \(%1, %4)::Vector{Float64}
#>     return %5
#> end
#! run --entry column_of_solution "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  -2.9999999999999996
#>   1.7499999999999996
#! run --opt --rules parts --entry column_of_solution "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "1"
#> 2-element Vector{Float64}:
#>  -2.9999999999999996
#>   1.7499999999999996
columns_of_solution(A, B) = (A \ B)[:, 1:2]
#! opt --rules parts --entry columns_of_solution --sig "Matrix{Float64}, Matrix{Float64}" --sizes 2000,2000,2000,2000
#> # cost 2160001 → 640001, optimal
#> function columns_of_solution(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = getindex(%2, (:), constant#138)::Matrix{Float64}
#>     %4 = \(%1, %3)::Matrix{Float64}
#>     return %4
#> end

# Not where the whole is needed as well, is read many times, or was another before a write; an index outside is an error as before.
product_is_needed(A, B, j) = (C = A * B; (C, C[:, j]))
#! opt --rules parts --entry product_is_needed --sig "Matrix{Float64}, Matrix{Float64}, Int64" --sizes 100,100,100,100
#> # cost 202 → 202, optimal
#> function product_is_needed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 j::Int64)::Tuple{Matrix{Float64}, Vector{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = getindex(%4, (:), %3)::Vector{Float64}
#>     %6 = tuple(%4, %5)::Tuple{Matrix{Float64}, Vector{Float64}}
#>     return %6
#> end
function all_elements_in_a_loop(A, B)
    C = A * B
    s = 0.0
    for i in 1:size(C, 1)
        s += C[i, i]
    end
    return s
end
#! opt --rules parts --entry all_elements_in_a_loop --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 257 → 257, optimal
#> function all_elements_in_a_loop(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = size(%3, 1)::Int64
#>     %5 = (:)(1, %4)::UnitRange{Int64}
#>     %6 = iterate(%5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b1 if %8 else b4(0.0)
#> b1:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0.0, %9)
#> b2(%10 s::Float64, %11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 1)::Int64
#>     %13 = getfield(%11, 2)::Int64
#>     %14 = getindex(%3, %12, %12)::Float64
#>     %15 = +(%10, %14)::Float64
#>     %16 = iterate(%5, %13)::Union{Nothing, Tuple{Int64, Int64}}
#>     %17 = ===(%16, nothing)::Bool
#>     %18 = not_int(%17)::Bool
#>     goto b3 if %18 else b4(%15)
#> b3:
#>     %19 = π(%16, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%15, %19)
#> b4(%20 s::Float64):
#>     return %20
#> end
function written_in_between(A, B)
    C = A * B
    B[1, 1] = 0.0
    return C[:, 1]
end
#! opt --rules parts --entry written_in_between --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 202 → 202, optimal
#> function written_in_between(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = setindex!(%2, 0.0, 1, 1)::Matrix{Float64}
#>     %5 = getindex(%3, (:), 1)::Vector{Float64}
#>     return %5
#> end
#! run --entry written_in_between "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2-element Vector{Float64}:
#>  -3.5
#>  -6.5
#! run --opt --rules parts --entry written_in_between "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2-element Vector{Float64}:
#>  -3.5
#>  -6.5
index_outside(A, B, i, j) = (A * B)[i + 5, j]
#! opt --rules parts --entry index_outside --sig "Matrix{Float64}, Matrix{Float64}, Int64, Int64" --sizes 100,100,100,100
#> # cost 200.2 → 0.4, optimal
#> function index_outside(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = +(%3, 5)::Int64
#>     %6 = element_of_product(%1, %2, %5, %4)::Float64
#>     return %6
#> end
#! run --entry index_outside "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> error: BoundsError: attempt to access 2×2 Matrix{Float64} at index [7, 1]
#! run --opt --rules parts --entry index_outside "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "2" "1"
#> error: BoundsError: attempt to access 2×2 Matrix{Float64} at index [7, 1]
factors_do_not_fit(B, x, i) = (B * [x; x])[i]
#! opt --rules parts --entry factors_do_not_fit --sig "Matrix{Float64}, Vector{Float64}, Int64" --sizes 100,100,100
#> # cost 11.1 → 1.3, optimal
#> function factors_do_not_fit(%1 B::Matrix{Float64}, %2 x::Vector{Float64}, %3 i::Int64)::Float64
#> b0:
#>     %4 = vcat(%2, %2)::Vector{Float64}
#>     %5 = element_of_product(%1, %4, %3)::Float64
#>     return %5
#> end
#! run --entry factors_do_not_fit "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]" "2"
#> error: DimensionMismatch: second dimension of A, 2, does not match length of x, 4
#! run --opt --rules parts --entry factors_do_not_fit "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]" "2"
#> error: DimensionMismatch: second dimension of A, 2, does not match length of x, 4

# Diagonals, traces, sums, norms.
diagonal_of_sum(A, B) = diag(A + B)
#! opt --rules parts --entry diagonal_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function diagonal_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag(%1)::Vector{Float64}
#>     %4 = diag(%2)::Vector{Float64}
#>     %5 = +(%3, %4)::Vector{Float64}
#>     return %5
#> end
#! run --entry diagonal_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2-element Vector{Float64}:
#>  1.5
#>  7.0
#! run --opt --rules parts --entry diagonal_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2-element Vector{Float64}:
#>  1.5
#>  7.0
diagonal_of_difference(A, B) = diag(A - B)
#! opt --rules parts --entry diagonal_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 11 → 2.5, optimal
#> function diagonal_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag(%1)::Vector{Float64}
#>     %4 = diag(%2)::Vector{Float64}
#>     %5 = -(%3, %4)::Vector{Float64}
#>     return %5
#> end
diagonal_of_multiple(α, A) = diag(α * A)
#! opt --rules parts --entry diagonal_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#> # cost 11 → 1.5, optimal
#> function diagonal_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag(%2)::Vector{Float64}
#>     %4 = *(%1, %3)::Vector{Float64}
#>     return %4
#> end
diagonal_of_transposed(A, B) = diag(transpose(A + B))
#! opt --rules parts --entry diagonal_of_transposed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function diagonal_of_transposed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag(%1)::Vector{Float64}
#>     %4 = diag(%2)::Vector{Float64}
#>     %5 = +(%3, %4)::Vector{Float64}
#>     return %5
#> end
diagonal_of_adjoint(A, B) = diag((A + B)')
#! opt --rules parts --entry diagonal_of_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 12 → 2.5, optimal
#> function diagonal_of_adjoint(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag(%1)::Vector{Float64}
#>     %4 = diag(%2)::Vector{Float64}
#>     %5 = +(%3, %4)::Vector{Float64}
#>     return %5
#> end
trace_of_multiple(α, A) = tr(α * A)
#! opt --rules parts --entry trace_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#> # cost 14 → 4.1, optimal
#> function trace_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Float64
#> b0:
#>     %3 = tr(%2)::Float64
#>     %4 = *(%1, %3)::Float64
#>     return %4
#> end
#! run --entry trace_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 10.0
#! run --opt --rules parts --entry trace_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 10.0
trace_of_transposed_product(A, B) = tr(transpose(A) * B)
#! opt --rules parts --entry trace_of_transposed_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 205 → 2, optimal
#> function trace_of_transposed_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = dot(%1, %2)::Float64
#>     return %3
#> end
#! run --entry trace_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
#! run --opt --rules parts --entry trace_of_transposed_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
trace_of_adjoint_product(A, B) = tr(A' * B)
#! opt --rules parts --entry trace_of_adjoint_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 205 → 2, optimal
#> function trace_of_adjoint_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = dot(%1, %2)::Float64
#>     return %3
#> end
trace_of_product_with_transposed(A, B) = tr(A * transpose(B))
#! opt --rules parts --entry trace_of_product_with_transposed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 205 → 2, optimal
#> function trace_of_product_with_transposed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = dot(%2, %1)::Float64
#>     return %3
#> end
#! run --entry trace_of_product_with_transposed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
#! run --opt --rules parts --entry trace_of_product_with_transposed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
trace_of_product_with_adjoint(A, B) = tr(A * B')
#! opt --rules parts --entry trace_of_product_with_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 205 → 2, optimal
#> function trace_of_product_with_adjoint(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = dot(%2, %1)::Float64
#>     return %3
#> end
sum_of_sum(A, B) = sum(A + B)
#! opt --rules parts --entry sum_of_sum --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 11 → 2.1, optimal
#> function sum_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = sum(%2)::Float64
#>     %5 = +(%3, %4)::Float64
#>     return %5
#> end
#! run --entry sum_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 12.5
#! run --opt --rules parts --entry sum_of_sum "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 12.5
sum_of_difference(A, B) = sum(A - B)
#! opt --rules parts --entry sum_of_difference --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 11 → 2.1, optimal
#> function sum_of_difference(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = sum(%2)::Float64
#>     %5 = -(%3, %4)::Float64
#>     return %5
#> end
sum_of_vectors(x, y) = sum(x + y)
#! opt --rules parts --entry sum_of_vectors --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#> # cost 0.8 → 0.7, optimal
#> function sum_of_vectors(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = sum(%2)::Float64
#>     %5 = +(%3, %4)::Float64
#>     return %5
#> end
sum_of_vector_difference(x, y) = sum(x - y)
#! opt --rules parts --entry sum_of_vector_difference --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#> # cost 0.8 → 0.7, optimal
#> function sum_of_vector_difference(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = sum(%2)::Float64
#>     %5 = -(%3, %4)::Float64
#>     return %5
#> end
sum_of_the_product(A, B) = sum(A * B)
#! opt --rules parts --entry sum_of_the_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 201 → 10, optimal
#> function sum_of_the_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum_of_product(%1, %2)::Float64
#>     return %3
#> end
#! run --entry sum_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 12.0
#! run --opt --rules parts --entry sum_of_the_product "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 12.0
sum_of_multiple(α, A) = sum(α * A)
#! opt --rules parts --entry sum_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#> # cost 11 → 1.1, optimal
#> function sum_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum(%2)::Float64
#>     %4 = *(%1, %3)::Float64
#>     return %4
#> end
#! run --entry sum_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 20.0
#! run --opt --rules parts --entry sum_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 20.0
sum_of_transposed(A) = sum(transpose(A))
#! opt --rules parts --entry sum_of_transposed --sig "Matrix{Float64}" --sizes 100,100
#> # cost 11 → 1, optimal
#> function sum_of_transposed(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = sum(%1)::Float64
#>     return %2
#> end
sum_of_adjoint(A) = sum(A')
#! opt --rules parts --entry sum_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
#> # cost 11 → 1, optimal
#> function sum_of_adjoint(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = sum(%1)::Float64
#>     return %2
#> end
sum_of_the_diagonal(A) = sum(diag(A))
#! opt --rules parts --entry sum_of_the_diagonal --sig "Matrix{Float64}" --sizes 100,100
#> # cost 1.3 → 0.3, optimal
#> function sum_of_the_diagonal(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = sum_of_diagonal(%1)::Float64
#>     return %2
#> end
#! run --entry sum_of_the_diagonal "[1.0 2.0; 3.0 4.0]"
#> 5.0
#! run --opt --rules parts --entry sum_of_the_diagonal "[1.0 2.0; 3.0 4.0]"
#> 5.0
sum_of_all_products(A, B) = sum(A .* B)
#! opt --rules parts --entry sum_of_all_products --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 3 → 1, optimal
#> function sum_of_all_products(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum_of_elementwise(%1, %2)::Float64
#>     return %3
#> end
#! run --entry sum_of_all_products "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
#! run --opt --rules parts --entry sum_of_all_products "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 8.5
squared_norm(A) = norm(A)^2
#! opt --rules parts --entry squared_norm --sig "Matrix{Float64}" --sizes 100,100
#> # cost 6 → 2, optimal
#> function squared_norm(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = dot(%1, %1)::Float64
#>     return %2
#> end
#! run --entry squared_norm "[1.0 2.0; 3.0 4.0]"
#> 30.0
#! run --opt --rules parts --entry squared_norm "[1.0 2.0; 3.0 4.0]"
#> 30.0
norm_of_transposed(A) = norm(transpose(A))
#! opt --rules parts --entry norm_of_transposed --sig "Matrix{Float64}" --sizes 100,100
#> # cost 21 → 5, optimal
#> function norm_of_transposed(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = norm(%1)::Float64
#>     return %2
#> end
norm_of_adjoint(A) = norm(A')
#! opt --rules parts --entry norm_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
#> # cost 21 → 5, optimal
#> function norm_of_adjoint(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = norm(%1)::Float64
#>     return %2
#> end
norm_of_multiple(α, A) = norm(α * A)
#! opt --rules parts --entry norm_of_multiple --sig "Float64, Matrix{Float64}" --sizes 100,100
#> # cost 15 → 6.1, optimal
#> function norm_of_multiple(%1 α::Float64, %2 A::Matrix{Float64})::Float64
#> b0:
#>     %3 = abs(%1)::Float64
#>     %4 = norm(%2)::Float64
#>     %5 = *(%3, %4)::Float64
#>     return %5
#> end
#! run --entry norm_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 10.954451150103322
#! run --opt --rules parts --entry norm_of_multiple "2.0" "[1.0 2.0; 3.0 4.0]"
#> 10.954451150103322

# The trace of a matrix that is no product, and the sum of quotients, stay.
trace_alone(A) = tr(A)
#! opt --rules parts --entry trace_alone --sig "Matrix{Float64}" --sizes 100,100
#> # cost 4 → 4, optimal
#> function trace_alone(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = tr(%1)::Float64
#>     return %2
#> end
sum_of_quotients(A, B) = sum(A ./ B)
#! opt --rules parts --entry sum_of_quotients --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 3 → 3, optimal
#> function sum_of_quotients(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = broadcasted(/, %1, %2)::Broadcasted{Nothing, Nothing, typeof(/), Tuple{Matrix{Float64}, Matrix{Float64}}}
#>     %4 = materialize(%3)::Matrix{Float64}
#>     %5 = sum(%4)::Float64
#>     return %5
#> end

# Outer products.
element_of_outer(x, y, i, j) = (x * y')[i, j]
#! opt --rules parts --entry element_of_outer --sig "Vector{Float64}, Vector{Float64}, Int64, Int64" --sizes 100,100
#> # cost 11.1 → 1.3, optimal
#> function element_of_outer(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %3)::Float64
#>     %6 = getindex(%2, %4)::Float64
#>     %7 = conj(%6)::Float64
#>     %8 = *(%5, %7)::Float64
#>     return %8
#> end
#! run --entry element_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "2" "1"
#> 6.0
#! run --opt --rules parts --entry element_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "2" "1"
#> 6.0
element_of_outer_transposed(x, y, i, j) = (x * transpose(y))[i, j]
#! opt --rules parts --entry element_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}, Int64, Int64" --sizes 100,100
#> # cost 11.1 → 0.30000000000000004, optimal
#> function element_of_outer_transposed(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 i::Int64, %4 j::Int64)::Float64
#> b0:
#>     %5 = getindex(%1, %3)::Float64
#>     %6 = getindex(%2, %4)::Float64
#>     %7 = *(%5, %6)::Float64
#>     return %7
#> end
column_of_outer(x, y, j) = (x * y')[:, j]
#! opt --rules parts --entry column_of_outer --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#> # cost 12 → 2.1, optimal
#> function column_of_outer(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, %3)::Float64
#>     %5 = conj(%4)::Float64
#>     %6 = *(%1, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry column_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "1"
#> 2-element Vector{Float64}:
#>  3.0
#>  6.0
#! run --opt --rules parts --entry column_of_outer "[1.0, 2.0]" "[3.0, -1.0]" "1"
#> 2-element Vector{Float64}:
#>  3.0
#>  6.0
column_of_outer_transposed(x, y, j) = (x * transpose(y))[:, j]
#! opt --rules parts --entry column_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}, Int64" --sizes 100,100
#> # cost 12 → 1.1, optimal
#> function column_of_outer_transposed(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 j::Int64)::Vector{Float64}
#> b0:
#>     %4 = getindex(%2, %3)::Float64
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
trace_of_outer(x, y) = tr(x * y')
#! opt --rules parts --entry trace_of_outer --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#> # cost 15 → 1, optimal
#> function trace_of_outer(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = dot(%2, %1)::Float64
#>     return %3
#> end
#! run --entry trace_of_outer "[1.0, 2.0]" "[3.0, -1.0]"
#> 1.0
#! run --opt --rules parts --entry trace_of_outer "[1.0, 2.0]" "[3.0, -1.0]"
#> 1.0
trace_of_outer_transposed(x, y) = tr(x * transpose(y))
#! opt --rules parts --entry trace_of_outer_transposed --sig "Vector{Float64}, Vector{Float64}" --sizes 100,100
#> # cost 15 → 1, optimal
#> function trace_of_outer_transposed(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = dot(%2, %1)::Float64
#>     return %3
#> end
outer_times_vector(x, y, z) = (x * y') * z
#! opt --rules parts --entry outer_times_vector --sig "Vector{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 21 → 2, optimal
#> function outer_times_vector(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 z::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = dot(%2, %3)::Float64
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#! run --entry outer_times_vector "[1.0, 2.0]" "[3.0, -1.0]" "[0.5, 2.0]"
#> 2-element Vector{Float64}:
#>  -0.5
#>  -1.0
#! run --opt --rules parts --entry outer_times_vector "[1.0, 2.0]" "[3.0, -1.0]" "[0.5, 2.0]"
#> 2-element Vector{Float64}:
#>  -0.5
#>  -1.0
outer_transposed_times_vector(x, y, z) = (x * transpose(y)) * z
#! opt --rules parts --entry outer_transposed_times_vector --sig "Vector{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 21 → 2, optimal
#> function outer_transposed_times_vector(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 z::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = dot(%2, %3)::Float64
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
