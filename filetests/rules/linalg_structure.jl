# The library's `structure`: products that use how a matrix is made.
using LinearAlgebra

# A wrapped matrix is multiplied as it is, also by a vector.
lower_times(A, B) = Matrix(LowerTriangular(A)) * B
#! opt --rules structure --entry lower_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 112.11111111111111, optimal
#> function lower_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry lower_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.5   1.0
#>  -6.5  15.0
#! run --opt --rules structure --entry lower_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.5   1.0
#>  -6.5  15.0
upper_times(A, B) = Matrix(UpperTriangular(A)) * B
#! opt --rules structure --entry upper_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 112.11111111111111, optimal
#> function upper_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = UpperTriangular(%1)::UpperTriangular{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
diagonal_times(v, B) = Matrix(Diagonal(v)) * B
#! opt --rules structure --entry diagonal_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#> # cost 221 → 7.142857142857143, optimal
#> function diagonal_times(%1 v::Vector{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = scaled_rows(%1, %2)::Matrix{Float64}
#>     return %3
#> end
#! run --entry diagonal_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   1.0   2.0
#>  -8.0  12.0
#! run --opt --rules structure --entry diagonal_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   1.0   2.0
#>  -8.0  12.0
symmetric_times(A, B) = Matrix(Symmetric(A)) * B
#! opt --rules structure --entry symmetric_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 201, optimal
#> function symmetric_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
lower_times_vector(A, x) = Matrix(LowerTriangular(A)) * x
#! opt --rules structure --entry lower_times_vector --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 31 → 7.666666666666667, optimal
#> function lower_times_vector(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Vector{Float64}
#>     return %4
#> end
#! run --entry lower_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   1.0
#>  11.0
#! run --opt --rules structure --entry lower_times_vector "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   1.0
#>  11.0
times_lower(A, B) = B * Matrix(LowerTriangular(A))
#! opt --rules structure --entry times_lower --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 112.11111111111111, optimal
#> function times_lower(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     return %4
#> end
#! run --entry times_lower "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  3.5   4.0
#>  7.0  12.0
#! run --opt --rules structure --entry times_lower "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  3.5   4.0
#>  7.0  12.0
transposed_copy_times(A, B) = Matrix(transpose(A)) * B
#! opt --rules structure --entry transposed_copy_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 201, optimal
#> function transposed_copy_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry transposed_copy_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
#! run --opt --rules structure --entry transposed_copy_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
times_transposed_copy(A, B) = B * Matrix(A')
#! opt --rules structure --entry times_transposed_copy --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 201, optimal
#> function times_transposed_copy(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     return %4
#> end
copy_of_adjoint_times(A, B) = copy(A') * B
#! opt --rules structure --entry copy_of_adjoint_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 201, optimal
#> function copy_of_adjoint_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry copy_of_adjoint_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
#! run --opt --rules structure --entry copy_of_adjoint_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
times_copy_of_adjoint(A, B) = B * copy(A')
#! opt --rules structure --entry times_copy_of_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 221 → 201, optimal
#> function times_copy_of_adjoint(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     return %4
#> end
permuted_times(A, B) = permutedims(A) * B
#! opt --rules structure --entry permuted_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 220 → 201, optimal
#> function permuted_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2)::Matrix{Float64}
#>     return %4
#> end
#! run --entry permuted_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
#! run --opt --rules structure --entry permuted_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -5.5  10.0
#>  -7.0  14.0
times_permuted(A, B) = B * permutedims(A)
#! opt --rules structure --entry times_permuted --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 220 → 201, optimal
#> function times_permuted(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     return %4
#> end
lower_triangle_times(A, B) = tril(A) * B
#! opt --rules structure --entry lower_triangle_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 210 → 111.11111111111111, optimal
#> function lower_triangle_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = lower_product(%1, %2)::Matrix{Float64}
#>     return %3
#> end
#! run --entry lower_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.5   1.0
#>  -6.5  15.0
#! run --opt --rules structure --entry lower_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   0.5   1.0
#>  -6.5  15.0
upper_triangle_times(A, B) = triu(A) * B
#! opt --rules structure --entry upper_triangle_times --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 210 → 111.11111111111111, optimal
#> function upper_triangle_times(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = upper_product(%1, %2)::Matrix{Float64}
#>     return %3
#> end
#! run --entry upper_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -8.0  12.0
#! run --opt --rules structure --entry upper_triangle_times "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -3.5   7.0
#>  -8.0  12.0
diagm_times(v, B) = diagm(v) * B
#! opt --rules structure --entry diagm_times --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#> # cost 210 → 7.142857142857143, optimal
#> function diagm_times(%1 v::Vector{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = scaled_rows(%1, %2)::Matrix{Float64}
#>     return %3
#> end
#! run --entry diagm_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   1.0   2.0
#>  -8.0  12.0
#! run --opt --rules structure --entry diagm_times "[2.0, 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   1.0   2.0
#>  -8.0  12.0
times_diagm(v, B) = B * diagm(v)
#! opt --rules structure --entry times_diagm --sig "Vector{Float64}, Matrix{Float64}" --sizes 100,100,100
#> # cost 210 → 11, optimal
#> function times_diagm(%1 v::Vector{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = Diagonal(%1)::Diagonal{Float64, Vector{Float64}}
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     return %4
#> end

# The copy that is written to stays a copy.
function copy_is_written(A, B)
    L = Matrix(LowerTriangular(A))
    L[1, 2] = 5.0
    return L * B
end
#! opt --rules structure --entry copy_is_written --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 222 → 222, optimal
#> function copy_is_written(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %4 = Matrix(%3)::Matrix{Float64}
#>     %5 = setindex!(%4, 5.0, 1, 2)::Matrix{Float64}
#>     %6 = *(%4, %2)::Matrix{Float64}
#>     return %6
#> end
#! run --entry copy_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -9.5  16.0
#>  -6.5  15.0
#! run --opt --rules structure --entry copy_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  -9.5  16.0
#>  -6.5  15.0

# Symmetric results: one triangle.
gram(A) = eigvals(A * transpose(A))
#! opt --rules linalg,structure --entry gram --sig "Matrix{Float64}" --sizes 100,100
#> # cost 1201 → 618.6666666666666, optimal
#> function gram(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
gram_of_adjoint(A) = eigvals(A * A')
#! opt --rules linalg,structure --entry gram_of_adjoint --sig "Matrix{Float64}" --sizes 100,100
#> # cost 1201 → 618.6666666666666, optimal
#> function gram_of_adjoint(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
gram_plus_symmetric(A, C) = A * transpose(A) + C
#! opt --rules structure --entry gram_plus_symmetric --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 211 → 121.11111111111111, optimal
#> function gram_plus_symmetric(%1 A::Matrix{Float64}, %2 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = gram_sum(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %3
#> end
gram_of_adjoint_plus_symmetric(A, C) = A * A' + C
#! opt --rules structure --entry gram_of_adjoint_plus_symmetric --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 211 → 121.11111111111111, optimal
#> function gram_of_adjoint_plus_symmetric(%1 A::Matrix{Float64}, %2 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = gram_sum(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %3
#> end
symmetric_plus_gram(A, C) = C + A * transpose(A)
#! opt --rules structure --entry symmetric_plus_gram --sig "Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 211 → 121.11111111111111, optimal
#> function symmetric_plus_gram(%1 A::Matrix{Float64}, %2 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = gram_sum(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %3
#> end
mixed(A, B) = A * transpose(B) + B * transpose(A)
#! opt --rules structure --entry mixed --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 412 → 232.22222222222223, optimal
#> function mixed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = mixed_gram(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %3
#> end
#! run --entry mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  5.0   9.5
#>  9.5  12.0
#! run --opt --rules structure --entry mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Symmetric{Float64, Matrix{Float64}}:
#>  5.0   9.5
#>  9.5  12.0
mixed_adjoint(A, B) = A * B' + B * A'
#! opt --rules structure --entry mixed_adjoint --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 412 → 232.22222222222223, optimal
#> function mixed_adjoint(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %3 = mixed_gram(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     return %3
#> end
mixed_plus_symmetric(A, B, C) = A * transpose(B) + B * transpose(A) + C
#! opt --rules structure --entry mixed_plus_symmetric --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 422 → 232.22222222222223, optimal
#> function mixed_plus_symmetric(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %4 = mixed_gram_sum(%1, %2, %3)::Symmetric{Float64, Matrix{Float64}}
#>     return %4
#> end
mixed_adjoint_plus_symmetric(A, B, C) = A * B' + B * A' + C
#! opt --rules structure --entry mixed_adjoint_plus_symmetric --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 422 → 232.22222222222223, optimal
#> function mixed_adjoint_plus_symmetric(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %4 = mixed_gram_sum(%1, %2, %3)::Symmetric{Float64, Matrix{Float64}}
#>     return %4
#> end
symmetric_plus_mixed(A, B, C) = C + A * B' + B * A'
#! opt --rules structure --entry symmetric_plus_mixed --sig "Matrix{Float64}, Matrix{Float64}, Symmetric{Float64, Matrix{Float64}}"
#> # cost 422 → 232.22222222222223, optimal
#> function symmetric_plus_mixed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Symmetric{Float64, Matrix{Float64}})::Symmetric{Float64, Matrix{Float64}}
#> b0:
#>     %4 = mixed_gram_sum(%1, %2, %3)::Symmetric{Float64, Matrix{Float64}}
#>     return %4
#> end
runs_gram(A, C) = Matrix(A * transpose(A) + Symmetric(C))
#! opt --rules structure --entry runs_gram --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 213 → 142.11111111111111, optimal
#> function runs_gram(%1 A::Matrix{Float64}, %2 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = gram_sum(%1, %3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = Matrix(%4)::Matrix{Float64}
#>     return %5
#> end
#! run --entry runs_gram "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   7.0  12.0
#>  12.0  30.0
#! run --opt --rules structure --entry runs_gram "[1.0 2.0; 3.0 4.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   7.0  12.0
#>  12.0  30.0
runs_mixed(A, B, C) = Matrix(A * transpose(B) + B * transpose(A) + Symmetric(C, :L))
#! opt --rules structure --entry runs_mixed --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 424 → 244.22222222222223, optimal
#> function runs_mixed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = Symmetric(%3, :L)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = mixed_gram(%1, %2)::Symmetric{Float64, Matrix{Float64}}
#>     %6 = +(%5, %4)::Matrix{Float64}
#>     %7 = Matrix(%6)::Matrix{Float64}
#>     return %7
#> end
#! run --entry runs_mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   7.0  10.5
#>  10.5  17.0
#! run --opt --rules structure --entry runs_mixed "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   7.0  10.5
#>  10.5  17.0

# Not symmetric: another factor, another order; and a sum that is written to stays a matrix.
another_factor(A, B, C) = A * transpose(B) + C * transpose(A)
#! opt --rules structure --entry another_factor --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 412 → 412, optimal
#> function another_factor(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     %6 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %7 = *(%3, %6)::Matrix{Float64}
#>     %8 = +(%5, %7)::Matrix{Float64}
#>     return %8
#> end
another_order(A, B) = A * transpose(B) + transpose(A) * B
#! opt --rules structure --entry another_order --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 412 → 412, optimal
#> function another_order(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     %5 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %6 = *(%5, %2)::Matrix{Float64}
#>     %7 = +(%4, %6)::Matrix{Float64}
#>     return %7
#> end
function sum_is_written(A, B)
    C = A * transpose(B) + B * transpose(A)
    C[1, 2] = 0.0
    return C
end
#! opt --rules structure --entry sum_is_written --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 413 → 413, optimal
#> function sum_is_written(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     %5 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %6 = *(%2, %5)::Matrix{Float64}
#>     %7 = +(%4, %6)::Matrix{Float64}
#>     %8 = setindex!(%7, 0.0, 1, 2)::Matrix{Float64}
#>     return %7
#> end
#! run --entry sum_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  5.0   0.0
#>  9.5  12.0
#! run --opt --rules structure --entry sum_is_written "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>  5.0   0.0
#>  9.5  12.0

# Common factors.
common_left(A, B, C) = A * B + A * C
#! opt --rules structure --entry common_left --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 410 → 210, optimal
#> function common_left(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = +(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     return %5
#> end
#! run --entry common_left "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>  0.5  18.0
#>  3.5  38.0
#! run --opt --rules structure --entry common_left "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>  0.5  18.0
#>  3.5  38.0
common_left_minus(A, B, C) = A * B - A * C
#! opt --rules structure --entry common_left_minus --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 410 → 210, optimal
#> function common_left_minus(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = -(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     return %5
#> end
common_left_vectors(A, x, y) = A * x + A * y
#! opt --rules structure --entry common_left_vectors --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 21 → 11, optimal
#> function common_left_vectors(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = +(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#! run --entry common_left_vectors "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> 2-element Vector{Float64}:
#>   6.0
#>  16.0
#! run --opt --rules structure --entry common_left_vectors "[1.0 2.0; 3.0 4.0]" "[1.0, 2.0]" "[3.0, -1.0]"
#> 2-element Vector{Float64}:
#>   6.0
#>  16.0
common_left_vectors_minus(A, x, y) = A * x - A * y
#! opt --rules structure --entry common_left_vectors_minus --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 21 → 11, optimal
#> function common_left_vectors_minus(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = -(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
common_right(A, B, C) = B * A + C * A
#! opt --rules structure --entry common_right --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 410 → 210, optimal
#> function common_right(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = +(%2, %3)::Matrix{Float64}
#>     %5 = *(%4, %1)::Matrix{Float64}
#>     return %5
#> end
#! run --entry common_right "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   8.5  13.0
#>  23.0  30.0
#! run --opt --rules structure --entry common_right "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]"
#> 2×2 Matrix{Float64}:
#>   8.5  13.0
#>  23.0  30.0
common_right_minus(A, B, C) = B * A - C * A
#! opt --rules structure --entry common_right_minus --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 410 → 210, optimal
#> function common_right_minus(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = -(%2, %3)::Matrix{Float64}
#>     %5 = *(%4, %1)::Matrix{Float64}
#>     return %5
#> end
common_vector(B, C, x) = B * x + C * x
#! opt --rules structure --entry common_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 21 → 20, optimal
#> function common_vector(%1 B::Matrix{Float64}, %2 C::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = +(%1, %2)::Matrix{Float64}
#>     %5 = *(%4, %3)::Vector{Float64}
#>     return %5
#> end
#! run --entry common_vector "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   6.5
#>  15.0
#! run --opt --rules structure --entry common_vector "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   6.5
#>  15.0
common_vector_minus(B, C, x) = B * x - C * x
#! opt --rules structure --entry common_vector_minus --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 21 → 20, optimal
#> function common_vector_minus(%1 B::Matrix{Float64}, %2 C::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = -(%1, %2)::Matrix{Float64}
#>     %5 = *(%4, %3)::Vector{Float64}
#>     return %5
#> end
common_matrix(α, A, β) = α * A + β * A
#! opt --rules structure --entry common_matrix --sig "Float64, Matrix{Float64}, Float64" --sizes 100,100
#> # cost 30 → 11, optimal
#> function common_matrix(%1 α::Float64, %2 A::Matrix{Float64}, %3 β::Float64)::Matrix{Float64}
#> b0:
#>     %4 = +(%1, %3)::Float64
#>     %5 = *(%4, %2)::Matrix{Float64}
#>     return %5
#> end
#! run --entry common_matrix "2.0" "[1.0 2.0; 3.0 4.0]" "3.0"
#> 2×2 Matrix{Float64}:
#>   5.0  10.0
#>  15.0  20.0
#! run --opt --rules structure --entry common_matrix "2.0" "[1.0 2.0; 3.0 4.0]" "3.0"
#> 2×2 Matrix{Float64}:
#>   5.0  10.0
#>  15.0  20.0
common_matrix_minus(α, A, β) = α * A - β * A
#! opt --rules structure --entry common_matrix_minus --sig "Float64, Matrix{Float64}, Float64" --sizes 100,100
#> # cost 30 → 11, optimal
#> function common_matrix_minus(%1 α::Float64, %2 A::Matrix{Float64}, %3 β::Float64)::Matrix{Float64}
#> b0:
#>     %4 = -(%1, %3)::Float64
#>     %5 = *(%4, %2)::Matrix{Float64}
#>     return %5
#> end
scaled_factor(α, A, B) = (α * A) * B
#! opt --rules structure --entry scaled_factor --sig "Float64, Matrix{Float64}, Matrix{Float64}" --sizes 1000,1000,1000,10
#> # cost 3000 → 2010, optimal
#> function scaled_factor(%1 α::Float64, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     return %5
#> end
#! run --entry scaled_factor "2.0" "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   -7.0  14.0
#>  -13.0  30.0
#! run --opt --rules structure --entry scaled_factor "2.0" "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 2×2 Matrix{Float64}:
#>   -7.0  14.0
#>  -13.0  30.0
scaled_second_factor(α, A, B) = A * (α * B)
#! opt --rules structure --entry scaled_second_factor --sig "Float64, Matrix{Float64}, Matrix{Float64}" --sizes 10,1000,1000,1000
#> # cost 3000 → 2010, optimal
#> function scaled_second_factor(%1 α::Float64, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     return %5
#> end
no_common_factor(A, B, C) = A * B + C * B * A
#! opt --rules structure --entry no_common_factor --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 211 → 211, optimal
#> function no_common_factor(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = *(%3, %2, %1)::Matrix{Float64}
#>     %6 = +(%4, %5)::Matrix{Float64}
#>     return %6
#> end
product_is_needed_too(A, B, C) = (P = A * B; (P, P + A * C))
#! opt --rules structure --entry product_is_needed_too --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100
#> # cost 411 → 411, optimal
#> function product_is_needed_too(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = *(%1, %3)::Matrix{Float64}
#>     %6 = +(%4, %5)::Matrix{Float64}
#>     %7 = tuple(%4, %6)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %7
#> end

# Groupings with a triangular or diagonal factor.
triangular_chain(A, B, x) = (LowerTriangular(A) * B) * x
#! opt --rules structure --entry triangular_chain --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 122.11111111111111 → 17.666666666666668, optimal
#> function triangular_chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = LowerTriangular(%1)::LowerTriangular{Float64, Matrix{Float64}}
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%4, %5)::Vector{Float64}
#>     return %6
#> end
#! run --entry triangular_chain "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   2.5
#>  23.5
#! run --opt --rules structure --entry triangular_chain "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   2.5
#>  23.5
diagonal_chain(v, B, x) = (Diagonal(v) * B) * x
#! opt --rules structure --entry diagonal_chain --sig "Vector{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100
#> # cost 25.285714285714285 → 11.3, optimal
#> function diagonal_chain(%1 v::Vector{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = Diagonal(%1)::Diagonal{Float64, Vector{Float64}}
#>     %5 = *(%2, %3)::Vector{Float64}
#>     %6 = *(%4, %5)::Vector{Float64}
#>     return %6
#> end
chain_with_triangle_inside(A, B, x) = (B * UpperTriangular(A)) * x
#! opt --rules structure --entry chain_with_triangle_inside --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 122.11111111111111 → 17.666666666666668, optimal
#> function chain_with_triangle_inside(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = UpperTriangular(%1)::UpperTriangular{Float64, Matrix{Float64}}
#>     %5 = *(%4, %3)::Vector{Float64}
#>     %6 = *(%2, %5)::Vector{Float64}
#>     return %6
#> end

# Kronecker products.
kron_times_vector(A, B, c) = kron(A, B) * c
#! opt --rules structure --entry kron_times_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 200000 → 400, optimal
#> function kron_times_vector(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 c::Vector{Float64})::Any
#> b0:
#>     %4 = kron_times(%1, %2, %3)::Any
#>     return %4
#> end
#! run --entry kron_times_vector "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0, 3.0, 4.0]"
#> 4-element Vector{Float64}:
#>  13.5
#>  16.0
#>  29.5
#>  36.0
#! run --opt --rules structure --entry kron_times_vector "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[1.0, 2.0, 3.0, 4.0]"
#> 4-element Vector{Float64}:
#>  13.5
#>  16.0
#>  29.5
#>  36.0
product_of_two_krons(A, B, C, D) = kron(A, B) * kron(C, D)
#! opt --rules structure --entry product_of_two_krons --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100,100,100,100,100
#> # cost 200200000 → 100000, optimal
#> function product_of_two_krons(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 D::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %5 = product_of_krons(%1, %2, %3, %4)::Matrix{Float64}
#>     return %5
#> end
#! run --entry product_of_two_krons "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[3.0 0.0; 1.0 2.0]"
#> 4×4 Matrix{Float64}:
#>   10.0   8.0   27.5   22.0
#>  -12.0  24.0  -33.0   66.0
#>   25.0  20.0   57.5   46.0
#>  -30.0  60.0  -69.0  138.0
#! run --opt --rules structure --entry product_of_two_krons "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]" "[2.0 1.0; 1.0 5.0]" "[3.0 0.0; 1.0 2.0]"
#> 4×4 Matrix{Float64}:
#>   10.0   8.0   27.5   22.0
#>  -12.0  24.0  -33.0   66.0
#>   25.0  20.0   57.5   46.0
#>  -30.0  60.0  -69.0  138.0
trace_of_a_kron(A, B) = tr(kron(A, B))
#! opt --rules structure --entry trace_of_a_kron --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 100400 → 8, optimal
#> function trace_of_a_kron(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = trace_of_kron(%1, %2)::Float64
#>     return %3
#> end
#! run --entry trace_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 17.5
#! run --opt --rules structure --entry trace_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 17.5
sum_of_a_kron(A, B) = sum(kron(A, B))
#! opt --rules structure --entry sum_of_a_kron --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 100001 → 3, optimal
#> function sum_of_a_kron(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = sum(%2)::Float64
#>     %5 = *(%3, %4)::Float64
#>     return %5
#> end
#! run --entry sum_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 25.0
#! run --opt --rules structure --entry sum_of_a_kron "[1.0 2.0; 3.0 4.0]" "[0.5 1.0; -2.0 3.0]"
#> 25.0
kron_is_needed(A, B, c) = (K = kron(A, B); (K, K * c))
#! opt --rules structure --entry kron_is_needed --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --sizes 100,100,100,100,100
#> # cost 200001 → 200001, optimal
#> function kron_is_needed(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 c::Vector{Float64})::Tuple{Matrix{Float64}, Vector{Float64}}
#> b0:
#>     %4 = kron(%1, %2)::Matrix{Float64}
#>     %5 = *(%4, %3)::Vector{Float64}
#>     %6 = tuple(%4, %5)::Tuple{Matrix{Float64}, Vector{Float64}}
#>     return %6
#> end
