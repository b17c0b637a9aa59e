# The library's `parts`: what is not looked at is not computed. Diagonals, traces, sums, norms, outer products.
using LinearAlgebra

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
