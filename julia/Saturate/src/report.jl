# Options of the optimiser, and its report.

"What became of one rule. `refused` maps reasons to how often."
struct RuleReport
    name::String
    matches::Int
    applied::Int
    banned::Int
    refused::Vector{Pair{String,Int}}
end

"""
    Report

What the optimiser did: cost before and after, whether the choice is proved optimal, sizes and microseconds per phase, and
per rule how often it matched, was applied, and was refused, with reasons. `kept` says why the original was kept, if it was.

The phases of the optimiser (`build`, `saturate`, `extract`, `elaborate`) include the time in which the session answered its
questions, which is `answers`; `request` is all of the optimiser, `read` and `write` are this package's.
"""
mutable struct Report
    cost_before::Float64
    cost_after::Float64
    optimal::Bool
    fell_back::Bool         # the ILP solver had no answer in its time: the choice is a greedy one
    classes::Int
    nodes::Int
    iterations::Int
    stop::String
    work::Int
    times::Dict{Symbol,Int}
    kept::Union{Nothing,String}
    rules::Vector{RuleReport}
    questions::Int
    text::String            # the result in the text form of the IR, if it was wanted
    explanation::String     # why it is what it is, if that was wanted
    page::String            # what was done as an HTML page, if that was wanted
    through::Vector{String}     # what became of calls that were looked into
    variants::Vector{Variant}   # the programs among which the code picks by size; none if there is one program
end

"Reads the lines of crates/saturate-capi/src/report.rs; `nothing` where nothing was optimised."
function read_report(lines::String, text::String, explanation::String, page::String)
    isempty(lines) && return nothing
    values, times, kept, rules = Dict{String,String}(), Dict{Symbol,Int}(), nothing, RuleReport[]
    variants, through = Variant[], String[]
    for line in split(chomp(lines), '\n')
        words = split(line, '\t')
        if words[1] == "times"
            times[Symbol(words[2])] = parse(Int, words[3])
        elseif words[1] == "rule"
            push!(rules, RuleReport(words[2], (parse(Int, w) for w in words[3:5])..., Pair{String,Int}[]))
        elseif words[1] == "refused"
            push!(rules[end].refused, String(words[4]) => parse(Int, words[3]))
        elseif words[1] == "through"
            push!(through, String(words[2]))
        elseif words[1] == "variant"
            push!(variants, read_variant(words[2:end]))
        elseif words[1] == "kept"
            kept = String(words[2])
        else
            values[words[1]] = words[2]
        end
    end
    number(name) = parse(Int, values[name])
    return Report(parse(Float64, values["cost_before"]), parse(Float64, values["cost_after"]), values["optimal"] == "1",
                  values["fell_back"] == "1",
                  number("classes"), number("nodes"), number("iterations"), values["stop"], number("work"), times, kept,
                  rules, 0, text, explanation, page, through, variants)
end

plain(x::Float64) = isinteger(x) && abs(x) < 1e15 ? string(Int(x)) : string(x)

"`cost 12 → 3, optimal`."
function summary_line(r::Report)
    r.kept === nothing || return string("cost ", plain(r.cost_before), ": unchanged, ", r.kept)
    return string("cost ", plain(r.cost_before), " → ", plain(r.cost_after), isempty(r.variants) ? "" : " where sizes are 100",
                  r.optimal ? ", optimal" : "", r.fell_back ? ", greedy: the solver had no answer in its time" : "")
end

function Base.show(io::IO, r::Report)
    println(io, summary_line(r))
    foreach(line -> println(io, "  ", line), r.through)
    foreach(n -> show_variant(io, "  ", n, r.variants[n]), 1:length(r.variants))
    println(io, r.stop, " after ", r.iterations, " iterations: ", r.nodes, " e-nodes in ", r.classes, " classes")
    for rule in r.rules
        rule.matches == 0 && rule.banned == 0 && continue
        print(io, "  ", rule.name, ": ", rule.matches, " matches, ", rule.applied, " applied")
        rule.banned > 0 && print(io, ", held back ", rule.banned, " times")
        for (reason, count) in rule.refused
            print(io, "\n    ", count, " refused: ", reason)
        end
        println(io)
    end
    print(io, "microseconds:")
    for phase in (:read, :build, :saturate, :extract, :elaborate, :write)
        print(io, ' ', phase, ' ', get(r.times, phase, 0))
    end
    print(io, "; ", get(r.times, :answers, 0), " of them for answers to ", r.questions, " questions")
end

"Names of the options, for messages."
const OPTION_NAMES = (:extractor, :strict, :seed, :iterations, :nodes, :work, :time_ms, :extraction_work, :solver_ms, :calls, :sizes)
const EXTRACTORS = (exact=0, greedy=1, chaos=2, ilp=3, paper=4)

"Milliseconds of saturation: far more than the other limits allow, since Julia compiles what answers questions while it is asked."
const TIME_MS = 60_000

"The options that keywords name; see [`saturate`](@ref)."
function options(; extractor::Symbol=:exact, strict::Bool=false, text::Bool=false, explain::Bool=false,
                 page::Bool=false, sizes=(), calls=DEFAULT, limits...)
    haskey(EXTRACTORS, extractor) ||
        throw(ArgumentError("the extractor is one of $(join(keys(EXTRACTORS), ", ")), not $extractor"))
    for (name, value) in limits
        name in OPTION_NAMES ||
            throw(ArgumentError("there is no option `$name`; there are $(join(OPTION_NAMES, ", "))"))
        value isa Integer && value >= 0 || throw(ArgumentError("the option `$name` is a number that is not negative"))
    end
    calls === :none && (calls = 0)
    calls isa Integer && calls >= 0 || throw(ArgumentError("the option `calls` is `:none` or a number that is not negative, not $(repr(calls))"))
    given(name, default) = UInt64(get(limits, name, default))
    return COptions(EXTRACTORS[extractor], given(:seed, 0), given(:iterations, DEFAULT), given(:nodes, DEFAULT),
                    given(:work, DEFAULT), given(:time_ms, TIME_MS), given(:extraction_work, DEFAULT), given(:solver_ms, DEFAULT),
                    (strict ? STRICT : 0) | (text ? TEXT : 0) | (explain ? EXPLAIN : 0) |
                    (page ? PAGE : 0), UInt64(calls), given_sizes(sizes))
end
