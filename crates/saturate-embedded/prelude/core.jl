# The language itself: types, exceptions, fields, type tests.
#
# A prelude file has two kinds of definitions.
#
# 1. `@stub EFFECTS... f(x::T, y::S)::R where {T, S}`: a signature, a result type and what a call may do. The
#    implementation is the native function of that name; a constructor's is the one named after its type.
#    Effects are words (`pure throws diverges reads alloc writes other inconsistent unknown`) and `calls(f)`: also
#    what calling the argument `f` may do, or running the functions of a lazy broadcast or of a generator `f`. They must be true for every call that the signature covers, since the
#    optimiser moves, merges and drops calls by them:
#      - a result that is new and mutable is `alloc`; a view, a wrapper, an element is not;
#      - what depends on the contents of an array, or on the length of a vector, `reads`;
#      - anything that runs code of unknown element types is `unknown`.
#    The result type may use the `where` variables and `promote_type(T, S...)`, `promote_type(xs...)`, `typejoin(T, S...)`,
#    `eltype(T)`, `typeof(x)`, `infer(f, T...)`, `exact(T)`, `broadcast_type(bc)`,
#    `generated(g)` (what a generator gives for an element); without one it is `Any`. It must be the exact
#    type where it is concrete: `Vector{Real}` is wrong for what may be a `Vector{Int64}`.
#    Operators and infix words are written `(+)(x, y)`, `(in)(x, y)`: a macro's arguments are separated by spaces.
# 2. Ordinary Julia, for what is simple that way.
#
# Base, Core and LinearAlgebra share one namespace.

# Egality, types, fields.
@stub identity (===)(a, b)::Bool
@stub identity (!==)(a, b)::Bool
@stub identity objectid(x)::UInt64
@stub pure typeof(x)
@stub throws kwfunc(f)
@stub throws (isa)(x, T)::Bool
@stub throws typeassert(x, T)
@stub throws (<:)(A, B)::Bool
@stub throws (>:)(A, B)::Bool
@stub pure supertype(T::Type)
@stub pure typejoin(Ts::Type...)
@stub pure promote_type(Ts::Type...)::Type
@stub pure isconcretetype(T::Type)::Bool
@stub pure isabstracttype(T::Type)::Bool
@stub pure isbitstype(T::Type)::Bool
@stub pure isbits(x)::Bool
@stub pure ismutable(x)::Bool
@stub throws nameof(x)::Symbol
@stub pure fieldnames(T::Type)::Tuple{Vararg{Symbol}}
@stub pure fieldcount(T::Type)::Int64
@stub throws fieldtype(T::Type, which)
@stub pure nfields(x)::Int64
@stub pure propertynames(x)::Tuple{Vararg{Symbol}}
@stub reads throws getfield(x, field)
@stub reads throws getfield(x, field, checked)
@stub reads throws getproperty(x, field)
@stub writes throws setfield!(x, field, value)
@stub unknown setproperty!(x, field, value)
@stub reads throws isdefined(x, field)::Bool
@stub pure hasfield(T::Type, name::Symbol)::Bool
@stub pure hasproperty(x, name::Symbol)::Bool
@stub pure tuple(xs...)
@stub pure svec(xs...)
@stub throws apply_type(T, params...)
@stub pure TypeVar(name::Symbol)::TypeVar
@stub pure TypeVar(name::Symbol, upper::Union{Type, TypeVar})::TypeVar
@stub pure TypeVar(name::Symbol, lower::Union{Type, TypeVar}, upper::Union{Type, TypeVar})::TypeVar
@stub pure UnionAll(variable::TypeVar, body::Union{Type, TypeVar})::Type
@stub reads applicable(f, args...)::Bool
@stub pure ifelse(condition::Bool, x, y)
@stub unknown _apply_iterate(iterate, f, parts...)
@stub unknown _apply(f, parts...)
@stub unknown invokelatest(f, args...)
@stub throws kwerr(keywords, f, args...)::Union{}
@stub pure inferencebarrier(x)
@stub other time()::Float64
@stub other time_ns()::UInt64

@stub pure Nothing()::Nothing
@stub pure Missing()::Missing
const nothing = Nothing()
const missing = Missing()

# Unions that the signatures use.
const BitSigned = Union{Int8, Int16, Int32, Int64, Int128}
const BitUnsigned = Union{UInt8, UInt16, UInt32, UInt64, UInt128}
const BitInteger = Union{BitSigned, BitUnsigned}
const IEEEFloat = Union{Float32, Float64}
const BitNumber = Union{BitInteger, IEEEFloat}
const BitReal = Union{Bool, BitInteger, IEEEFloat}
@stub pure sizeof(x::BitReal)::Int64
@stub reads throws sizeof(x)::Int64

# Streams; an exception's text is written to one.
struct Stdout <: IO end
struct Stderr <: IO end
mutable struct IOBuffer <: IO end

# Exceptions.
struct ErrorException <: Exception
    msg::AbstractString
end
struct ArgumentError <: Exception
    msg::AbstractString
end
struct AssertionError <: Exception
    msg::AbstractString
end
struct DimensionMismatch <: Exception
    msg::AbstractString
end
struct OverflowError <: Exception
    msg::AbstractString
end
struct DomainError <: Exception
    val::Any
    msg::Any
end
struct BoundsError <: Exception
    a::Any
    i::Any
end
struct KeyError <: Exception
    key::Any
end
struct MethodError <: Exception
    f::Any
    args::Any
end
struct InexactError <: Exception
    func::Symbol
    T::Any
    val::Any
end
struct TypeError <: Exception
    func::Symbol
    context::AbstractString
    expected::Any
    got::Any
end
struct UndefVarError <: Exception
    var::Symbol
end
struct UndefKeywordError <: Exception
    var::Symbol
end
struct StringIndexError <: Exception
    string::AbstractString
    index::Int64
end
struct CanonicalIndexError <: Exception
    func::String
    type::Any
end
struct SingularException <: Exception
    info::Int64
end
struct PosDefException <: Exception
    info::Int64
end
struct DivideError <: Exception end
struct StackOverflowError <: Exception end
struct OutOfMemoryError <: Exception end
struct UndefRefError <: Exception end
struct EOFError <: Exception end

AssertionError() = AssertionError("")
DimensionMismatch() = DimensionMismatch("")
DomainError(val) = DomainError(val, "")
BoundsError(a) = BoundsError(a, nothing)
BoundsError() = BoundsError(nothing, nothing)

@stub throws leaks throw(e)::Union{}
# What it throws is state that the arguments do not show.
@stub unknown rethrow()::Union{}
@stub throws leaks rethrow(e)::Union{}
@stub throws error(msg::AbstractString)::Union{}
@stub unknown error(parts...)::Union{}
@stub throws _assert(condition::Bool, message::AbstractString)::Nothing

# What `@assume p(xs...)` becomes: nothing, for whoever runs it.
assume(p, xs...) = nothing

# Small structs.
struct Some{T}
    value::T
end
struct Colon <: Function end
struct UndefInitializer end
const undef = UndefInitializer()
const Cvoid = Nothing

@stub pure Some(x::T)::Some{T} where {T}
@stub pure Pair(a::A, b::B)::Pair{A, B} where {A, B}
@stub pure (=>)(a::A, b::B)::Pair{A, B} where {A, B}
@stub pure Val(x)::Val
@stub alloc Ref(x::T)::RefValue{T} where {T}
@stub alloc throws Ref{T}(x::T)::RefValue{T} where {T}
@stub alloc throws Ref{T}(x::BitReal)::RefValue{T} where {T<:BitReal}
@stub unknown Ref{T}(x)::RefValue{T} where {T}
@stub alloc Ref{T}()::RefValue{T} where {T}
@stub alloc RefValue{T}(x::T)::RefValue{T} where {T}
@stub alloc RefValue{T}()::RefValue{T} where {T}
@stub pure something(x::Some{T})::T where {T}
@stub pure something(x::BitReal, rest...)::typeof(x)
@stub throws something(xs...)
@stub pure isnothing(x)::Bool
@stub pure ismissing(x)::Bool
@stub pure coalesce(xs...)

# Functions as values.
struct Fix2{F, T} <: Function
    f::F
    x::T
end
struct ComposedFunction{O, I} <: Function
    outer::O
    inner::I
end
# What stands for a closure whose code the optimiser has made anew, under a name.
struct SaturatedVersion{N, F} <: Function
    original::F
end
(f::Fix2)(y) = f.f(y, f.x)
(c::ComposedFunction)(xs...) = c.outer(c.inner(xs...))
@stub pure (∘)(f)
@stub pure (∘)(f::O, g::I)::ComposedFunction{O, I} where {O, I}
@stub pure identity(x::T)::T where {T}
(|>)(x, f) = f(x)
