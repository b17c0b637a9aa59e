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
# Nobody can tell a transpose of the first product from one of its own where both are only read; where both are handed out, they share no memory.
products_that_are_read(A, B) = (A * B)[1, 2] + (transpose(B) * transpose(A))[1, 2]
@saturate linalg products_that_are_read(::Matrix{Float64}, ::Matrix{Float64})
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
#> # cost 1011 → 428.66666666666663 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(A, 1)), size(A, 1)^2 / 40 + size(A, 1)^3 / 6000) + max(10, size(A, 1) * size(A, 1) / 1000) + 2
#> #     for 87 % of the sizes tried: size(A, 1) 6 to 1091
#> # variant 2: max(25, size(A, 1)^3 / 1000) + max(10, size(A, 1) * size(A, 1) / 1000) + 1
#> #     for 13 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 9 to 31
#> function symmetric_sum(%1 A::Matrix{Float64})::Vector
#> b0:
#>     %2 = size(%1, 1)::Int64
#>     %3 = Float64(%2)::Float64
#>     %4 = *(%3, %3)::Float64
#>     %5 = *(%4, %3)::Float64
#>     %6 = *(%5, 0.001)::Float64
#>     %7 = <(25.0, %6)::Bool
#>     %8 = ifelse(%7, %6, 25.0)::Float64
#>     %9 = *(3.0, %3)::Float64
#>     %10 = <(25.0, %9)::Bool
#>     %11 = ifelse(%10, 25.0, %9)::Float64
#>     %12 = *(%3, %3)::Float64
#>     %13 = *(%12, 0.025)::Float64
#>     %14 = *(%5, 0.00016666666666666666)::Float64
#>     %15 = +(%13, %14)::Float64
#>     %16 = <(%11, %15)::Bool
#>     %17 = ifelse(%16, %15, %11)::Float64
#>     %18 = +(1.0, %17)::Float64
#>     %19 = *(0.9523809523809523, %8)::Float64
#>     %20 = <=(%18, %19)::Bool
#>     goto b1 if %20 else b2
#> b1:
#>     %21 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %22 = +(%1, %21)::Matrix{Float64}
#>     %23 = Symmetric(%22)::Symmetric{Float64, Matrix{Float64}}
#>     %24 = eigvals(%23)::Vector{Float64}
#>     return %24
#> b2:
#>     %25 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %26 = +(%1, %25)::Matrix{Float64}
#>     %27 = eigvals(%26)::Vector
#>     return %27
#> end
#>
#> # cost 1011 → 428.66666666666663 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(A, 1)), size(A, 1)^2 / 40 + size(A, 1)^3 / 6000) + max(10, size(A, 1) * size(A, 1) / 1000) + 2
#> #     for 87 % of the sizes tried: size(A, 1) 6 to 1091
#> # variant 2: max(25, size(A, 1)^3 / 1000) + max(10, size(A, 1) * size(A, 1) / 1000) + 1
#> #     for 13 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 9 to 31
#> function symmetric_sum_2(%1 A::Matrix{Float64})::Vector
#> b0:
#>     %2 = size(%1, 1)::Int64
#>     %3 = Float64(%2)::Float64
#>     %4 = *(%3, %3)::Float64
#>     %5 = *(%4, %3)::Float64
#>     %6 = *(%5, 0.001)::Float64
#>     %7 = <(25.0, %6)::Bool
#>     %8 = ifelse(%7, %6, 25.0)::Float64
#>     %9 = *(3.0, %3)::Float64
#>     %10 = <(25.0, %9)::Bool
#>     %11 = ifelse(%10, 25.0, %9)::Float64
#>     %12 = *(%3, %3)::Float64
#>     %13 = *(%12, 0.025)::Float64
#>     %14 = *(%5, 0.00016666666666666666)::Float64
#>     %15 = +(%13, %14)::Float64
#>     %16 = <(%11, %15)::Bool
#>     %17 = ifelse(%16, %15, %11)::Float64
#>     %18 = +(1.0, %17)::Float64
#>     %19 = *(0.9523809523809523, %8)::Float64
#>     %20 = <=(%18, %19)::Bool
#>     goto b1 if %20 else b2
#> b1:
#>     %21 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %22 = +(%21, %1)::Matrix{Float64}
#>     %23 = Symmetric(%22)::Symmetric{Float64, Matrix{Float64}}
#>     %24 = eigvals(%23)::Vector{Float64}
#>     return %24
#> b2:
#>     %25 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %26 = +(%25, %1)::Matrix{Float64}
#>     %27 = eigvals(%26)::Vector
#>     return %27
#> end
#>
#> # cost 3201 → 818.6666666666666 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(P, 2)), size(P, 2)^2 / 40 + size(P, 2)^3 / 6000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 2
#> #     for 77 % of the sizes tried: size(P, 1) 7 to 874, size(P, 2) 41 to 1484
#> # variant 2: max(25, size(P, 2)^3 / 1000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 1
#> #     for 23 % of the sizes tried, mostly where size(P, 2) is small: size(P, 1) 7 to 1625, size(P, 2) 7 to 80
#> function congruence(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector
#> b0:
#>     %3 = size(%1, 2)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = *(%4, %4)::Float64
#>     %6 = *(%5, %4)::Float64
#>     %7 = *(%6, 0.001)::Float64
#>     %8 = <(25.0, %7)::Bool
#>     %9 = ifelse(%8, %7, 25.0)::Float64
#>     %10 = *(3.0, %4)::Float64
#>     %11 = <(25.0, %10)::Bool
#>     %12 = ifelse(%11, 25.0, %10)::Float64
#>     %13 = *(%4, %4)::Float64
#>     %14 = *(%13, 0.025)::Float64
#>     %15 = *(%6, 0.00016666666666666666)::Float64
#>     %16 = +(%14, %15)::Float64
#>     %17 = <(%12, %16)::Bool
#>     %18 = ifelse(%17, %16, %12)::Float64
#>     %19 = +(1.0, %18)::Float64
#>     %20 = *(0.9523809523809523, %9)::Float64
#>     %21 = <=(%19, %20)::Bool
#>     goto b1 if %21 else b2
#> b1:
#>     %22 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %23 = *(%2, %1)::Matrix{Float64}
#>     %24 = *(%22, %23)::Matrix{Float64}
#>     %25 = Symmetric(%24)::Symmetric{Float64, Matrix{Float64}}
#>     %26 = eigvals(%25)::Vector{Float64}
#>     return %26
#> b2:
#>     %27 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %28 = *(%2, %1)::Matrix{Float64}
#>     %29 = *(%27, %28)::Matrix{Float64}
#>     %30 = eigvals(%29)::Vector
#>     return %30
#> end
#>
#> # cost 3201 → 818.6666666666666 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(P, 2)), size(P, 2)^2 / 40 + size(P, 2)^3 / 6000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 2
#> #     for 77 % of the sizes tried: size(P, 1) 7 to 874, size(P, 2) 41 to 1484
#> # variant 2: max(25, size(P, 2)^3 / 1000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 1
#> #     for 23 % of the sizes tried, mostly where size(P, 2) is small: size(P, 1) 7 to 1625, size(P, 2) 7 to 80
#> function congruence_2(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector
#> b0:
#>     %3 = size(%1, 2)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = *(%4, %4)::Float64
#>     %6 = *(%5, %4)::Float64
#>     %7 = *(%6, 0.001)::Float64
#>     %8 = <(25.0, %7)::Bool
#>     %9 = ifelse(%8, %7, 25.0)::Float64
#>     %10 = *(3.0, %4)::Float64
#>     %11 = <(25.0, %10)::Bool
#>     %12 = ifelse(%11, 25.0, %10)::Float64
#>     %13 = *(%4, %4)::Float64
#>     %14 = *(%13, 0.025)::Float64
#>     %15 = *(%6, 0.00016666666666666666)::Float64
#>     %16 = +(%14, %15)::Float64
#>     %17 = <(%12, %16)::Bool
#>     %18 = ifelse(%17, %16, %12)::Float64
#>     %19 = +(1.0, %18)::Float64
#>     %20 = *(0.9523809523809523, %9)::Float64
#>     %21 = <=(%19, %20)::Bool
#>     goto b1 if %21 else b2
#> b1:
#>     %22 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %23 = *(%2, %1)::Matrix{Float64}
#>     %24 = *(%22, %23)::Matrix{Float64}
#>     %25 = Symmetric(%24)::Symmetric{Float64, Matrix{Float64}}
#>     %26 = eigvals(%25)::Vector{Float64}
#>     return %26
#> b2:
#>     %27 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %28 = *(%2, %1)::Matrix{Float64}
#>     %29 = *(%27, %28)::Matrix{Float64}
#>     %30 = eigvals(%29)::Vector
#>     return %30
#> end
#>
#> # cost 1201 → 618.6666666666666 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(A, 2)), size(A, 2)^2 / 40 + size(A, 2)^3 / 6000) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 2) * size(A, 2) / 5000) + 2
#> #     for 87 % of the sizes tried: size(A, 1) 8 to 937, size(A, 2) 7 to 1325
#> # variant 2: max(25, size(A, 2)^3 / 1000) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 2) * size(A, 2) / 5000) + 1
#> #     for 13 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 3 to 1026, size(A, 2) 9 to 29
#> function gram(%1 A::Matrix{Float64})::Vector
#> b0:
#>     %2 = size(%1, 2)::Int64
#>     %3 = Float64(%2)::Float64
#>     %4 = *(%3, %3)::Float64
#>     %5 = *(%4, %3)::Float64
#>     %6 = *(%5, 0.001)::Float64
#>     %7 = <(25.0, %6)::Bool
#>     %8 = ifelse(%7, %6, 25.0)::Float64
#>     %9 = *(3.0, %3)::Float64
#>     %10 = <(25.0, %9)::Bool
#>     %11 = ifelse(%10, 25.0, %9)::Float64
#>     %12 = *(%3, %3)::Float64
#>     %13 = *(%12, 0.025)::Float64
#>     %14 = *(%5, 0.00016666666666666666)::Float64
#>     %15 = +(%13, %14)::Float64
#>     %16 = <(%11, %15)::Bool
#>     %17 = ifelse(%16, %15, %11)::Float64
#>     %18 = +(1.0, %17)::Float64
#>     %19 = *(0.9523809523809523, %8)::Float64
#>     %20 = <=(%18, %19)::Bool
#>     goto b1 if %20 else b2
#> b1:
#>     %21 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %22 = *(%21, %1)::Matrix{Float64}
#>     %23 = Symmetric(%22)::Symmetric{Float64, Matrix{Float64}}
#>     %24 = eigvals(%23)::Vector{Float64}
#>     return %24
#> b2:
#>     %25 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %26 = *(%25, %1)::Matrix{Float64}
#>     %27 = eigvals(%26)::Vector
#>     return %27
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
#> # cost 405 → 204, optimal
#> function products_that_are_read(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = getindex(%3, 1, 2)::Float64
#>     %5 = transpose(%3)::Transpose{Float64, Matrix{Float64}}
#>     %6 = getindex(%5, 1, 2)::Float64
#>     %7 = +(%4, %6)::Float64
#>     return %7
#> end
#>
#> # cost 403 → 402, optimal
#> function of_products(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#> b0:
#>     %3 = *(%1, %2)::Matrix{Float64}
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = transpose(%4)::Transpose{Float64, Matrix{Float64}}
#>     %6 = tuple(%3, %5)::Tuple{Matrix{Float64}, Transpose{Float64, Matrix{Float64}}}
#>     return %6
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
#> # cost 270 → 141 where sizes are 100, optimal
#> # variant 1: max(10, 7 * size(A, 1)^3 / 100000) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 1) * size(A, 2) / 5000)
#> #     for 43 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 4 to 1530, size(A, 2) 3 to 312
#> # variant 2: max(21, 141 * size(A, 1)^3 / 1000000)
#> #     for 57 % of the sizes tried, mostly where size(A, 2) is large: size(A, 1) 33 to 869, size(A, 2) 195 to 2470
#> function det_of_product(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = size(%1, 2)::Int64
#>     %6 = Float64(%5)::Float64
#>     %7 = *(%4, %4)::Float64
#>     %8 = *(%7, %4)::Float64
#>     %9 = *(7.0, %8)::Float64
#>     %10 = *(%9, 1.0e-5)::Float64
#>     %11 = <(10.0, %10)::Bool
#>     %12 = ifelse(%11, %10, 10.0)::Float64
#>     %13 = *(141.0, %8)::Float64
#>     %14 = *(%13, 1.0e-6)::Float64
#>     %15 = <(21.0, %14)::Bool
#>     %16 = ifelse(%15, %14, 21.0)::Float64
#>     %17 = *(%4, %6)::Float64
#>     %18 = +(%17, %17)::Float64
#>     %19 = *(%18, 0.001)::Float64
#>     %20 = <(1.0, %19)::Bool
#>     %21 = ifelse(%20, %19, 1.0)::Float64
#>     %22 = *(%4, %4)::Float64
#>     %23 = *(%22, %6)::Float64
#>     %24 = *(%23, 0.0002)::Float64
#>     %25 = <(%21, %24)::Bool
#>     %26 = ifelse(%25, %24, %21)::Float64
#>     %27 = +(%12, %26)::Float64
#>     %28 = *(0.9523809523809523, %27)::Float64
#>     %29 = <=(%28, %16)::Bool
#>     goto b1 if %29 else b2
#> b1:
#>     %30 = *(%1, %2)::Matrix{Float64}
#>     %31 = det(%30)::Float64
#>     return %31
#> b2:
#>     %32 = det_of_product(%1, %2)::Float64
#>     return %32
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
#> # cost 201 → 12 where sizes are 100, optimal
#> # variant 1: max(0.5, 3 * size(A, 1) * size(A, 2) / 2500)
#> #     for 96 % of the sizes tried: size(A, 1) 8 to 983, size(A, 2) 10 to 985, size(B, 2) 12 to 994
#> # variant 2: max(max(1, (size(A, 1) * size(A, 2) + size(A, 2) * size(B, 2)) / 1000), size(A, 1) * size(A, 2) * size(B, 2) / 5000) + 1
#> #     for 4 % of the sizes tried, mostly where size(B, 2) is small: size(A, 1) 133 to 2328, size(A, 2) 36 to 1000, size(B, 2) 2 to 6
#> function diagonal(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = size(%1, 2)::Int64
#>     %6 = Float64(%5)::Float64
#>     %7 = size(%2, 2)::Int64
#>     %8 = Float64(%7)::Float64
#>     %9 = *(%4, %6)::Float64
#>     %10 = *(3.0, %4)::Float64
#>     %11 = *(%10, %6)::Float64
#>     %12 = *(%11, 0.0004)::Float64
#>     %13 = <(0.5, %12)::Bool
#>     %14 = ifelse(%13, %12, 0.5)::Float64
#>     %15 = *(%6, %8)::Float64
#>     %16 = +(%9, %15)::Float64
#>     %17 = *(%16, 0.001)::Float64
#>     %18 = <(1.0, %17)::Bool
#>     %19 = ifelse(%18, %17, 1.0)::Float64
#>     %20 = *(%9, %8)::Float64
#>     %21 = *(%20, 0.0002)::Float64
#>     %22 = <(%19, %21)::Bool
#>     %23 = ifelse(%22, %21, %19)::Float64
#>     %24 = +(1.0, %23)::Float64
#>     %25 = *(0.9523809523809523, %24)::Float64
#>     %26 = <=(%14, %25)::Bool
#>     goto b1 if %26 else b2
#> b1:
#>     %27 = diag_of_product(%1, %2)::Vector{Float64}
#>     return %27
#> b2:
#>     %28 = *(%1, %2)::Matrix{Float64}
#>     %29 = diag(%28)::Vector{Float64}
#>     return %29
#> end
#>
#> # cost 204 → 12, optimal
#> function trace(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = trace_of_product(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 205 → 205 where sizes are 100, optimal
#> # variant 1: max(0.3, 3 * size(A, 1) * size(A, 2) / 2500) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 1) * size(A, 2) / 5000) + 1
#> #     for 26 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 3 to 1026, size(A, 2) 3 to 149
#> # variant 2: max(3, size(A, 1) / 25) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 1) * size(A, 2) / 5000) + 1
#> #     for 74 % of the sizes tried: size(A, 1) 33 to 937, size(A, 2) 80 to 1866
#> function product_too(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Matrix{Float64}, Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = size(%1, 2)::Int64
#>     %6 = Float64(%5)::Float64
#>     %7 = *(%4, 0.04)::Float64
#>     %8 = <(3.0, %7)::Bool
#>     %9 = ifelse(%8, %7, 3.0)::Float64
#>     %10 = *(3.0, %4)::Float64
#>     %11 = *(%10, %6)::Float64
#>     %12 = *(%11, 0.0004)::Float64
#>     %13 = <(0.3, %12)::Bool
#>     %14 = ifelse(%13, %12, 0.3)::Float64
#>     %15 = *(0.9523809523809523, %9)::Float64
#>     %16 = <=(%14, %15)::Bool
#>     goto b1 if %16 else b2
#> b1:
#>     %17 = *(%1, %2)::Matrix{Float64}
#>     %18 = trace_of_product(%1, %2)::Float64
#>     %19 = tuple(%17, %18)::Tuple{Matrix{Float64}, Float64}
#>     return %19
#> b2:
#>     %20 = *(%1, %2)::Matrix{Float64}
#>     %21 = tr(%20)::Float64
#>     %22 = tuple(%20, %21)::Tuple{Matrix{Float64}, Float64}
#>     return %22
#> end
#>
#> # cost 210 → 20 where sizes are 100, optimal
#> # variant 1: max(max(1.5, (size(A, 1) * size(A, 2) + size(A, 2) * size(B, 2)) / 1000), size(A, 1) * size(B, 2) * (0.001 + size(A, 2) / 5000))
#> #     for 10 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 785, size(A, 2) 40 to 1337, size(B, 2) 2 to 1000
#> # variant 2: max(0.5, size(A, 1) * size(A, 2) / 1000) + max(0.5, size(A, 2) * size(B, 2) / 1000)
#> #     for 90 % of the sizes tried: size(A, 1) 18 to 1000, size(A, 2) 9 to 970, size(B, 2) 17 to 978
#> function chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = size(%1, 1)::Int64
#>     %5 = Float64(%4)::Float64
#>     %6 = size(%1, 2)::Int64
#>     %7 = Float64(%6)::Float64
#>     %8 = size(%2, 2)::Int64
#>     %9 = Float64(%8)::Float64
#>     %10 = *(%5, %7)::Float64
#>     %11 = *(%7, %9)::Float64
#>     %12 = +(%10, %11)::Float64
#>     %13 = *(%12, 0.001)::Float64
#>     %14 = <(1.5, %13)::Bool
#>     %15 = ifelse(%14, %13, 1.5)::Float64
#>     %16 = *(%5, %9)::Float64
#>     %17 = *(%7, 0.0002)::Float64
#>     %18 = +(0.001, %17)::Float64
#>     %19 = *(%16, %18)::Float64
#>     %20 = <(%15, %19)::Bool
#>     %21 = ifelse(%20, %19, %15)::Float64
#>     %22 = *(%10, 0.001)::Float64
#>     %23 = <(0.5, %22)::Bool
#>     %24 = ifelse(%23, %22, 0.5)::Float64
#>     %25 = *(%11, 0.001)::Float64
#>     %26 = <(0.5, %25)::Bool
#>     %27 = ifelse(%26, %25, 0.5)::Float64
#>     %28 = *(0.9523809523809523, %21)::Float64
#>     %29 = +(%24, %27)::Float64
#>     %30 = <=(%28, %29)::Bool
#>     goto b1 if %30 else b2
#> b1:
#>     %31 = *(%1, %2, %3)::Vector{Float64}
#>     return %31
#> b2:
#>     %32 = *(%2, %3)::Vector{Float64}
#>     %33 = *(%1, %32)::Vector{Float64}
#>     return %33
#> end
#>
#> # cost 409.99999999999994 → 30 where sizes are 100, optimal
#> # variant 1: max(2.5, size(A, 1) * ((size(B, 2) * (size(A, 2) + size(C, 2))) / 5000 + size(C, 2) / 1000))
#> #     for 4 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 203, size(A, 2) 57 to 3265, size(B, 2) 4 to 2278, size(C, 2) 5 to 1000
#> # variant 2: max(0.5, size(A, 1) * size(A, 2) / 1000) + max(0.5, size(B, 2) * size(C, 2) / 1000) + max(0.5, size(A, 2) * size(B, 2) / 1000)
#> #     for 96 % of the sizes tried: size(A, 1) 13 to 1000, size(A, 2) 8 to 997, size(B, 2) 9 to 980, size(C, 2) 11 to 1000
#> function long_chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %5 = size(%1, 1)::Int64
#>     %6 = Float64(%5)::Float64
#>     %7 = size(%1, 2)::Int64
#>     %8 = Float64(%7)::Float64
#>     %9 = size(%2, 2)::Int64
#>     %10 = Float64(%9)::Float64
#>     %11 = size(%3, 2)::Int64
#>     %12 = Float64(%11)::Float64
#>     %13 = *(%6, %8)::Float64
#>     %14 = *(%13, 0.001)::Float64
#>     %15 = <(0.5, %14)::Bool
#>     %16 = ifelse(%15, %14, 0.5)::Float64
#>     %17 = *(%10, %12)::Float64
#>     %18 = +(%8, %12)::Float64
#>     %19 = *(%10, %18)::Float64
#>     %20 = *(%19, 0.0002)::Float64
#>     %21 = *(%12, 0.001)::Float64
#>     %22 = +(%20, %21)::Float64
#>     %23 = *(%6, %22)::Float64
#>     %24 = <(2.5, %23)::Bool
#>     %25 = ifelse(%24, %23, 2.5)::Float64
#>     %26 = *(%8, %10)::Float64
#>     %27 = *(%17, 0.001)::Float64
#>     %28 = <(0.5, %27)::Bool
#>     %29 = ifelse(%28, %27, 0.5)::Float64
#>     %30 = *(%26, 0.001)::Float64
#>     %31 = <(0.5, %30)::Bool
#>     %32 = ifelse(%31, %30, 0.5)::Float64
#>     %33 = *(0.9523809523809523, %25)::Float64
#>     %34 = +(%16, %29)::Float64
#>     %35 = +(%34, %32)::Float64
#>     %36 = <=(%33, %35)::Bool
#>     goto b1 if %36 else b2
#> b1:
#>     %37 = *(%1, %2, %3, %4)::Vector{Float64}
#>     return %37
#> b2:
#>     %38 = *(%3, %4)::Vector{Float64}
#>     %39 = *(%2, %38)::Vector{Float64}
#>     %40 = *(%1, %39)::Vector{Float64}
#>     return %40
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
