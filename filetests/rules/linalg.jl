# The library's `linalg`.
using LinearAlgebra

# With the decomposition in the program, trace, determinant and eigenvalues come from it; without it they do not.
trace_and_eigen(A) = (eigen(A), tr(A))
@saturate linalg trace_and_eigen(::Matrix{Float64})
det_and_eigen(A) = (eigen(A), det(A))
@saturate linalg det_and_eigen(::Matrix{Float64})
vals_and_eigen(A) = (eigen(A), eigvals(A))
@saturate linalg vals_and_eigen(::Matrix{Float64})
only_det(A) = det(A)
@saturate linalg only_det(::Matrix{Float64})
only_trace(A) = tr(A)
@saturate linalg only_trace(::Matrix{Float64})
# The decomposition of another matrix does not help.
two_matrices(A, B) = (eigen(A), det(B))
@saturate linalg two_matrices(::Matrix{Float64}, ::Matrix{Float64})
# Nor does one from before a change.
function changed_in_between(A)
    e = eigen(A)
    A[1, 1] = 0.0
    return e, det(A)
end
@saturate linalg changed_in_between(::Matrix{Float64})

# Symmetric matrices, where that makes something cheaper.
symmetric_sum(A) = eigvals(A + transpose(A))
@saturate linalg symmetric_sum(::Matrix{Float64})
symmetric_sum_2(A) = eigvals(A' + A)
@saturate linalg symmetric_sum_2(::Matrix{Float64})
congruence(P, B) = eigvals(transpose(P) * B * P)
@saturate linalg congruence(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}})
congruence_2(P, B) = eigvals(P' * B * P)
@saturate linalg congruence_2(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}})
gram(A) = eigvals(A' * A)
@saturate linalg gram(::Matrix{Float64})
plain_sum(A) = A + transpose(A)
@saturate linalg plain_sum(::Matrix{Float64})
not_symmetric(A, B) = eigvals(A + transpose(B))
@saturate linalg not_symmetric(::Matrix{Float64}, ::Matrix{Float64})
no_congruence(P, B) = eigvals(transpose(P) * B * P)
@saturate linalg no_congruence(::Matrix{Float64}, ::Matrix{Float64})

# Transposes.
twice(A) = transpose(transpose(A))
@saturate linalg twice(::Matrix{Float64})
of_sums(A, B) = transpose(A) + transpose(B)
@saturate linalg of_sums(::Matrix{Float64}, ::Matrix{Float64})
of_products(A, B) = (A * B, transpose(B) * transpose(A))
@saturate linalg of_products(::Matrix{Float64}, ::Matrix{Float64})
wrong_order(A, B) = (A * B, transpose(A) * transpose(B))
@saturate linalg wrong_order(::Matrix{Float64}, ::Matrix{Float64})

# Solving instead of inverting; not where the inverse is wanted itself.
solved(A, b) = inv(A) * b
@saturate linalg solved(::Matrix{Float64}, ::Vector{Float64})
both_wanted(A, b) = (inv(A), inv(A) * b)
@saturate linalg both_wanted(::Matrix{Float64}, ::Vector{Float64})
inverse_twice(A) = inv(inv(A))
@saturate linalg inverse_twice(::Matrix{Float64})

# Traces and determinants.
det_transposed(A) = det(transpose(A))
@saturate linalg det_transposed(::Matrix{Float64})
det_of_product(A, B) = det(A * B)
@saturate linalg det_of_product(::Matrix{Float64}, ::Matrix{Float64})
trace_of_sum(A, B) = tr(A + B)
@saturate linalg trace_of_sum(::Matrix{Float64}, ::Matrix{Float64})
diagonal(A, B) = diag(A * B)
@saturate linalg diagonal(::Matrix{Float64}, ::Matrix{Float64})
trace(A, B) = tr(A * B)
@saturate linalg trace(::Matrix{Float64}, ::Matrix{Float64})
product_too(A, B) = (C = A * B; (C, tr(C)))
@saturate linalg product_too(::Matrix{Float64}, ::Matrix{Float64})

# Chains of products, by cost.
chain(A, B, x) = A * B * x
@saturate linalg chain(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})
long_chain(A, B, C, x) = A * B * C * x
@saturate linalg long_chain(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})
scaled(α, A, x) = (α * A) * x
@saturate linalg scaled(::Float64, ::Matrix{Float64}, ::Vector{Float64})
scaled_chain(α, A, x) = α * A * x
@saturate linalg scaled_chain(::Float64, ::Matrix{Float64}, ::Vector{Float64})

# Inner products.
inner(x, y) = sum(x .* y)
@saturate linalg inner(::Vector{Float64}, ::Vector{Float64})
no_inner(x, y) = sum(x .+ y)
@saturate linalg no_inner(::Vector{Float64}, ::Vector{Float64})
squared(x) = norm(x)^2
@saturate linalg squared(::Vector{Float64})

#! opt
#> # cost 2505 → 2504, optimal
#> function trace_and_eigen(%1 A::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#> b0:
#>     %2 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %3 = getproperty(%2, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %4 = sum(%3)::Union{Complex{Float64}, Float64}
#>     %5 = real(%4)::Float64
#>     %6 = tuple(%2, %5)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#>     return %6
#> end
#>
#> # cost 2571 → 2504, optimal
#> function det_and_eigen(%1 A::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#> b0:
#>     %2 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %3 = getproperty(%2, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %4 = prod(%3)::Union{Complex{Float64}, Float64}
#>     %5 = real(%4)::Float64
#>     %6 = tuple(%2, %5)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#>     return %6
#> end
#>
#> # cost 3501 → 2502, optimal
#> function vals_and_eigen(%1 A::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Vector{Complex{Float64}}, Vector{Float64}}}
#> b0:
#>     %2 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %3 = getproperty(%2, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %4 = tuple(%2, %3)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Vector{Complex{Float64}}, Vector{Float64}}}
#>     return %4
#> end
#>
#> # cost 70 → 70, optimal
#> function only_det(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = det(%1)::Float64
#>     return %2
#> end
#>
#> # cost 4 → 4, optimal
#> function only_trace(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = tr(%1)::Float64
#>     return %2
#> end
#>
#> # cost 2571 → 2571, optimal
#> function two_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %4 = det(%2)::Float64
#>     %5 = tuple(%3, %4)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#>     return %5
#> end
#>
#> # cost 2572 → 2572, optimal
#> function changed_in_between(%1 A::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#> b0:
#>     %2 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %3 = setindex!(%1, 0.0, 1, 1)::Matrix{Float64}
#>     %4 = det(%1)::Float64
#>     %5 = tuple(%2, %4)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#>     return %5
#> end
#>
#> # cost 1011 → 162, optimal
#> function symmetric_sum(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 1011 → 162, optimal
#> function symmetric_sum_2(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %3 = +(%2, %1)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 3201 → 552, optimal
#> function congruence(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%2, %1)::Matrix{Float64}
#>     %5 = *(%3, %4)::Matrix{Float64}
#>     %6 = Symmetric(%5)::Symmetric{Float64, Matrix{Float64}}
#>     %7 = eigvals(%6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 3201 → 552, optimal
#> function congruence_2(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = *(%2, %1)::Matrix{Float64}
#>     %5 = *(%3, %4)::Matrix{Float64}
#>     %6 = Symmetric(%5)::Symmetric{Float64, Matrix{Float64}}
#>     %7 = eigvals(%6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 1201 → 352, optimal
#> function gram(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %3 = *(%2, %1)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 11 → 11, optimal
#> function plain_sum(%1 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     return %3
#> end
#>
#> # cost 1011 → 1011, optimal
#> function not_symmetric(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector
#> b0:
#>     %3 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %4 = +(%1, %3)::Matrix{Float64}
#>     %5 = eigvals(%4)::Vector
#>     return %5
#> end
#>
#> # cost 1401 → 1401, optimal
#> function no_congruence(%1 P::Matrix{Float64}, %2 B::Matrix{Float64})::Vector
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%3, %2, %1)::Matrix{Float64}
#>     %5 = eigvals(%4)::Vector
#>     return %5
#> end
#>
#> # cost 2 → 0, optimal
#> function twice(%1 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     return %1
#> end
#>
#> # cost 12 → 11, optimal
#> function of_sums(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Transpose{Float64, Matrix{Float64}}
#> b0:
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = transpose(%3)::Transpose{Float64, Matrix{Float64}}
#>     return %4
#> end
#>
#> # cost 403 → 202, optimal
#> function of_products(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = transpose(%3)::Transpose{Float64, Matrix{Float64}}
#>     %5 = tuple(%3, %4)::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#>     return %5
#> end
#>
#> # cost 403 → 402, optimal
#> function wrong_order(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = *(%2, %1)::Matrix{Float64}
#>     %5 = transpose(%4)::Transpose{Float64, Matrix{Float64}}
#>     %6 = tuple(%3, %5)::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#>     return %6
#> end
#>
#> # cost 210 → 75, optimal
#> function solved(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = \(%1, %2)::Vector{Float64}
#>     return %3
#> end
#>
#> # cost 411 → 211, optimal
#> function both_wanted(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Tuple{Matrix{Float64}, Vector{Float64}}
#> b0:
#>     %3 = inv(%1)::Matrix{Float64}
#>     %4 = *(%3, %2)::Vector{Float64}
#>     %5 = tuple(%3, %4)::Tuple{Matrix{Float64}, Vector{Float64}}
#>     return %5
#> end
#>
#> # cost 400 → 0, optimal
#> function inverse_twice(%1 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     return %1
#> end
#>
#> # cost 71 → 70, optimal
#> function det_transposed(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = det(%1)::Float64
#>     return %2
#> end
#>
#> # cost 270 → 141, optimal
#> function det_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = det_of_product(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 14 → 9, optimal
#> function trace_of_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = tr(%1)::Float64
#>     %4 = tr(%2)::Float64
#>     %5 = +(%3, %4)::Float64
#>     return %5
#> end
#>
#> # cost 201 → 12, optimal
#> function diagonal(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = diag_of_product(%1, %2)::Vector{Float64}
#>     return %3
#> end
#>
#> # cost 204 → 12, optimal
#> function trace(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = trace_of_product(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 205 → 205, optimal
#> function product_too(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Float64}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = tr(%3)::Float64
#>     %5 = tuple(%3, %4)::Tuple{Matrix{Float64}, Float64}
#>     return %5
#> end
#>
#> # cost 210 → 20, optimal
#> function chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 410 → 30, optimal
#> function long_chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %5 = *(%3, %4)::Vector{Float64}
#>     %6 = *(%2, %5)::Vector{Float64}
#>     %7 = *(%1, %6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 20 → 11, optimal
#> function scaled(%1 α::Float64, %2 A::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 20 → 11, optimal
#> function scaled_chain(%1 α::Float64, %2 A::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 3 → 1, optimal
#> function inner(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = sum_of_products(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 3 → 3, optimal
#> function no_inner(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = broadcasted(+, %1, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = sum(%4)::Float64
#>     return %5
#> end
#>
#> # cost 2 → 1, optimal
#> function squared(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = dot(%1, %1)::Float64
#>     return %2
#> end
