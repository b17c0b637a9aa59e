# Numbers: arithmetic, comparison, conversion, elementary functions.
#
# Integer arithmetic wraps and never throws, except division by zero.

# Arithmetic of built-in reals promotes.
@stub pure (+)(x::T)::T where {T<:BitReal}
@stub pure (+)(x::Bool, y::Bool)::Int64
(+)(x::Bool) = Int64(x)
# `false + -0.0` is `-0.0`.
(+)(x::Bool, y::IEEEFloat) = x ? one(y) + y : y
(+)(x::IEEEFloat, y::Bool) = y + x
@stub pure (+)(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:BitReal}
@stub pure (-)(x::Bool)::Int64
@stub pure (-)(x::T)::T where {T<:Union{BitInteger, IEEEFloat}}
@stub pure (-)(x::Bool, y::Bool)::Int64
@stub pure (-)(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:BitReal}
@stub pure (*)(x::T)::T where {T<:BitReal}
@stub pure (*)(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:BitReal}
@stub pure (/)(x::Union{Bool, BitInteger}, y::Union{Bool, BitInteger})::Float64
@stub pure (/)(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure (/)(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
# Sums and products of many numbers are one call; a sum of `Bool`s is an `Int64`, hence not here.
@stub pure (+)(a::BitNumber, b::BitNumber, c::BitNumber, rest::BitNumber...)::promote_type(typeof(a), typeof(b), typeof(c), rest...)
@stub pure (*)(a::BitNumber, b::BitNumber, c::BitNumber, rest::BitNumber...)::promote_type(typeof(a), typeof(b), typeof(c), rest...)
(+)(a, b, c, rest...) = +(a + b, c, rest...)
(*)(a, b, c, rest...) = *(a * b, c, rest...)
(\)(x::Number, y::Number) = y / x

@stub throws div(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub throws rem(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub throws mod(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub throws fld(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub throws cld(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub pure div(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure div(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
@stub pure rem(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure rem(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
@stub pure mod(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure mod(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
@stub pure fld(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure fld(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
@stub pure cld(x::T, y::S)::promote_type(T, S) where {T<:IEEEFloat, S<:BitReal}
@stub pure cld(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:IEEEFloat}
@stub pure rem(x::Union{Bool, BitInteger}, ::Type{T})::T where {T<:Union{Bool, BitInteger}}
# Of numbers with and without a sign, the magnitudes are divided. `div` and `rem` have the kind of the first, `mod` that of the second.
function div(x::BitSigned, y::BitUnsigned)
    q = signed(div(unsigned(abs(x)), y))
    return signbit(x) ? -q : q
end
function div(x::BitUnsigned, y::BitSigned)
    q = div(x, unsigned(abs(y)))
    return signbit(y) ? -q : q
end
function rem(x::BitSigned, y::BitUnsigned)
    r = signed(rem(unsigned(abs(x)), y))
    return signbit(x) ? -r : r
end
rem(x::BitUnsigned, y::BitSigned) = rem(x, unsigned(abs(y)))
mod(x::BitSigned, y::BitUnsigned) = rem(y + unsigned(rem(x, y)), y)
mod(x::BitUnsigned, y::BitSigned) = rem(y + signed(rem(x, y)), y)
fld(x::BitSigned, y::BitUnsigned) = div(x, y) - (signbit(x) & (rem(x, y) != 0))
fld(x::BitUnsigned, y::BitSigned) = div(x, y) - (signbit(y) & (rem(x, y) != 0))
cld(x::BitSigned, y::BitUnsigned) = div(x, y) + (!signbit(x) & (rem(x, y) != 0))
cld(x::BitUnsigned, y::BitSigned) = div(x, y) + (!signbit(y) & (rem(x, y) != 0))
(÷)(x, y) = div(x, y)
(%)(x, y) = rem(x, y)
divrem(x, y) = (div(x, y), rem(x, y))
fldmod(x, y) = (fld(x, y), mod(x, y))
@stub throws mod1(x::T, y::T)::T where {T<:BitReal}
# Two variables: telling two unions from the diagonal above takes 25 ms, at every start.
function mod1(x::T, y::S) where {T<:BitReal, S<:BitReal}
    p = promote(x, y)
    return mod1(p[1], p[2])
end
fld1(x::T, y::T) where {T<:BitInteger} = cld(x, y)
function fld1(x::T, y::S) where {T<:BitInteger, S<:BitInteger}
    p = promote(x, y)
    return fld1(p[1], p[2])
end

@stub throws (^)(x::T, y::S)::T where {T<:BitInteger, S<:BitInteger}
@stub throws (^)(x::Bool, y::BitInteger)::Bool
@stub pure (^)(x::Bool, y::Bool)::Bool
@stub pure (^)(x::T, y::Bool)::T where {T<:BitInteger}
@stub pure (^)(x::T, y::Union{Bool, BitInteger})::T where {T<:IEEEFloat}
@stub throws (^)(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:IEEEFloat}
(^)(x::Union{Bool, BitInteger}, y::Float32) = Float32(x) ^ y
@stub unknown (^)(x, n::Integer)
@stub pure literal_pow(f::typeof(^), x::Float64, n::Val)::Float64
@stub pure literal_pow(f::typeof(^), x::Float32, n::Val)::Float32
@stub pure literal_pow(f::typeof(^), x::Int64, n::Val{0})::Int64
@stub pure literal_pow(f::typeof(^), x::Int64, n::Val{1})::Int64
@stub pure literal_pow(f::typeof(^), x::Int64, n::Val{2})::Int64
@stub pure literal_pow(f::typeof(^), x::Int64, n::Val{3})::Int64
@stub throws literal_pow(f::typeof(^), x::BitReal, n::Val)::BitReal
@stub unknown literal_pow(f, x, n::Val)

@stub pure inv(x::Union{Bool, BitInteger, Float64})::Float64
@stub pure inv(x::Float32)::Float32
@stub pure muladd(x::Float64, y::Float64, z::Float64)::Float64
@stub pure fma(x::Float64, y::Float64, z::Float64)::Float64
@stub pure fma(x::Float32, y::Float32, z::Float32)::Float32
muladd(x, y, z) = x * y + z
@stub throws checked_add(x::T, y::S)::promote_type(T, S) where {T<:BitInteger, S<:BitInteger}
@stub throws checked_sub(x::T, y::S)::promote_type(T, S) where {T<:BitInteger, S<:BitInteger}
@stub throws checked_mul(x::T, y::S)::promote_type(T, S) where {T<:BitInteger, S<:BitInteger}
@stub throws checked_neg(x::T)::T where {T<:BitInteger}

# Comparison is exact, also between integers and floats.
@stub pure (==)(x::BitReal, y::BitReal)::Bool
@stub pure (!=)(x::BitReal, y::BitReal)::Bool
@stub pure (<)(x::BitReal, y::BitReal)::Bool
@stub pure (>)(x::BitReal, y::BitReal)::Bool
@stub pure (<=)(x::BitReal, y::BitReal)::Bool
@stub pure (>=)(x::BitReal, y::BitReal)::Bool
@stub pure isequal(x::BitReal, y::BitReal)::Bool
@stub pure isless(x::BitReal, y::BitReal)::Bool
@stub pure (==)(x::Char, y::Char)::Bool
@stub pure (<)(x::Char, y::Char)::Bool
@stub pure (>)(x::Char, y::Char)::Bool
@stub pure (<=)(x::Char, y::Char)::Bool
@stub pure (>=)(x::Char, y::Char)::Bool
@stub pure (==)(x::Symbol, y::Symbol)::Bool
@stub pure (==)(x::Type, y::Type)::Bool
@stub pure (==)(x::Nothing, y::Nothing)::Bool
@stub pure isequal(x::Union{Char, Symbol, AbstractString}, y::Union{Char, Symbol, AbstractString})::Bool
@stub pure isless(x::T, y::T)::Bool where {T<:Union{Char, Symbol, AbstractString}}
@stub unknown (==)(x, y)
(!=)(x, y) = !(x == y)
@stub unknown isequal(x, y)::Bool
@stub unknown isless(x, y)::Bool
(<)(x, y) = isless(x, y)
(>)(x, y) = y < x
(<=)(x, y) = x < y || x == y
(>=)(x, y) = y <= x
(≤)(x, y) = x <= y
(≥)(x, y) = x >= y
(≠)(x, y) = x != y
@stub pure (==)(x)
@stub pure (!=)(x)
@stub pure (<)(x)
@stub pure (>)(x)
@stub pure (<=)(x)
@stub pure (>=)(x)
@stub pure isequal(x)
@stub unknown cmp(x, y)::Int64
@stub pure cmp(x::BitReal, y::BitReal)::Int64
@stub pure isapprox(x::BitReal, y::BitReal)::Bool
@stub unknown isapprox(x, y)::Bool
(≈)(x, y) = isapprox(x, y)
@stub pure hash(x::Union{BitReal, Char, Symbol})::UInt64
@stub unknown hash(x)::UInt64
@stub unknown hash(x, h)::UInt64

# A signed and an unsigned integer may promote to a type that the negative one has no place in: `InexactError`.
const BitSignedOrFloat = Union{Bool, BitSigned, IEEEFloat}
@stub pure min(x::T, y::S)::promote_type(T, S) where {T<:BitSignedOrFloat, S<:BitSignedOrFloat}
@stub pure min(x::T, y::S)::promote_type(T, S) where {T<:BitUnsigned, S<:Union{Bool, BitUnsigned, IEEEFloat}}
@stub pure min(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, IEEEFloat}, S<:BitUnsigned}
@stub throws min(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:BitReal}
@stub pure max(x::T, y::S)::promote_type(T, S) where {T<:BitSignedOrFloat, S<:BitSignedOrFloat}
@stub pure max(x::T, y::S)::promote_type(T, S) where {T<:BitUnsigned, S<:Union{Bool, BitUnsigned, IEEEFloat}}
@stub pure max(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, IEEEFloat}, S<:BitUnsigned}
@stub throws max(x::T, y::S)::promote_type(T, S) where {T<:BitReal, S<:BitReal}
# Numbers with and without a sign promote first, which a negative one does not survive.
function min(x::BitSigned, y::BitUnsigned)
    p = promote(x, y)
    return min(p[1], p[2])
end
function max(x::BitSigned, y::BitUnsigned)
    p = promote(x, y)
    return max(p[1], p[2])
end
min(x::BitUnsigned, y::BitSigned) = min(y, x)
max(x::BitUnsigned, y::BitSigned) = max(y, x)
min(x, y) = isless(y, x) ? y : x
max(x, y) = isless(y, x) ? x : y
min(a, b, c, rest...) = min(min(a, b), c, rest...)
max(a, b, c, rest...) = max(max(a, b), c, rest...)
minmax(x, y) = (min(x, y), max(x, y))
@stub pure clamp(x::T, lo::S, hi::R)::promote_type(T, S, R) where {T<:BitSignedOrFloat, S<:BitSignedOrFloat, R<:BitSignedOrFloat}
@stub throws clamp(x::T, lo::S, hi::R)::promote_type(T, S, R) where {T<:BitReal, S<:BitReal, R<:BitReal}

@stub pure isnan(x::BitReal)::Bool
@stub pure isinf(x::BitReal)::Bool
@stub pure isfinite(x::BitReal)::Bool
@stub pure isinteger(x::BitReal)::Bool
@stub pure iszero(x::BitReal)::Bool
@stub pure isone(x::BitReal)::Bool
@stub pure isreal(x::BitReal)::Bool
iszero(x) = x == zero(x)
isone(x) = x == one(x)
@stub pure iseven(x::Union{BitInteger, Bool})::Bool
@stub pure isodd(x::Union{BitInteger, Bool})::Bool
# Before Julia 1.7 there is no such method.
@stub throws iseven(x::IEEEFloat)::Bool
@stub throws isodd(x::IEEEFloat)::Bool

# Bits.
@stub pure (!)(x::Bool)::Bool
@stub pure (!)(x::Missing)::Missing
(!)(f::Function) = ComposedFunction(!, f)
@stub pure not_int(x::Bool)::Bool
@stub pure (~)(x::T)::T where {T<:Union{Bool, BitInteger}}
@stub pure (&)(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub pure (|)(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
@stub pure xor(x::T, y::S)::promote_type(T, S) where {T<:Union{Bool, BitInteger}, S<:Union{Bool, BitInteger}}
(⊻)(x, y) = xor(x, y)
(&)(a, b, c, rest...) = (&)(a & b, c, rest...)
(|)(a, b, c, rest...) = (|)(a | b, c, rest...)
@stub pure (<<)(x::T, n::BitInteger)::T where {T<:BitInteger}
@stub pure (>>)(x::T, n::BitInteger)::T where {T<:BitInteger}
@stub pure (>>>)(x::T, n::BitInteger)::T where {T<:BitInteger}
(<<)(x::Bool, n::Union{Bool, BitInteger}) = Int64(x) << n
(>>)(x::Bool, n::Union{Bool, BitInteger}) = Int64(x) >> n
(>>>)(x::Bool, n::Union{Bool, BitInteger}) = Int64(x) >>> n
(<<)(x::BitInteger, n::Bool) = x << Int64(n)
(>>)(x::BitInteger, n::Bool) = x >> Int64(n)
(>>>)(x::BitInteger, n::Bool) = x >>> Int64(n)
@stub pure count_ones(x::BitInteger)::Int64
@stub pure count_zeros(x::BitInteger)::Int64
@stub pure leading_zeros(x::BitInteger)::Int64
@stub pure trailing_zeros(x::BitInteger)::Int64
@stub pure bitstring(x::BitReal)::String

# Signs and small number theory.
@stub pure abs(x::T)::T where {T<:BitReal}
@stub pure abs2(x::T)::T where {T<:BitReal}
@stub pure sign(x::T)::T where {T<:BitReal}
@stub pure signbit(x::BitReal)::Bool
@stub pure copysign(x::T, y::BitReal)::T where {T<:Union{BitInteger, IEEEFloat}}
@stub pure flipsign(x::T, y::BitReal)::T where {T<:Union{BitInteger, IEEEFloat}}
copysign(x::Bool, y::BitReal) = copysign(Int64(x), y)
flipsign(x::Bool, y::BitReal) = flipsign(Int64(x), y)
@stub throws gcd(x::T, y::T)::T where {T<:BitInteger}
@stub throws lcm(x::T, y::T)::T where {T<:BitInteger}
gcd(x::Bool, y::Bool) = x | y
lcm(x::Bool, y::Bool) = x & y
function gcd(x::Union{Bool, BitInteger}, y::Union{Bool, BitInteger})
    p = promote(x, y)
    return gcd(p[1], p[2])
end
function lcm(x::Union{Bool, BitInteger}, y::Union{Bool, BitInteger})
    p = promote(x, y)
    return lcm(p[1], p[2])
end
function gcd(x::BitUnsigned, y::BitSigned)
    p = promote(x, abs(y))
    return gcd(p[1], p[2])
end
gcd(x::BitSigned, y::BitUnsigned) = gcd(y, x)
gcd(a::Integer, b::Integer, c::Integer, rest::Integer...) = gcd(gcd(a, b), c, rest...)
lcm(a::Integer, b::Integer, c::Integer, rest::Integer...) = lcm(lcm(a, b), c, rest...)
@stub throws factorial(n::Int64)::Int64
@stub throws binomial(n::Int64, k::Int64)::Int64
@stub throws powermod(x::Int64, p::Int64, m::Int64)::Int64
@stub throws isqrt(x::T)::T where {T<:BitInteger}
@stub pure ispow2(x::BitInteger)::Bool
@stub throws alloc digits(n::Int64)::Vector{Int64}

# Conversion. Narrowing may throw an `InexactError`; to a float it never does.
@stub pure Float64(x::BitReal)::Float64
@stub pure Float32(x::BitReal)::Float32
@stub throws Int8(x::BitReal)::Int8
@stub throws Int16(x::BitReal)::Int16
@stub throws Int32(x::BitReal)::Int32
@stub throws Int64(x::BitReal)::Int64
@stub throws Int128(x::BitReal)::Int128
@stub throws UInt8(x::BitReal)::UInt8
@stub throws UInt16(x::BitReal)::UInt16
@stub throws UInt32(x::BitReal)::UInt32
@stub throws UInt64(x::BitReal)::UInt64
@stub throws UInt128(x::BitReal)::UInt128
@stub throws Bool(x::BitReal)::Bool
@stub pure Int64(x::Union{Bool, Int8, Int16, Int32, Int64})::Int64
@stub pure Int64(x::Char)::Int64
@stub throws Char(x::BitInteger)::Char
@stub pure Char(x::Char)::Char
@stub throws Integer(x::BitReal)
@stub throws Signed(x::BitReal)
@stub throws Unsigned(x::BitReal)
@stub pure signed(x::Bool)::Int64
@stub pure unsigned(x::Bool)::UInt64
@stub pure signed(x::Union{Int8, UInt8})::Int8
@stub pure unsigned(x::Union{Int8, UInt8})::UInt8
@stub pure signed(x::Union{Int16, UInt16})::Int16
@stub pure unsigned(x::Union{Int16, UInt16})::UInt16
@stub pure signed(x::Union{Int32, UInt32})::Int32
@stub pure unsigned(x::Union{Int32, UInt32})::UInt32
@stub pure signed(x::Union{Int64, UInt64})::Int64
@stub pure unsigned(x::Union{Int64, UInt64})::UInt64
@stub pure signed(x::Union{Int128, UInt128})::Int128
@stub pure unsigned(x::Union{Int128, UInt128})::UInt128
@stub pure convert(::Type{T}, x::T)::T where {T}
@stub pure convert(::Type{Float64}, x::BitReal)::Float64
@stub pure convert(::Type{Float32}, x::BitReal)::Float32
@stub throws convert(::Type{T}, x::BitReal)::T where {T<:Union{Bool, BitInteger}}
@stub unknown convert(T, x)
@stub pure promote(x::T, y::S)::Tuple{promote_type(T, S), promote_type(T, S)} where {T<:BitSignedOrFloat, S<:BitSignedOrFloat}
@stub pure promote(x::T, y::S)::Tuple{promote_type(T, S), promote_type(T, S)} where {T<:BitUnsigned, S<:Union{Bool, BitUnsigned, IEEEFloat}}
@stub pure promote(x::T, y::S)::Tuple{promote_type(T, S), promote_type(T, S)} where {T<:Union{Bool, IEEEFloat}, S<:BitUnsigned}
@stub throws promote(x::T, y::S)::Tuple{promote_type(T, S), promote_type(T, S)} where {T<:BitReal, S<:BitReal}
@stub unknown promote(xs...)
# What the methods of `promotion.jl` are made of. Built-in numbers promote by a table, and have no rules.
promote_rule(::Type, ::Type) = Union{}
@stub pure builtin_promote_type(A::Type, B::Type)::Type
@stub throws sametype_error(xs...)::Union{}
@stub throws no_op_err(name::String, T::Type)::Union{}
@stub pure float(x::Union{Bool, BitInteger, Float64})::Float64
@stub pure float(x::Float32)::Float32
@stub throws float(T::Type)
@stub unknown float(x)
AbstractFloat(x::Real) = float(x)
# A wider float than `Float64` is an object, and `Bool` has nothing wider.
@stub alloc throws widen(x::BitReal)
@stub pure widen(x::Float32)::Float64
@stub pure widen(x::Int64)::Int128
@stub pure widen(x::UInt64)::UInt128
@stub throws widen(T::Type)
@stub pure real(x::T)::T where {T<:BitReal}
@stub pure imag(x::Bool)::Bool
@stub pure imag(x::T)::T where {T<:BitReal}
@stub pure conj(x::T)::T where {T<:BitReal}
@stub unknown real(x)
@stub unknown imag(x)
@stub unknown conj(x)
@stub pure adjoint(x::T)::T where {T<:BitReal}
@stub pure transpose(x::T)::T where {T<:BitReal}
# The type alone decides these, so inference knows their value.
zero(x::T) where {T<:BitReal} = zero(T)
one(x::T) where {T<:BitReal} = one(T)
oneunit(x::T) where {T<:BitReal} = oneunit(T)
@stub pure zero(::Type{T})::T where {T<:BitReal}
@stub pure one(::Type{T})::T where {T<:BitReal}
@stub pure oneunit(::Type{T})::T where {T<:BitReal}
@stub throws zero(T::Type)
@stub throws one(T::Type)
@stub unknown zero(x)
@stub unknown one(x)
@stub pure typemax(::Type{T})::T where {T<:BitReal}
@stub pure typemin(::Type{T})::T where {T<:BitReal}
@stub pure typemax(x::T)::T where {T<:BitReal}
@stub pure typemin(x::T)::T where {T<:BitReal}
@stub pure eps()::Float64
@stub pure eps(::Type{T})::T where {T<:IEEEFloat}
@stub pure eps(x::T)::T where {T<:IEEEFloat}
@stub pure floatmax(::Type{T})::T where {T<:IEEEFloat}
@stub pure floatmin(::Type{T})::T where {T<:IEEEFloat}

@stub pure round(x::T)::T where {T<:BitReal}
@stub pure floor(x::T)::T where {T<:BitReal}
@stub pure ceil(x::T)::T where {T<:BitReal}
@stub pure trunc(x::T)::T where {T<:BitReal}
@stub throws round(::Type{T}, x::BitReal)::T where {T<:Union{Bool, BitInteger, IEEEFloat}}
@stub throws floor(::Type{T}, x::BitReal)::T where {T<:Union{Bool, BitInteger, IEEEFloat}}
@stub throws ceil(::Type{T}, x::BitReal)::T where {T<:Union{Bool, BitInteger, IEEEFloat}}
@stub throws trunc(::Type{T}, x::BitReal)::T where {T<:Union{Bool, BitInteger, IEEEFloat}}
@stub pure unsafe_trunc(::Type{T}, x::BitReal)::T where {T<:BitInteger}

# Elementary functions: integers become `Float64`. Those with a bounded domain throw outside of it.
@stub throws sqrt(x::Float32)::Float32
@stub throws sqrt(x::BitReal)::Float64
@stub pure cbrt(x::Float32)::Float32
@stub pure cbrt(x::BitReal)::Float64
@stub pure exp(x::Float32)::Float32
@stub pure exp(x::BitReal)::Float64
@stub pure exp2(x::Float32)::Float32
@stub pure exp2(x::BitReal)::Float64
@stub pure exp10(x::Float32)::Float32
@stub pure exp10(x::BitReal)::Float64
@stub pure expm1(x::Float32)::Float32
@stub pure expm1(x::BitReal)::Float64
@stub throws log(x::Float32)::Float32
@stub throws log(x::BitReal)::Float64
@stub throws log(base::BitReal, x::BitReal)
@stub throws log2(x::Float32)::Float32
@stub throws log2(x::BitReal)::Float64
@stub throws log10(x::Float32)::Float32
@stub throws log10(x::BitReal)::Float64
@stub throws log1p(x::Float32)::Float32
@stub throws log1p(x::BitReal)::Float64
@stub throws sin(x::Float32)::Float32
@stub throws sin(x::Float64)::Float64
@stub pure sin(x::Union{Bool, BitInteger})::Float64
@stub throws cos(x::Float32)::Float32
@stub throws cos(x::Float64)::Float64
@stub pure cos(x::Union{Bool, BitInteger})::Float64
@stub throws tan(x::Float32)::Float32
@stub throws tan(x::Float64)::Float64
@stub pure tan(x::Union{Bool, BitInteger})::Float64
@stub throws sinpi(x::Float64)::Float64
@stub throws cospi(x::Float64)::Float64
@stub throws asin(x::Float32)::Float32
@stub throws asin(x::BitReal)::Float64
@stub throws acos(x::Float32)::Float32
@stub throws acos(x::BitReal)::Float64
@stub pure atan(x::Float32)::Float32
@stub pure atan(x::BitReal)::Float64
@stub pure atan(y::Float32, x::Float32)::Float32
@stub pure atan(y::BitReal, x::BitReal)
@stub pure atan(y::Union{Bool, BitInteger, Float64}, x::Union{Bool, BitInteger, Float64})::Float64
@stub pure sinh(x::Float32)::Float32
@stub pure sinh(x::BitReal)::Float64
@stub pure cosh(x::Float32)::Float32
@stub pure cosh(x::BitReal)::Float64
@stub pure tanh(x::Float32)::Float32
@stub pure tanh(x::BitReal)::Float64
@stub pure asinh(x::Float32)::Float32
@stub pure asinh(x::BitReal)::Float64
@stub throws acosh(x::Float32)::Float32
@stub throws acosh(x::BitReal)::Float64
@stub throws atanh(x::Float32)::Float32
@stub throws atanh(x::BitReal)::Float64
@stub throws sincos(x::Float32)::Tuple{Float32, Float32}
@stub throws sincos(x::BitReal)::Tuple{Float64, Float64}
@stub pure deg2rad(x::BitReal)
@stub pure rad2deg(x::BitReal)
@stub pure hypot(x::Float64, y::Float64)::Float64
@stub pure hypot(x::Float32, y::Float32)::Float32
function hypot(x::BitReal, y::BitReal)
    p = promote(x, y)
    return hypot(float(p[1]), float(p[2]))
end
@stub throws hypot(x::BitReal, ys::BitReal...)

# Irrational constants become floats when they meet a number.
@stub pure Irrational{s}()::Irrational{s} where {s}
const π = Irrational{:π}()
const pi = π
const ℯ = Irrational{:ℯ}()
const Inf = 1.0 / 0.0
const NaN = abs(0.0 / 0.0)
const Inf64 = Inf
const NaN64 = NaN
const Inf32 = 1.0f0 / 0.0f0
const NaN32 = abs(0.0f0 / 0.0f0)

@stub pure Float64(x::Irrational)::Float64
@stub pure Float32(x::Irrational)::Float32
@stub pure convert(::Type{Float64}, x::Irrational)::Float64
@stub pure convert(::Type{Float32}, x::Irrational)::Float32
@stub pure float(x::Irrational)::Float64
(+)(x::Irrational, y::Irrational) = Float64(x) + Float64(y)
(-)(x::Irrational, y::Irrational) = Float64(x) - Float64(y)
(*)(x::Irrational, y::Irrational) = Float64(x) * Float64(y)
(/)(x::Irrational, y::Irrational) = Float64(x) / Float64(y)
(-)(x::Irrational) = -Float64(x)
(+)(x::Irrational) = x
for_float(x::Irrational, y::Float32) = Float32(x)
for_float(x::Irrational, y::BitReal) = Float64(x)
(+)(x::Irrational, y::BitReal) = for_float(x, y) + y
(+)(x::BitReal, y::Irrational) = x + for_float(y, x)
(-)(x::Irrational, y::BitReal) = for_float(x, y) - y
(-)(x::BitReal, y::Irrational) = x - for_float(y, x)
(*)(x::Irrational, y::BitReal) = for_float(x, y) * y
(*)(x::BitReal, y::Irrational) = x * for_float(y, x)
(/)(x::Irrational, y::BitReal) = for_float(x, y) / y
(/)(x::BitReal, y::Irrational) = x / for_float(y, x)
(^)(x::Irrational, y::BitReal) = for_float(x, y)^y
(^)(x::BitReal, y::Irrational) = x^for_float(y, x)
(^)(x::Irrational, y::Irrational) = Float64(x)^Float64(y)
literal_pow(f::typeof(^), x::Irrational, n::Val) = literal_pow(f, Float64(x), n)
@stub pure (==)(x::Irrational, y::Union{BitReal, Irrational})::Bool
@stub pure (==)(x::BitReal, y::Irrational)::Bool
@stub pure (<)(x::Irrational, y::Union{BitReal, Irrational})::Bool
@stub pure (<)(x::BitReal, y::Irrational)::Bool
@stub pure (<=)(x::Irrational, y::Union{BitReal, Irrational})::Bool
@stub pure (<=)(x::BitReal, y::Irrational)::Bool
@stub pure isless(x::Irrational, y::Union{BitReal, Irrational})::Bool
@stub pure isless(x::BitReal, y::Irrational)::Bool
sin(x::Irrational) = sin(Float64(x))
cos(x::Irrational) = cos(Float64(x))
tan(x::Irrational) = tan(Float64(x))
sincos(x::Irrational) = sincos(Float64(x))
sqrt(x::Irrational) = sqrt(Float64(x))
exp(x::Irrational) = exp(Float64(x))
log(x::Irrational) = log(Float64(x))
abs(x::Irrational) = Float64(x)
inv(x::Irrational) = inv(Float64(x))
sign(x::Irrational) = 1.0
@stub pure zero(x::Irrational)::Bool
@stub pure one(x::Irrational)::Bool
@stub throws round(::Type{T}, x::Irrational)::T where {T<:BitInteger}
@stub throws floor(::Type{T}, x::Irrational)::T where {T<:BitInteger}
@stub throws ceil(::Type{T}, x::Irrational)::T where {T<:BitInteger}

# `missing` spreads.
(+)(x::Missing, y::Number) = missing
(+)(x::Number, y::Missing) = missing
(+)(x::Missing, y::Missing) = missing
(-)(x::Missing, y::Number) = missing
(-)(x::Number, y::Missing) = missing
(*)(x::Missing, y::Number) = missing
(*)(x::Number, y::Missing) = missing
(/)(x::Missing, y::Number) = missing
(/)(x::Number, y::Missing) = missing
(-)(x::Missing) = missing
abs(x::Missing) = missing
sqrt(x::Missing) = missing
isless(x::Missing, y) = false
isless(x, y::Missing) = true
isless(x::Missing, y::Missing) = false
(-)(x::Missing, y::Missing) = missing
(*)(x::Missing, y::Missing) = missing
(/)(x::Missing, y::Missing) = missing
(^)(x::Missing, y::Missing) = missing
(^)(x::Missing, y::Integer) = missing
(^)(x::Missing, y::Number) = missing
(^)(x::Number, y::Missing) = missing
div(x::Missing, y::Missing) = missing
div(x::Missing, y::Number) = missing
div(x::Number, y::Missing) = missing
rem(x::Missing, y::Missing) = missing
rem(x::Missing, y::Number) = missing
rem(x::Number, y::Missing) = missing
mod(x::Missing, y::Missing) = missing
mod(x::Missing, y::Number) = missing
mod(x::Number, y::Missing) = missing
fld(x::Missing, y::Missing) = missing
fld(x::Missing, y::Number) = missing
fld(x::Number, y::Missing) = missing
cld(x::Missing, y::Missing) = missing
cld(x::Missing, y::Number) = missing
cld(x::Number, y::Missing) = missing
min(x::Missing, y::Missing) = missing
min(x::Missing, y) = missing
min(x, y::Missing) = missing
max(x::Missing, y::Missing) = missing
max(x::Missing, y) = missing
max(x, y::Missing) = missing
(<)(x::Missing, y::Missing) = missing
(<)(x::Missing, y) = missing
(<)(x, y::Missing) = missing
(<=)(x::Missing, y::Missing) = missing
(<=)(x::Missing, y) = missing
(<=)(x, y::Missing) = missing
(&)(x::Missing, y::Missing) = missing
(&)(x::Missing, y::Integer) = missing
(&)(x::Integer, y::Missing) = missing
(|)(x::Missing, y::Missing) = missing
(|)(x::Missing, y::Integer) = missing
(|)(x::Integer, y::Missing) = missing
xor(x::Missing, y::Missing) = missing
xor(x::Missing, y::Integer) = missing
xor(x::Integer, y::Missing) = missing
isapprox(x::Missing, y::Missing) = missing
isapprox(x::Missing, y) = missing
isapprox(x, y::Missing) = missing
(+)(x::Missing) = missing
(*)(x::Missing) = missing
(~)(x::Missing) = missing
abs2(x::Missing) = missing
sign(x::Missing) = missing
inv(x::Missing) = missing
float(x::Missing) = missing
zero(x::Missing) = missing
one(x::Missing) = missing
real(x::Missing) = missing
imag(x::Missing) = missing
conj(x::Missing) = missing
iszero(x::Missing) = missing
isone(x::Missing) = missing
isodd(x::Missing) = missing
iseven(x::Missing) = missing
isnan(x::Missing) = missing
isinf(x::Missing) = missing
isfinite(x::Missing) = missing
isinteger(x::Missing) = missing
round(x::Missing) = missing
floor(x::Missing) = missing
ceil(x::Missing) = missing
trunc(x::Missing) = missing
exp(x::Missing) = missing
log(x::Missing) = missing
sin(x::Missing) = missing
cos(x::Missing) = missing
@stub pure (&)(x::Missing, y::Bool)
@stub pure (&)(x::Bool, y::Missing)
@stub pure (|)(x::Missing, y::Bool)
@stub pure (|)(x::Bool, y::Missing)
@stub pure (==)(x::Missing, y)::Missing
@stub pure (==)(x, y::Missing)::Missing
@stub pure (==)(x::Missing, y::Missing)::Missing

√(x) = sqrt(x)
∛(x) = cbrt(x)
