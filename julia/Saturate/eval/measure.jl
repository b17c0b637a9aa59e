# Paired, interleaved measurements.
#
# In each round every variant has its turn, in an order that rotates, so that what disturbs the machine disturbs all of them. A turn is the
# fastest of three runs, each of as many calls as take a third of a millisecond, at least one: on a busy machine the others were interrupted. (So is
# a run by the garbage collector; what it costs the original counts less than it should.) Ratios are taken within rounds, and the median of
# these ratios is the result. Where a call takes long, a turn is one call and there are fewer rounds, at least sixteen.
#
# The original takes part twice. What the ratio of the original to itself comes to is the *A/A interval*: the smallest and
# largest median over eight equal parts of the rounds. A ratio inside it says nothing.

module Measure

using Statistics

const SINK = Ref{Any}(nothing)

"Keeps a result, so that its computation cannot be left out."
@noinline keep(x) = (SINK[] = x; nothing)

"Seconds that `calls` calls take."
function run(f::F, args::Tuple, calls::Int) where {F}
    start = time_ns()
    for _ in 1:calls
        keep(f(args...))
    end
    return (time_ns() - start) / 1e9
end

"How many calls take about `seconds`."
function calibrate(f, args, seconds)
    run(f, args, 1)
    calls = 1
    while true
        t = run(f, args, calls)
        t >= seconds && return calls
        calls = t <= 0 ? 10calls : clamp(ceil(Int, 1.2calls * seconds / t), calls + 1, 10calls)
    end
end

struct Result
    times::Vector{Float64}          # median seconds per call of each variant
    speedups::Vector{Float64}       # of each variant against the first
    aa::Tuple{Float64,Float64}      # the same for the first against itself
end

"Measures variants on their own copies of the arguments; the first is the original."
function compare(variants::Vector, args; rounds=80, seconds=3e-4, budget=8.0)
    everyone = Any[variants[1]; variants]           # the original twice: numbers 1 and 2
    own = [deepcopy(args) for _ in everyone]
    calls = calibrate(variants[1], own[1], seconds)
    foreach((f, a) -> run(f, a, 1), everyone, own)
    turn_time = run(variants[1], own[1], calls)
    repeats = turn_time > 20seconds ? 1 : 3
    rounds = clamp(floor(Int, budget / (repeats * length(everyone) * turn_time)), min(rounds, 16), rounds)
    samples = zeros(rounds, length(everyone))
    for round in 1:rounds, turn in 0:length(everyone)-1
        who = mod1(round + turn, length(everyone))
        # Garbage of the others is not this one's to collect.
        turn == 0 && GC.gc(false)
        samples[round, who] = minimum(run(everyone[who], own[who], calls) for _ in 1:repeats) / calls
    end
    ratios(who) = samples[:, 2] ./ samples[:, who]
    parts = [r for r in Iterators.partition(1:rounds, cld(rounds, 8))]
    aa = [median(ratios(1)[part]) for part in parts]
    return Result(vec(median(samples[:, 2:end]; dims=1)), [median(ratios(who)) for who in 2:length(everyone)], extrema(aa))
end

end
