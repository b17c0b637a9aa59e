# Conversion of method bodies to the e-graph and back, against their size.
#
# The bodies are those of exported functions of Base and LinearAlgebra over a table of argument types, as in test/roundtrip.jl: for each
# pair of a function and argument types for which one method runs, its typed code before inlining, and the same after Julia's optimiser
# (inlined, with phi and π nodes and `invoke`). Each goes through the whole optimiser with an empty rule set; conversion is
# `build` and `elaborate` of the report, the least of three requests. What the reader refuses is counted with its reason.

module Conversion

using Saturate, Statistics
using ..RoundTrip, ..Progress

"One body: its size in statements (dead ones not counted), and microseconds."
struct Sample
    size::Int
    convert::Float64    # to the e-graph and back
    ours::Float64       # all of this package: reading, the library, its questions, writing
    julia::Float64      # Julia's inference and compilation of the result; 0 where not measured
end

struct Collection
    title::String
    samples::Vector{Sample}
    methods::Int                    # distinct ones
    refused::Dict{String,Int}       # by reason
    kept::Int                       # the optimiser kept the original
end

"One in `stride` pairs of a function and argument types for which one method may run."
function pairs_of(stride::Int)
    found, number = Pair{Any,Any}[], 0
    for e in RoundTrip.exported()
        f = e.f
        all_methods = nothing
        for types in RoundTrip.signatures()
            number += 1
            RoundTrip.selected(number, stride) || continue
            all_methods === nothing && (all_methods = [m.sig for m in methods(f)])
            types = Tuple{types...}
            signature = Base.signature_type(f, types)
            any(sig -> signature <: sig, all_methods) && push!(found, f => types)
        end
    end
    return found
end

"Microseconds of Julia's own work on an optimised body: its definition is inferred and compiled as any other."
function julia_time(f, types, body)
    g = Core.eval(RoundTrip.SCRATCH, Saturate.definition(body, gensym(:body)))
    signature = Tuple{Core.Typeof(f),types.parameters...}
    return 1e6 * @elapsed Base.invokelatest(precompile, g, Tuple(signature.parameters))
end

"""
Measures the bodies of `pairs`. With `optimize`, their code is what Julia's optimiser makes of them. For one in `compiled` of them the
time that Julia takes to compile the result is measured, too; 0 for none.
"""
function collect_samples(title, pairs; optimize=false, runs=3, compiled=0)
    samples, seen, refused, kept = Sample[], Set{Method}(), Dict{String,Int}(), 0
    bar = Progress.Bar(title, length(pairs))
    for (number, pair) in enumerate(pairs)
        f, types = pair.first, pair.second
        Progress.step!(bar)
        found = try
            Saturate.method_body(f, types; optimize=optimize)
        catch err
            err isa Saturate.NotUnderstood || rethrow()
            continue        # no method, or several: no body to convert
        end
        size = count(is_live, found.code.code)
        convert, ours, body, report = Inf, Inf, nothing, nothing
        try
            for _ in 1:runs
                e = Saturate.blank_entry(types)
                ours = min(ours, 1e6 * @elapsed(body = Saturate.optimized_body!(e, found, RuleSet(), Saturate.options())))
                report = e.report
                convert = min(convert, report.times[:build] + report.times[:elaborate])
            end
        catch err
            err isa Saturate.NotUnderstood || err isa Saturate.RequestError || rethrow()
            why = general(sprint(showerror, err))
            refused[why] = get(refused, why, 0) + 1
            continue
        end
        if report.kept !== nothing && !occursin("no cheaper program", report.kept)
            kept += 1
            continue        # nothing was converted back
        end
        push!(seen, found.method)
        julia = compiled > 0 && number % compiled == 0 ? julia_time(f, types, body) : 0.0
        push!(samples, Sample(size, convert, ours, julia))
    end
    Progress.finish!(bar)
    return Collection(title, samples, length(seen), refused, kept)
end

"Whether a statement is code: newer versions leave what inference proved dead in its place, as data."
is_live(@nospecialize(x)) = !(Saturate.is_dead(x) || x === nothing || x isa Core.NewvarNode)

refusals(c::Collection) = reduce(+, values(c.refused); init=0)

"A reason without the names of one method."
general(why) = replace(replace(first(split(why, '\n')), r"`[^`]*`" => "`…`"), r"of type .* has" => "of a type that is no plain data has")

"Bodies that say something about growth: in smaller ones, what every request costs is more than what their statements do."
const LARGE = 20

"Exponent of size in time (1 is linear) over large bodies, and the factor before it."
function exponent(samples)
    sizes, times = medians(s for s in samples if s.convert > 0 && s.size >= LARGE)
    length(sizes) < 3 && return NaN, NaN
    slope, level, _ = line(log.(sizes), log.(times))
    return slope, exp(level)
end

"The sizes that occur, and the median of the times of each: one body that was interrupted says nothing."
function medians(samples)
    by_size = Dict{Int,Vector{Float64}}()
    foreach(s -> push!(get!(() -> Float64[], by_size, s.size), s.convert), samples)
    sizes = sort!(collect(keys(by_size)))
    return Float64.(sizes), Float64[median(by_size[n]) for n in sizes]
end

"""
Slope and intercept of a line, and the distance from it that half of the points keep. The slope is the median of those between all
pairs of points (Theil and Sen): bodies for which the session must infer something first take milliseconds whatever their size.
"""
function line(x, y)
    slope = median((y[j] - y[i]) / (x[j] - x[i]) for i in eachindex(x) for j in i+1:length(x))
    level = median(y .- slope .* x)
    return slope, level, median(abs.(y .- level .- slope .* x))
end

const BINS = [(1, 2), (3, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, 200), (201, 500), (501, 1000), (1001, typemax(Int))]

bin_name((low, high)) = high == typemax(Int) ? "over $(low - 1)" : "$low to $high"
in_bin(samples, (low, high)) = [s for s in samples if low <= s.size <= high]

function describe(io, c::Collection)
    isempty(c.samples) && return println(io, "No body was read.")
    power, _ = exponent(c.samples)
    sizes, times = medians(c.samples)
    per_statement, fixed, off = length(sizes) < 2 ? (NaN, NaN, NaN) : line(sizes, times)
    bodies = length(c.samples) + refusals(c) + c.kept
    println(io, length(c.samples), " of ", bodies, " method bodies, of ", c.methods, " methods; the largest has ", maximum(s.size for s in c.samples),
            " statements. A line through the median of each size: ", round(fixed; digits=1), " µs and ", round(per_statement; digits=2), " µs per statement (Theil and Sen; half of the sizes are within ",
            round(off; digits=1), " µs of it); from ", LARGE, " statements on, time grows as size^", round(power; digits=2), ".", "\n")
    c.kept == 0 || println(io, "- kept ", c.kept, ": the optimiser gave the original back")
    for (why, count) in sort!(collect(c.refused); by=p -> (-p[2], p[1]))
        println(io, "- refused ", count, ": ", why)
    end
    isempty(c.refused) && c.kept == 0 || println(io)
    println(io, "| statements | bodies | share of bodies | | median µs |\n|---|---|---|---|---|")
    for bin in BINS
        part = in_bin(c.samples, bin)
        isempty(part) && continue
        share = 100 * length(part) / length(c.samples)
        println(io, "| ", bin_name(bin), " | ", length(part), " | ", round(share; digits=1), " % | ", '█'^round(Int, share / 2), " | ",
                round(median(s.convert for s in part); digits=1), " |")
    end
end

"What part of the compile time is ours, over the bodies of which the other part was measured."
function share(io, c::Collection)
    both = [s for s in c.samples if s.julia > 0]
    isempty(both) && return
    ours, julia = sum(s.ours for s in both), sum(s.julia for s in both)
    println(io, "\nOf ", length(both), " of these bodies the result was compiled: this package took ", round(ours / 1e3; digits=1),
            " ms, Julia's inference and compilation ", round(julia / 1e3; digits=1), " ms: ", round(100 * ours / (ours + julia); digits=1),
            " % of the whole is ours (median of the bodies: ", round(100 * median(s.ours / (s.ours + s.julia) for s in both); digits=1), " %).")
end

const COLOURS = ["#1b6ca8", "#d1495b"]

"Points and fitted lines of several collections, both axes logarithmic."
function scatter(path, collections)
    w, h, m = 640, 400, 56
    all_samples = reduce(vcat, [c.samples for c in collections])
    isempty(all_samples) && return
    top = max(2.0, maximum(s.convert for s in all_samples))
    right = max(2, maximum(s.size for s in all_samples))
    digit(v) = round(v; digits=1)
    x(n) = m + log(max(n, 1)) / log(right) * (w - 2m)
    y(t) = h - m - log(max(t, 1)) / log(top) * (h - 2m)
    open(path, "w") do io
        println(io, """<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" font-family="sans-serif" font-size="12">""")
        println(io, """<rect width="100%" height="100%" fill="white"/><text x="$(w ÷ 2)" y="24" text-anchor="middle" font-size="15">Conversion to the e-graph and back</text>""")
        for n in 10 .^ (0:floor(Int, log10(right)))
            println(io, """<line x1="$(digit(x(n)))" x2="$(digit(x(n)))" y1="$m" y2="$(h - m)" stroke="#eee"/><text x="$(digit(x(n)))" y="$(h - m + 18)" text-anchor="middle">$n</text>""")
        end
        for t in 10 .^ (0:floor(Int, log10(top)))
            println(io, """<line x1="$m" x2="$(w - m)" y1="$(digit(y(t)))" y2="$(digit(y(t)))" stroke="#eee"/><text x="$(m - 6)" y="$(digit(y(t) + 4))" text-anchor="end">$t</text>""")
        end
        println(io, """<text x="$(w ÷ 2)" y="$(h - 14)" text-anchor="middle">statements</text><text x="14" y="$(h ÷ 2)" transform="rotate(-90 14 $(h ÷ 2))" text-anchor="middle">microseconds</text>""")
        for (k, c) in enumerate(collections)
            colour = COLOURS[mod1(k, length(COLOURS))]
            for (cx, cy) in unique((digit(x(s.size)), digit(y(s.convert))) for s in c.samples)
                println(io, """<circle cx="$cx" cy="$cy" r="2" fill="$colour" fill-opacity="0.3"/>""")
            end
        end
        for (k, c) in enumerate(collections)
            colour = COLOURS[mod1(k, length(COLOURS))]
            slope, level = exponent(c.samples)
            if isfinite(slope)
                ends = (LARGE, maximum(s.size for s in c.samples))
                points = join([string(digit(x(n)), ",", digit(y(level * n^slope))) for n in ends], " ")
                println(io, """<polyline points="$points" fill="none" stroke="$colour" stroke-width="2"/>""")
            end
            println(io, """<text x="$(m + 10)" y="$(m + 16k)" fill="$colour">$(c.title): size^$(isfinite(slope) ? round(slope; digits=2) : "?")</text>""")
        end
        println(io, "</svg>")
    end
end

end # module
