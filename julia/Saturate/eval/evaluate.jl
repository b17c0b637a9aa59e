# Run-time evaluation: for each use case and size the original, the optimised function and the best by hand.
#
#   julia --project=julia/Saturate julia/Saturate/eval/evaluate.jl [--quick] [--out FOLDER] [--blas THREADS] [NAMES...]
#
# Prints a table, and writes `runtime.json` and one SVG per use case to the folder. A row that fails says why, the others go
# on. On a busy machine, threads of BLAS wait for each other: `--blas 1` measures without them. The exit code is 1 if a row failed or a target was missed (targets do not count with `--quick`, where sizes and rounds are few).

using LinearAlgebra, Dates, Statistics
using Saturate

include("usecases.jl")
include("measure.jl")
include("plot.jl")
include("json.jl")

using .UseCases: UseCase, agree

struct Row
    size::Int
    result::Union{Measure.Result,Nothing}
    problem::String
end

"Measures one size; a problem is a row, not the end."
function row(case::UseCase, n; rounds, seconds)
    try
        args = case.input(n)
        optimised = saturate(case.original, map(Core.Typeof, args), case.rules)
        why = reason(optimised)
        why === nothing || return Row(n, nothing, "not optimised: $why")
        variants = [case.original, optimised, case.optimum]
        inputs = [deepcopy(args) for _ in variants]
        outputs = map((f, a) -> f(a...), variants, inputs)
        for (name, other, input) in zip(("optimised", "hand-written"), outputs[2:3], inputs[2:3])
            agree(outputs[1], other) || return Row(n, nothing, "the $name function gives another result")
            all(agree.(inputs[1], input)) || return Row(n, nothing, "the $name function leaves other arguments behind")
        end
        return Row(n, Measure.compare(variants, args; rounds=rounds, seconds=seconds), "")
    catch error
        error isa InterruptException && rethrow()
        return Row(n, nothing, first(split(sprint(showerror, error), '\n')))
    end
end

"Seconds that are nothing: a callable looks at its entry whether a definition has changed since, which takes a cycle or two."
const NOTHING = 1e-9

"What is wrong with a row that was measured."
function slow(r::Row)
    low, high = r.result.aa
    _, ours, hand = r.result.speedups
    _, optimised, by_hand = r.result.times
    problems = String[]
    ours < low && push!(problems, "size $(r.size): slower than the original, beyond the A/A interval")
    ours < hand * low / high && optimised > by_hand + NOTHING && push!(problems, "size $(r.size): slower than by hand, beyond the A/A interval")
    return problems
end

"""
The row of one size. Of tens of rows some are outside an interval by chance, so one that is slow is measured again, up to three times in all: what is slower is so
every time.
"""
function settled(case::UseCase, n; options...)
    r = row(case, n; options...)
    for _ in 2:3
        r.result === nothing || isempty(slow(r)) ? break : (r = row(case, n; options...))
    end
    return r
end

"What is wrong with the rows of a case, measured by its target."
function missed(case::UseCase, rows)
    problems = String[]
    measured = [r for r in rows if r.result !== nothing]
    isempty(measured) && return problems
    best = maximum(r.result.speedups[2] for r in measured)
    case.target > 0 && best < case.target && push!(problems, "best speed-up $(round(best; digits=2)) is below $(case.target)")
    return append!(problems, (problem for r in measured for problem in slow(r)))
end

text(seconds) = seconds < 1e-6 ? string(round(1e9seconds; digits=1), " ns") :
                seconds < 1e-3 ? string(round(1e6seconds; digits=2), " µs") : string(round(1e3seconds; digits=2), " ms")

function table(io, case::UseCase, rows)
    println(io, "\n### ", case.title, " (`", case.name, "`)\n")
    println(io, "| size | original | optimised | by hand | speed-up | by hand | A/A interval |")
    println(io, "|---|---|---|---|---|---|---|")
    for r in rows
        if r.result === nothing
            println(io, "| ", r.size, " | ", r.problem, " | | | | | |")
        else
            t, s = r.result.times, map(x -> round(x; digits=2), r.result.speedups)
            low, high = map(x -> round(x; digits=3), r.result.aa)
            println(io, "| ", join([r.size, text(t[1]), text(t[2]), text(t[3]), "$(s[2])×", "$(s[3])×", "$low … $high"], " | "), " |")
        end
    end
end

function record(case::UseCase, rows, problems)
    sizes = map(rows) do r
        r.result === nothing && return (size=r.size, problem=r.problem)
        t, s = r.result.times, r.result.speedups
        (size=r.size, original=t[1], optimised=t[2], by_hand=t[3], speedup=s[2], speedup_by_hand=s[3], aa=r.result.aa)
    end
    return (name=case.name, title=case.title, target=case.target, rows=sizes, problems=problems)
end

function main(arguments)
    quick = "--quick" in arguments
    value(name) = (at = findfirst(==(name), arguments)) === nothing ? nothing : arguments[at + 1]
    folder = something(value("--out"), ".")
    threads = value("--blas")
    threads === nothing || BLAS.set_num_threads(parse(Int, threads))
    is_value(i) = i > 1 && arguments[i - 1] in ("--out", "--blas")
    names = [a for (i, a) in enumerate(arguments) if !startswith(a, "--") && !is_value(i)]
    unknown = setdiff(names, [c.name for c in UseCases.ALL])
    isempty(unknown) || (println(stderr, "unknown use cases: ", join(unknown, ", ")); return 2)
    mkpath(folder)
    rounds, seconds = quick ? (16, 1e-4) : (80, 3e-4)
    println("Julia ", VERSION, ", ", Sys.cpu_info()[1].model, ", ", Sys.CPU_THREADS, " cores, BLAS on ",
            something(threads, isdefined(BLAS, :get_num_threads) ? BLAS.get_num_threads() : Sys.CPU_THREADS), " threads, ", Dates.format(now(), "yyyy-mm-dd HH:MM"))
    println("Medians of up to ", rounds, " paired, interleaved rounds of the fastest of three runs; speed-ups are medians of the ratios within rounds. ",
            "A row below its A/A interval is measured again, up to three times in all.")
    failed, records = false, Any[]
    for case in UseCases.ALL
        isempty(names) || case.name in names || continue
        sizes = quick ? case.sizes[1:min(3, end)] : case.sizes
        rows = [(quick ? row : settled)(case, n; rounds=rounds, seconds=seconds) for n in sizes]
        problems = quick ? String[] : missed(case, rows)
        table(stdout, case, rows)
        isempty(problems) || println("\n", join(problems, "; "), ".")
        flush(stdout)
        failed |= any(r -> r.result === nothing, rows) || !isempty(problems)
        push!(records, record(case, rows, problems))
        measured = [r for r in rows if r.result !== nothing]
        isempty(measured) && continue
        Plot.speedups(joinpath(folder, case.name * ".svg"), case.title, [r.size for r in measured],
                      ["optimised" => [r.result.speedups[2] for r in measured], "by hand" => [r.result.speedups[3] for r in measured]],
                      [r.result.aa for r in measured])
    end
    write(joinpath(folder, "runtime.json"), Json.text((julia=string(VERSION), cpu=Sys.cpu_info()[1].model, cores=Sys.CPU_THREADS,
                                                 date=string(now()), rounds=rounds, cases=records)), "\n")
    return failed ? 1 : 0
end

exit(main(ARGS))
