# Compile-time evaluation: what optimising costs.
#
#   julia --project=julia/Saturate julia/Saturate/eval/compile_time.jl [--quick] [--out FOLDER]
#
# Prints three tables, and writes `compile_time.json` and two SVGs to the folder: phases per use case, beside what Julia itself takes to compile
# the result; conversion to the e-graph and back over method bodies of Base and LinearAlgebra, against their size, with a fitted
# slope; a histogram of these sizes. The extraction problems of the use cases by the other extractors are the bench `use_cases`.

using LinearAlgebra, Dates, Statistics
using Saturate

include("usecases.jl")
include("../test/roundtrip.jl")

using .UseCases: UseCase

json(x::AbstractString) = string('"', escape_string(x), '"')
json(x::Real) = isfinite(x) ? string(x) : "null"
json(x::Union{AbstractVector,Tuple}) = string('[', join(map(json, collect(Any, x)), ','), ']')
json(x::NamedTuple) = string('{', join([string(json(string(k)), ':', json(v)) for (k, v) in pairs(x)], ','), '}')

const PHASES = (:read, :build, :saturate, :extract, :elaborate, :answers, :write)

"Phases of the optimiser (medians), and what Julia takes to infer and compile the result."
function phases(case::UseCase, repetitions)
    args = case.input(first(case.sizes))
    types = Tuple{map(Core.Typeof, args)...}
    entries = [Saturate.optimized_entry(case.original, types, case.rules) for _ in 1:repetitions]
    problem = entries[end].reason
    problem === nothing || error("not optimised: ", problem)
    times = map(phase -> median(Float64(e.report.times[phase]) for e in entries), PHASES)
    g = saturate(case.original, types, case.rules)
    # The first call compiles; the second does not.
    first_call = @elapsed Base.invokelatest(g, deepcopy(args)...)
    second_call = @elapsed Base.invokelatest(g, deepcopy(args)...)
    r = entries[end].report
    return (name=case.name, classes=r.classes, nodes=r.nodes, iterations=r.iterations, times_us=collect(times),
            julia_ms=1e3 * max(first_call - second_call, 0.0))
end

"Microseconds to convert a method body and back, and its size in statements."
function conversions(stride)
    found = NamedTuple[]
    number = 0
    for (name, f) in RoundTrip.exported()
        all_methods = nothing
        for types in RoundTrip.signatures()
            number += 1
            RoundTrip.selected(number, stride) || continue
            types = Tuple{types...}
            all_methods === nothing && (all_methods = [m.sig for m in methods(f)])
            signature = Base.signature_type(f, types)
            any(sig -> signature <: sig, all_methods) || continue
            try
                size = length(Saturate.method_body(f, types).code.code)
                # An empty set goes through the whole optimiser, and changes nothing.
                report = Saturate.optimized_entry(f, types, RuleSet()).report
                report === nothing || push!(found, (size=size, us=report.times[:build] + report.times[:elaborate]))
            catch error
                error isa Saturate.NotUnderstood || rethrow()
            end
        end
    end
    return found
end

"Slope of a line through the logarithms: 1 is linear."
function slope(found)
    used = [f for f in found if f.us > 0 && f.size > 4]
    x, y = log.([f.size for f in used]), log.([f.us for f in used])
    mx, my = mean(x), mean(y)
    return sum((x .- mx) .* (y .- my)) / sum(abs2, x .- mx)
end

function scatter(path, found)
    w, h, m = 640, 400, 56
    top = maximum(f.us for f in found); right = maximum(f.size for f in found)
    x(n) = m + log(n) / log(right) * (w - 2m)
    y(t) = h - m - log(max(t, 1)) / log(max(top, 2)) * (h - 2m)
    open(path, "w") do io
        println(io, """<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" font-family="sans-serif" font-size="12">""")
        println(io, """<rect width="100%" height="100%" fill="white"/><text x="$(w ÷ 2)" y="24" text-anchor="middle" font-size="15">Conversion to the e-graph and back</text>""")
        for n in (1, 10, 100, 1000)
            n <= right && println(io, """<text x="$(round(x(n); digits=1))" y="$(h - m + 18)" text-anchor="middle">$n</text>""")
        end
        for t in (1, 10, 100, 1000, 10000)
            t <= top && println(io, """<text x="$(m - 6)" y="$(round(y(t) + 4; digits=1))" text-anchor="end">$t</text>""")
        end
        println(io, """<text x="$(w ÷ 2)" y="$(h - 14)" text-anchor="middle">statements</text><text x="14" y="$(h ÷ 2)" transform="rotate(-90 14 $(h ÷ 2))" text-anchor="middle">microseconds</text>""")
        for f in unique(found)
            println(io, """<circle cx="$(round(x(f.size); digits=1))" cy="$(round(y(f.us); digits=1))" r="2" fill="#1b6ca8" fill-opacity="0.35"/>""")
        end
        println(io, "</svg>")
    end
end

const BINS = [(1, 2), (3, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, 200), (201, 500), (501, typemax(Int))]

function main(arguments)
    quick = "--quick" in arguments
    at = findfirst(==("--out"), arguments)
    folder = at === nothing ? "." : arguments[at + 1]
    mkpath(folder)
    println("Julia ", VERSION, ", ", Sys.cpu_info()[1].model, ", ", Sys.CPU_THREADS, " cores, ", Dates.format(now(), "yyyy-mm-dd HH:MM"))
    println("\n### Phases\n\nMedians of ", quick ? 3 : 21, " runs, microseconds. `read` and `write` are in Julia; `answers` is the part of the others that the session needs to answer questions; the last column is what Julia takes to compile the result.\n")
    println("| use case | classes | nodes | ", join(PHASES, " | "), " | all | share of all compile time | Julia, ms |")
    println("|---|---|---|", repeat("---|", length(PHASES) + 3))
    failed, rows = false, Any[]
    for case in UseCases.ALL
        try
            p = phases(case, quick ? 3 : 21)
            push!(rows, p)
            # Answers are given during the other phases.
            total = sum(p.times_us) - p.times_us[findfirst(==(:answers), PHASES)]
            share = round(100 * total / (total + 1e3 * p.julia_ms); digits=2)
            println("| ", join([p.name, p.classes, p.nodes, round.(Int, p.times_us)..., round(Int, total), "$share %", round(p.julia_ms; digits=1)], " | "), " |")
        catch error
            error isa InterruptException && rethrow()
            failed = true
            println("| ", case.name, " | ", first(split(sprint(showerror, error), '\n')), " |")
        end
    end
    found = conversions(quick ? 400 : 12)
    s = slope(found)
    per = median(f.us / f.size for f in found if f.size > 4)
    println("\n### Conversion\n\n", length(found), " method bodies, before inlining. Time grows as size^", round(s; digits=2), "; median ",
            round(per; digits=2), " µs per statement.\n")
    println("| statements | bodies | median µs |\n|---|---|---|")
    for (low, high) in BINS
        bin = [f for f in found if low <= f.size <= high]
        isempty(bin) || println("| ", high == typemax(Int) ? "over $(low - 1)" : "$low to $high", " | ", length(bin), " | ", median(f.us for f in bin), " |")
    end
    isempty(found) || scatter(joinpath(folder, "conversion.svg"), found)
    write(joinpath(folder, "compile_time.json"), json((julia=string(VERSION), date=string(now()), phases=rows, slope=s,
                                                       sizes=[f.size for f in found], microseconds=[f.us for f in found])), "\n")
    return failed ? 1 : 0
end

exit(main(ARGS))
