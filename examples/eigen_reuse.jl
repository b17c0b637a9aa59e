# The eigenvalues are computed already: trace and determinant come almost for free.
#
#   saturate opt examples/eigen_reuse.jl
using LinearAlgebra

function eigen_reuse(A, c)
    eig = eigen(A)
    if c
        x = tr(A)
    else
        x = det(A)
    end
    return eig, x
end

@saturate linalg eigen_reuse(::Matrix{Float64}, ::Bool)

#! opt
#> # cost 2575 → 2506, optimal
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     goto b1 if %2 else b2
#> b1:
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     %6 = real(%5)::Float64
#>     goto b3(%6)
#> b2:
#>     %7 = prod(%4)::Union{Complex{Float64}, Float64}
#>     %8 = real(%7)::Float64
#>     goto b3(%8)
#> b3(%9 x::Float64):
#>     %10 = tuple(%3, %9)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Float64}
#>     return %10
#> end
