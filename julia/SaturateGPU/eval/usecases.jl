# The use cases: the original as a user writes it for arrays of any kind, what rules make of it, and what a person would call.

module UseCases

using LinearAlgebra, Random
using Saturate, SaturateGPU

include("written.jl")

forward_by_hand(x, W, b, σ, training, p) = training ? σ.(dropout(W * x .+ b, p)) : dense(σ, W, x, b)

function gemm_by_hand(C, A, B, f, g, α, β)
    SaturateGPU.gemm!(relu, C, f, A, g, B, α, β)
    return C
end

gates_by_hand(x, h) = (sum = SaturateGPU.lazy(+, x, h); SaturateGPU.broadcast_two(SaturateGPU.lazy(sigmoid, sum), SaturateGPU.lazy(tanh, sum)))
both_sides_by_hand(A, X, Y) = SaturateGPU.two_products(A, X, Y)

struct UseCase
    name::String
    title::String
    original::Function
    by_hand::Function
    rules::Vector{Pair{String,Any}}         # sets of rules, by what the table calls them; the last one counts
    input::Function                         # size -> arguments on the processor
    target::Float64                         # speed-up to reach at the best size
    operation::Symbol                       # in the table of ways
end

const SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]

# Entries such that sums stay near one whatever the size.
entries(n, seed) = Float16.(randn(MersenneTwister(seed), Float32, n, n) ./ Float32(sqrt(n)))
gemm_input(f, g) = n -> (entries(n, 1), entries(n, 2), entries(n, 3), f, g, Float16(0.5), Float16(0.25))

const FUSED = gpu ∪ Saturate.Rules.broadcast

const ALL = [
    UseCase("gpu_dense", "Dense layer with bias and relu", forward, forward_by_hand, ["fused" => FUSED],
            n -> (entries(n, 1), entries(n, 2), entries(n, 3)[:, 1], relu, false, Float16(0.5)), 2.0, :dense),
    UseCase("gpu_gemm", "C .= relu.(α * (abs.(A) * relu.(B)) + β * C)", gemm, gemm_by_hand, ["mul!" => gpu_mul, "fused" => FUSED],
            gemm_input(abs, relu), 4.8, :gemm),
    UseCase("gpu_gemm_tanh", "C .= relu.(α * (abs.(A) * tanh.(B)) + β * C)", gemm, gemm_by_hand, ["mul!" => gpu_mul, "fused" => FUSED],
            gemm_input(abs, tanh), 0.0, :costly_gemm),
    UseCase("gpu_gates", "sigmoid.(x .+ h), tanh.(x .+ h)", gates, gates_by_hand, ["fused" => FUSED], n -> (entries(n, 1), entries(n, 2)), 0.0, :none),
    UseCase("gpu_both_sides", "A * X, A * Y", both_sides, both_sides_by_hand, ["fused" => FUSED], n -> (entries(n, 1), entries(n, 2), entries(n, 3)), 0.0,
            :two_products),
]

end
