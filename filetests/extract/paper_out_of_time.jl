# The paper's extractor with no time for its solver: a greedy choice, and it is said.
#! requires highs
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
@rules spectrum begin
    tr(~A::AbstractMatrix) --> sum(eigen(~A).values)
    det(~A::AbstractMatrix) --> prod(eigen(~A).values)
    @cost tr 10
    @cost det 100
    @cost eigen 1000
end
@saturate spectrum eigen_reuse(::Symmetric{Float64, Matrix{Float64}}, ::Bool)
#! opt --extract paper --time-limit 0
#> # cost 1111 → 1004, greedy: the solver had no answer in its time
#> function eigen_reuse(%1 A::Symmetric{Float64, Matrix{Float64}}, %2 c::Bool)::Tuple{Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}, Float64}
#> b0:
#>     %3 = eigen(%1)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     goto b1 if %2 else b2
#> b1:
#>     %5 = sum(%4)::Float64
#>     goto b3(%5)
#> b2:
#>     %6 = prod(%4)::Float64
#>     goto b3(%6)
#> b3(%7 x::Float64):
#>     %8 = tuple(%3, %7)::Tuple{Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}, Float64}
#>     return %8
#> end
#! opt --extract paper
#> # cost 1111 → 1005
#> function eigen_reuse(%1 A::Symmetric{Float64, Matrix{Float64}}, %2 c::Bool)::Tuple{Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}, Float64}
#> b0:
#>     %3 = eigen(%1)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = sum(%4)::Float64
#>     goto b3(%5)
#> b2:
#>     %6 = getproperty(%3, :values)::Vector{Float64}
#>     %7 = prod(%6)::Float64
#>     goto b3(%7)
#> b3(%8 x::Float64):
#>     %9 = tuple(%3, %8)::Tuple{Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}, Float64}
#>     return %9
#> end
