# Random programs on real Julia: the original against what `saturate` makes of it.
#
#     saturate fuzz --julia cases.jl --cases 1000 --seed 1
#     julia --project=julia/Saturate julia/Saturate/test/fuzz.jl cases.jl
#
# Compared are value, output, exception (with `strict`; otherwise runs of the original that throw are not compared) and the
# contents of all arguments and globals, with the identity of every mutable object, or of those that are not inside a transposed array,
# or of none, as the rules of a case have it; where an object of the arguments is shown, it must be that object wherever no types change. The code is checked: a value without the type that was claimed for it is an exception.
#
# One case of four is called through a function that takes anything, for which a callable is made: what is optimised then are versions for the types of the call.

module FuzzCases

using LinearAlgebra
using Saturate

"Writes values out; mutable objects are numbered in the order in which they are first seen."
mutable struct Snapshot
    io::IOBuffer
    seen::IdDict{Any,Int}
    identity::Symbol
    "All objects that were written, with every visit."
    visits::Vector{Any}
    "The objects that were there before the run."
    before::IdDict{Any,Int}
    "Which of them each object is that was written so far; 0 for a new one."
    older::Vector{Int}
end

Snapshot(identity::Symbol) = Snapshot(IOBuffer(), IdDict{Any,Int}(), identity, Any[], IdDict{Any,Int}(), Int[])

"Takes what was written so far for what was there before the run."
function start!(s::Snapshot)
    for (number, x) in enumerate(s.visits); get!(s.before, x, number); end
    empty!(s.visits)
    empty!(s.seen)
    empty!(s.older)
    take!(s.io)
    return
end

"Whether an object was there before; numbers it otherwise."
function visited(s::Snapshot, @nospecialize(x))
    push!(s.older, get(s.before, x, 0))
    push!(s.visits, x)
    s.identity === :none && return false
    known = haskey(s.seen, x)
    print(s.io, '#', get!(s.seen, x, length(s.seen)))
    return known
end

function add(s::Snapshot, @nospecialize(x))
    if x isa AbstractFloat
        print(s.io, isnan(x) ? "NaN" : repr(x))
    elseif x isa Union{Number,Nothing,Missing,AbstractString,Symbol,Function,Type}
        print(s.io, repr(x))
    elseif x isa Array
        visited(s, x) && return
        print(s.io, typeof(x), '[')
        for item in x; add(s, item); print(s.io, ','); end
        print(s.io, ']')
    elseif x isa Dict
        visited(s, x) && return
        print(s.io, typeof(x), '{')
        for key in sort!(collect(keys(x))); add(s, key); print(s.io, "=>"); add(s, x[key]); print(s.io, ','); end
        print(s.io, '}')
    else
        !isimmutable(x) && visited(s, x) && return
        print(s.io, typeof(x), '{')
        for i in 1:nfields(x)
            isdefined(x, i) ? add(s, getfield(x, i)) : print(s.io, "undef")
            print(s.io, ',')
        end
        print(s.io, '}')
    end
    return
end

"What a call shows: value or exception, output, memory."
function observe(m::Module, f, input, case)
    args = input()
    m.reset_globals()
    take!(m.OUT)
    s = Snapshot(case.identity)
    foreach(x -> add(s, x), args)
    start!(s)
    threw = false
    result = try
        value = f(args...)
        # A literal of a rule may stand for a number of another type.
        add(s, case.stated ? m.real_number(value) : value)
        String(take!(s.io))
    catch err
        threw = true
        # An exception of Base says all that it knows; another object is looked at.
        err isa Exception || add(s, err)
        string(err isa Exception ? sprint(showerror, err) : typeof(err), ' ', String(take!(s.io)))
    end
    foreach(x -> add(s, x), args)
    add(s, m.all_globals())
    shown = (threw=threw, result=result, output=String(take!(m.OUT)), memory=String(take!(s.io)))
    return shown, s.older
end

"Whether every object that was there before is found where the original shows it."
has_its_objects(wanted, found) = all(((own, other),) -> own == 0 || own == other, zip(wanted, found))

"A function of as many arguments, of any types, that calls another one."
wider(f, ::Val{0}) = () -> f()
wider(f, ::Val{1}) = a -> f(a)
wider(f, ::Val{2}) = (a, b) -> f(a, b)
wider(f, ::Val{3}) = (a, b, c) -> f(a, b, c)
wider(f, ::Val{4}) = (a, b, c, d) -> f(a, b, c, d)
wider(f, ::Val{5}) = (a, b, c, d, e) -> f(a, b, c, d, e)
wider(f, ::Val) = nothing

"The function of a case and its types: one case of four is called through a function for anything."
function entry_point(case)
    count = length(case.types.parameters)
    through = case.number % 4 == 0 ? wider(case.f, Val(count)) : nothing
    return through === nothing ? (case.f, case.types) : (through, NTuple{count,Any})
end

"Counts of a run; `failures` are texts."
mutable struct Summary
    cases::Int
    compared::Int
    original::Int
    skipped::Int
    narrower::Int
    failures::Vector{String}
end

function judge(m::Module, case, summary::Summary)
    summary.cases += 1
    f, types = entry_point(case)
    g = saturate(f, types, case.rules; checked=true, iterations=6, nodes=1000, work=100_000, case.options...)
    if reason(g) !== nothing
        summary.original += 1
        occursin("not valid", reason(g)) && push!(summary.failures, "case $(case.number): $(reason(g))")
        return
    end
    for (number, input) in enumerate(case.inputs)
        wanted, own = observe(m, case.f, input, case)
        if wanted.threw && !case.strict
            summary.skipped += 1
            continue
        end
        # In the newest world: the second call of a version is another one than the first.
        found, objects = Base.invokelatest(observe, m, g, input, case)
        summary.compared += 1
        if wanted != found
            push!(summary.failures, "case $(case.number), input $number:\n  original  $wanted\n  optimised $found")
            break
        end
        if case.older && !has_its_objects(own, objects)
            push!(summary.failures, "case $(case.number), input $number: another object in place of an argument's\n  original  $wanted $own\n  optimised $found $objects")
            break
        end
    end
    report(g) === nothing && return
    summary.narrower += count(line -> startswith(line, "called with"), report(g).through)
end

"Runs the cases of a file."
function run(path::AbstractString; progress=false)
    m = Module(:Cases)
    Base.include(m, abspath(path))
    summary = Summary(0, 0, 0, 0, 0, String[])
    for case in Saturate.newest(m, :CASES)
        Base.invokelatest(judge, m, case, summary)
        progress && summary.cases % 100 == 0 && println(stderr, summary.cases, " cases")
    end
    return summary
end

function main(paths)
    failed = false
    for path in paths
        s = run(path; progress=true)
        println("$path: $(s.cases) cases, $(s.compared) runs compared, $(s.skipped) skipped because the original throws, ",
                "$(s.original) not optimised, $(s.narrower) versions for narrower types, $(length(s.failures)) failures")
        foreach(println, s.failures)
        failed |= !isempty(s.failures)
    end
    return failed ? 1 : 0
end

end # module

abspath(PROGRAM_FILE) == @__FILE__() && exit(FuzzCases.main(ARGS))
