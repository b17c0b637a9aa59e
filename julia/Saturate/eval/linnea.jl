# Applications of a compiler for linear algebra, as plain Julia.
#
#     julia --project=julia/Saturate julia/Saturate/eval/linnea.jl [PERCENT] [FIRST] [LAST]
#
# Sizes are in percent of those that the authors chose, 20 without it; applications from the first to the last by number. The 25 applications of H. Barthels, C. Psarras, P. Bientinesi, Linnea: Automatic Generation of Efficient Linear Algebra Programs (ACM TOMS 47, 2021): the
# expressions as the paper states them, with `inv` and products from the left. Properties are types: `Symmetric`, `Diagonal`, `UpperTriangular`,
# `LowerTriangular`. Sizes are not known to the optimiser. Each is compared with what an expert writes; results must agree.

module Linnea

using LinearAlgebra, Random, Printf, Statistics
using Saturate
include("measure.jl")

const M = Matrix{Float64}
const V = Vector{Float64}
const S = Symmetric{Float64,M}
const D = Diagonal{Float64,V}
const U = UpperTriangular{Float64,M}
const L = LowerTriangular{Float64,M}

struct Application
    name::String
    plain::Function
    recommended::Function
    types::Tuple
    input::Function             # scale -> arguments
end

general(m, n) = randn(m, n)
regular(n) = randn(n, n) + n * I
definite(n) = (A = randn(n, n); Symmetric(A * A' + n * I))
positive(n) = Diagonal(1 .+ rand(n))
upper(n) = UpperTriangular(randn(n, n) + n * I)
lower(n) = LowerTriangular(randn(n, n) + n * I)

# Least squares.
least_squares(X, y) = inv(X' * X) * X' * y
least_squares_recommended(X, y) = cholesky!(Symmetric(X' * X)) \ (X' * y)

# Generalised least squares.
generalised(W, X, y) = inv(X' * inv(W) * X) * X' * inv(W) * y
function generalised_recommended(W, X, y)
    Y = cholesky(W).L \ [X y]
    Z, z = Y[:, 1:end-1], Y[:, end]
    return cholesky!(Symmetric(Z' * Z)) \ (Z' * z)
end

# A step of an interior point method, and two of them.
step(W, A, b, c) = W * (A' * inv(A * W * A') * b - c)
function step_recommended(W, A, b, c)
    F = cholesky!(Symmetric(A * W * A'))
    return W * (A' * (F \ b) - c)
end
function two_steps(W, A, b, c, x)
    f = W * A' * inv(A * W * A') * (b - A * x)
    o = W * (A' * inv(A * W * A') * A * x - c)
    return f, o
end
function two_steps_recommended(W, A, b, c, x)
    F = cholesky!(Symmetric(A * W * A'))
    Ax = A * x
    return W * (A' * (F \ (b - Ax))), W * (A' * (F \ Ax) - c)
end

# Restoring a signal.
function restored(A, B, Λ, R, y)
    return inv(inv(A') * B' * B * inv(A) + R' * Λ * R) * inv(A') * B' * B * inv(A) * y
end
function restored_recommended(A, B, Λ, R, y)
    C = B / A
    return (C' * C + R' * (Λ * R)) \ (C' * (C * y))
end

# Inverting a triangular matrix by blocks.
function inverted_blocks(L00, L10, L11, L20, L21, L22)
    return L10 * inv(L00), L20 + inv(L22) * L21 * inv(L11) * L10, inv(L11), -inv(L22) * L21
end
function inverted_blocks_recommended(L00, L10, L11, L20, L21, L22)
    T = L22 \ L21
    return L10 / L00, L20 + T * (L11 \ L10), inv(L11), -T
end

# Ensemble Kalman filters.
filtered(B, H, R, Xb, Y) = Xb + inv(inv(B) + H' * inv(R) * H) * (H' * (Y - H * Xb))
function filtered_recommended(B, H, R, Xb, Y)
    G = cholesky(R).L \ H
    return Xb + cholesky!(Symmetric(inv(cholesky(B)) + G' * G)) \ (H' * (Y - H * Xb))
end
increment(B, H, R, Xb, Y) = inv(inv(B) + H' * inv(R) * H) * H' * inv(R) * (Y - H * Xb)
function increment_recommended(B, H, R, Xb, Y)
    F = cholesky(R)
    G = F.L \ H
    return cholesky!(Symmetric(inv(cholesky(B)) + G' * G)) \ (H' * (F \ (Y - H * Xb)))
end
square_root(H, R, X, Xb, Y) = X * (H * X)' * inv(R + H * X * (H * X)') * (Y - H * Xb)
function square_root_recommended(H, R, X, Xb, Y)
    Z = H * X
    return X * (Z' * (cholesky!(Symmetric(R + Z * Z')) \ (Y - H * Xb)))
end

# Restoring an image: two methods.
denoised(H, λ, y, v, u) = inv(H' * H + λ * I) * (H' * y + λ * (v - u))
denoised_recommended(H, λ, y, v, u) = cholesky!(Symmetric(H' * H + λ * I)) \ (H' * y + λ * (v - u))
function projected(H, y, x)
    P = H' * inv(H * H')
    return P, P * y + (I - P * H) * x
end
function projected_recommended(H, y, x)
    P = (cholesky!(Symmetric(H * H')) \ H)'
    return P, P * y + (x - P * (H * x))
end

# Randomised inversion.
function inverted(A, W, X, Z)
    Λ = Z * inv(Z' * A * W * A' * Z) * Z'
    return X + W * A' * Λ * (I - A * X)
end
function inverted_recommended(A, W, X, Z)
    G = A' * Z
    WG = W * G
    F = cholesky!(Symmetric(G' * WG))
    return X + WG * (F \ (Z' - (Z' * A) * X))
end

# The same from the other side, for symmetric matrices, and for positive definite ones.
function inverted_from_the_right(A, W, X, Z)
    Λ = Z * inv(Z' * A' * W * A * Z) * Z'
    return X + (I - X * A') * Λ * A' * W
end
function inverted_from_the_right_recommended(A, W, X, Z)
    WG = W * (A * Z)
    F = cholesky!(Symmetric((A * Z)' * WG))
    return X + (Z - X * (A' * Z)) * (F \ WG')
end
function inverted_symmetric(A, W, X, Z)
    Λ = Z * inv(Z' * A * W * A * Z) * Z'
    Θ = Λ * A * W
    N = X * A - I
    return X - N * Θ - (N * Θ)' + Θ' * (A * X * A - A) * Θ
end
function inverted_symmetric_recommended(A, W, X, Z)
    G = A * Z
    WG = W * G
    K = cholesky!(Symmetric(G' * WG)) \ WG'
    XG = X * G
    N = (XG - Z) * K
    return X - N - N' + K' * ((G' * XG - G' * Z) * K)
end
function inverted_definite(A, X, Z)
    return Z * inv(Z' * A * Z) * Z' + (I - Z * inv(Z' * A * Z) * Z' * A) * X * (I - A * Z * inv(Z' * A * Z) * Z')
end
function inverted_definite_recommended(A, X, Z)
    G = A * Z
    F = cholesky!(Symmetric(Z' * G))
    K = F \ Z'
    T = X - Z * (F \ (G' * X))
    return Z * K + T - (T * G) * K
end

# Steps of a stochastic Newton method.
newton(A, B, W, k) = k / (k - 1) * B * (I - A' * W * inv((k - 1) * I + W' * A * B * A' * W) * W' * A * B)
function newton_recommended(A, B, W, k)
    G = A' * W
    BG = B * G
    return k / (k - 1) * (B - BG * (cholesky!(Symmetric((k - 1) * I + G' * BG)) \ BG'))
end
newton_start(A, W, λ) = 1 / λ * (I - A' * W * inv(λ * I + W' * A * A' * W) * W' * A)
function newton_start_recommended(A, W, λ)
    G = A' * W
    return 1 / λ * (I - G * (cholesky!(Symmetric(λ * I + G' * G)) \ G'))
end

# Regularised least squares: in general, by a number, with weights, and as a correction.
regularised(A, Γ, b) = inv(A' * A + Γ' * Γ) * A' * b
regularised_recommended(A, Γ, b) = cholesky!(Symmetric(A' * A + Γ' * Γ)) \ (A' * b)
damped(A, α, b) = inv(A' * A + α * I) * A' * b
damped_recommended(A, α, b) = cholesky!(Symmetric(A' * A + α * I)) \ (A' * b)
weighted(A, P, Q, b, x) = inv(Q + A' * P * A) * (A' * P * b + Q * x)
weighted_recommended(A, P, Q, b, x) = cholesky!(Symmetric(Q + A' * (P * A))) \ (A' * (P * b) + Q * x)
corrected(A, P, Q, b, x) = x + inv(A' * P * A + Q) * A' * P * (b - A * x)
corrected_recommended(A, P, Q, b, x) = x + cholesky!(Symmetric(A' * (P * A) + Q)) \ (A' * (P * (b - A * x)))

# Estimates with least mean square errors: two forms, and both results; a Kalman filter.
estimated(A, C, Z, x, y) = C * A' * inv(A * C * A' + Z) * (y - A * x) + x
estimated_recommended(A, C, Z, x, y) = C * (A' * (cholesky!(Symmetric(A * (C * A') + Z)) \ (y - A * x))) + x
estimated_by_inverses(A, C, Z, x, y) = inv(A' * inv(Z) * A + inv(C)) * A' * inv(Z) * (y - A * x) + x
function estimated_by_inverses_recommended(A, C, Z, x, y)
    F = cholesky(Z)
    G = F.L \ A
    return cholesky!(Symmetric(G' * G + inv(cholesky(C)))) \ (A' * (F \ (y - A * x))) + x
end
function estimated_with_error(A, C, Z, x, y)
    K = C * A' * inv(Z + A * C * A')
    return K, x + K * (y - A * x), (I - K * A) * C
end
function estimated_with_error_recommended(A, C, Z, x, y)
    G = C * A'
    K = G / cholesky!(Symmetric(Z + A * G))
    return K, x + K * (y - A * x), C - K * G'
end

at(size, scale) = max(2, round(Int, size * scale))
const APPLICATIONS = [
    Application("least squares", least_squares, least_squares_recommended, (M, V), s -> (general(at(2500, s), at(500, s)), randn(at(2500, s)))),
    Application("generalised least squares", generalised, generalised_recommended, (S, M, V), s -> (definite(at(2500, s)), general(at(2500, s), at(500, s)), randn(at(2500, s)))),
    Application("optimisation", step, step_recommended, (D, M, V, V), s -> (positive(at(2000, s)), general(at(1000, s), at(2000, s)), randn(at(1000, s)), randn(at(2000, s)))),
    Application("optimisation, two steps", two_steps, two_steps_recommended, (D, M, V, V, V),
                s -> (positive(at(2000, s)), general(at(1000, s), at(2000, s)), randn(at(1000, s)), randn(at(2000, s)), randn(at(2000, s)))),
    Application("signal restoration", restored, restored_recommended, (M, M, D, U, V),
                s -> (n = at(2000, s); (regular(n), regular(n), positive(n), upper(n), randn(n)))),
    Application("triangular inversion", inverted_blocks, inverted_blocks_recommended, (L, M, L, M, M, L),
                s -> (n = at(2000, s); m = at(200, s); (lower(n), general(m, n), lower(m), general(n, n), general(n, m), lower(n)))),
    Application("ensemble filter", filtered, filtered_recommended, (S, M, S, M, M),
                s -> (n = at(2000, s); (definite(n), general(n, n), definite(n), general(n, at(200, s)), general(n, at(200, s))))),
    Application("ensemble filter, increment", increment, increment_recommended, (S, M, S, M, M),
                s -> (n = at(5000, s); m = at(1000, s); (definite(n), general(m, n), definite(m), general(n, at(200, s)), general(m, at(200, s))))),
    Application("ensemble filter, square root", square_root, square_root_recommended, (M, S, L, M, M),
                s -> (n = at(5000, s); m = at(1000, s); (general(m, n), definite(m), lower(n), general(n, at(200, s)), general(m, at(200, s))))),
    Application("image restoration", denoised, denoised_recommended, (M, Float64, V, V, V),
                s -> (n = at(5000, s); m = at(1000, s); (general(m, n), 0.7, randn(m), randn(n), randn(n)))),
    Application("image restoration, projection", projected, projected_recommended, (M, V, V),
                s -> (n = at(5000, s); m = at(1000, s); (general(m, n), randn(m), randn(n)))),
    Application("randomised inversion", inverted, inverted_recommended, (M, S, M, M),
                s -> (n = at(5000, s); (general(n, n), definite(n), general(n, n), general(n, at(500, s))))),
    Application("randomised inversion, right", inverted_from_the_right, inverted_from_the_right_recommended, (M, S, M, M),
                s -> (n = at(5000, s); (general(n, n), definite(n), general(n, n), general(n, at(500, s))))),
    Application("randomised inversion, symmetric", inverted_symmetric, inverted_symmetric_recommended, (S, S, S, M),
                s -> (n = at(5000, s); (definite(n), definite(n), definite(n), general(n, at(500, s))))),
    Application("randomised inversion, definite", inverted_definite, inverted_definite_recommended, (S, S, M),
                s -> (n = at(5000, s); (definite(n), definite(n), general(n, at(500, s))))),
    Application("stochastic Newton", newton, newton_recommended, (M, S, M, Float64),
                s -> (n = at(1000, s); m = at(5000, s); (general(m, n), definite(n), general(m, at(625, s)), 3.5))),
    Application("stochastic Newton, start", newton_start, newton_start_recommended, (M, M, Float64),
                s -> (n = at(1000, s); m = at(5000, s); (general(m, n), general(m, at(625, s)), 3.5))),
    Application("regularisation", regularised, regularised_recommended, (M, M, V),
                s -> (n = at(3000, s); m = at(200, s); (general(n, m), general(m, m), randn(n)))),
    Application("regularisation by a number", damped, damped_recommended, (M, Float64, V), s -> (n = at(3000, s); (general(n, at(200, s)), 0.3, randn(n)))),
    Application("regularisation, weighted", weighted, weighted_recommended, (M, S, S, V, V),
                s -> (n = at(3000, s); m = at(200, s); (general(n, m), definite(n), definite(m), randn(n), randn(m)))),
    Application("regularisation, correction", corrected, corrected_recommended, (M, S, S, V, V),
                s -> (n = at(3000, s); m = at(200, s); (general(n, m), definite(n), definite(m), randn(n), randn(m)))),
    Application("estimation", estimated, estimated_recommended, (M, S, S, V, V),
                s -> (n = at(2000, s); m = at(1500, s); (general(m, n), definite(n), definite(m), randn(n), randn(m)))),
    Application("estimation by inverses", estimated_by_inverses, estimated_by_inverses_recommended, (M, S, S, V, V),
                s -> (n = at(2000, s); m = at(1500, s); (general(m, n), definite(n), definite(m), randn(n), randn(m)))),
    Application("estimation with its error", estimated_with_error, estimated_with_error_recommended, (M, S, S, V, V),
                s -> (n = at(2000, s); m = at(1500, s); (general(m, n), definite(n), definite(m), randn(n), randn(m)))),
    Application("Kalman filter", estimated_with_error, estimated_with_error_recommended, (M, S, S, V, V),
                s -> (n = at(400, s); (general(n, n), definite(n), definite(n), randn(n), randn(n)))),
]

library() = foldl(∪, [Saturate.library_rules(name) for name in (:linalg, :gemm, :parts, :structure, :solves)])

same(a::Tuple, b::Tuple) = all(same(x, y) for (x, y) in zip(a, b))
same(a, b) = isapprox(a, b; rtol=1e-6)

function main(arguments)
    BLAS.set_num_threads(1)
    Random.seed!(21)
    scale = (isempty(arguments) ? 20 : parse(Int, arguments[1])) / 100
    first, last = length(arguments) < 3 ? (1, length(APPLICATIONS)) : parse.(Int, arguments[2:3])
    println("| application | plain | optimised | recommended | plain / optimised | recommended / optimised | A/A interval | optimised in | again in | equal |")
    println("|:--|--:|--:|--:|--:|--:|:--|--:|--:|:--|")
    over_plain, over_recommended = Float64[], Float64[]
    # What is compiled for the first functions of a session, one with a guard by sizes among them, is not counted.
    saturate(least_squares, (M, V), library())
    saturate((A, B, C, x) -> (A * B * C * x)[1] > 1 ? A : B, (M, M, M, V), library())
    for a in APPLICATIONS[first:last]
        started = time_ns()
        optimised = saturate(a.plain, a.types, library())
        milliseconds = (time_ns() - started) / 1e6
        # Once more, from the start, in a session that has inferred what is called: another limit, so that the result is not found.
        started = time_ns()
        saturate(a.plain, a.types, library(); nodes=10_001)
        again = (time_ns() - started) / 1e6
        args = a.input(scale)
        expected = a.plain(deepcopy(args)...)
        equal = same(Base.invokelatest(optimised, deepcopy(args)...), expected) && same(a.recommended(deepcopy(args)...), expected)
        result = Base.invokelatest(Measure.compare, Any[a.recommended, optimised, a.plain], args; rounds=16, budget=4.0)
        push!(over_plain, result.times[3] / result.times[2])
        push!(over_recommended, result.speedups[2])
        @printf("| %s | %s | %s | %s | %.2f | %.2f | %.2f … %.2f | %.0f ms | %.0f ms | %s |\n", a.name, (Saturate.shown_time(1e9 * result.times[k]) for k in (3, 2, 1))...,
                over_plain[end], over_recommended[end], result.aa..., milliseconds, again, equal ? "yes" : "NO")
        flush(stdout)
    end
    geometric(x) = exp(mean(log.(x)))
    @printf("\nGeometric means: %.2f over plain, %.2f of recommended.\n", geometric(over_plain), geometric(over_recommended))
end

end # module

Linnea.main(ARGS)
