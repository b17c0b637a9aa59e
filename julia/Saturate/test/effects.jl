# Is the bundled table true? Every entry is called on samples of the types it is about, and what happens is compared with what it
# says. The table is knowledge about Julia's libraries, and they change: this is where a version that the table does not fit shows.

module TableOfEffects

using Test, Saturate, LinearAlgebra, Random
using Saturate: Effect, EFFECTS_TABLE, is_bundled, may_be_mutable, only_method

"Makes arguments anew each time: a call may write them."
const SAMPLES = Any[
    () -> 3, () -> -2, () -> 2, () -> 1, () -> 0x05, () -> Int32(2), () -> true, () -> 2.5, () -> 0.5, () -> -1.5, () -> 1.0f0,
    () -> 1.0 + 2.0im, () -> 3 - 1im, () -> pi, () -> 'c', () -> :U, () -> nothing, () -> missing, () -> "text",
    () -> [3, 1, 2], () -> [4.0, 0.5, 2.0], () -> [1.0 + 1im, 2.0, 0.5im], () -> [true, false, true], () -> Float32[1, 2, 3],
    () -> [1 2 3; 4 5 6; 7 8 10], () -> [4.0 1.0 0.5; 1.0 3.0 0.25; 0.5 0.25 2.0], () -> [1.0+1im 2.0 0.0; 0.0 1.0 1im; 0.5 0.0 2.0],
    () -> transpose([1 2; 3 5]), () -> adjoint([1.0 2.0; 3.0 5.0]), () -> transpose([1.0, 2.0, 3.0]), () -> adjoint([1, 2, 3]),
    () -> Symmetric([4.0 1.0 0.5; 1.0 3.0 0.25; 0.5 0.25 2.0]), () -> Hermitian([2.0 1.0; 1.0 3.0]),
    () -> UpperTriangular([2.0 1.0; 0.0 3.0]), () -> LowerTriangular([2.0 0.0; 1.0 3.0]), () -> Diagonal([1.0, 2.0, 3.0]),
    () -> Diagonal([1, 2, 3]), () -> 1:3, () -> Base.OneTo(3), () -> 1:2:5, () -> 0.0:0.5:1.0, () -> (1, 2, 3), () -> (2, 2), () -> (1.0, 2),
    () -> Ref(1), () -> Ref(2.5), () -> Colon(), () -> I, () -> undef, () -> Int64, () -> Float64, () -> ComplexF64, () -> Val(2), () -> Val(1),
    () -> abs, () -> sqrt, () -> +, () -> ^, () -> isodd, () -> x -> x + 1,
    () -> Base.broadcasted(+, [1, 2], 3), () -> Base.broadcasted(abs, [1.5, -2.5]),
]

"Functions that are not to be called here, and why their entries say that they may do anything."
const SKIPPED = (print, println, show, display, write, read, open, close, flush, rand, randn, sleep, wait, lock, unlock, Base.invokelatest)

"What a sample is as an argument type: a type as a value is known exactly."
argument_type(x) = x isa Type ? Type{x} : typeof(x)

const SAMPLE_TYPES = Any[argument_type(maker()) for maker in SAMPLES]

"Up to `most` tuples of samples that a signature covers and for which there is a method of Julia's own: numbers of samples."
function arguments(f, signature, most, rng)
    found, seen = Any[], Set{Any}()
    fitting = Dict{Any,Vector{Int}}()   # by the types before
    for _ in 1:8 * most
        length(found) < most || break
        chosen = Int[]
        while true
            types = Tuple{SAMPLE_TYPES[chosen]...}
            types <: signature && (length(chosen) == 4 || rand(rng) < 0.6) && break
            length(chosen) == 4 && break
            fits = get!(fitting, types) do
                filter(n -> typeintersect(Tuple{types.parameters...,SAMPLE_TYPES[n],Vararg{Any}}, signature) !== Union{}, eachindex(SAMPLES))
            end
            isempty(fits) && break
            push!(chosen, rand(rng, fits))
        end
        types = Tuple{SAMPLE_TYPES[chosen]...}
        types <: signature && !(types in seen) || continue
        push!(seen, types)
        method = only_method(f, types)
        method !== nothing && is_bundled(method.module) && push!(found, chosen)
    end
    return found
end

"The mutable memory that a value leads to: objects, and where arrays have their elements."
function memory!(found::Set{Any}, x)
    may_be_mutable(typeof(x)) || return found
    if x isa Array
        push!(found, objectid(x))
        isempty(x) || push!(found, pointer(x))
        isbitstype(eltype(x)) || foreach(y -> memory!(found, y), x)
    else
        ismutable(x) && push!(found, objectid(x))
        foreach(n -> isdefined(x, n) && memory!(found, getfield(x, n)), 1:nfields(x))
    end
    return found
end
ismutable(x) = Saturate.is_mutable_type(typeof(x))
memory(x) = memory!(Set{Any}(), x)

"All that a value holds, as text."
contents(x) = may_be_mutable(typeof(x)) ? string(typeof(x), x isa AbstractArray ? collect(x) : Any[contents(getfield(x, n)) for n in 1:nfields(x)]) : repr(x)

"Changes the contents of everything mutable; the size of a vector as well."
function disturb!(x)
    if x isa Array && isbitstype(eltype(x)) && eltype(x) <: Number
        for n in eachindex(x)
            x[n] = x isa Array{Bool} ? !x[n] : x[n] + 1
        end
    elseif x isa Base.RefValue
        x[] = x[] + 1
    elseif may_be_mutable(typeof(x))
        foreach(n -> isdefined(x, n) && disturb!(getfield(x, n)), 1:nfields(x))
    end
    return x
end

outcome(f, args) = try
    Some(f(args...))
catch err
    err
end

"Functions whose result has contents that nobody specifies."
const UNSPECIFIED = (similar, Array)

"What is wrong with the answer about a call of these samples; `nothing` if all is well."
function problem(f, chosen)
    facts = Saturate.type_facts(f, Any[SAMPLE_TYPES[chosen]...])
    facts.has_method || return nothing
    says(effect) = facts.effects & effect != 0
    fresh() = Any[SAMPLES[n]() for n in chosen]
    args = fresh()
    before = map(contents, args)
    first = outcome(f, args)
    first isa Some || return says(Effect.THROWS) ? nothing : "throws $(typeof(first))"
    says(Effect.WRITES) || map(contents, args) == before || return "writes"
    result = something(first)
    if says(Effect.ALLOCATES) && !says(Effect.ALIASES)
        isempty(intersect(memory(result), memory(args))) || return "is said to be new, and shares memory with an argument"
    end
    # What broadcasting wraps its arguments in is nobody's to look at.
    if !says(Effect.ALLOCATES) && !says(Effect.WRITES) && may_be_mutable(typeof(result)) && f !== Base.broadcasted
        again = outcome(f, args)
        again isa Some && something(again) === result || return "makes a new object each time"
    end
    (says(Effect.WRITES) || f in UNSPECIFIED) && return nothing
    # Other objects with the same contents.
    copies = outcome(f, fresh())
    says(Effect.IDENTITY) || copies isa Some && contents(something(copies)) == contents(result) ||
        return "depends on which object it is given"
    if !says(Effect.READS) && !may_be_mutable(typeof(result))
        after = outcome(f, Any[disturb!(arg) for arg in args])
        after isa Some && something(after) === result || return "depends on memory"
    end
    return nothing
end

function run(; io=stdout, most=parse(Int, get(ENV, "SATURATE_TABLE_SAMPLES", "2")))
    @testset "the bundled table is true" begin
        calls, untried, problems = 0, 0, String[]
        # In an order that is the same each time: a test must not fail by chance.
        for (f, entries) in sort(collect(EFFECTS_TABLE); by=entry -> string(first(entry))), entry in entries
            f in SKIPPED && continue
            rng = MersenneTwister(1)
            tuples = arguments(f, entry.signature, most, rng)
            untried += isempty(tuples)
            for chosen in tuples
                calls += 1
                what = problem(f, chosen)
                what === nothing || push!(problems, "$f(" * join((repr(SAMPLES[n]()) for n in chosen), ", ") * ") $what")
            end
        end
        println(io, "table of effects: ", calls, " calls; entries without a sample: ", untried)
        foreach(what -> println(io, "  ", what), problems)
        @test isempty(problems)
        @test calls > 300
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    TableOfEffects.run()
end
