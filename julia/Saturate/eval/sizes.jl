# Costs by size on this machine: what the guard takes, how good the picked programs are, and how far predictions can be trusted.
#
#     julia --project=julia/Saturate julia/Saturate/eval/sizes.jl [CHAINS]
#
# The numbers are in docs/sizes.md.

module Sizes

using LinearAlgebra, Random, Statistics, Printf
using Saturate
include("measure.jl")

const M = Matrix{Float64}

"The product of the factors from `first` to `last`, grouped in all ways."
function groupings(first::Int, last::Int)
    first == last && return Any[Symbol(:A, first)]
    return Any[:($left * $right) for split in first:last-1 for left in groupings(first, split) for right in groupings(split + 1, last)]
end

parameters(n) = [Symbol(:A, k) for k in 1:n]

"A function of `n` matrices."
define(n, body) = Core.eval(@__MODULE__, :(($(parameters(n)...),) -> $body))

"The chain as it is written: from the left."
chain(n) = define(n, foldl((product, k) -> :($product * $(Symbol(:A, k))), 2:n; init=:A1))

# -- The guard ------------------------------------------------------------------------------------------------------------------

"""
A function with the guard of a chain of `n` factors, whose variants do nothing but return their number; the same without a guard; and
how many variants there are.
"""
function bare_guard(n)
    variants = report(saturate(chain(n), ntuple(_ -> M, n), Saturate.Rules.linalg)).variants
    names = [Symbol(:variant_, n, :_, k) for k in 1:length(variants)]
    arguments = [:($name::Matrix) for name in parameters(n)]
    lines = Any[]
    for (k, name) in enumerate(names)
        Core.eval(@__MODULE__, :($name($(arguments...)) = $k + 0 * length(A1)))
        patterns = [:(~($name::Matrix{Float64})) for name in parameters(n)]
        k > 1 && push!(lines, :($(names[1])($(patterns...)) --> $name($((:(~$x) for x in parameters(n))...))))
        push!(lines, :(@cost $name($(arguments...)) $(Meta.parse(variants[k].cost))))
    end
    rules = Symbol(:guard_, n)
    Core.eval(@__MODULE__, :(@rules $rules begin $(lines...) end))
    original = define(n, :($(names[1])($(parameters(n)...))))
    guarded = Base.invokelatest(saturate, original, ntuple(_ -> M, n), getfield(@__MODULE__, rules))
    return original, guarded, length(report(guarded).variants)
end

"Nanoseconds of a call, by a loop that the calls cannot leave."
function nanoseconds(f::F, lists) where {F}
    total, best = 0, Inf
    for _ in 1:50
        start = time_ns()
        for args in lists
            total += f(args...)
        end
        best = min(best, (time_ns() - start) / length(lists))
    end
    return best, total
end

"What the guard takes beyond the call, for these arguments one after another."
function guard_time(original, guarded, lists)
    Base.invokelatest(nanoseconds, original, lists)
    with, _ = Base.invokelatest(nanoseconds, guarded, lists)
    without, _ = Base.invokelatest(nanoseconds, original, lists)
    return with - without
end

function guards()
    println("| factors | variants | the same sizes | eight sizes in turn | other sizes each time | allocated | inferred |\n|--:|--:|--:|--:|--:|--:|:--|")
    for n in (3, 4, 5, 6, 8)
        original, guarded, count = bare_guard(n)
        lists = [ntuple(_ -> zeros(rand(1:30), rand(1:30)), n) for _ in 1:1000]
        same = guard_time(original, guarded, fill(lists[1], 1000))
        few = guard_time(original, guarded, repeat(lists[1:8], 125))
        other = guard_time(original, guarded, lists)
        call(f, args) = (f(args...); @allocated f(args...))
        allocated = Base.invokelatest(call, guarded, lists[1])
        inferred = Base.invokelatest(Base.return_types, guarded, ntuple(_ -> M, n))
        @printf("| %d | %d | %.1f ns | %.1f ns | %.1f ns | %d | %s |\n", n, count, same, few, other, allocated, join(inferred, ", "))
    end
end

# -- Chains ---------------------------------------------------------------------------------------------------------------------

"What a grouping costs by the library, and the sizes of its result."
function predicted_cost(body, sizes)
    body isa Symbol && return 0.0, sizes[parse(Int, string(body)[2:end])]
    left, (m, k) = predicted_cost(body.args[2], sizes)
    right, (_, n) = predicted_cost(body.args[3], sizes)
    return left + right + max(1, (m * k + k * n) / 1000, m * k * n / 5000), (m, n)
end

"Times random chains: what is picked against the fastest grouping and against the source."
function chains(count)
    random = MersenneTwister(20)
    over_fastest, over_source, pairs = Float64[], Float64[], Tuple{Float64,Float64}[]
    for number in 1:count
        n = 3 + number % 3
        bodies = groupings(1, n)
        functions = [define(n, body) for body in bodies]
        source = Base.invokelatest(chain, n)
        picked = Base.invokelatest(saturate, source, ntuple(_ -> M, n), Saturate.Rules.linalg)
        for _ in 1:4
            d = [round(Int, 4 * 100.0^rand(random)) for _ in 0:n]
            args = Tuple(randn(random, d[k], d[k+1]) for k in 1:n)
            result = Base.invokelatest(Measure.compare, Any[source, picked, functions...], args; rounds=16, seconds=1e-4, budget=0.3)
            fastest = minimum(result.times)
            push!(over_fastest, result.times[2] / fastest)
            push!(over_source, result.speedups[2])
            sizes = [size(A) for A in args]
            before = predicted_cost(foldl((product, k) -> :($product * $(Symbol(:A, k))), 2:n; init=:A1), sizes)[1]
            for (body, speedup) in zip(bodies, result.speedups[3:end])
                push!(pairs, (before / predicted_cost(body, sizes)[1], speedup))
            end
        end
    end
    sort!(over_fastest)
    at(part) = over_fastest[ceil(Int, part * length(over_fastest))]
    @printf("\n%d chains of 3 to 5 factors at 4 sizes each, from 4 to 400: time over that of the fastest grouping: median %.2f, 90 %% %.2f, 95 %% %.2f, most %.2f; within 15 %%: %.0f %%.\n",
            count, at(0.5), at(0.9), at(0.95), at(1.0), 100 * mean(over_fastest .<= 1.15))
    @printf("Speed-up over the source: median %.2f, least %.2f, most %.2f; slower by more than 5 %%: %d of %d.\n",
            median(over_source), minimum(over_source), maximum(over_source), sum(over_source .< 0.95), length(over_source))
    println("\n| predicted gain of another grouping, at least | pairs | slower than the source | slower by more than 5 % |\n|--:|--:|--:|--:|")
    for least in (0.0, 0.02, 0.05, 0.1, 0.2, 0.5)
        of = [measured for (predicted, measured) in pairs if predicted > 1 + least]
        @printf("| %.0f %% | %d | %.1f %% | %.1f %% |\n", 100least, length(of), 100mean(of .< 1.0), 100mean(of .< 0.95))
    end
end

function main(arguments)
    BLAS.set_num_threads(1)
    guards()
    chains(isempty(arguments) ? 24 : parse(Int, arguments[1]))
end

end # module

Sizes.main(ARGS)
