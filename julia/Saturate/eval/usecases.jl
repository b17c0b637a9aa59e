# The use cases: the original as a user writes it, the best that a person would write by hand, inputs of each size.
#
# The originals are those of `examples/`; the rules are the library's, and for the plane those of the author of `rotate` and `translate`.

module UseCases

using LinearAlgebra, Random
using Saturate

struct UseCase
    name::String
    title::String
    original::Function
    optimum::Function       # written by hand
    rules::Any
    input::Function         # size -> arguments
    sizes::Vector{Int}
    target::Float64         # speed-up to reach at the best size; 0 where only the optimum is to be reached
end

rng(n) = MersenneTwister(n)

"Compares results, floats up to rounding, objects by their fields."
agree(a, b) = a == b
agree(a::Number, b::Number) = isapprox(a, b; rtol=1e-8, atol=1e-10)
agree(a::AbstractArray{<:Number}, b::AbstractArray{<:Number}) = isapprox(a, b; rtol=1e-8, atol=1e-10)
agree(a::Tuple, b::Tuple) = length(a) == length(b) && all(agree(x, y) for (x, y) in zip(a, b))
agree(a::Eigen, b::Eigen) = agree(a.values, b.values) && agree(a.vectors, b.vectors)

# -- Motions of the plane -------------------------------------------------------------------------------------------------------

rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]
function transform(p, dx, α)
    p = translate(p, dx, 0)
    p = rotate(p, π)
    p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
    p = rotate(p, π)
    return translate(p, -dx, 0)
end
transform_by_hand(p, dx, α) = p

@rules transforms begin
    @relaxed translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    if !known(~a) || !known(~b) || abs(~a + ~b) < 7     # not round and round for ever
        @relaxed rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    end
    if iszero(~a) && iszero(~b)
        @relaxed translate(~p::Vector, ~a::Comptime{Number}, ~b::Comptime{Number}) --> ~p
    end
    @relaxed rotate(~p::Vector, 2π) --> ~p
end

# -- Reuse of a decomposition ---------------------------------------------------------------------------------------------------

function eigen_reuse(A, c)
    eig = eigen(A)
    if c
        x = tr(A)
    else
        x = det(A)
    end
    return eig, x
end
function eigen_reuse_by_hand(A, c)
    eig = eigen(A)
    return eig, c ? real(sum(eig.values)) : real(prod(eig.values))
end

# -- A dense layer --------------------------------------------------------------------------------------------------------------

relu(x) = max(x, zero(x))
dropout(x, p) = x .* (1 - p)
function forward(x, W, b, σ, training, p)
    logits = W * x .+ b
    if training
        return σ.(dropout(logits, p))
    else
        return σ.(logits)
    end
end
function forward_by_hand(x, W, b, σ, training, p)
    y = W * x
    if training
        y .= y .+ b
        return σ.(dropout(y, p))
    end
    length(b) == size(y, 1) || throw(DimensionMismatch("bias and weights"))
    for j in 1:size(y, 2)
        for i in 1:size(y, 1)
            @inbounds y[i, j] = σ(y[i, j] + b[i])
        end
    end
    return y
end

# -- Products of matrices with what is around them ------------------------------------------------------------------------------

function gemm_layer(C, A, B, f, g, α, β)
    C .= relu.(α * (f.(A) * g.(B)) + β * C)
    return C
end
function gemm_layer_by_hand(C, A, B, f, g, α, β)
    mul!(C, f.(A), g.(B), α, β)
    C .= relu.(C)
    return C
end

# -- Symmetric by the way it is made --------------------------------------------------------------------------------------------

product_eigvals(P, B) = eigvals(transpose(P) * B * P)
product_eigvals_by_hand(P, B) = eigvals(Symmetric(transpose(P) * B * P))
sum_eigvals(A) = eigvals(A + transpose(A))
sum_eigvals_by_hand(A) = eigvals(Symmetric(A + transpose(A)))

# -- Broadcasts on several lines ------------------------------------------------------------------------------------------------

function standard_score(x, μ, s)
    centred = x .- μ
    scaled = centred ./ s
    clipped = clamp.(scaled, -3, 3)
    return clipped .+ 3
end
standard_score_by_hand(x, μ, s) = clamp.((x .- μ) ./ s, -3, 3) .+ 3

const RULES = Saturate.Rules

const ALL = [
    UseCase("transforms2d", "Motions of the plane that cancel", transform, transform_by_hand,
            transforms ∪ RULES.arithmetic ∪ RULES.trig ∪ RULES.constants,
            n -> ([1.0, 2.0], 0.5, 0.3), [2], 16.5),
    UseCase("eigen_reuse", "Determinant from a decomposition that is there", eigen_reuse, eigen_reuse_by_hand, RULES.linalg,
            n -> (randn(rng(n), n, n), false), [5, 10, 20, 50, 100, 200], 1.1),
    UseCase("forward", "Dense layer, inference", forward, forward_by_hand, RULES.broadcast ∪ RULES.nn,
            n -> (randn(rng(n), n, n), randn(rng(n + 1), n, n), randn(rng(n + 2), n), relu, false, 0.5),
            [4, 8, 16, 32, 64, 128, 256, 512], 1.35),
    UseCase("gemm", "Product with scaling, sum and activation, in place", gemm_layer, gemm_layer_by_hand, RULES.gemm,
            n -> (randn(rng(n), n, n), randn(rng(n + 1), n, n), randn(rng(n + 2), n, n), abs, tanh, 0.1, 0.5),
            [4, 8, 16, 32, 64, 128, 256, 512], 1.5),
    UseCase("product_eigvals", "Eigenvalues of a symmetric product", product_eigvals, product_eigvals_by_hand, RULES.linalg,
            n -> (randn(rng(n), n, n), Symmetric(randn(rng(n + 1), n, n))), [5, 10, 20, 50, 100, 200], 2.0),
    UseCase("sum_eigvals", "Eigenvalues of A + Aᵀ", sum_eigvals, sum_eigvals_by_hand, RULES.linalg,
            n -> (randn(rng(n), n, n),), [5, 10, 20, 50, 100, 200], 0.0),
    UseCase("broadcasts", "Four broadcasts on four lines", standard_score, standard_score_by_hand, RULES.broadcast,
            n -> (randn(rng(n), n), 0.1, 1.5), [10, 100, 1_000, 10_000, 100_000, 1_000_000, 5_000_000], 1.5),
]

end
