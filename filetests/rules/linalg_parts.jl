# The library's `parts`: what is not looked at is not computed. Parts of sums, multiples and transposes.
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
