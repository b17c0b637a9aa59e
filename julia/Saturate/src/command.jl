# `saturate opt FILE.jl --host julia`: a file is loaded into a module of its own, and what its `@saturate rules f(::T, …)` lines
# name is optimised and shown as the command shows it.

"""
    opt_file(io, path; entry, sig, rules, stats, report, options...)

Loads a file and shows the optimised code of its entry points, as `saturate opt` does. `report` names a file for the page of the only
entry point.
"""
function opt_file(io::IO, path::AbstractString; entry=nothing, sig="", rules=String[], keywords...)
    m = Module(:File)
    Core.eval(m, :(using Saturate: @rules, @saturate, RuleSet; using LinearAlgebra))
    push!(DECLARED, Any[])
    jobs = try
        # A module made at run time has no `include` of its own.
        Base.include(m, abspath(path))
        DECLARED[end]
    finally
        pop!(DECLARED)
    end
    given = foldl(union, (named_rules(m, name) for names in rules for name in split(names, ',')); init=RuleSet())
    if entry === nothing
        jobs = Any[(f, types, set isa RuleSet ? set ∪ given : given) for (f, types, set) in jobs]
    else
        types = Core.eval(m, Meta.parse(string("Tuple{", sig, '}')))
        jobs = Any[(named_function(m, entry), types, given)]
    end
    # What the file defines is newer than this method.
    return Base.invokelatest(show_jobs, io, path, jobs; keywords...)
end

"Optimises functions and shows what became of them."
function show_jobs(io::IO, path::AbstractString, jobs; stats::Bool=false, explain::Bool=false, emit="ir", report=nothing, keywords...)
    isempty(jobs) && throw(ArgumentError("$path has no entry point: write `@saturate rules f(::T, …)` at top level, or pass --entry and --sig"))
    report === nothing || length(jobs) == 1 ||
        throw(ArgumentError("--report with --host julia writes one page, and $path has several entry points: choose one with --entry and --sig"))
    lines = String[]
    for (number, (f, types, set)) in enumerate(jobs)
        number > 1 && println(io)
        e = optimized_entry(f, types, set, options(; text=true, explain=explain, page=report !== nothing, keywords...))
        if e.reason !== nothing
            println(io, "# not optimised: ", e.reason)
            continue
        end
        println(io, "# ", summary_line(e.report))
        foreach(line -> println(io, "# ", line), e.report.through)
        emit == "julia" ? println(io, SaturatedCode(f, e)) : print(io, e.report.text)
        explain && print(io, e.report.explanation)
        push!(lines, json(e.report))
        report === nothing || write(report, e.report.page)
    end
    stats && foreach(line -> println(io, line), lines)
    return nothing
end

"A function of the file, or of what it uses, by name."
function named_function(m::Module, name::AbstractString)
    symbol = Symbol(name)
    Base.invokelatest(isdefined, m, symbol) && return newest(m, symbol)
    is_own(n) = isdefined(m, n) && getfield(m, n) isa Function && !startswith(string(n), '#') && parentmodule(getfield(m, n)) === m
    own = sort([string(n) for n in Base.invokelatest(names, m; all=true) if Base.invokelatest(is_own, n) && n !== :eval && n !== :include])
    throw(ArgumentError(string("there is no function `", name, "` (the file defines ", isempty(own) ? "no functions" : join(own, ", "), ')')))
end

"A rule set of the file by name, or a file of rules."
function named_rules(m::Module, name::AbstractString)
    symbol = Symbol(name)
    if Base.invokelatest(isdefined, m, symbol) && newest(m, symbol) isa RuleSet
        return newest(m, symbol)
    elseif isdefined(Rules, symbol) && getfield(Rules, symbol) isa RuleSet
        return getfield(Rules, symbol)
    elseif endswith(name, ".jl")
        isfile(name) || throw(ArgumentError("there is no file $name"))
        return define_rules(RulePart(Symbol(first(splitext(basename(name)))), m, name, 1, 1, read(name, String)))
    end
    return library_rules(symbol)    # says what there is
end

"A report as one line of JSON."
function json(r::Report)
    quoted_text(s) = string('"', escape_string(s), '"')
    pairs(items) = string('{', join((string(quoted_text(k), ':', v) for (k, v) in items), ','), '}')
    rules = pairs(rule.name => pairs(["matches" => rule.matches, "applied" => rule.applied,
        "refused" => sum(Int[n for (_, n) in rule.refused]), "reasons" => pairs(rule.refused)]) for rule in r.rules)
    times = pairs(string(k) => get(r.times, k, 0) for k in (:build, :saturate, :extract, :elaborate))
    return pairs(["cost_before" => r.cost_before, "cost_after" => r.cost_after, "optimal" => r.optimal,
                  "classes" => r.classes, "nodes" => r.nodes, "iterations" => r.iterations, "stop" => quoted_text(r.stop),
                  "rules" => rules, "times_us" => times])
end

"The command: arguments as `saturate opt` passes them on. Gives the exit status."
function opt_command(arguments::Vector{String})
    return try
        opt_file(stdout, arguments[1]; command_options(arguments[2:end])...)
        0
    catch err
        # What a file throws comes wrapped in where it was loaded; rules say their place themselves.
        place = ""
        while err isa LoadError
            place = string(err.file, ':', err.line, ": ")
            err = err.error
        end
        println(stderr, err isa RuleError ? "" : place, sprint(showerror, err))
        1
    end
end

function command_options(arguments::Vector{String})
    found, rules, n = Dict{Symbol,Any}(), String[], 1
    while n <= length(arguments)
        name = arguments[n]
        if name in ("--strict", "--explain", "--stats")
            found[Symbol(name[3:end])] = true
            n += 1
            continue
        end
        n < length(arguments) || throw(ArgumentError("`$name` needs a value"))
        value = arguments[n + 1]
        name == "--rules" ? push!(rules, value) :
        name == "--extract" ? (found[:extractor] = Symbol(value)) :
        name in ("--seed", "--iterations", "--nodes", "--work", "--time_ms", "--extraction_work", "--solver_ms") ?
            (found[Symbol(name[3:end])] = parse(Int, value)) :
        name == "--sizes" ? (found[:sizes] = Tuple(parse(Int, n) for n in split(value, ','))) :
        name == "--calls" ? (found[:calls] = value == "none" ? :none : parse(Int, value)) :
        name in ("--entry", "--sig", "--emit", "--report") ? (found[Symbol(name[3:end])] = value) : throw(ArgumentError("unknown option `$name`"))
        n += 2
    end
    found[:rules] = rules
    return found
end
