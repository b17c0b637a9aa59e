# Five ways in which scientific code branches, each with something to gain across the branches.
#
#   saturate opt examples/control_flow.jl
using LinearAlgebra

# A keyword argument changes the behaviour: both branches fuse with the line before them.
function convolve(x, w; flipkernel = false)
    scaled = x .* 0.5
    if flipkernel
        return scaled .+ w
    else
        return scaled .- w
    end
end
@saturate broadcast convolve(::Vector{Float64}, ::Vector{Float64})

# A character says how a matrix is stored: the decomposition from before the branch serves in both.
function spectral(A, uplo)
    e = eigen(A)
    if uplo == 'U'
        return e.values, tr(A)
    else
        return e.values, det(A)
    end
end
@saturate linalg spectral(::Matrix{Float64}, ::Char)

# A library's version decides what is called.
api_version() = 11
function solve(A, b, required)
    if api_version() >= required
        return inv(A) * b
    else
        return A * A * b
    end
end
@saturate linalg solve(::Matrix{Float64}, ::Vector{Float64}, ::Int64)

# Scalar mathematics with a special case.
function sinc_squared(x)
    if x == 0
        return 1.0
    else
        s = (1 - cos(x)^2) / x
        return s / x
    end
end
@saturate trig ∪ arithmetic sinc_squared(::Float64)

# A type check: the rules see what the test has proved.
function magnitude(x)
    if x isa Float64
        return sqrt(x^2)
    else
        return 0.0
    end
end
@saturate arithmetic magnitude(::Union{Float64, Nothing})

#! opt
#> # cost 6 → 5, optimal
#> function #convolve#1(%1 flipkernel::Bool, %2 #self#::typeof(convolve), %3 x::Vector{Float64}, %4 w::Vector{Float64})::Vector{Float64}
#> b0:
#>     %5 = broadcasted(*, %3, 0.5)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Float64}}
#>     goto b1 if %1 else b2
#> b1:
#>     %6 = broadcasted(+, %5, %4)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Float64}}, Vector{Float64}}}
#>     %7 = materialize(%6)::Vector{Float64}
#>     return %7
#> b2:
#>     %8 = broadcasted(-, %5, %4)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Float64}}, Vector{Float64}}}
#>     %9 = materialize(%8)::Vector{Float64}
#>     return %9
#> end
#>
#> # cost 2579 → 2509, optimal
#> function spectral(%1 A::Matrix{Float64}, %2 uplo::Char)::Tuple{Union{Vector{Complex{Float64}}, Vector{Float64}}, Float64}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %4 = ==(%2, 'U')::Bool
#>     %5 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %6 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     goto b1 if %4 else b2
#> b1:
#>     %7 = sum(%6)::Union{Complex{Float64}, Float64}
#>     %8 = real(%7)::Float64
#>     %9 = tuple(%5, %8)::Tuple{Union{Vector{Complex{Float64}}, Vector{Float64}}, Float64}
#>     return %9
#> b2:
#>     %10 = prod(%6)::Union{Complex{Float64}, Float64}
#>     %11 = real(%10)::Float64
#>     %12 = tuple(%5, %11)::Tuple{Union{Vector{Complex{Float64}}, Vector{Float64}}, Float64}
#>     return %12
#> end
#>
#> # cost 421 → 96, optimal
#> function solve(%1 A::Matrix{Float64}, %2 b::Vector{Float64}, %3 required::Int64)::Vector{Float64}
#> b0:
#>     %4 = >=(11, %3)::Bool
#>     goto b1 if %4 else b2
#> b1:
#>     %5 = \(%1, %2)::Vector{Float64}
#>     return %5
#> b2:
#>     %6 = *(%1, %2)::Vector{Float64}
#>     %7 = *(%1, %6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 15 → 14, optimal
#> function sinc_squared(%1 x::Float64)::Float64
#> b0:
#>     %2 = ==(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return 1.0
#> b2:
#>     %3 = sin(%1)::Float64
#>     %4 = literal_pow(^, %3, Val{2}())::Float64
#>     %5 = /(%4, %1)::Float64
#>     %6 = /(%5, %1)::Float64
#>     return %6
#> end
#>
#> # cost 3 → 2, optimal
#> function magnitude(%1 x::Union{Nothing, Float64})::Float64
#> b0:
#>     %2 = isa(%1, Float64)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = π(%1, Float64)::Float64
#>     %4 = abs(%3)::Float64
#>     return %4
#> b2:
#>     return 0.0
#> end
