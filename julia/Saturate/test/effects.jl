# Is the bundled table true? Every entry is called on samples of the types it is about, and what happens is compared with what it
# says. The table is knowledge about Julia's libraries, and they change: this is where a version that the table does not fit shows.
#
#     julia --project=julia/Saturate julia/Saturate/test/effects.jl [tuples of types for each function and entry]
#
# Of each type there are several values, the special ones among them: what a claim overlooks is mostly one of those, or a mixture
# of types. Of each claimed effect's absence something is looked at:
#
#     throws          no exception
#     leaks           no exception that leads to an argument's memory
#     writes          the arguments' contents, and the state of the random numbers, are what they were
#     alloc           the same call gives the same object
#     aliases         a new object leads to no memory that an argument leads to
#     reads           arguments with other contents give the same result
#     inconsistent    equal arguments give equal results, whatever the random numbers are
#     identity        other objects with the same contents give the same result
#     diverges        a range of a million elements takes no longer than one of ten
#     calls           functions that are given are called only as the entry says
#     other           no method is called that is not Julia's own: of a number, an array or a range that somebody has defined

module TableOfEffects

using Test, Saturate, LinearAlgebra, Random
using Saturate: Effect, EFFECTS_TABLE, is_bundled, may_be_mutable, only_method

"A function that notes which types it is called with."
noted(x) = (push!(NOTED, Any[typeof(x)]); x)
noted(x, y) = (push!(NOTED, Any[typeof(x), typeof(y)]); x)
const NOTED = Any[]
noted_test(x) = (push!(NOTED, Any[typeof(x)]); x != zero(x))

# Types that somebody has defined, whose methods note that they were called.
const TOUCHED = Any[]
touched(f, x) = (push!(TOUCHED, f); x)
struct MyNumber <: Real
    x::Float64
end
struct MyVector <: AbstractVector{Int}
    x::Vector{Int}
end
struct MyRange <: AbstractUnitRange{Int}
    stop::Int
end
for f in (:+, :-, :*, :/)
    @eval Base.$f(a::MyNumber, b::MyNumber) = touched($f, MyNumber($f(a.x, b.x)))
end
for f in (:-, :abs, :sqrt, :float, :conj, :abs2)
    @eval Base.$f(a::MyNumber) = touched($f, MyNumber($f(abs(a.x))))
end
for f in (:<, :<=, :(==), :isless)
    @eval Base.$f(a::MyNumber, b::MyNumber) = touched($f, $f(a.x, b.x))
end
for f in (:zero, :one)
    @eval Base.$f(::Type{MyNumber}) = touched($f, MyNumber($f(Float64)))
end
Base.promote_rule(::Type{MyNumber}, ::Type{<:Union{Bool,Base.BitInteger,Base.IEEEFloat}}) = touched(promote_rule, MyNumber)
Base.convert(::Type{MyNumber}, x::Real) = touched(convert, MyNumber(x))
MyNumber(x::MyNumber) = touched(MyNumber, x)
(::Type{Float64})(x::MyNumber) = touched(Float64, x.x)
Base.size(v::MyVector) = touched(size, size(v.x))
Base.length(v::MyVector) = touched(length, length(v.x))
Base.lastindex(v::MyVector) = touched(lastindex, lastindex(v.x))
Base.eltype(::Type{MyVector}) = touched(eltype, Int)
Base.getindex(v::MyVector, i::Int) = touched(getindex, v.x[i])
Base.setindex!(v::MyVector, x, i::Int) = (touched(setindex!, x); v.x[i] = x)
Base.first(r::MyRange) = touched(first, 1)
Base.last(r::MyRange) = touched(last, r.stop)
Base.length(r::MyRange) = touched(length, r.stop)

"A type, and makers of its values. A call may write its arguments, so that each gets its own."
const SAMPLES = Pair{Any,Vector{Any}}[]
function samples!(makers...)
    made = Any[makers...]
    x = made[1]()
    push!(SAMPLES, (x isa Type ? Type{x} : typeof(x)) => made)
end

for T in (Bool, Int8, UInt8, Int32, Int64, UInt64, Int128)
    # As the size of an array, the largest number of 16 or 32 bits is more than this machine has, and not so much that it is refused at once.
    largest = sizeof(T) in (2, 4) ? T(100) : typemax(T)
    special = T === Bool ? Any[true, false] : unique(Any[T(3), zero(T), typemin(T), largest, one(T), T === unsigned(T) ? T(7) : T(-1)])
    samples!(Any[() -> x for x in special]...)
end
for T in (Float16, Float32, Float64)
    samples!(Any[() -> x for x in T[1.5, 0.0, -0.0, NaN, Inf, -Inf, -2.5, 1.0, -1.0, 3.0, 0.5, floatmax(T), floatmin(T), nextfloat(zero(T))]]...)
end
samples!(() -> 1.0 + 2.0im, () -> 0.0im, () -> complex(NaN, 1.0), () -> complex(Inf, -0.0), () -> -1.0 - 0.0im)
samples!(() -> 3 - 1im, () -> complex(typemin(Int), 1), () -> complex(0, 0))
samples!(() -> im, () -> complex(false, false))
samples!(() -> complex(Int8(-128), Int8(127)), () -> complex(Int8(1), Int8(0)))
samples!(() -> 1.0f0 - 2.0f0im)
samples!(() -> 1 // 2, () -> 1 // 0, () -> typemin(Int) // 1)
samples!(() -> big"1.5", () -> big"0.0", () -> big"-0.0", () -> BigFloat(NaN), () -> BigFloat(Inf), () -> big"-2.5", () -> big"1.0")
samples!(() -> big(3), () -> big(0), () -> -big(2)^70, () -> big(1))
samples!(() -> pi)
samples!(() -> ℯ)
samples!(() -> 'c', () -> '\U10ffff')
samples!(() -> :U, () -> :L, () -> :x)
samples!(() -> nothing)
samples!(() -> missing)
samples!(() -> "text", () -> "")

# Vectors: filled, empty, of one element, special.
for (T, special) in ((Int, [typemin(Int), typemax(Int), -1]), (Float64, [NaN, -0.0, Inf]), (Float32, Float32[NaN, -0.0, Inf]),
                     (Bool, [false, false]), (Int8, Int8[-128, 127]), (UInt8, [0x00, 0xff]), (UInt64, [typemax(UInt64), 0x00]),
                     (ComplexF64, [complex(NaN, 0.0), 1im]), (Float16, Float16[NaN, 1, 2]))
    some = T[1, 0, 1]
    samples!(() -> copy(some), () -> T[], () -> T[1], () -> copy(special), () -> T[1, 1])
    samples!(() -> ones(T, 2, 3), () -> reshape(copy(some), 1, 3), () -> reshape(copy(some), 3, 1), () -> zeros(T, 0, 3), () -> zeros(T, 0, 0),
             () -> T[1 0; 1 1], () -> T[1 1; 1 1], () -> T[special[1] special[2]; special[end] special[1]], () -> ones(T, 3, 3))
end
samples!(() -> ones(2, 1, 2), () -> zeros(0, 1, 2))
samples!(() -> fill(2.5))
samples!(() -> [1, 2.5, 0x01, "a"], () -> Any[])

# Arrays that are others seen differently.
for T in (Int, Float64, ComplexF64, Bool)
    for wrap in (transpose, adjoint)
        samples!(() -> wrap(T[1, 0, 1]), () -> wrap(T[]), () -> wrap(T[1]))
        samples!(() -> wrap(T[1 0; 1 1]), () -> wrap(ones(T, 2, 3)), () -> wrap(zeros(T, 0, 2)), () -> wrap(ones(T, 3, 1)))
    end
    for wrap in (Symmetric, Hermitian)
        samples!(() -> wrap(T[1 0; 1 1]), () -> wrap(T[1 1; 0 0], :L), () -> wrap(zeros(T, 0, 0)), () -> wrap(ones(T, 3, 3)))
    end
    for wrap in (UpperTriangular, LowerTriangular)
        samples!(() -> wrap(T[1 0; 1 1]), () -> wrap(zeros(T, 2, 2)), () -> wrap(zeros(T, 0, 0)), () -> wrap(ones(T, 3, 3)))
    end
    samples!(() -> Diagonal(T[1, 0, 1]), () -> Diagonal(T[]), () -> Diagonal(T[1, 1]))
end
samples!(() -> view([1.0, 2.0, 3.0], 1:2), () -> view([1.0], 1:0))
samples!(() -> view([1.0 2.0; 3.0 4.0], 1:2, :), () -> view(zeros(0, 2), 1:0, :))
samples!(() -> PermutedDimsArray([1.0 2.0; 3.0 4.0], (2, 1)), () -> PermutedDimsArray(zeros(0, 2), (2, 1)))
samples!(() -> reshape(view([1.0, 2.0, 3.0, 4.0], 1:4), 2, 2), () -> reshape(view([1.0], 1:0), 0, 3))
samples!(() -> trues(3), () -> falses(0))
samples!(() -> [1 // 2, 3 // 1], () -> [1 // 0], () -> Rational{Int}[])
samples!(() -> [big"1.5", big"-2.0"], () -> [BigFloat(NaN)], () -> BigFloat[])
samples!(() -> Union{Missing,Float64}[1.0, missing], () -> Union{Missing,Float64}[])

# Ranges; the first and last of some types are as far apart as can be.
samples!(() -> 1:3, () -> 5:4, () -> 2:2, () -> -3:-1, () -> typemin(Int):typemax(Int), () -> typemax(Int) - 1:typemax(Int))
samples!(() -> Base.OneTo(3), () -> Base.OneTo(0))
samples!(() -> Base.OneTo(Int8(127)), () -> Base.OneTo(Int8(0)))
samples!(() -> 0x00:0xff, () -> 0x05:0x04, () -> 0xfe:0xff)
samples!(() -> Int8(-128):Int8(127), () -> Int8(3):Int8(2))
samples!(() -> UInt64(0):typemax(UInt64), () -> UInt64(3):UInt64(2))
samples!(() -> 1:2:5, () -> 5:-2:1, () -> 5:2:1, () -> typemin(Int):1:typemax(Int))
samples!(() -> 0x01:Int8(3):0xff, () -> 0xff:Int8(-3):0x01)
samples!(() -> Int8(1):100:Int8(127), () -> Int8(1):-100:Int8(-128))
samples!(() -> 0.0:0.5:1.0, () -> 1.0:0.5:0.0, () -> 1.0:-0.25:0.0)
samples!(() -> Float32(0):Float32(0.1):Float32(1), () -> Float32(1):Float32(0.1):Float32(0))
samples!(() -> Float16(0):Float16(0.1):Float16(1), () -> Float16(1):Float16(0.1):Float16(0))

samples!(() -> (1, 2, 3))
samples!(() -> (2, 2), () -> (0, 3), () -> (-1, typemax(Int)))
samples!(() -> (1.0, 0x02))
samples!(() -> ())
samples!(() -> (1:2, 3:4), () -> (0:1, 1:0))
samples!(() -> (x=1, y=2.0), () -> (x=typemin(Int), y=NaN))
samples!(() -> (a=[1, 2], b="text"), () -> (a=Int[], b=""))
samples!(() -> NamedTuple())
samples!(() -> pairs((x=1, y=2.0)))
samples!(() -> pairs(NamedTuple()))
foreach(t -> samples!(() -> t), (NamedTuple{(:x,)}, NamedTuple{(:x, :y)}, NamedTuple{()}, NamedTuple{(:z,)}))
samples!(() -> Ref(1), () -> Ref(typemax(Int)))
samples!(() -> Ref(2.5), () -> Ref(NaN))
samples!(() -> Ref{Any}("a"))
samples!(() -> Colon())
samples!(() -> I)
samples!(() -> 2.5I)
samples!(() -> undef)
for T in (Int64, Int8, UInt64, Bool, Float64, Float16, ComplexF64, Complex{Int8}, Union{Int,Float64}, Union{Int,UInt}, Integer, Real, String, Rational{Int})
    samples!(() -> T)
end
foreach(n -> samples!(() -> Val(n)), (-1, 0, 1, 2, 3, 7))
samples!(() -> Val(:a))
foreach(f -> samples!(() -> f), (abs, sqrt, +, ^, *, isodd, noted, noted_test))
samples!(() -> x -> x + 1)
samples!(() -> Base.broadcasted(+, [1, 2], 3), () -> Base.broadcasted(+, Int[], 3))
samples!(() -> Base.broadcasted(abs, [1.5, -2.5]))
samples!(() -> Base.broadcasted(+, [1, 2, 3], [1 2 3]), () -> Base.broadcasted(+, [1, 2, 3], [1 2; 3 4]))
samples!(() -> Base.broadcasted(noted, [1, 2]))
samples!(() -> Base.broadcasted(noted, Base.broadcasted(sqrt, [1.0, 2.0]), 0x01))
samples!(() -> Base.broadcasted(sqrt, [-1.0, 2.0]))

samples!(() -> MyNumber(2.5), () -> MyNumber(NaN))
samples!(() -> MyNumber)
samples!(() -> MyVector([1, 2]), () -> MyVector(Int[]))
samples!(() -> MyRange(2))
samples!(() -> [MyNumber(1), MyNumber(2)], () -> MyNumber[])
samples!(() -> [MyNumber(1) MyNumber(2); MyNumber(3) MyNumber(4)])
samples!(() -> (MyNumber(1), MyNumber(2)))
samples!(() -> (MyVector([1]), MyRange(2)))
samples!(() -> Ref(MyNumber(1)))
samples!(() -> transpose(MyVector([1, 2])))
samples!(() -> Symmetric([MyNumber(1) MyNumber(2); MyNumber(3) MyNumber(4)]))
samples!(() -> Diagonal(MyVector([1, 2])))
samples!(() -> Base.broadcasted(+, MyVector([1, 2]), 3))

const SAMPLE_TYPES = Any[first(sample) for sample in SAMPLES]

"Functions of which entries speak beside the one that they are found by."
const VARIANTS = IdDict{Any,Vector{Any}}(
    Array => Any[Vector, Array{Int}, Vector{Int}, Vector{UInt8}, Matrix{Float64}, Array{Any}, Vector{String}],
    Complex => Any[Complex{Int8}, Complex{Float64}, Complex{Bool}, Complex{UInt64}], Base.OneTo => Any[Base.OneTo{Int8}, Base.OneTo{Int}],
    NamedTuple => Any[NamedTuple{(:a,)}, NamedTuple{(:a, :b)}, NamedTuple{(:a, :b),Tuple{Int8,Int8}}, NamedTuple{(:a, :b, :c),NTuple{3,Int}}],
    Val => Any[Val{3}, Val{:a}], Diagonal => Any[Diagonal{Int}, Diagonal{Float64,Vector{Float64}}],
    Symmetric => Any[Symmetric{Int,Matrix{Int}}], Hermitian => Any[Hermitian{Float64,Matrix{Float64}}],
    UpperTriangular => Any[UpperTriangular{Int}, UpperTriangular{Float64,Matrix{Float64}}])

"Mixtures of numbers that are tried wherever a signature covers them."
const MIXED = Any[(Int64, UInt64), (UInt8, Int8), (Int64, UInt64, Int64), (Bool, Float16)]

"""
The mixtures and up to `most` other tuples of types that a signature covers and for which there is a method of Julia's own: numbers of
samples.
"""
function type_tuples(f, signature, most, rng)
    found = Any[Int[findfirst(==(t), SAMPLE_TYPES) for t in types] for types in MIXED
                if Tuple{types...} <: signature && is_own(f, Tuple{types...})]
    most += length(found)
    seen = Set{Any}(Tuple{SAMPLE_TYPES[chosen]...} for chosen in found)
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
        is_own(f, types) && push!(found, chosen)
    end
    return found
end

function is_own(f, types)
    method = only_method(f, types)
    return method !== nothing && is_bundled(method.module)
end

"Makers of values for a tuple of types: all of them, or some where they are too many."
function value_tuples(chosen, most, rng)
    makers = Any[last(SAMPLES[n]) for n in chosen]
    total = foldl(*, map(length, makers); init=1)
    total <= most && return vec(Any[Any[t...] for t in Iterators.product(makers...)])
    return Any[Any[rand(rng, m) for m in makers] for _ in 1:most]
end

"The mutable memory that a value leads to: objects, and where arrays have their elements."
function memory!(found::Set{Any}, x)
    may_be_mutable(typeof(x)) || return found
    if x isa Array
        push!(found, objectid(x))
        isempty(x) || push!(found, pointer(x))
        isbitstype(eltype(x)) || foreach(n -> isassigned(x, n) && memory!(found, x[n]), eachindex(x))
    else
        ismutable(x) && push!(found, objectid(x))
        foreach(n -> isdefined(x, n) && memory!(found, getfield(x, n)), 1:nfields(x))
    end
    return found
end
ismutable(x) = Saturate.is_mutable_type(typeof(x))
memory(x) = memory!(Set{Any}(), x)

"All that a value holds, as text."
contents(x) = !may_be_mutable(typeof(x)) || x isa Union{BigFloat,BigInt} ? repr(x) :
    x isa Union{Array,BitArray} ? string(typeof(x), size(x), Any[isassigned(x, n) ? contents(x[n]) : "undefined" for n in eachindex(x)]) :
    string(typeof(x), Any[isdefined(x, n) ? contents(getfield(x, n)) : "undefined" for n in 1:nfields(x)])

"What can be seen of a result: the half of a matrix that a triangular one hides may be anything."
visible(x) = x isa AbstractArray && !(x isa Union{Array,BitArray,AbstractRange}) ? string(typeof(x), contents(collect(x))) : contents(x)

"Changes the contents of everything mutable; the size of a vector as well."
function disturb!(x)
    if x isa Array && isbitstype(eltype(x)) && eltype(x) <: Number
        x isa Vector && push!(x, one(eltype(x)))
        for n in eachindex(x)
            x[n] = x isa Array{Bool} ? !x[n] : isnan(x[n]) ? one(eltype(x)) : x[n] + one(eltype(x))
        end
    elseif x isa Base.RefValue
        x[] isa Number && (x[] = x[] + 1)
    elseif may_be_mutable(typeof(x)) && !(x isa AbstractArray && any(iszero, size(x)))
        foreach(n -> isdefined(x, n) && disturb!(getfield(x, n)), 1:nfields(x))
    end
    return x
end

outcome(f, args) = try
    Some(f(args...))
catch err
    err isa InterruptException && rethrow()
    err
end

"Functions whose result has contents that nobody specifies."
const UNSPECIFIED = (similar, Array)
is_unspecified(f) = f in UNSPECIFIED || f isa Type && f <: Array

"The next random number, without drawing it."
next_number() = rand(copy(isdefined(Random, :default_rng) ? Random.default_rng() : Random.GLOBAL_RNG), UInt64)

"What is wrong with the answer about a call of these values; `nothing` if all is well."
function problem(f, facts, makers)
    says(effect) = facts.effects & effect != 0
    fresh() = Any[maker() for maker in makers]
    args = fresh()
    says(Effect.ALLOCATES) && too_large(args) && return nothing
    # Whoever calls it has looked.
    f === Base.unsafe_getindex && !checkbounds(Bool, args...) && return nothing
    long = any(is_long, args)
    long && says(Effect.DIVERGES | Effect.ALLOCATES) && return nothing
    before = map(contents, args)
    empty!(NOTED)
    empty!(TOUCHED)
    Random.seed!(1)
    number = next_number()
    first = outcome(f, args)
    for types in NOTED
        facts.effects & Saturate.Wire.CALLS_LATER == 0 || return "calls what it is given at once"
        any(call -> call[1] in (noted, noted_test) && Tuple{types...} <: Tuple{call[2]...}, facts.calls) ||
            return "calls what it is given with $types"
    end
    isempty(TOUCHED) || says(Effect.OTHER) || any(call -> haskey(Saturate.UNKNOWN_FUNCTIONS, call[1]), facts.calls) ||
        return "calls $(TOUCHED[1]) of somebody's own"
    next_number() == number || says(Effect.OTHER) || return "draws random numbers"
    says(Effect.WRITES) || map(contents, args) == before || return "writes"
    if !(first isa Some)
        says(Effect.THROWS) || any(call -> call[1] === sqrt, facts.calls) || return "throws $(typeof(first))"
        # What Julia's own exceptions hold does not count (crates/saturate/src/effects/mod.rs).
        says(Effect.LEAKS) || first isa Union{BoundsError,MethodError,TypeError} || isempty(intersect(memory(first), memory(args))) ||
            return "throws an argument, in $(typeof(first))"
        return nothing
    end
    result = something(first)
    result isa facts.result || return "is said to be a $(facts.result), and is a $(typeof(result))"
    facts.constant === nothing || something(facts.constant) === result || return "is said to be $(something(facts.constant)), and is $result"
    if says(Effect.ALLOCATES) && !says(Effect.ALIASES)
        isempty(intersect(memory(result), memory(args))) || return "is said to be new, and shares memory with an argument"
    end
    # What broadcasting wraps its arguments in is nobody's to look at.
    if !says(Effect.ALLOCATES) && !says(Effect.WRITES) && may_be_mutable(typeof(result)) && f !== Base.broadcasted
        again = outcome(f, args)
        again isa Some && something(again) === result || return "makes a new object each time"
    end
    (says(Effect.WRITES) || is_unspecified(f)) && return nothing
    # Other objects with the same contents, and other random numbers.
    Random.seed!(2)
    copies = outcome(f, fresh())
    says(Effect.IDENTITY | Effect.INCONSISTENT) || copies isa Some && visible(something(copies)) == visible(result) ||
        return "depends on which object it is given, or on global memory"
    if !says(Effect.READS) && !may_be_mutable(typeof(result))
        after = outcome(f, Any[disturb!(arg) for arg in args])
        after isa Some && something(after) === result || return "depends on memory"
    end
    return nothing
end

"Values that would make results of gigabytes."
function too_large(args)
    sizes = Any[abs(float(x)) for arg in args for x in (arg isa Tuple ? arg : (arg,)) if x isa Integer && !(x isa Bool)]
    # What is larger than any memory is refused at once.
    return any(x -> 1e3 < x < 1e18, sizes) || all(x -> x <= 1e3, sizes) && foldl(*, sizes; init=1.0) > 1e5
end

is_long(x) = x isa AbstractRange && big(last(x)) - big(first(x)) > 1000

"Seconds that a call takes, the best of three."
seconds(f, args) = minimum([@elapsed(outcome(f, args)) for _ in 1:3])

"Whether a call takes as long as a range that it is given is long."
function goes_through(f, args)
    at = findfirst(x -> x isa Union{UnitRange{Int},StepRange{Int,Int},StepRangeLen{Float64}}, args)
    at === nothing && return false
    with(n) = Any[k != at ? x : x isa UnitRange ? (1:n) : x isa StepRange ? (1:1:n) : 1.0:1.0:float(n) for (k, x) in enumerate(args)]
    short, long = with(10), with(1_000_000)
    outcome(f, short) isa Some && outcome(f, long) isa Some || return false
    return seconds(f, long) > 20 * seconds(f, short) + 1e-4
end

"What is wrong with the answer about calls of these types, for some of their values: texts."
function problems(f, chosen, most, rng)
    facts = Saturate.type_facts(f, Any[SAMPLE_TYPES[chosen]...])
    facts.has_method || return 0, String[]
    found, calls = String[], 0
    show_call(makers) = "$f(" * join((repr(maker()) for maker in makers), ", ") * ")"
    makers = Any[last(SAMPLES[n])[1] for n in chosen]
    if facts.effects & (Effect.DIVERGES | Effect.ALLOCATES | Effect.WRITES) == 0 && goes_through(f, Any[maker() for maker in makers])
        return 1, ["$(show_call(makers)) takes as long as its range is long"]
    end
    for makers in value_tuples(chosen, most, rng)
        calls += 1
        what = problem(f, facts, makers)
        what === nothing || push!(found, "$(show_call(makers)) $what")
    end
    return calls, found
end

"""
Calls every entry: for each function at most `most` tuples of types, for each of those at most `most_values` tuples of values. Gives the number of
calls, that of entries for which there is no sample, and what is wrong.
"""
function check(; most=2, most_values=24)
    calls, untried, found = 0, 0, String[]
    # In an order that is the same each time: a test must not fail by chance.
    for (key, entries) in sort(collect(EFFECTS_TABLE); by=entry -> string(first(entry))), entry in entries
        tried = false
        for f in unique(vcat(Any[something(entry.callee, key)], get(VARIANTS, key, Any[])))
            rng = MersenneTwister(1)
            for chosen in type_tuples(f, entry.signature, most, rng)
                tried = true
                count, wrong = problems(f, chosen, most_values, rng)
                calls += count
                # Of one kind, one is enough to read.
                append!(found, wrong[1:min(end, 2)])
            end
        end
        untried += !tried
    end
    return calls, untried, unique(found)
end

function run(; io=stdout, most=2)
    @testset "the bundled table is true" begin
        calls, untried, found = check(; most=most)
        println(io, "table of effects: ", calls, " calls; entries without a sample: ", untried)
        foreach(what -> println(io, "  ", what), found)
        @test isempty(found)
        @test calls > 3000
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    TableOfEffects.run(; most=isempty(ARGS) ? 2 : parse(Int, ARGS[1]))
end
