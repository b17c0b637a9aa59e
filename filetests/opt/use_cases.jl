# The paper's examples: the choice is proved optimal.
using LinearAlgebra

# eigen(A) is computed once; trace and determinant reuse it.
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
@saturate spectrum eigen_reuse(::Matrix{Float64}, ::Bool)

# Without the decomposition in the source, computing it does not pay.
only_trace(A) = tr(A)
@saturate spectrum only_trace(::Matrix{Float64})

# A symmetric wrapper is chosen where it makes the eigenvalues cheaper, and not otherwise.
@rules wrapping begin
    ~A::Matrix + transpose(~A) --> Symmetric(~A + transpose(~A))
    @cost eigvals 1000
    @cost eigvals(::Symmetric) 100
end
symmetric(A) = eigvals(A + transpose(A))
@saturate wrapping symmetric(::Matrix{Float64})
plain_sum(A) = A + transpose(A)
@saturate wrapping plain_sum(::Matrix{Float64})

#! opt
#> # cost 1111 → 1004, optimal
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     goto b1 if %2 else b2
#> b1:
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%5)
#> b2:
#>     %6 = prod(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%6)
#> b3(%7 x::Union{Complex{Float64}, Float64}):
#>     %8 = tuple(%3, %7)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#>     return %8
#> end
#>
#> # cost 10 → 10, optimal
#> function only_trace(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = tr(%1)::Float64
#>     return %2
#> end
#>
#> # cost 1002 → 103, optimal
#> function symmetric(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 2 → 2, optimal
#> function plain_sum(%1 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     return %3
#> end
