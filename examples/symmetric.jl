# A matrix that is symmetric by the way it is made: its eigenvalues are real, and cheaper.
#
#   saturate opt examples/symmetric.jl
using LinearAlgebra

sum_eigvals(A) = eigvals(A + transpose(A))
product_eigvals(P, B) = eigvals(transpose(P) * B * P)

@saturate linalg sum_eigvals(::Matrix{Float64})
@saturate linalg product_eigvals(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}})

#! opt
#> # cost 1011 → 428.66666666666663 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(A, 1)), size(A, 1)^2 / 40 + size(A, 1)^3 / 6000) + max(10, size(A, 1) * size(A, 1) / 1000) + 2
#> #     for 87 % of the sizes tried: size(A, 1) 6 to 1091
#> # variant 2: max(25, size(A, 1)^3 / 1000) + max(10, size(A, 1) * size(A, 1) / 1000) + 1
#> #     for 13 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 9 to 31
#> function sum_eigvals(%1 A::Matrix{Float64})::Vector
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
#> # cost 3201 → 818.6666666666666 where sizes are 100, optimal
#> # variant 1: max(min(25, 3 * size(P, 2)), size(P, 2)^2 / 40 + size(P, 2)^3 / 6000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 2
#> #     for 77 % of the sizes tried: size(P, 1) 7 to 874, size(P, 2) 41 to 1484
#> # variant 2: max(25, size(P, 2)^3 / 1000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 2)) / 1000), size(P, 1) * size(P, 2) * size(P, 2) / 5000) + max(max(1, (size(P, 1) * size(P, 2) + size(P, 1) * size(P, 1)) / 1000), size(P, 1) * size(P, 1) * size(P, 2) / 5000) + 1
#> #     for 23 % of the sizes tried, mostly where size(P, 2) is small: size(P, 1) 7 to 1625, size(P, 2) 7 to 80
#> function product_eigvals(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector
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
