# The survey, typed: in how many functions of Julia's own libraries a rule of the whole library applies, in the body alone and through calls.
#
#   julia --project=julia/Saturate julia/Saturate/eval/survey.jl [--every N,M] [--quick]
#
# Prints the second half of docs/survey.md. Two populations, of which one in N and one in M take part, scattered over all (160 and 192; `--quick`, 4000 and 2000):
#
#   exported       exported functions of Base and LinearAlgebra for sample argument types, as in test/roundtrip.jl
#   compiled       what the system image has compiled: the specialisations of all methods of all loaded libraries, constructors aside
#
# Nothing is run: each body is optimised with all rule sets together, with `calls=:none` and with the default. The time is that of reading, the
# request and writing, the best of three once the session has answered the questions before; inferring the method itself is not in it. The answers
# of the session are part of it, the inference of callees among them; the last columns leave them out.
# The exit code is 1 if a request failed where it should have answered.

module Survey

using Saturate, LinearAlgebra, Statistics, Dates

include("../test/roundtrip.jl")

const LIBRARY = reduce(∪, [Saturate.library_rules(n) for n in names(Saturate.Rules; all=true) if n !== :Rules])
const MANNERS = (alone=:none, through=Saturate.DEFAULT)
const REPETITIONS = 3

"A function and the types of its arguments."
struct Body
    f::Any
    types::Any
end

"What became of one body in one manner."
struct Found
    applied::Bool       # a rule, in the function that came out
    version::Bool       # a callee has become cheaper, by rules or by sharing, and its version is called
    cheaper::Bool
    rules::Vector{String}
    ms::Float64
    core::Float64       # without the session's answers
end

"The pairs of the round trip, every `stride`-th."
function exported_bodies(stride)
    found, number = Body[], 0
    for e in RoundTrip.exported()
        signatures_of = [m.sig for m in methods(e.f)]
        for types in RoundTrip.signatures()
            number += 1
            RoundTrip.selected(number, stride) || continue
            types = Tuple{types...}
            signature = Base.signature_type(e.f, types)
            any(sig -> signature <: sig, signatures_of) && push!(found, Body(e.f, types))
        end
    end
    return found
end

"All functions of a module and those inside it, in order of their names. (Constructors share one table of methods, which would be listed for each type.)"
function functions_of!(found, m::Module, seen=Base.IdSet{Any}())
    m in seen && return found
    push!(seen, m)
    for name in sort!(names(m; all=true))
        isdefined(m, name) && !Base.isdeprecated(m, name) || continue
        x = getfield(m, name)
        if x isa Module
            parentmodule(x) === m && x !== m && functions_of!(found, x, seen)
        elseif x isa Function && !(x isa Core.Builtin) && !(x in seen)
            push!(seen, x)
            push!(found, x)
        end
    end
    return found
end

"The specialisations of all methods of the loaded libraries that were compiled before this file, every `stride`-th."
function compiled_bodies(stride)
    functions = Any[]
    seen = Base.IdSet{Any}()
    own = (Saturate, Main, Core)
    for m in sort!(Base.loaded_modules_array(); by=string)
        m in own || string(m) == "__PackagePrecompilationStatementModule" || functions_of!(functions, m, seen)
    end
    found, number = Body[], 0
    for f in functions, m in methods(f), at in 1:length(m.specializations)
        isassigned(m.specializations, at) || continue
        instance = m.specializations[at]
        instance isa Core.MethodInstance || continue
        types = instance.specTypes
        types isa DataType && types.parameters[1] === Core.Typeof(f) || continue
        arguments = collect(Any, types.parameters)[2:end]
        any(t -> Base.isvarargtype(t) || Base.has_free_typevars(t), arguments) && continue
        number += 1
        # This package's own types are not Julia's.
        RoundTrip.selected(number, stride) && !occursin("Saturate.", string(types)) && push!(found, Body(f, Tuple{arguments...}))
    end
    return found
end

"One body in one manner; why not, where it is not optimised."
function look(body::Body, manner)
    chosen = Saturate.options(; calls=manner)
    best, core, e = Inf, Inf, nothing
    for _ in 0:REPETITIONS
        e = Saturate.optimized_entry(body.f, body.types, LIBRARY, chosen)
        e.report === nothing && return e.reason === nothing ? "nothing to optimise" : e.reason
        e.reason === nothing || return e.reason
        all = sum(e.report.times[phase] for phase in (:read, :request, :write)) / 1000
        best, core = min(best, all), min(core, all - e.report.times[:answers] / 1000)
    end
    r = e.report
    applied = [rule.name for rule in r.rules if rule.applied > 0]
    version = any(line -> occursin(" stands for ", line), r.through)
    return Found(!isempty(applied), version, r.cost_after < r.cost_before - 1e-9, applied, best, core)
end

"All bodies in both manners."
function look_at(bodies)
    rows, refused, failures = Tuple{Body,Found,Found}[], Dict{String,Int}(), String[]
    for body in bodies
        found = Any[]
        try
            append!(found, [look(body, manner) for manner in MANNERS])
        catch err
            err isa InterruptException && rethrow()
            push!(failures, string(name_of(body), ": ", first(split(sprint(showerror, err), '\n'))))
            continue
        end
        if all(x -> x isa Found, found)
            push!(rows, (body, found...))
        else
            why = first(Iterators.filter(x -> x isa String, found))
            occursin("this package failed", why) && push!(failures, string(name_of(body), ": ", why))
            kind = replace(replace(first(split(why, '\n')), r"`[^`]*`|[0-9]+" => "…"), r" for Tuple\{.*\};" => ";")
            refused[kind] = get(refused, kind, 0) + 1
        end
    end
    return rows, refused, failures
end

changed(x) = x.applied || x.version

name_of(body) = string(body.f, "(", join(string.("::", body.types.parameters), ", "), ")")

function describe(title, rows, refused, failures, tried)
    println("\n#### ", title, "\n\nTried ", tried, ", optimised ", length(rows), ", not looked at ", reduce(+, values(refused); init=0), ", failed ", length(failures), ".\n")
    isempty(rows) && return
    println("| | a rule applies | or a callee is cheaper | cheaper | median, ms | 99 % below | longest | above 100 ms | median without answers, ms | 99 % below | longest | above 100 ms |\n|",
            repeat("---|", 12))
    ms(x) = round(x; digits=2)
    for (name, at) in (("body alone", 2), ("through calls", 3))
        found = [row[at] for row in rows]
        of(times) = (ms(median(times)), ms(quantile(times, 0.99)), ms(maximum(times)), count(>(100), times))
        println("| ", join([name, count(x -> x.applied, found), count(changed, found), count(x -> x.cheaper, found), of([x.ms for x in found])...,
                            of([x.core for x in found])...], " | "), " |")
    end
    alone, through = [row[2] for row in rows], [row[3] for row in rows]
    ratio_of(time) = round(median(map(time, through)) / median(map(time, alone)); digits=2)
    ratio(of) = round(count(of, through) / max(count(of, alone), 1); digits=2)
    println("\nThrough calls a rule applies in ", ratio(x -> x.applied), " times as many functions, counting those that call a cheaper version in ", ratio(changed),
            " times as many; ", ratio(x -> x.cheaper), " times as many are cheaper; the median takes ",
            ratio_of(x -> x.ms), " times as long, without answers ", ratio_of(x -> x.core), " times.\n")
    println("Rules that apply in most functions, body alone and through calls: ", frequent(alone, through), ".\n")
    println("Longest requests through calls: ",
            join(["`$(name_of(row[1]))` $(ms(row[3].ms)) ms (alone $(ms(row[2].ms)))" for row in sort(rows; by=row -> -row[3].ms)[1:min(5, end)]], ", "), ".\n")
    lost = [name_of(row[1]) for row in rows if row[2].cheaper && !row[3].cheaper]
    isempty(lost) || println("Cheaper alone, not through calls: ", length(lost), ", such as `", join(lost[1:min(5, end)], "`, `"), "`.\n")
    isempty(refused) || println("Not looked at: ", join(["$why ($n)" for (why, n) in sort!(collect(refused); by=p -> (-p[2], p[1]))[1:min(8, end)]], "; "), ".")
    foreach(failure -> println("- failed: ", failure), failures)
end

function frequent(alone, through)
    tally(all) = (counts = Dict{String,Int}(); foreach(x -> foreach(r -> counts[r] = get(counts, r, 0) + 1, x.rules), all); counts)
    a, t = tally(alone), tally(through)
    order = sort!(collect(keys(t)); by=r -> (-t[r], r))
    return join(["$r $(get(a, r, 0)), $(t[r])" for r in order[1:min(15, end)]], "; ")
end

const ABOUT = "Every body is optimised with all rules of the library, alone (`calls=:none`) and together with what it calls. A rule *applies* if the result's e-graph has an equality by it, the " *
    "commutative laws of arithmetic included; a callee is *cheaper* if the result calls a version of it that costs less, by a rule or by sharing alone; the function is if its cost falls. " *
    "Requests are warm: the best of three, after one before them. Answers of the session, inference of callees among them, are part of the time, and left out in the last four columns."

function main(arguments)
    quick = "--quick" in arguments
    at = findfirst(==("--every"), arguments)
    strides = quick ? (4000, 2000) : at === nothing ? (160, 192) : Tuple(parse.(Int, split(arguments[at + 1], ',')))
    # Which were compiled is asked before anything else compiles more.
    compiled, exported = compiled_bodies(strides[2]), exported_bodies(strides[1])
    println("\n## With types, on Julia ", VERSION, "\n\n", ABOUT, "\n\n", Dates.format(now(), "yyyy-mm-dd"), ", ", Sys.cpu_info()[1].model, ". One in ", strides[1],
            " pairs of an exported function of Base and LinearAlgebra and sample argument types; one in ", strides[2],
            " specialisations in the system image. Rules: all ", length(LIBRARY.parts), " sets of the library together.")
    failed = false
    for (title, bodies) in (("Exported functions", exported), ("Compiled methods", compiled))
        rows, refused, failures = look_at(bodies)
        describe(title, rows, refused, failures, length(bodies))
        flush(stdout)
        failed |= !isempty(failures)
    end
    return failed ? 1 : 0
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    exit(Survey.main(ARGS))
end
