# The evaluation on a device: for each use case and size the original, what rules make of it, and the same by hand.
#
#   julia --project=julia/SaturateGPU julia/SaturateGPU/eval/evaluate.jl [--quick] [--out FOLDER]
#
# Prints the document, and writes `gpu.json` and one SVG per use case to the folder. A row that fails says why, the others go on. The exit code is 1 if a row
# failed and 2 if a target was missed (targets do not count with `--quick`).

using LinearAlgebra, Dates, Statistics
using Saturate, SaturateGPU

include("measure.jl")
include("usecases.jl")
include("../../Saturate/eval/plot.jl")
include("../../Saturate/eval/json.jl")

using .UseCases: UseCase

struct Row
    size::Int
    names::Vector{String}
    together::Union{Measure.Result,Nothing}     # calls one behind the other
    each::Union{Measure.Result,Nothing}         # waiting for each result
    error::Float64                              # of the fused result against double precision on the processor, relative; NaN where too large to compute
    problem::String
end

on_device(args) = map(a -> a isa AbstractArray ? DeviceArray(a) : a, args)

"The largest size whose result is computed on the processor, in double precision, as well."
const CHECKED_SIZE = 2048

relative(a, b) = norm(Float64.(Array(a)) .- b) / norm(b)
relative(a::Tuple, b::Tuple) = maximum(map(relative, a, b))
in_double(a) = Float64.(Array(a))
in_double(a::Tuple) = map(in_double, a)

error_of(f, args, want) = relative(f(on_device(args)...), want)

"Measures one size; a problem is a row, not the end."
function row(case::UseCase, n; rounds)
    names = ["original"; first.(case.rules); "by hand"]
    try
        args = case.input(n)
        types = map(Core.Typeof, on_device(args))
        optimised = [saturate(case.original, types, rules) for (_, rules) in case.rules]
        for g in optimised
            reason(g) === nothing || return Row(n, names, nothing, nothing, NaN, "not optimised: $(reason(g))")
        end
        variants = Any[case.original; optimised; case.by_hand]
        double = map(a -> a isa AbstractArray ? Float64.(a) : a isa Float16 ? Float64(a) : a, args)
        want = n <= CHECKED_SIZE ? case.original(double...) : in_double(case.original(on_device(args)...))
        errors = [error_of(f, args, want) for f in variants]
        # Half precision rounds to one in 2048; the original rounds several times.
        all(e -> e < 4eps(Float16), errors) || return Row(n, names, nothing, nothing, NaN, "results differ from the processor's: $errors")
        measure(run) = Measure.compare(variants, Any[on_device(args) for _ in variants]; run=run, rounds=rounds)
        return Row(n, names, measure(Measure.run_together), measure(Measure.run_each), n <= CHECKED_SIZE ? errors[end-1] : NaN, "")
    catch error
        error isa InterruptException && rethrow()
        return Row(n, names, nothing, nothing, NaN, first(split(sprint(showerror, error), '\n')))
    end
end

microseconds(seconds) = string(round(1e6seconds; digits=seconds < 1e-4 ? 1 : 0))
times(x) = string(round(x; digits=2), "×")

function table(io, case, rows, field)
    names = rows[1].names
    println(io, "| N | ", join((string(n, ", µs") for n in names), " | "), " | ", join(names[2:end], " | "), " | A/A interval | by hand ÷ fused | way |")
    println(io, "|", "---|"^(2length(names) + 3))
    for r in rows
        result = getfield(r, field)
        if result === nothing
            println(io, "| ", r.size, " | ", r.problem, " |")
        else
            low, high = map(x -> round(x; digits=3), result.aa)
            way = case.operation === :none ? "one kernel" : SaturateGPU.way(case.operation, Float16, r.size, r.size, r.size)
            println(io, "| ", join([r.size; microseconds.(result.times); times.(result.speedups[2:end]); "$low … $high"; round(result.last_two; digits=3); way], " | "), " |")
        end
    end
end

"What is wrong with the rows of a case, measured by its targets."
function missed(case::UseCase, rows)
    problems = String[]
    measured = [r for r in rows if r.together !== nothing]
    isempty(measured) && return ["nothing could be measured"]
    best = maximum(r.together.speedups[end-1] for r in measured)
    case.target > 0 && best < case.target && push!(problems, "the best speed-up is $(times(best)), not $(times(case.target))")
    for r in measured, (kind, result) in (("", r.together), (" where each call waits", r.each))
        low, high = result.aa
        fused = result.speedups[end-1]
        fused < min(1.0, low) && push!(problems, "N = $(r.size)$kind: $(times(fused)) of the original")
        result.last_two < 0.97 && push!(problems, "N = $(r.size)$kind: by hand takes $(round(result.last_two; digits=3)) of the time")
    end
    return problems
end

function record(case::UseCase, rows, problems)
    data = map(rows) do r
        r.together === nothing && return (size=r.size, problem=r.problem)
        (size=r.size, variants=r.names, seconds=r.together.times, speedups=r.together.speedups, aa=r.together.aa, by_hand_to_fused=r.together.last_two,
         seconds_waiting=r.each.times, speedups_waiting=r.each.speedups, aa_waiting=r.each.aa, by_hand_to_fused_waiting=r.each.last_two, error=r.error)
    end
    return (name=case.name, title=case.title, target=case.target, rows=data, problems=problems)
end

driver() = try
    strip(read(`nvidia-smi --query-gpu=driver_version --format=csv,noheader`, String))
catch
    "none"
end

function main(arguments)
    value(name) = (at = findfirst(==(name), arguments)) === nothing ? nothing : arguments[at + 1]
    quick = "--quick" in arguments
    folder = something(value("--out"), ".")
    mkpath(folder)
    if !available()
        println(stderr, SaturateGPU.reason())
        return 1
    end
    print(read(joinpath(@__DIR__, "preamble.md"), String))
    println("\n## Measured\n")
    println("Julia ", VERSION, ", ", Dates.format(now(), "yyyy-mm-dd HH:MM"), ", driver ", driver(), "\n")
    println("```\n", strip(SaturateGPU.describe()), "\n```")
    failed, missed_some, records = false, false, Any[]
    for case in UseCases.ALL
        rows = [row(case, n; rounds=quick ? 8 : 96) for n in (quick ? [16, 40] : UseCases.SIZES)]
        problems = quick ? String[] : missed(case, rows)
        println("\n### ", case.title, " (`", case.name, "`)\n")
        println("Calls one behind the other:\n")
        table(stdout, case, rows, :together)
        println("\nEach call waits for its result:\n")
        table(stdout, case, rows, :each)
        errors = [r.error for r in rows if !isnan(r.error)]
        isempty(errors) || println("\nLargest relative error of the fused result: ", round(maximum(errors); sigdigits=2), ".")
        println("\n![speed-ups](evaluation/", case.name, ".svg)")
        isempty(problems) || println("\nMissed: ", join(problems, "; "), ".")
        flush(stdout)
        failed |= any(r -> r.together === nothing, rows)
        missed_some |= !isempty(problems)
        push!(records, record(case, rows, problems))
        measured = [r for r in rows if r.together !== nothing]
        isempty(measured) && continue
        series(i) = measured[1].names[i] => [r.together.speedups[i] for r in measured]
        Plot.speedups(joinpath(folder, case.name * ".svg"), case.title, [r.size for r in measured], [series(i) for i in 2:length(measured[1].names)],
                      [r.together.aa for r in measured])
    end
    write(joinpath(folder, "gpu.json"), Json.text((device=SaturateGPU.describe(), driver=driver(), date=string(now()), cases=records)), "\n")
    return failed ? 1 : missed_some ? 2 : 0
end

exit(main(ARGS))
