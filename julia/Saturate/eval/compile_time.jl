# Compile-time evaluation: what optimising costs.
#
#   julia --project=julia/Saturate julia/Saturate/eval/compile_time.jl [--quick] [--out FOLDER]
#
# Prints, and writes to the folder as `compile_time.json` and an SVG: phases per use case, beside what Julia itself takes to compile the result; the same with calls looked
# into or not, for the use cases and for functions that do nothing but call them;
# conversion to the e-graph and back over method bodies of Base and LinearAlgebra against their size, before and after
# inlining (every second one), with a fitted line and exponent and a histogram of the sizes; our share of the compile time of a sample of them.
# Fewer than 5,000 bodies are a failure. The extraction problems of the use cases by the other extractors are the bench `use_cases`.

using LinearAlgebra, Dates, Statistics
using Saturate

include("usecases.jl")
include("../test/roundtrip.jl")
include("progress.jl")
include("conversion.jl")
include("json.jl")

using .UseCases: UseCase

const PHASES = (:read, :build, :saturate, :extract, :elaborate, :request, :answers, :write)

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

"A function of as many arguments that does nothing but call `f`."
function behind_a_call(f, count)
    names = [Symbol(:x, number) for number in 1:count]
    return Core.eval(@__MODULE__, :(($(names...),) -> $f($(names...))))
end

"Milliseconds of a warm request without looking into calls and with, and the cost before and after."
function with_and_without_calls(f, types, rules, repetitions)
    return map((:none, Saturate.DEFAULT)) do calls
        chosen = Saturate.options(; calls=calls)
        entries = [Base.invokelatest(Saturate.optimized_entry, f, types, rules, chosen) for _ in 0:repetitions]
        times = [sum(e.report.times[phase] for phase in (:read, :request, :write)) / 1e3 for e in entries[2:end]]
        (ms=median(times), costs=(entries[end].report.cost_before, entries[end].report.cost_after))
    end
end

"The table of calls; what it shows, as data."
function calls(repetitions)
    println("\n### Calls\n\nMilliseconds of a warm request, medians of ", repetitions, " runs: without looking into calls (`calls=:none`), and with; for the use case, and for a function that does nothing but call it.\n")
    println("| use case | without | with | ratio | behind a call, without | with | its cost, with calls |\n|---|---|---|---|---|---|---|")
    rows = Any[]
    for case in UseCases.ALL
        args = case.input(first(case.sizes))
        types = Tuple{map(Core.Typeof, args)...}
        own = with_and_without_calls(case.original, types, case.rules, repetitions)
        behind = with_and_without_calls(behind_a_call(case.original, length(args)), types, case.rules, repetitions)
        push!(rows, (name=case.name, own=[own[1].ms, own[2].ms], behind=[behind[1].ms, behind[2].ms], costs=collect(behind[2].costs)))
        ms(x) = round(x; digits=2)
        println("| ", join([case.name, ms(own[1].ms), ms(own[2].ms), ms(own[2].ms / own[1].ms), ms(behind[1].ms), ms(behind[2].ms), join(ms.(behind[2].costs), " → ")], " | "), " |")
    end
    return rows
end

function main(arguments)
    quick = "--quick" in arguments
    at = findfirst(==("--out"), arguments)
    folder = at === nothing ? "." : arguments[at + 1]
    mkpath(folder)
    println("Julia ", VERSION, ", ", Sys.cpu_info()[1].model, ", ", Sys.CPU_THREADS, " cores, ", Dates.format(now(), "yyyy-mm-dd HH:MM"))
    println("\n### Phases\n\nMedians of ", quick ? 3 : 21, " runs, microseconds. `read` and `write` are in Julia; `request` is all that the library does, with the phases before it in the table and looking up the effects of calls; `answers` is the part of it that the session needs to answer questions. All is `read`, `request` and `write`; the last column is what Julia takes to compile the result.\n")
    println("| use case | classes | nodes | ", join(PHASES, " | "), " | all | share of all compile time | Julia, ms |")
    println("|---|---|---|", repeat("---|", length(PHASES) + 3))
    failed, rows = false, Any[]
    for case in UseCases.ALL
        try
            p = phases(case, quick ? 3 : 21)
            push!(rows, p)
            total = sum(p.times_us[findfirst(==(phase), PHASES)] for phase in (:read, :request, :write))
            share = round(100 * total / (total + 1e3 * p.julia_ms); digits=2)
            println("| ", join([p.name, p.classes, p.nodes, round.(Int, p.times_us)..., round(Int, total), "$share %", round(p.julia_ms; digits=1)], " | "), " |")
        catch error
            error isa InterruptException && rethrow()
            failed = true
            println("| ", case.name, " | ", first(split(sprint(showerror, error), '\n')), " |")
        end
    end
    through = calls(quick ? 3 : 21)
    println("\n### Conversion\n\nTo the e-graph and back, over method bodies of Base and LinearAlgebra (`conversion.svg`), and how large these are.")
    chosen = Conversion.pairs_of(quick ? 500 : 13)
    collections = [Conversion.collect_samples("before inlining", chosen; compiled=quick ? 20 : 40),
                   Conversion.collect_samples("after inlining", chosen[1:2:end]; optimize=true)]
    for c in collections
        println("\n#### ", uppercasefirst(c.title), "\n")
        Conversion.describe(stdout, c)
        Conversion.share(stdout, c)
        failed |= isempty(c.samples)
    end
    failed |= !quick && length(collections[1].samples) < 5000
    Conversion.scatter(joinpath(folder, "conversion.svg"), collections)
    samples = [(title=c.title, slope=Conversion.exponent(c.samples)[1], sizes=[s.size for s in c.samples],
                microseconds=[s.convert for s in c.samples], refused=Conversion.refusals(c)) for c in collections]
    write(joinpath(folder, "compile_time.json"), Json.text((julia=string(VERSION), date=string(now()), phases=rows, calls=through, conversion=samples)), "\n")
    return failed ? 1 : 0
end

exit(main(ARGS))
