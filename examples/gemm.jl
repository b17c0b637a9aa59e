# A product of matrices with everything around it: one call of BLAS, and one pass over the result.
#
#   saturate opt examples/gemm.jl
using LinearAlgebra

relu(x) = max(x, zero(x))

function gemm_layer(C, A, B, f, g, α, β)
    C .= relu.(α * (f.(A) * g.(B)) + β * C)
    return C
end

@saturate gemm gemm_layer(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::typeof(abs), ::typeof(tanh), ::Float64, ::Float64)

#! opt
#> # cost 236 → 206, optimal
#> function gemm_layer(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 f::typeof(abs), %5 g::typeof(tanh), %6 α::Float64, %7 β::Float64)::Matrix{Float64}
#> b0:
#>     %8 = broadcasted(%4, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Matrix{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     %10 = broadcasted(%5, %3)::Broadcasted{Nothing, Nothing, typeof(tanh), Tuple{Matrix{Float64}}}
#>     %11 = materialize(%10)::Matrix{Float64}
#>     %12 = gemm!(relu, %1, %9, %11, %6, %7)::Matrix{Float64}
#>     return %1
#> end
