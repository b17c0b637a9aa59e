# A matrix that is symmetric by the way it is made: its eigenvalues are real, and cheaper.
#
#   saturate opt examples/symmetric.jl
using LinearAlgebra

sum_eigvals(A) = eigvals(A + transpose(A))
product_eigvals(P, B) = eigvals(transpose(P) * B * P)

@saturate linalg sum_eigvals(::Matrix{Float64})
@saturate linalg product_eigvals(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}})

#! opt
#> # cost 1011 → 162, optimal
#> function sum_eigvals(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 3201 → 552, optimal
#> function product_eigvals(%1 P::Matrix{Float64}, %2 B::Symmetric{Float64, Matrix{Float64}})::Vector{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = *(%2, %1)::Matrix{Float64}
#>     %5 = *(%3, %4)::Matrix{Float64}
#>     %6 = Symmetric(%5)::Symmetric{Float64, Matrix{Float64}}
#>     %7 = eigvals(%6)::Vector{Float64}
#>     return %7
#> end
