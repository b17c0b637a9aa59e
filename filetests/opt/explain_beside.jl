# A value that is still needed as it is, and in another form besides: what the rule made of it is explained, too.
using LinearAlgebra

sum_eigvals(A) = eigvals(A + transpose(A))

@saturate linalg sum_eigvals(::Matrix{Float64})

#! opt --explain
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
#> filetests/opt/explain_beside.jl:4:26  A + transpose(A)
#>     is now  Symmetric((A + transpose(A)))
#>     by      linalg.4  ~A::Matrix{<:Real} + transpose(~A) --> Symmetric(~A + transpose(~A))
