# The bundled table: what functions of Base and LinearAlgebra may do.
#
# By signature, for element types that Julia itself defines, and only where the method that runs is Julia's own: so no
# method of a package can make an entry untrue. Functions that are given functions list the calls they make of them.
# Floats follow Julia's documentation: `sin(Inf)` throws, arithmetic does not. Integers of several types throw where one of them must
# become another that does not hold it: `max(-1, UInt(1))`, `[-1, UInt(1)]`; `-1 + UInt(1)` wraps around.
#
# test/effects.jl calls every entry.

import LinearAlgebra
using LinearAlgebra: Adjoint, Diagonal, Eigen, Hermitian, LowerTriangular, Symmetric, Transpose, UniformScaling,
    UpperTriangular

struct TableEntry
    callee::Any     # the function, or the type: `Vector`, not `Vector{Int}`, which converts; `nothing`: with any parameters
    signature::Any
    effects::Int32
    more::Any       # effects of the function and the argument types, besides
    calls::Any      # of the argument types: (function, types) of calls made, or `nothing` if they are not known
end

no_calls(types) = Any[]
nothing_more(@nospecialize(f), types) = Effect.PURE

const EFFECTS_TABLE = IdDict{Any,Vector{TableEntry}}()

"The last entry that covers a signature."
function table_entry(@nospecialize(f), @nospecialize(signature))
    entries = get(EFFECTS_TABLE, f isa Type ? Base.unwrap_unionall(f).name.wrapper : f, nothing)
    entries === nothing && return nothing
    for n in length(entries):-1:1
        entry = entries[n]
        (entry.callee === nothing || entry.callee === f) && signature <: entry.signature && return entry
    end
    return nothing
end

function add_effects!(effects, functions, signatures...; calls=no_calls, more=nothing_more, parameters=false)
    for f in functions, signature in signatures
        key = f isa Type ? Base.unwrap_unionall(f).name.wrapper : f
        push!(get!(() -> TableEntry[], EFFECTS_TABLE, key), TableEntry(parameters ? nothing : f, signature, effects, more, calls))
    end
end

"What a call throws that makes numbers of several types one: integers that the common type does not hold."
mixing(@nospecialize(f), types) = promote_exactly(types) ? Effect.PURE : Effect.THROWS

"Whether `promote` throws for no values of these types."
function promote_exactly(types)
    parts = Any[t isa DataType && t <: Complex ? t.parameters[1] : t for t in types]
    all(t -> isconcretetype(t) && t <: Union{BitReal,Irrational}, parts) || return false
    common = promote_type(parts...)
    return common <: Base.IEEEFloat || all(t -> t === common || t === Bool || common <: Base.BitInteger && t <: Base.BitInteger &&
        typemin(common) <= typemin(t) && typemax(t) <= typemax(common), parts)
end

"`NamedTuple{names}(values)` throws where it is not given as many values as there are names."
function naming(@nospecialize(f), types)
    names, given = Base.unwrap_unionall(f).parameters[1], types[1]
    fits = names isa Tuple && given isa DataType && !Base.isvatuple(given) && length(given.parameters) == length(names)
    return f isa UnionAll && fits ? Effect.PURE : Effect.UNKNOWN
end

"""
Broadcasting is lazy, but for some functions of ranges: `(1:3) .* 0` is made at once, and is an error. A package may say for
its functions what else it is.
"""
function making_lazy(@nospecialize(f), types)
    arguments = Any[Compiler_.return_type(Base.Broadcast.broadcastable, Tuple{t}) for t in types[2:end]]
    have_values(arguments) || return Effect.UNKNOWN
    style = Compiler_.return_type(Base.Broadcast.combine_styles, Tuple{arguments...})
    style === Union{} && return Effect.UNKNOWN
    method = only_method(Base.Broadcast.broadcasted, Tuple{style,types[1],arguments...})
    method !== nothing && is_bundled(method.module) || return Effect.UNKNOWN
    made = Compiler_.return_type(Base.Broadcast.broadcasted, Tuple{style,types[1],arguments...})
    return made <: Base.Broadcast.Broadcasted ? Effect.PURE : Effect.THROWS
end

# Types.

const BitReal = Union{Bool,Base.BitInteger,Base.IEEEFloat}
const BitNumber = Union{BitReal,Complex{<:BitReal}}
const Plain = Union{BitNumber,Irrational,Char,Symbol,Nothing,Missing}
const NumArray = Array{<:BitNumber}
const NumVector = Vector{<:BitNumber}
const NumMatrix = Matrix{<:BitNumber}
# What a triangular matrix becomes when it is transposed depends on the version: it has a transposed one inside, or is inside of one.
const Sided = Union{NumMatrix,Transpose{<:BitNumber,<:NumMatrix},Adjoint{<:BitNumber,<:NumMatrix}}
const Structured = Union{Symmetric{<:BitNumber,<:Sided},Hermitian{<:BitNumber,<:Sided},UpperTriangular{<:BitNumber,<:Sided},
                         LowerTriangular{<:BitNumber,<:Sided},Diagonal{<:BitNumber,<:NumVector}}
const Wrapped = Union{Transpose{<:BitNumber,<:Union{NumArray,Structured}},Adjoint{<:BitNumber,<:Union{NumArray,Structured}},Structured}
const LinArray = Union{NumArray,Wrapped}
const LinMatrix = Union{NumMatrix,Wrapped}
const IntRange = Union{UnitRange{<:Base.BitInteger},Base.OneTo{<:Base.BitInteger},StepRange{<:Base.BitInteger,<:Base.BitInteger}}
const FloatRange = StepRangeLen{<:Base.IEEEFloat}
const BitRational = Rational{<:Base.BitInteger}
# Numbers that are objects: nothing writes them, but they are new each time, and two of them are two.
const BigNumber = Union{BigFloat,BigInt}
# Arrays that are others seen differently, through indices that Julia itself defines.
const PlainIndex = Union{Base.BitInteger,IntRange,Base.Slice{<:Base.OneTo},Vector{<:Base.BitInteger}}
const SeenArray = Union{BitArray,SubArray{<:BitNumber,<:Any,<:Union{NumArray,BitArray,IntRange,FloatRange,Wrapped},<:Tuple{Vararg{PlainIndex}}},
                        PermutedDimsArray{<:BitNumber,<:Any,<:Any,<:Any,<:NumArray},
                        Base.ReshapedArray{<:BitNumber,<:Any,<:Union{NumArray,IntRange,SubArray{<:BitNumber,<:Any,<:NumArray,<:Tuple{Vararg{PlainIndex}}}}},
                        PermutedDimsArray{<:BitNumber,<:Any,<:Any,<:Any,<:SubArray{<:BitNumber,<:Any,<:NumArray,<:Tuple{Vararg{PlainIndex}}}},
                        Base.ReinterpretArray{<:BitNumber,<:Any,<:BitNumber,<:NumArray}}
# Arrays of other numbers, some of them objects, some missing, and the same seen differently.
const OtherNumber = Union{BitRational,BigNumber}
const OtherPlain = Union{Array{<:OtherNumber},Array{<:Union{Missing,Bool}},Array{<:Union{Missing,Base.BitInteger}},Array{<:Union{Missing,Base.IEEEFloat}},
                         Array{<:Union{Base.BitInteger,Base.IEEEFloat}}}
const OtherArray = Union{OtherPlain,SubArray{<:Any,<:Any,<:OtherPlain,<:Tuple{Vararg{PlainIndex}}},PermutedDimsArray{<:Any,<:Any,<:Any,<:Any,<:OtherPlain},
                         Base.ReshapedArray{<:Any,<:Any,<:OtherPlain},Adjoint{<:OtherNumber,<:Array{<:OtherNumber}},
                         Transpose{<:OtherNumber,<:Array{<:OtherNumber}},Symmetric{<:OtherNumber,<:Matrix{<:OtherNumber}}}
const BitRange = Union{IntRange,FloatRange}
const NamedPairs = Base.Iterators.Pairs{<:Any,<:Any,<:Any,<:NamedTuple}

many(T) = Tuple{Vararg{T}}

"""
The function of a type, as `Some`, for asking what its calls do; `nothing` where the type does not say which. A function that captures variables is one
whose captured values nobody looks at: which method runs, and what it may do, its type says.
"""
function callee_of(@nospecialize(t))
    instance = only_instance(t)
    instance === nothing || return instance
    return t isa DataType && t <: Function && isconcretetype(t) ? any_value(t) : nothing
end

"Some value of a type, as `Some`; `nothing` where none is made so easily."
function any_value(@nospecialize(t), depth::Int=4)
    instance = only_instance(t)
    instance === nothing || return instance
    t === String && return Some{Any}("")
    t === Symbol && return Some{Any}(:value)
    t isa DataType && isconcretetype(t) && depth > 0 || return nothing
    t <: Array && return Some{Any}(t(undef, ntuple(_ -> 0, ndims(t))...))
    isbitstype(t) && fieldcount(t) == 0 && return Some{Any}(reinterpret(t, zeros(UInt8, sizeof(t)))[1])
    fields = Any[]
    for n in 1:fieldcount(t)
        value = any_value(fieldtype(t, n), depth - 1)
        value === nothing && return nothing
        push!(fields, something(value))
    end
    return Some{Any}(ccall(:jl_new_structv, Any, (Any, Ptr{Any}, UInt32), t, fields, length(fields)))
end

"Types of elements that a broadcast goes over; the calls that make them are added to `calls`. `nothing`: not known."
function broadcast_element(@nospecialize(t), calls::Vector{Any}, depth::Int=0)
    depth < 32 && t isa DataType && isconcretetype(t) || return nothing
    if t <: Base.Broadcast.Broadcasted
        style, function_type, arguments = t.parameters[1], t.parameters[3], t.parameters[4]
        f = callee_of(function_type)
        style isa DataType && is_bundled(style.name.module) && f !== nothing || return nothing
        elements = Any[broadcast_element(a, calls, depth + 1) for a in arguments.parameters]
        (any(isnothing, elements) || !have_values(elements)) && return nothing
        push!(calls, (something(f), elements))
        return Compiler_.return_type(something(f), Tuple{elements...})
    end
    t <: Union{Plain,BitRational,BigNumber} && return t
    t <: Union{LinArray,BitRange,SeenArray,OtherArray} && return eltype(t)
    t <: Base.RefValue && isbitstype(eltype(t)) && return eltype(t)
    t <: Tuple{Vararg{Plain}} && return eltype(t)
    return nothing
end

"A function may return an element of an array as it is: an object then, if such are the elements."
function sharing_elements(@nospecialize(f), types)
    calls = Any[]
    broadcast_element(types[end], calls) === nothing && return Effect.PURE
    return any(call -> any(may_be_mutable, call[2]), calls) ? Effect.ALIASES : Effect.PURE
end

function broadcast_calls(types)
    calls = Any[]
    return broadcast_element(types[1], calls) === nothing ? nothing : calls
end

"""
Calls that evaluating `broadcasted(f, arguments...)` will make. Where they are not known, one stands for them that may do
anything.
"""
function later_calls(types)
    calls = Any[]
    f = callee_of(types[1])
    elements = Any[t <: Union{Function,Val,Type} ? t : broadcast_element(t, calls) for t in types[2:end]]
    push!(calls, f === nothing || any(isnothing, elements) ? (print, Any[]) : (something(f), elements))
    return calls
end

"Calls of `map(f, A)` and the like."
function element_calls(types)
    f = callee_of(types[1])
    return f === nothing || length(types) != 2 ? nothing : Any[(something(f), Any[eltype(types[2])])]
end

"The same for functions that go on to compute with the results, which must be numbers."
function number_calls(types)
    calls = element_calls(types)
    calls === nothing && return nothing
    f, elements = calls[1]
    return have_values(elements) && Compiler_.return_type(f, Tuple{elements...}) <: BitNumber ? calls : nothing
end

"Functions of the table that write to their first argument and nowhere else."
const WRITERS = IdDict{Any,Nothing}(f => nothing for f in (setindex!, Base.materialize!, LinearAlgebra.mul!, copyto!, fill!))

function answer_writes_first_only(s, words, text)
    f, types = asked_constant(s, words, 1), Any[asked_type(s, words, at) for at in 2:length(words)]
    have_values(types) && !isempty(types) && haskey(WRITERS, f) && types[1] <: NumArray || return give!(s, false)
    # A method of a package could do anything, and which one runs depends on all arguments: `mul!(C, A, B)` with a sparse `A` is a package's.
    function is_ours(types)
        method = only_method(f, Tuple{types...})
        return method !== nothing && is_bundled(method.module) && table_entry(f, Tuple{types...}) !== nothing
    end
    return give!(s, all(is_ours, split_types(types)))
end

let E = Effect, none = Effect.PURE, throws = Effect.THROWS, reads = Effect.READS, alloc = Effect.ALLOCATES,
    shares = Effect.ALLOCATES | Effect.ALIASES, writes = Effect.WRITES, diverges = Effect.DIVERGES, N = BitNumber, R = BitReal, I = Base.BitInteger, F = Base.IEEEFloat,
    C = Union{F,Complex{<:F}}

    # Numbers.
    add_effects!(none, (+, -, *), many(N), Tuple{N,Irrational}, Tuple{Irrational,N}, Tuple{Irrational,Irrational}, Tuple{Irrational})
    add_effects!(none, (/, \), Tuple{N,N}, Tuple{N,Irrational}, Tuple{Irrational,N})
    add_effects!(none, (==, !=, isequal), Tuple{Plain,Plain}, Tuple{Type,Type})
    add_effects!(none, (<, <=, >, >=, isless, cmp), Tuple{R,R}, Tuple{R,Irrational}, Tuple{Irrational,R}, Tuple{Char,Char})
    add_effects!(none, (min, max, minmax), Tuple{Char,Char})
    add_effects!(none, (min, max, minmax), Tuple{R,R}, Tuple{R,Irrational}, Tuple{Irrational,R}; more=mixing)
    add_effects!(none, (!, ~, abs, abs2, sign, signbit, one, zero, oneunit, real, imag, conj, iszero, isone, isnan, isinf,
                        isfinite, isinteger, isreal, float, floor, ceil, round, trunc, copy, identity, typemin, typemax,
                        transpose, adjoint, LinearAlgebra.tr, LinearAlgebra.det, LinearAlgebra.norm), Tuple{N}, Tuple{Irrational})
    add_effects!(none, (one, zero, oneunit, typemin, typemax, eps, floatmin, floatmax), Tuple{Type{<:R}}, Tuple{Type{<:Complex{<:R}}})
    add_effects!(none, (&, |, xor), many(Union{Bool,I}))
    add_effects!(none, (<<, >>, >>>, count_ones, count_zeros, leading_zeros, trailing_zeros, iseven, isodd), Tuple{I}, Tuple{I,I})
    add_effects!(none, (div, rem, mod, fld, cld), Tuple{F,F})
    add_effects!(throws, (div, rem, mod, fld, cld, mod1, gcd, lcm), Tuple{R,R})
    add_effects!(none, (muladd, fma), Tuple{F,F,F})
    add_effects!(none, (muladd, clamp), Tuple{R,R,R}; more=mixing)
    add_effects!(none, (copysign, flipsign), Tuple{R,R})
    add_effects!(none, (hypot, atan), Tuple{R,R}; more=mixing)
    add_effects!(none, (exp, exp2, exp10, expm1, sinh, cosh, tanh, asinh, atan, cbrt), Tuple{R})
    add_effects!(throws, (sin, cos, tan, sec, csc, cot, sinpi, cospi, asin, acos, acosh, atanh, sqrt, log, log2, log10, log1p, sincos),
                 Tuple{N}, Tuple{Irrational}, Tuple{N,N})
    add_effects!(none, (sin, cos, tan), Tuple{Union{Bool,I}})
    add_effects!(throws, (^,), Tuple{N,N})
    add_effects!(none, (^,), Tuple{F,I}, Tuple{F,F}, Tuple{N,Bool})
    # `Inf32 ^ typemin(Int128)` is a `DomainError` on 1.12.
    add_effects!(throws, (^,), Tuple{F,Union{Int128,UInt128}})
    add_effects!(throws, (^,), Tuple{F,F})
    add_effects!(throws, (Base.literal_pow,), Tuple{typeof(^),N,Val})
    add_effects!(none, (Base.literal_pow,), Tuple{typeof(^),F,Val}, Tuple{typeof(^),N,Union{Val{0},Val{1},Val{2},Val{3}}})
    add_effects!(throws, (Base.Checked.checked_add, Base.Checked.checked_sub, Base.Checked.checked_mul, Base.Checked.checked_neg), many(I))
    add_effects!(throws, (convert,), Tuple{Type{<:N},N})
    add_effects!(none, (convert,), Tuple{Type{<:F},R}, Tuple{Type{<:Complex{<:F}},N}, (Tuple{Type{T},T} where {T<:N}))
    add_effects!(none, (Float64, Float32, Float16), Tuple{R}, Tuple{Irrational})
    add_effects!(throws, (Int8, Int16, Int32, Int64, Int128, UInt8, UInt16, UInt32, UInt64, UInt128, Bool), Tuple{R})
    add_effects!(none, (Complex,), Tuple{R}, Tuple{R,R}, Tuple{Complex{<:R}}; more=mixing)
    add_effects!(none, (promote,), Tuple{R,R}; more=mixing)
    # Of other types, it asks methods that a package has defined.
    add_effects!(none, (promote_type,), many(Type{<:N}))
    add_effects!(none, (Val,), Tuple{}; parameters=true)
    add_effects!(none, (Val,), Tuple{Union{Int,Symbol,Bool}})
    add_effects!(none, (isnothing, ismissing), Tuple{Any})
    add_effects!(none, (NamedTuple,), Tuple{Tuple}; more=naming, parameters=true)
    # What the method that sorts keyword arguments asks.
    add_effects!(none, (haskey,), Tuple{NamedTuple,Symbol})
    add_effects!(throws, (getindex,), Tuple{NamedTuple,Union{Symbol,Int}})
    add_effects!(none, (Base.structdiff,), Tuple{NamedTuple,Union{NamedTuple,Type{<:NamedTuple}}})
    add_effects!(none, (length, isempty, keys, values, pairs), Tuple{NamedTuple})
    add_effects!(none, (length, isempty), Tuple{NamedPairs})
    add_effects!(none, (identity,), Tuple{Any})
    add_effects!(throws, (error,), Tuple{String})

    # Rational numbers of machine integers throw where those would wrap around.
    Q = BitRational
    add_effects!(throws, (+, -, *, /, \, //, ==, !=, <, <=, >, >=, isless, isequal, min, max, ^), Tuple{Q,Q}, Tuple{Q,Union{Bool,I}}, Tuple{Union{Bool,I},Q})
    add_effects!(throws, (+, -, *, /, \, ==, !=, <, <=, >, >=, isless, isequal), Tuple{Q,F}, Tuple{F,Q})
    add_effects!(throws, (+, -, abs, abs2, sign, float, inv, numerator, denominator, exp, sin, cos, tan, sqrt, log, iszero, isone), Tuple{Q})
    add_effects!(none, (zero, one, real, conj, iszero, isone), Tuple{Q})
    add_effects!(throws, (Base.literal_pow,), Tuple{typeof(^),Q,Val})

    # Big numbers are new objects, of the precision that is set.
    B, big = BigNumber, reads | alloc | E.GLOBAL
    add_effects!(big | throws, (+, -, *, /, \), Tuple{B,B}, Tuple{B,R}, Tuple{R,B})
    add_effects!(reads, (==, !=, <, <=, >, >=, isless, isequal), Tuple{B,B}, Tuple{B,Union{Bool,I}}, Tuple{Union{Bool,I},B})
    add_effects!(reads | throws, (==, !=, <, <=, >, >=, isless, isequal), Tuple{B,F}, Tuple{F,B})
    add_effects!(reads, (iszero, isone, isnan, isinf, isfinite, isinteger, signbit), Tuple{B})
    add_effects!(big | throws, (-, zero, one), Tuple{B})
    # Some are what they were given, `NaN` for example; a `DomainError` has it inside.
    add_effects!(big | shares | throws | E.LEAKS, (exp, exp2, expm1, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, sqrt, cbrt, log, log2, log10, log1p),
                 Tuple{BigFloat})
    add_effects!(big | shares | throws, (+, abs, abs2, sign, real, conj, float, floor, ceil, round, trunc), Tuple{B})
    add_effects!(big | shares | throws, (min, max), Tuple{B,B})
    add_effects!(big | shares | throws | diverges, (Base.literal_pow,), Tuple{typeof(^),B,Val})

    # Tuples and ranges.
    add_effects!(none, (length, firstindex, lastindex, eachindex), Tuple{Tuple})
    # A range from the smallest number to the largest has more elements than there are numbers.
    add_effects!(throws, (length, firstindex, lastindex, eachindex, size, axes), Tuple{BitRange})
    add_effects!(none, (length, firstindex, lastindex, eachindex, size, axes), Tuple{Union{Base.OneTo{<:I},FloatRange}})
    add_effects!(throws, (Base.:(:),), Tuple{I,I,I}, Tuple{R,R}, Tuple{R,R,R})
    add_effects!(none, (Base.:(:),), Tuple{I,I}; more=mixing)
    add_effects!(throws, (iterate,), Tuple{BitRange,I})
    add_effects!(none, (iterate,), Tuple{BitRange}, Tuple{FloatRange,Int}, Tuple{Tuple}, Tuple{Tuple,Int},
                 (Tuple{Union{UnitRange{T},Base.OneTo{T},StepRange{T,T}},T} where {T<:I}))
    add_effects!(none, (first, last, step, isempty), Tuple{BitRange})
    # Several elements go through an array of their type, which converts them.
    add_effects!(throws, (getindex,), Tuple{Tuple,Union{I,Colon}}, Tuple{Tuple{Vararg{Plain}},IntRange}, Tuple{BitRange,Union{I,IntRange,Colon}})
    add_effects!(throws, (Base.indexed_iterate,), Tuple{Tuple,Int}, Tuple{Tuple,Int,Any})
    add_effects!(none, (Base.OneTo,), Tuple{I})

    # Arrays.
    add_effects!(reads, (length, size, axes, eachindex, isempty, firstindex, lastindex, keys), Tuple{LinArray})
    add_effects!(none, (size, length, axes), Tuple{Array{<:Any,2}})
    add_effects!(none, (ndims, eltype), Tuple{Union{LinArray,BitRange,BitArray}})
    add_effects!(reads | throws, (size, axes), Tuple{LinArray,I})
    add_effects!(throws, (size, axes), Tuple{Array{<:Any,2},I})
    add_effects!(reads | throws, (getindex, Base.unsafe_getindex), Tuple{LinArray,Vararg{I}})
    add_effects!(reads | throws, (first, last), Tuple{LinArray})
    add_effects!(reads | alloc | throws, (first, last), Tuple{LinArray,I})
    add_effects!(reads | alloc | throws, (getindex,), Tuple{LinArray,BitRange}, Tuple{NumMatrix,Union{I,BitRange,Colon},Union{BitRange,Colon}},
                 Tuple{NumMatrix,Colon,I}, Tuple{NumMatrix,BitRange,I}, Tuple{NumVector,Vector{<:I}})
    add_effects!(reads | throws, (getindex,), Tuple{Base.RefValue{<:Plain}})
    add_effects!(writes | throws, (setindex!,), Tuple{NumArray,N,Vararg{I}}, Tuple{Base.RefValue{<:Plain},Plain})
    add_effects!(reads | throws, (iterate,), Tuple{NumArray}, Tuple{NumArray,Int})
    add_effects!(reads | throws, (checkbounds,), Tuple{LinArray,Vararg{Union{I,BitRange,Colon}}})
    add_effects!(alloc | throws, (zeros, ones, falses, trues), many(I), Tuple{Type{<:N},Vararg{I}})
    add_effects!(alloc | throws, (fill,), Tuple{N,Vararg{I}})
    add_effects!(alloc | throws, (Array,), Tuple{UndefInitializer,Vararg{I}}; parameters=true)
    add_effects!(alloc, (Base.vect, vcat, hcat), many(N); more=mixing)
    add_effects!(alloc | throws, (getindex,), Tuple{Type{<:N},Vararg{N}})
    add_effects!(alloc, (getindex,), (Tuple{Type{T},Vararg{T}} where {T<:N}))
    add_effects!(alloc | throws, (Base.hvcat,), Tuple{Tuple{Vararg{Int}},Vararg{N}})
    add_effects!(reads | alloc | throws, (Base.hvcat,), Tuple{Tuple{Vararg{Int}},Vararg{NumMatrix}})
    add_effects!(reads | alloc, (copy, collect, Array), Tuple{NumArray})
    add_effects!(reads | alloc, (Vector,), Tuple{NumVector})
    add_effects!(reads | alloc, (Matrix,), Tuple{NumMatrix})
    add_effects!(reads | alloc, (Matrix, Array, copy, collect), Tuple{Wrapped})
    add_effects!(reads | shares | throws, (repeat,), many(Union{LinArray,N}))
    # A new object, or the one they were given, or a new one with its memory: that is for the types to say.
    add_effects!(reads | shares, (float, real, conj), Tuple{NumArray})
    add_effects!(reads | shares | throws, (reshape, vec, permutedims), Tuple{NumArray,Vararg{Union{I,Colon,Tuple{Vararg{I}}}}})
    add_effects!(reads | alloc, (permutedims,), Tuple{NumMatrix})
    add_effects!(reads | alloc, (similar,), Tuple{LinArray})
    add_effects!(reads | alloc | throws, (similar,), Tuple{LinArray,Vararg{Union{I,Type{<:N},Tuple{Vararg{I}}}}})
    add_effects!(reads | alloc | throws, (vcat, hcat, cat, reverse, sort, cumsum, cumprod, diff, unique, circshift),
                 many(Union{LinArray,N}))
    add_effects!(reads | throws, (sum, prod, maximum, minimum, extrema, any, all, count, argmax, argmin, issorted), Tuple{LinArray})
    # An array is no longer than there is memory; to go through a range may take hours.
    add_effects!(throws | diverges, (sum, prod, maximum, minimum, extrema, any, all, count, argmax, argmin, issorted), Tuple{BitRange})
    add_effects!(reads, (sum, prod), Tuple{NumArray})
    add_effects!(reads, (==, isequal), Tuple{LinArray,LinArray})
    add_effects!(reads | throws, (isapprox,), Tuple{LinArray,LinArray})
    add_effects!(reads, (in,), Tuple{N,NumArray})
    # One range goes through all elements of a matrix: over a vector that is made for it.
    add_effects!(reads | shares | throws, (view,), Tuple{NumArray,Vararg{Union{I,BitRange,Colon}}})
    add_effects!(reads | throws, (view,), Tuple{NumVector,Union{I,BitRange,Colon}}, Tuple{NumMatrix,Union{I,BitRange,Colon},Union{I,BitRange,Colon}})
    add_effects!(writes | throws, (fill!,), Tuple{NumArray,N})
    add_effects!(writes | reads | throws, (copyto!, push!, append!, sort!, reverse!), Tuple{NumArray,Vararg{Union{LinArray,N}}})

    # Linear algebra.
    L, M = LinArray, LinMatrix
    add_effects!(none, (transpose, adjoint), Tuple{L})
    add_effects!(none, (transpose, adjoint), Tuple{Symmetric{<:R,<:NumMatrix}})
    add_effects!(throws, (Symmetric, Hermitian, UpperTriangular, LowerTriangular), Tuple{NumMatrix}, Tuple{NumMatrix,Symbol})
    add_effects!(none, (Diagonal,), Tuple{NumVector})
    add_effects!(reads | shares, (+,), Tuple{L})
    add_effects!(reads | alloc, (-,), Tuple{L})
    add_effects!(reads | alloc | throws, (+, -), Tuple{L,L,Vararg{L}})
    add_effects!(reads | alloc | throws, (*,), Tuple{M,M,Vararg{M}}, Tuple{M,NumVector}, Tuple{NumVector,M}, Tuple{M,M,NumVector},
                 Tuple{M,M,Union{M,NumVector},Vararg{Union{M,NumVector}}})
    add_effects!(reads | alloc | throws, (*,), Tuple{N,M,M,Vararg{M}}, Tuple{N,M,NumVector})
    add_effects!(reads | throws, (*,), Tuple{Union{Adjoint{<:N,<:NumVector},Transpose{<:N,<:NumVector}},NumVector})
    add_effects!(reads | alloc, (*,), Tuple{L,N}, Tuple{N,L})
    add_effects!(reads | alloc, (/,), Tuple{L,N})
    add_effects!(reads | alloc, (\,), Tuple{N,L})
    add_effects!(reads | alloc | throws, (+, -, *), Tuple{NumMatrix,UniformScaling{<:R}}, Tuple{UniformScaling{<:R},NumMatrix})
    add_effects!(reads | alloc | throws, (+, -), Tuple{Symmetric{<:R,<:NumMatrix},UniformScaling{<:R}})
    add_effects!(reads | alloc, (*,), Tuple{UniformScaling{<:R},NumVector})
    add_effects!(reads | alloc | throws, (/, \), Tuple{M,M}, Tuple{M,NumVector})
    add_effects!(reads | alloc | throws, (^,), Tuple{NumMatrix,I})
    add_effects!(reads | alloc | throws, (Base.literal_pow,), Tuple{typeof(^),NumMatrix,Val})
    add_effects!(reads | writes | throws, (LinearAlgebra.mul!,), Tuple{NumArray,L,L}, Tuple{NumArray,L,L,R,R})
    add_effects!(reads | writes | throws, (LinearAlgebra.rmul!, LinearAlgebra.lmul!), Tuple{NumArray,N}, Tuple{N,NumArray})
    add_effects!(reads | writes | throws, (LinearAlgebra.axpy!, LinearAlgebra.axpby!), Tuple{N,NumArray,NumArray}, Tuple{N,NumArray,N,NumArray})
    add_effects!(reads | throws, (LinearAlgebra.dot,), Tuple{L,L})
    add_effects!(reads, (LinearAlgebra.norm,), Tuple{NumArray})
    # `norm(x, NaN)` throws on 1.12.
    add_effects!(reads | throws, (LinearAlgebra.norm,), Tuple{NumArray,R})
    add_effects!(reads | throws, (LinearAlgebra.tr, LinearAlgebra.det, LinearAlgebra.logdet, LinearAlgebra.cond, LinearAlgebra.rank,
                                  LinearAlgebra.opnorm), Tuple{M})
    add_effects!(reads | alloc | throws, (inv, LinearAlgebra.pinv, exp, sqrt, log, LinearAlgebra.eigen, LinearAlgebra.eigvals,
                 LinearAlgebra.eigvecs, LinearAlgebra.svdvals, LinearAlgebra.diag, LinearAlgebra.normalize), Tuple{M}, Tuple{NumVector})
    # Some versions compute in the matrix that a triangular one is a part of.
    add_effects!(reads | writes | alloc | throws, (LinearAlgebra.eigen, LinearAlgebra.eigvecs),
                 Tuple{UpperTriangular{<:N,<:NumMatrix}}, Tuple{LowerTriangular{<:N,<:NumMatrix}})
    # Some versions give the diagonal itself.
    add_effects!(reads | shares | throws, (LinearAlgebra.eigen, LinearAlgebra.eigvals, LinearAlgebra.diag), Tuple{Diagonal})
    add_effects!(reads | alloc | throws, (LinearAlgebra.kron, LinearAlgebra.cross), Tuple{L,L})
    add_effects!(reads | alloc, (LinearAlgebra.triu, LinearAlgebra.tril, LinearAlgebra.diagm), Tuple{NumMatrix}, Tuple{NumVector})
    add_effects!(reads, (LinearAlgebra.issymmetric, LinearAlgebra.ishermitian, LinearAlgebra.isdiag, LinearAlgebra.istriu,
                         LinearAlgebra.istril), Tuple{M})
    add_effects!(none, (LinearAlgebra.issymmetric,), Tuple{Symmetric{<:R,<:NumMatrix}})
    add_effects!(reads, (LinearAlgebra.isposdef,), Tuple{Matrix{<:Union{Float64,Float32,ComplexF64,ComplexF32}}})

    # Functions that call functions.
    add_effects!(Wire.CALLS_LATER, (Base.broadcasted,),
                 Tuple{Any,Vararg{Union{L,SeenArray,OtherArray,Plain,BitRational,BigNumber,BitRange,Base.Broadcast.Broadcasted,Base.RefValue,Tuple{Vararg{Plain}},
                                    Function,Val,Type}}}; calls=later_calls, more=making_lazy)
    add_effects!(none, (Base.Broadcast.broadcastable,), Tuple{Union{L,N,BitRange}})
    add_effects!(reads | alloc | throws, (Base.materialize,), Tuple{Base.Broadcast.Broadcasted}; calls=broadcast_calls, more=sharing_elements)
    add_effects!(none, (Base.materialize,), Tuple{Union{L,N,BitRange}})
    add_effects!(reads | writes | throws, (Base.materialize!,), Tuple{NumArray,Base.Broadcast.Broadcasted};
                 calls=types -> broadcast_calls(types[2:end]))
    add_effects!(reads | alloc | throws, (map, filter), Tuple{Any,NumArray}; calls=element_calls)
    add_effects!(alloc | throws | diverges, (map, filter), Tuple{Any,BitRange}; calls=element_calls)
    add_effects!(reads | throws, (sum, prod, maximum, minimum, any, all, count), Tuple{Any,NumArray}; calls=number_calls)
    add_effects!(throws | diverges, (sum, prod, maximum, minimum, any, all, count), Tuple{Any,BitRange}; calls=number_calls)

end

"""
What is certainly no subject of analysis, whatever method runs. A random number that is not drawn any more is one that the next draw gets.
"""
const UNKNOWN_FUNCTIONS = IdDict{Any,Nothing}(f => nothing for f in (print, println, show, display, write, read, open, close, flush, rand, randn,
    sleep, wait, lock, unlock, Base.invokelatest))
