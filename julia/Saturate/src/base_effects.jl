# The bundled table: what functions of Base and LinearAlgebra may do.
#
# By signature, for element types that Julia itself defines, and only where the method that runs is Julia's own: so no
# method of a package can make an entry untrue. Functions that are given functions list the calls they make of them.
# Floats follow Julia's documentation: `sin(Inf)` throws, arithmetic does not.

import LinearAlgebra
using LinearAlgebra: Adjoint, Diagonal, Eigen, Hermitian, LowerTriangular, Symmetric, Transpose, UniformScaling,
    UpperTriangular

struct TableEntry
    signature::Any
    effects::Int32
    calls::Any      # of the argument types: (function, types) of calls made, or `nothing` if they are not known
end

no_calls(types) = Any[]

const EFFECTS_TABLE = IdDict{Any,Vector{TableEntry}}()

"The last entry that covers a signature."
function table_entry(@nospecialize(f), @nospecialize(signature))
    entries = get(EFFECTS_TABLE, f isa Type ? Base.unwrap_unionall(f).name.wrapper : f, nothing)
    entries === nothing && return nothing
    at = findlast(entry -> signature <: entry.signature, entries)
    return at === nothing ? nothing : entries[at]
end

function add_effects!(effects, functions, signatures...; calls=no_calls)
    for f in functions, signature in signatures
        push!(get!(() -> TableEntry[], EFFECTS_TABLE, f), TableEntry(signature, effects, calls))
    end
end

# Types.

const BitReal = Union{Bool,Base.BitInteger,Base.IEEEFloat}
const BitNumber = Union{BitReal,Complex{<:BitReal}}
const Plain = Union{BitNumber,Irrational,Char,Symbol,Nothing,Missing}
const NumArray = Array{<:BitNumber}
const NumVector = Vector{<:BitNumber}
const NumMatrix = Matrix{<:BitNumber}
const Wrapped = Union{Transpose{<:BitNumber,<:NumArray},Adjoint{<:BitNumber,<:NumArray},Symmetric{<:BitNumber,<:NumMatrix},
                      Hermitian{<:BitNumber,<:NumMatrix},UpperTriangular{<:BitNumber,<:NumMatrix},
                      LowerTriangular{<:BitNumber,<:NumMatrix},Diagonal{<:BitNumber,<:NumVector}}
const LinArray = Union{NumArray,Wrapped}
const LinMatrix = Union{NumMatrix,Wrapped}
const IntRange = Union{UnitRange{<:Base.BitInteger},Base.OneTo{<:Base.BitInteger},StepRange{<:Base.BitInteger,<:Base.BitInteger}}
const FloatRange = StepRangeLen{<:Base.IEEEFloat}
const BitRange = Union{IntRange,FloatRange}

many(T) = Tuple{Vararg{T}}

"Types of elements that a broadcast goes over; the calls that make them are added to `calls`. `nothing`: not known."
function broadcast_element(@nospecialize(t), calls::Vector{Any}, depth::Int=0)
    depth < 32 && t isa DataType && isconcretetype(t) || return nothing
    if t <: Base.Broadcast.Broadcasted
        style, function_type, arguments = t.parameters[1], t.parameters[3], t.parameters[4]
        f = only_instance(function_type)
        style isa DataType && is_bundled(style.name.module) && f !== nothing || return nothing
        elements = Any[broadcast_element(a, calls, depth + 1) for a in arguments.parameters]
        (any(isnothing, elements) || !have_values(elements)) && return nothing
        push!(calls, (something(f), elements))
        return Compiler_.return_type(something(f), Tuple{elements...})
    end
    t <: Plain && return t
    t <: Union{LinArray,BitRange} && return eltype(t)
    t <: Base.RefValue && isbitstype(eltype(t)) && return eltype(t)
    t <: Tuple{Vararg{Plain}} && return eltype(t)
    return nothing
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
    f = only_instance(types[1])
    elements = Any[t <: Union{Function,Val,Type} ? t : broadcast_element(t, calls) for t in types[2:end]]
    push!(calls, f === nothing || any(isnothing, elements) ? (print, Any[]) : (something(f), elements))
    return calls
end

"Calls of `map(f, A)` and the like."
function element_calls(types)
    f = only_instance(types[1])
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
const WRITERS = (setindex!, Base.materialize!, LinearAlgebra.mul!, copyto!, fill!)

function answer_writes_first_only(s, words, text)
    f, first = asked_constant(s, words, 1), asked_type(s, words, 2)
    f in WRITERS && first <: NumArray && first !== Union{} || return give!(s, false)
    # A method of a package could do anything.
    return give!(s, all(m -> is_bundled(m.module), methods(f, Tuple{first,Vararg{Any}})))
end

let E = Effect, none = Effect.PURE, throws = Effect.THROWS, reads = Effect.READS, alloc = Effect.ALLOCATES,
    shares = Effect.ALLOCATES | Effect.ALIASES, writes = Effect.WRITES, N = BitNumber, R = BitReal, I = Base.BitInteger, F = Base.IEEEFloat,
    C = Union{F,Complex{<:F}}

    # Numbers.
    add_effects!(none, (+, -, *), many(N), Tuple{N,Irrational}, Tuple{Irrational,N}, Tuple{Irrational,Irrational}, Tuple{Irrational})
    add_effects!(none, (/, \), Tuple{N,N}, Tuple{N,Irrational}, Tuple{Irrational,N})
    add_effects!(none, (==, !=, isequal), Tuple{Plain,Plain}, Tuple{Type,Type})
    add_effects!(none, (<, <=, >, >=, isless, cmp, min, max, minmax), Tuple{R,R}, Tuple{R,Irrational}, Tuple{Irrational,R}, Tuple{Char,Char})
    add_effects!(none, (!, ~, abs, abs2, sign, signbit, one, zero, oneunit, real, imag, conj, iszero, isone, isnan, isinf,
                        isfinite, isinteger, isreal, float, floor, ceil, round, trunc, copy, identity, typemin, typemax,
                        transpose, adjoint, LinearAlgebra.tr, LinearAlgebra.det, LinearAlgebra.norm), Tuple{N}, Tuple{Irrational})
    add_effects!(none, (one, zero, oneunit, typemin, typemax, eps, floatmin, floatmax), Tuple{Type{<:R}}, Tuple{Type{<:Complex{<:R}}})
    add_effects!(none, (&, |, xor), many(Union{Bool,I}))
    add_effects!(none, (<<, >>, >>>, count_ones, count_zeros, leading_zeros, trailing_zeros, iseven, isodd), Tuple{I}, Tuple{I,I})
    add_effects!(none, (div, rem, mod, fld, cld), Tuple{F,F})
    add_effects!(throws, (div, rem, mod, fld, cld, mod1, gcd, lcm), Tuple{R,R})
    add_effects!(none, (muladd, fma), Tuple{F,F,F})
    add_effects!(none, (muladd, clamp), Tuple{R,R,R})
    add_effects!(none, (copysign, flipsign, hypot, atan), Tuple{R,R})
    add_effects!(none, (exp, exp2, exp10, expm1, sinh, cosh, tanh, asinh, atan, cbrt), Tuple{R})
    add_effects!(throws, (sin, cos, tan, sec, csc, cot, sinpi, cospi, asin, acos, acosh, atanh, sqrt, log, log2, log10, log1p, sincos),
                 Tuple{N}, Tuple{Irrational}, Tuple{N,N})
    add_effects!(none, (sin, cos, tan), Tuple{Union{Bool,I}})
    add_effects!(throws, (^,), Tuple{N,N})
    add_effects!(none, (^,), Tuple{F,I}, Tuple{F,F}, Tuple{N,Bool})
    add_effects!(throws, (^,), Tuple{F,F})
    add_effects!(throws, (Base.literal_pow,), Tuple{typeof(^),N,Val})
    add_effects!(none, (Base.literal_pow,), Tuple{typeof(^),F,Val}, Tuple{typeof(^),N,Union{Val{0},Val{1},Val{2},Val{3}}})
    add_effects!(throws, (Base.Checked.checked_add, Base.Checked.checked_sub, Base.Checked.checked_mul, Base.Checked.checked_neg), many(I))
    add_effects!(throws, (convert,), Tuple{Type{<:N},N})
    add_effects!(none, (convert,), Tuple{Type{<:F},R}, Tuple{Type{<:Complex{<:F}},N}, (Tuple{Type{T},T} where {T<:N}))
    add_effects!(none, (Float64, Float32, Float16), Tuple{R}, Tuple{Irrational})
    add_effects!(throws, (Int8, Int16, Int32, Int64, Int128, UInt8, UInt16, UInt32, UInt64, UInt128, Bool), Tuple{R})
    add_effects!(none, (Complex,), Tuple{R}, Tuple{R,R}, Tuple{Complex{<:R}})
    add_effects!(none, (promote,), Tuple{R,R})
    add_effects!(none, (promote_type,), many(Type))
    add_effects!(none, (Val,), Tuple{}, Tuple{Union{Int,Symbol,Bool}})
    add_effects!(none, (isnothing, ismissing), Tuple{Any})
    # Too many or too few values are an error that inference sees.
    add_effects!(none, (NamedTuple,), Tuple{Tuple})
    add_effects!(none, (identity,), Tuple{Any})
    add_effects!(throws, (error,), Tuple{String})

    # Tuples and ranges.
    add_effects!(none, (length, firstindex, lastindex, eachindex), Tuple{Tuple}, Tuple{BitRange})
    add_effects!(none, (Base.:(:),), Tuple{I,I})
    add_effects!(throws, (Base.:(:),), Tuple{I,I,I}, Tuple{R,R}, Tuple{R,R,R})
    add_effects!(none, (iterate,), Tuple{BitRange}, Tuple{BitRange,I}, Tuple{Tuple}, Tuple{Tuple,Int})
    add_effects!(none, (first, last, step, size, axes, isempty), Tuple{BitRange})
    add_effects!(throws, (getindex,), Tuple{Tuple,Union{I,BitRange,Colon}}, Tuple{BitRange,Union{I,BitRange,Colon}})
    add_effects!(throws, (Base.indexed_iterate,), Tuple{Tuple,Int}, Tuple{Tuple,Int,Any})
    add_effects!(none, (Base.OneTo,), Tuple{I})

    # Arrays.
    add_effects!(reads, (length, size, axes, eachindex, isempty, firstindex, lastindex, keys), Tuple{LinArray})
    add_effects!(none, (size, length, axes), Tuple{Array{<:Any,2}})
    add_effects!(none, (ndims, eltype), Tuple{AbstractArray{<:N}})
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
    add_effects!(alloc | throws, (Array,), Tuple{UndefInitializer,Vararg{I}})
    add_effects!(alloc, (Base.vect, vcat, hcat), many(N))
    add_effects!(alloc | throws, (getindex,), Tuple{Type{<:N},Vararg{N}})
    add_effects!(alloc, (getindex,), (Tuple{Type{T},Vararg{T}} where {T<:N}))
    add_effects!(alloc | throws, (Base.hvcat,), Tuple{Tuple{Vararg{Int}},Vararg{N}})
    add_effects!(reads | alloc, (copy, collect, Array), Tuple{NumArray})
    add_effects!(reads | shares | throws, (repeat,), many(Union{LinArray,N}))
    # A new object, or the one they were given, or a new one with its memory: that is for the types to say.
    add_effects!(reads | shares, (float, real, conj), Tuple{NumArray})
    add_effects!(reads | shares | throws, (reshape, vec, permutedims), Tuple{NumArray,Vararg{Union{I,Colon,Tuple{Vararg{I}}}}})
    add_effects!(reads | alloc, (permutedims,), Tuple{NumMatrix})
    add_effects!(reads | alloc, (similar,), Tuple{LinArray})
    add_effects!(reads | alloc | throws, (similar,), Tuple{LinArray,Vararg{Union{I,Type{<:N},Tuple{Vararg{I}}}}})
    add_effects!(reads | alloc | throws, (vcat, hcat, cat, reverse, sort, cumsum, cumprod, diff, unique, circshift),
                 many(Union{LinArray,N}))
    add_effects!(reads | throws, (sum, prod, maximum, minimum, extrema, any, all, count, argmax, argmin, issorted), Tuple{LinArray}, Tuple{BitRange})
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
    add_effects!(reads | alloc | throws, (*,), Tuple{M,M,Vararg{M}}, Tuple{M,NumVector}, Tuple{NumVector,M}, Tuple{M,M,NumVector})
    add_effects!(reads | throws, (*,), Tuple{Union{Adjoint{<:N,<:NumVector},Transpose{<:N,<:NumVector}},NumVector})
    add_effects!(reads | alloc, (*,), Tuple{L,N}, Tuple{N,L})
    add_effects!(reads | alloc, (/,), Tuple{L,N})
    add_effects!(reads | alloc, (\,), Tuple{N,L})
    add_effects!(reads | alloc | throws, (+, -, *), Tuple{NumMatrix,UniformScaling{<:R}}, Tuple{UniformScaling{<:R},NumMatrix})
    add_effects!(reads | alloc | throws, (/, \), Tuple{M,M}, Tuple{M,NumVector})
    add_effects!(reads | alloc | throws, (^,), Tuple{NumMatrix,I})
    add_effects!(reads | alloc | throws, (Base.literal_pow,), Tuple{typeof(^),NumMatrix,Val})
    add_effects!(reads | writes | throws, (LinearAlgebra.mul!,), Tuple{NumArray,L,L}, Tuple{NumArray,L,L,R,R})
    add_effects!(reads | writes | throws, (LinearAlgebra.rmul!, LinearAlgebra.lmul!), Tuple{NumArray,N}, Tuple{N,NumArray})
    add_effects!(reads | writes | throws, (LinearAlgebra.axpy!, LinearAlgebra.axpby!), Tuple{N,NumArray,NumArray}, Tuple{N,NumArray,N,NumArray})
    add_effects!(reads | throws, (LinearAlgebra.dot,), Tuple{L,L})
    add_effects!(reads, (LinearAlgebra.norm,), Tuple{NumArray}, Tuple{NumArray,R})
    add_effects!(reads | throws, (LinearAlgebra.tr, LinearAlgebra.det, LinearAlgebra.logdet, LinearAlgebra.cond, LinearAlgebra.rank,
                                  LinearAlgebra.opnorm), Tuple{M})
    add_effects!(reads | alloc | throws, (inv, LinearAlgebra.pinv, exp, sqrt, log, LinearAlgebra.eigen, LinearAlgebra.eigvals,
                 LinearAlgebra.eigvecs, LinearAlgebra.svdvals, LinearAlgebra.diag, LinearAlgebra.normalize), Tuple{M}, Tuple{NumVector})
    # Some versions give the diagonal itself.
    add_effects!(reads | shares | throws, (LinearAlgebra.eigen, LinearAlgebra.eigvals, LinearAlgebra.diag), Tuple{Diagonal})
    add_effects!(reads | alloc | throws, (LinearAlgebra.kron, LinearAlgebra.cross), Tuple{L,L})
    add_effects!(reads | alloc, (LinearAlgebra.triu, LinearAlgebra.tril, LinearAlgebra.diagm), Tuple{NumMatrix}, Tuple{NumVector})
    add_effects!(reads, (LinearAlgebra.issymmetric, LinearAlgebra.ishermitian, LinearAlgebra.isdiag, LinearAlgebra.istriu,
                         LinearAlgebra.istril), Tuple{M})
    add_effects!(none, (LinearAlgebra.issymmetric,), Tuple{Symmetric{<:R,<:NumMatrix}})

    # Functions that call functions.
    add_effects!(Wire.CALLS_LATER, (Base.broadcasted,),
                 Tuple{Any,Vararg{Union{L,Plain,BitRange,Base.Broadcast.Broadcasted,Base.RefValue,Tuple{Vararg{Plain}},
                                    Function,Val,Type}}}; calls=later_calls)
    add_effects!(none, (Base.Broadcast.broadcastable,), Tuple{Union{L,N,BitRange}})
    add_effects!(reads | alloc | throws, (Base.materialize,), Tuple{Base.Broadcast.Broadcasted}; calls=broadcast_calls)
    add_effects!(none, (Base.materialize,), Tuple{Union{L,N,BitRange}})
    add_effects!(reads | writes | throws, (Base.materialize!,), Tuple{NumArray,Base.Broadcast.Broadcasted};
                 calls=types -> broadcast_calls(types[2:end]))
    add_effects!(reads | alloc | throws, (map, filter), Tuple{Any,NumArray}, Tuple{Any,BitRange}; calls=element_calls)
    add_effects!(reads | throws, (sum, prod, maximum, minimum, any, all, count), Tuple{Any,NumArray}, Tuple{Any,BitRange}; calls=number_calls)

    # What is certainly no subject of analysis.
    add_effects!(E.UNKNOWN, (print, println, show, display, write, read, open, close, flush, rand, randn, sleep, wait, lock, unlock,
                             Base.invokelatest), Tuple{Vararg{Any}})
end
