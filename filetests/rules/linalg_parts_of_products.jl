# The library's `parts`: what is not looked at is not computed. Parts of products and solutions.
using LinearAlgebra

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
