# The weights of a model are known when it is compiled: what depends on them alone is computed once, then.
#
#   saturate opt examples/partial_evaluation.jl
using LinearAlgebra

const W = [2.0 0.0; 1.0 4.0]

# Least squares with the same weights every time.
function fit(W, y)
    G = transpose(W) * W
    return inv(G) * (transpose(W) * y)
end

@rules known begin
    @arg(fit, 1) => W
end

@saturate known ∪ constants ∪ linalg fit(::Matrix{Float64}, ::Vector{Float64})

#! opt
#> # cost 422 → 10, optimal
#> function fit(%1 W::Matrix{Float64}, %2 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = *([0.5 0.0; -0.125 0.25], %2)::Vector{Float64}
#>     return %3
#> end
