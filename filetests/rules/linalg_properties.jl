# The library's `properties`: who is symmetric or triangular, and what that offers.
using LinearAlgebra

# A guard of one's own asks; the library answers.
@rules asking begin
    if issymmetric(~A)
        tr(~A::Matrix{Float64}) --> asked_symmetric(~A)
    end
    @cost tr 50
    @opaque asked_symmetric
end
asked_symmetric(A) = tr(A)

# How a value was made.
gram(A) = tr(A' * A)
#! opt --rules asking,properties --entry gram --sig "Matrix{Float64}"
#> # cost 52 → 3, optimal
#> function gram(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %3 = *(%2, %1)::Matrix{Float64}
#>     %4 = asked_symmetric(%3)::Float64
#>     return %4
#> end
sum_with_transpose(A) = tr(A + transpose(A))
#! opt --rules asking,properties --entry sum_with_transpose --sig "Matrix{Float64}"
#> # cost 52 → 3, optimal
#> function sum_with_transpose(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = asked_symmetric(%3)::Float64
#>     return %4
#> end
sum_of_grams(A, B) = tr(A * A' + 2.0 * (B' * B))
#! opt --rules asking,properties --entry sum_of_grams --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 56 → 7, optimal
#> function sum_of_grams(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%1, %3)::Matrix{Float64}
#>     %5 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %6 = *(%5, %2)::Matrix{Float64}
#>     %7 = *(2.0, %6)::Matrix{Float64}
#>     %8 = +(%4, %7)::Matrix{Float64}
#>     %9 = asked_symmetric(%8)::Float64
#>     return %9
#> end
# Nobody knows that of any product.
any_product(A, B) = tr(A * B)
#! opt --rules asking,properties --entry any_product --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 250 → 250, optimal
#> function any_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = tr(%3)::Float64
#>     return %4
#> end
# A type says it.
of_symmetric(A) = tr(Matrix(Symmetric(A)))
#! opt --rules asking,properties --entry of_symmetric --sig "Matrix{Float64}"
#> # cost 52 → 52, optimal
#> function of_symmetric(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = Matrix(%2)::Matrix{Float64}
#>     %4 = tr(%3)::Float64
#>     return %4
#> end
# What is written afterwards was symmetric before, not behind.
written_gram(A) = (B = A' * A; s = tr(B); B[1, 2] = 0.0; s - tr(B))
#! opt --rules asking,properties --entry written_gram --sig "Matrix{Float64}"
#> # cost 104 → 55, optimal
#> function written_gram(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %3 = *(%2, %1)::Matrix{Float64}
#>     %4 = asked_symmetric(%3)::Float64
#>     %5 = setindex!(%3, 0.0, 1, 2)::Matrix{Float64}
#>     %6 = tr(%3)::Float64
#>     %7 = -(%4, %6)::Float64
#>     return %7
#> end

# An assumption is passed on by sums, and by what follows from it.
function assumed_sum(A, B)
    @assume isposdef(A) && issymmetric(B)
    return tr(A + B)
end
#! opt --rules asking,properties --entry assumed_sum --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 51 → 2, optimal
#> function assumed_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = isposdef(%1)::Bool
#>     goto b1 if %3 else b3
#> b1:
#>     %4 = issymmetric(%2)::Bool
#>     goto b2 if %4 else b3
#> b2:
#>     %5 = +(%1, %2)::Matrix{Float64}
#>     %6 = asked_symmetric(%5)::Float64
#>     return %6
#> b3:
#>     %7 = +(%1, %2)::Matrix{Float64}
#>     %8 = tr(%7)::Float64
#>     return %8
#> end
#! run --opt --rules asking,properties --entry assumed_sum "[2.0 1.0; 1.0 2.0]" "[0.0 3.0; 3.0 1.0]"
#> 5.0
#! run --opt --rules asking,properties --entry assumed_sum "[-2.0 1.0; 1.0 2.0]" "[0.0 3.0; 3.0 1.0]"
#> 1.0

# A symmetric matrix is solved for as one.
function symmetric_system(A, b)
    @assume issymmetric(A)
    return A \ b
end
#! opt --rules properties,solves --entry symmetric_system --sig "Matrix{Float64}, Vector{Float64}" --sizes 100,100,100
#> # cost 75 → 51, optimal
#> function symmetric_system(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = issymmetric(%1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = symmetric_factor(%4)::Cholesky{Float64}
#>     %6 = symmetric_solve(%5, %4, %2)::Vector{Float64}
#>     return %6
#> b2:
#>     %7 = \(%1, %2)::Vector{Float64}
#>     return %7
#> end
#! run --opt --rules properties,solves --entry symmetric_system "[2.0 1.0; 1.0 2.0]" "[3.0, 3.0]"
#> 2-element Vector{Float64}:
#>  1.0000000000000002
#>  0.9999999999999998
#! run --opt --rules properties,solves --entry symmetric_system "[2.0 1.0; 0.0 2.0]" "[3.0, 3.0]"
#> 2-element Vector{Float64}:
#>  0.75
#>  1.5

# Triangular products.
function upper_product(A, B)
    @assume istriu(A)
    return A * B
end
#! opt --rules properties --entry upper_product --sig "Matrix{Float64}, Matrix{Float64}" --sizes 100,100,100,100
#> # cost 200 → 111.11111111111111, optimal
#> function upper_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = istriu(%1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = upper_times(%1, %2)::Matrix{Float64}
#>     return %4
#> b2:
#>     %5 = *(%1, %2)::Matrix{Float64}
#>     return %5
#> end
#! run --opt --rules properties --entry upper_product "[1.0 2.0; 0.0 3.0]" "[1.0 1.0; 1.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  3.0  3.0
#>  3.0  3.0
#! run --opt --rules properties --entry upper_product "[1.0 2.0 5.0; 0.0 3.0 4.0]" "[1.0 1.0; 1.0 1.0; 1.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  8.0  8.0
#>  7.0  7.0
#! run --opt --rules properties --entry upper_product "[1.0 2.0; 1.0 3.0]" "[1.0 1.0; 1.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  3.0  3.0
#>  4.0  4.0
det_of_triangle(A) = det(triu(A))
#! opt --rules properties --entry det_of_triangle --sig "Matrix{Float64}" --sizes 100,100
#> # cost 71 → 2, optimal
#> function det_of_triangle(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = triu(%1)::Matrix{Float64}
#>     %3 = triangular_det(%2)::Float64
#>     return %3
#> end
