# What the two hosts say of the same calls: this session, and the `saturate` binary's own model of Julia.
#
#     julia --project=julia/Saturate julia/Saturate/test/facts.jl [docs/hosts.md [step]]
#
# `saturate facts` lists calls of the functions of its prelude with types and effects. Each is asked here as well, and made on sample values: a
# claim of the binary's that real Julia does not keep is a defect. All other differences are in docs/hosts.md, which this file
# writes; one that is not there fails the test. With a step, one call of so many is made.

@isdefined(TableOfEffects) || include("effects.jl")
@isdefined(Hosts) || include("hosts.jl")

module HostFacts

using Test, Saturate, LinearAlgebra
using Saturate: Effect
using ..TableOfEffects: SAMPLES, problem
using ..Hosts: ROOT, binary

const DOCUMENT = joinpath(ROOT, "docs", "hosts.md")

"Where the functions and types of the prelude are."
const MODULES = (Base, LinearAlgebra, Base.Iterators, Base.Checked, Base.Broadcast, Core)

"Types under the names that the binary prints."
module Names
using LinearAlgebra
using Base: Generator, OneTo, RefValue, TwicePrecision
using Base.Broadcast: Broadcasted
using Base.Iterators: Drop, Enumerate, Filter, Flatten, ProductIterator, Reverse, Take, Zip
end

"A call, and what the binary says of it."
struct Call
    text::String
    f::Any
    types::Vector{Any}
    result::Any     # `nothing`: a type that this session does not have in this form
    effects::Int32
end

const WORDS = Dict("pure" => Effect.PURE, "inconsistent" => Effect.INCONSISTENT, "throws" => Effect.THROWS, "diverges" => Effect.DIVERGES,
                   "reads" => Effect.READS, "alloc" => Effect.ALLOCATES, "writes" => Effect.WRITES, "other" => Effect.OTHER,
                   "aliases" => Effect.ALIASES, "identity" => Effect.IDENTITY, "global" => Effect.GLOBAL, "leaks" => Effect.LEAKS,
                   "unknown" => Effect.UNKNOWN)

words(effects) = effects == Effect.PURE ? "pure" : effects == Effect.UNKNOWN ? "unknown" :
    join([word for (word, effect) in sort(collect(WORDS); by=last) if count_ones(effect) == 1 && effects & effect != 0], " ")

const TYPES = Dict{String,Any}()
function named_type(text)
    return get!(TYPES, text) do
        try
            t = Core.eval(Names, Meta.parse(text))
            t isa Type ? t : nothing
        catch
            nothing
        end
    end
end

function named_function(name)
    symbol = Symbol(name)
    for m in MODULES
        # `Base.Reverse` is an order, and no iterator.
        isdefined(m, symbol) && getfield(m, symbol) isa Union{Function,Type} && return Some{Any}(getfield(m, symbol))
    end
    return nothing
end

"Whether a function makes objects of a type that the prelude has in its own form: with other fields, or made from other arguments."
is_model(f) = f isa Type && !(f <: Union{Number,Char})

"The calls that the binary lists, of functions that this session has; and how many others."
function calls(program)
    found, others = Call[], 0
    for line in eachline(`$program facts`)
        call, effects = rsplit(line, "  "; limit=2)
        name, rest = split(call, "(::"; limit=2)
        arguments, result = rsplit(rest, ")::"; limit=2)
        f = named_function(name)
        types = map(named_type, split(arguments, ", ::"))
        if f === nothing || is_model(something(f)) || any(isnothing, types)
            others += 1
        else
            push!(found, Call(call[1:end-length(result)-2], something(f), Any[types...], named_type(result),
                              reduce(|, [WORDS[word] for word in split(effects)])))
        end
    end
    return found, others
end

"Type and effects of a call in this session; the effects are `nothing` where it would look into the method. `nothing`: it never returns."
function in_session(call::Call)
    facts = Saturate.type_facts(call.f, call.types)
    facts.has_method && facts.result !== Union{} || return nothing
    effects = facts.effects
    for (f, types) in facts.calls
        effects |= Saturate.type_facts(f, types).effects
    end
    open = effects & Saturate.Wire.EFFECTS_OF_BODY != 0 || effects & Effect.UNKNOWN == Effect.UNKNOWN
    return facts.result, open ? nothing : effects & Effect.UNKNOWN
end

"How the binary's type of a result compares with this session's."
compare_types(ours, theirs) = ours === nothing ? :other : ours == theirs ? :same : ours <: theirs ? :narrower : theirs <: ours ? :wider : :other

"A type as text, whatever names the session has imported."
shown_type(@nospecialize(t)) = sprint(show, t; context=:module => Base)

"How the effects compare: `:fewer` is what the binary says and this session does not."
function compare_effects(ours, theirs)
    theirs === nothing && return ours == Effect.UNKNOWN ? :same : :fewer
    ours == theirs && return :same
    ours & ~theirs == 0 && return :fewer
    return theirs & ~ours == 0 ? :more : :both
end

"Makers of values of a type."
const MAKERS = Dict{Any,Vector{Any}}(SAMPLES)
for x in ((1.5, -0.0), (NaN32, 1.0f0), (true, false), (Int8(-128), Int8(127)), (typemax(Int), NaN))
    MAKERS[typeof(x)] = Any[() -> x, () -> reverse(x) isa typeof(x) ? reverse(x) : x]
end
makers(t) = get(MAKERS, t, Any[])

"Values of each argument that are tried, beginning with the first: their number is that of the longest list, at most this."
const MOST_VALUES = 6

"""
What is false of the binary's claims about a call in real Julia: texts; and how many calls were made. A type that this session has in another form, as
the table says, is no claim.
"""
function false_claims(call::Call, @nospecialize(result=call.result))
    call.effects & Effect.OTHER == 0 || return 0, String[]
    lists = map(makers, call.types)
    any(isempty, lists) && return 0, String[]
    result === nothing && (result = Any)
    facts = Saturate.TypeFacts(result, nothing, true, call.effects, Any[], nothing)
    found, count = String[], 0
    for n in 1:min(MOST_VALUES, maximum(map(length, lists)))
        # Each argument goes through its values at its own pace.
        chosen = Any[list[mod1(k == 1 ? n : n * (k + 1) - k, length(list))] for (k, list) in enumerate(lists)]
        count += 1
        what = try
            Base.invokelatest(problem, call.f, facts, chosen)
        catch
            nothing     # a result that cannot be looked at: an adjoint of a range that has no length
        end
        what === nothing || push!(found, string(call.text, " of (", join((repr(maker()) for maker in chosen), ", "), ") ", what))
    end
    return count, found
end

"Functions whose claims are not tried: `Int64{}` is a type to the binary, and to no Julia; a vector repeated as often as a number goes takes all memory."
const NOT_TRIED = Any[Core.apply_type, repeat]

struct Table
    counts::Dict{Symbol,Int}
    rows::Dict{Symbol,Vector{String}}   # by kind of difference, one a function
    wrong::Vector{String}
    tried::Int
    step::Int
end

"Functions that every test compares; of the others, one of so many."
const ALWAYS = Any[sum, prod, maximum, minimum, extrema, any, all, count, cumsum, length, size]
const SHARE = 4

"Compares the hosts over the calls of one function of `share`; every `step`th call is made."
function compare(program; step=1, share=1)
    all, others = calls(program)
    functions = unique(call.f for call in all)
    taken = IdDict{Any,Nothing}(f => nothing for (n, f) in enumerate(functions) if n % share == 0 || f in ALWAYS)
    all = filter(call -> haskey(taken, call.f), all)
    counts = Dict{Symbol,Int}(:calls => length(all), :others => others)
    add(kind) = (counts[kind] = get(counts, kind, 0) + 1)
    differences = Dict{Tuple{Symbol,String},Vector{String}}()
    wrong, tried = String[], 0
    for (n, call) in enumerate(all)
        # Its own code calls something that the prelude does not have.
        call.result === Union{} && (add(:missing); continue)
        session = in_session(call)
        if n % step == 0 && !(call.f in NOT_TRIED)
            other = session !== nothing && compare_types(call.result, session[1]) === :other
            count, found = false_claims(call, other ? nothing : call.result)
            tried += count
            append!(wrong, found[1:min(end, 1)])
        end
        if session === nothing
            add(call.effects & Effect.THROWS == 0 ? :returns : :never)
            call.effects & Effect.THROWS == 0 && !(call.f in NOT_TRIED) && push!(wrong, "$(call.text) never returns, and is said not to throw")
            continue
        end
        result, effects = session
        types, does = compare_types(call.result, result), compare_effects(call.effects, effects)
        add(Symbol("types_", types))
        add(Symbol("effects_", does))
        effects === nothing && does === :fewer && add(:effects_open)
        name = first(split(call.text, "(::"; limit=2))
        shown = string(call.text, "`: ")
        types in (:same, :narrower) || push!(get!(() -> String[], differences, (Symbol("types_", types), name)),
                                           string("`", shown, "`", shown_type(call.result), "`, here `", shown_type(result), "`"))
        does === :same || effects === nothing || push!(get!(() -> String[], differences, (Symbol("effects_", does), name)),
                                 string("`", shown, words(call.effects), "; here ", words(effects)))
    end
    rows = Dict{Symbol,Vector{String}}()
    for ((kind, name), found) in sort(collect(differences); by=first)
        push!(get!(() -> String[], rows, kind), string("| `", replace(name, "|" => "\\|"), "` | ", length(found), " | ", replace(found[1], "|" => "\\|"), " |"))
    end
    return Table(counts, rows, wrong, tried, step)
end

const REASONS = [
    :types_wider => ("The embedded host knows less of the type",
        "Stubs have types for numbers, and for arrays, ranges and tuples of them; of the rest they say `Any`, or what all of a function's results are. Wider is never wrong."),
    :types_other => ("Types that are not comparable",
        "The embedded host has fewer types: its wrappers, views and indices have no parameters, or other ones; some functions give an array where Julia gives a lazy one."),
    :effects_more => ("The embedded host allows more effects", "A stub that covers many types says what any of them may do. More is never wrong."),
    :effects_fewer => ("The embedded host allows fewer effects",
        "The session's table has one entry for many functions and types (`throws` for all that some throw, `alloc aliases` for all that some share), " *
        "and the stub is more exact. Every such claim was tried on special values in real Julia."),
    :effects_both => ("Some more, some fewer", "Both of the above."),
]

function write_document(io, table)
    count(kind) = get(table.counts, kind, 0)
    println(io, """
    # What the two hosts say of the same calls

    Written by `julia/Saturate/test/facts.jl`; the tests of the package fail where a difference is not in here. Julia $VERSION.

    `saturate facts` asks the embedded host ([embedded.md](embedded.md)) for types and effects of the functions of its prelude, on one to three arguments
    of common types. A Julia session is asked the same, and what the embedded host claims is tried there on special values: $(table.tried) calls$(table.step == 1 ? "" : ", for one line of $(table.step)"), of which
    $(length(table.wrong)) break a claim.

    | calls | |
    |---|---|
    | of functions and types that a session has | $(count(:calls)) |
    | that never return there; the embedded host says `throws` of each | $(count(:never)) |
    | that never return on the embedded host: they end in a method that the prelude does not have | $(count(:missing)) |
    | with the same type on both hosts | $(count(:types_same)) |
    | narrower on the embedded host, which joins the results of fewer methods | $(count(:types_narrower)) |
    | wider | $(count(:types_wider)) |
    | not comparable | $(count(:types_other)) |
    | with the same effects | $(count(:effects_same)) |
    | more effects on the embedded host | $(count(:effects_more)) |
    | fewer, where the session's table has an entry | $(count(:effects_fewer) - count(:effects_open)) |
    | fewer, where it has none and would look into the method | $(count(:effects_open)) |
    | some more, some fewer | $(count(:effects_both)) |
    | of helpers that only the prelude has, not compared | $(count(:others)) |

    The tables below have a line for each function: how many of its calls differ in this way, and the first of them.
    """)
    for (kind, (title, reason)) in REASONS
        haskey(table.rows, kind) || continue
        println(io, "## ", title, "\n\n", reason, "\n\n| function | calls | the first |\n|---|---|---|")
        foreach(row -> println(io, row), table.rows[kind])
        println(io)
    end
end

"In the tests of the package, one call of so many is made."
const STEP = 23

function run(; io=stdout)
    program = binary(io)
    @testset "both hosts say the same of calls" begin
        if program !== nothing
            table = compare(program; step=STEP, share=SHARE)
            foreach(what -> println(io, "  ", what), table.wrong)
            @test isempty(table.wrong)
            @test table.tried > 100
            # Other versions infer other types.
            listed = Set(eachline(DOCUMENT))
            if any(line -> endswith(line, "Julia $VERSION."), listed)
                new = [row for rows in values(table.rows) for row in rows if !(row in listed)]
                foreach(row -> println(io, "  not in docs/hosts.md: ", row), new)
                @test isempty(new)
            end
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    if isempty(ARGS)
        HostFacts.run()
    else
        table = HostFacts.compare(HostFacts.binary(); step=length(ARGS) > 1 ? parse(Int, ARGS[2]) : 1)
        foreach(println, table.wrong)
        open(io -> HostFacts.write_document(io, table), ARGS[1], "w")
    end
end
