# Interleaved measurements of work on a device.
#
# In each round every variant has its turn, in a random order: what ran before leaves caches and clocks behind, and in a fixed order always the same
# variant would get them (by a few percent, which was measured). A turn begins with two calls that do not count. It is so many calls that the original takes about two milliseconds, then
# waiting until the device is done; or, for the time until one result is there, each call waits. Ratios are taken within rounds; medians of them are the
# results. The collector runs between rounds, so that nobody pays for another's garbage.
#
# The original takes part twice: what the ratio of the original to itself comes to (the smallest and largest median over eight equal parts of the
# rounds) is the A/A interval. A ratio inside it says nothing.

module Measure

using Random, Statistics
using SaturateGPU

const SINK = Ref{Any}(nothing)
@noinline keep(x) = (SINK[] = x; nothing)

"Seconds of `calls` calls one behind the other."
function run_together(f::F, args::Tuple, calls::Int) where {F}
    synchronize()
    start = time_ns()
    for _ in 1:calls
        keep(f(args...))
    end
    synchronize()
    return (time_ns() - start) / 1e9
end

"Seconds of `calls` calls, each of which waits for its result."
function run_each(f::F, args::Tuple, calls::Int) where {F}
    synchronize()
    start = time_ns()
    for _ in 1:calls
        keep(f(args...))
        synchronize()
    end
    return (time_ns() - start) / 1e9
end

struct Result
    times::Vector{Float64}          # median seconds per call of each variant
    speedups::Vector{Float64}       # of each variant against the first
    aa::Tuple{Float64,Float64}      # the same for the first against itself
    last_two::Float64               # of the last but one against the last
end

"Measures variants; the first is the original. Each has its own arguments."
function compare(variants::Vector, arguments::Vector; run=run_together, rounds=96, seconds=2e-3)
    everyone, own = Any[variants[1]; variants], Any[arguments[1]; arguments]
    foreach((f, a) -> run(f, a, 3), everyone, own)
    once = minimum(run(variants[1], own[1], 3) for _ in 1:5) / 3
    calls = clamp(round(Int, seconds / once), 1, 200)
    samples = zeros(rounds, length(everyone))
    order = MersenneTwister(1)
    for round in -3:rounds
        GC.gc(false)
        for who in randperm(order, length(everyone))
            run(everyone[who], own[who], 2)
            t = run(everyone[who], own[who], calls) / calls
            round >= 1 && (samples[round, who] = t)
        end
    end
    ratios(who) = samples[:, 2] ./ samples[:, who]
    parts = collect(Iterators.partition(1:rounds, cld(rounds, 8)))
    aa = [median(ratios(1)[part]) for part in parts]
    return Result(vec(median(samples[:, 2:end]; dims=1)), [median(ratios(who)) for who in 2:length(everyone)], extrema(aa),
                  median(samples[:, end] ./ samples[:, end - 1]))
end

end
