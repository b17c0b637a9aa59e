# Numbers of the program's own: promotion, and the fallbacks that promote.
#
#     struct Mod7 <: Number … end
#     Base.promote_rule(::Type{Mod7}, ::Type{Int64}) = Mod7
#     Mod7(3) + 9                      # +(promote(Mod7(3), 9)...), which is Mod7(3) + convert(Mod7, 9)
#
# Loaded when a program defines a number type or a rule. Without one, all numbers are those of `numbers.jl` and `complex.jl`, whose
# methods say more of a call with abstract types than one that also has to take numbers of which nothing is known.
#
# Julia has a method for two numbers of one type beside each fallback. Here the fallback asks, because the methods for built-in numbers
# have two type variables and would be ambiguous with it.

function promote_type(::Type{T}, ::Type{S}) where {T, S}
    (T === S || S === Union{}) && return T
    T === Union{} && return S
    left = promote_rule(T, S)
    right = promote_rule(S, T)
    left === Union{} && right === Union{} && return builtin_promote_type(T, S)
    (left === right || right === Union{}) && return left
    left === Union{} && return right
    return promote_type(left, right)
end
promote_type(A::Type, B::Type, C::Type, rest::Type...) = promote_type(A, promote_type(B, C, rest...))
promote_rule(::Type{Complex{T}}, ::Type{S}) where {T<:Real, S<:Real} = Complex{promote_type(T, S)}
promote_rule(::Type{Complex{T}}, ::Type{Complex{S}}) where {T<:Real, S<:Real} = Complex{promote_type(T, S)}
promote_rule(::Type{Irrational{s}}, ::Type{T}) where {s, T<:Real} = promote_type(Float64, T)
promote_rule(::Type{Irrational{s}}, ::Type{Float32}) where {s} = Float32

function promote(x::T, y::S) where {T, S}
    T === S && return (x, y)
    R = promote_type(T, S)
    promoted = (convert(R, x), convert(R, y))
    typeof(promoted) === Tuple{T, S} && sametype_error(x, y)
    return promoted
end
function promote(x::T, y::S, z::U) where {T, S, U}
    T === S && S === U && return (x, y, z)
    R = promote_type(T, S, U)
    promoted = (convert(R, x), convert(R, y), convert(R, z))
    typeof(promoted) === Tuple{T, S, U} && sametype_error(x, y, z)
    return promoted
end

convert(::Type{T}, x::T) where {T<:Number} = x
convert(::Type{T}, x::Number) where {T<:Number} = T(x)
@stub pure Complex{T}(re::T, im::T)::Complex{T} where {T<:Real}
zero(x::Number) = convert(typeof(x), 0)
zero(::Type{T}) where {T<:Number} = convert(T, 0)
one(x::Number) = one(typeof(x))
one(::Type{T}) where {T<:Number} = convert(T, 1)
oneunit(x::Number) = oneunit(typeof(x))
oneunit(::Type{T}) where {T<:Number} = T(one(T))

(+)(x::Number) = x
(*)(x::Number) = x
(+)(x::Number, y::Number) = typeof(x) === typeof(y) ? no_op_err("+", typeof(x)) : +(promote(x, y)...)
(-)(x::Number, y::Number) = typeof(x) === typeof(y) ? no_op_err("-", typeof(x)) : -(promote(x, y)...)
(*)(x::Number, y::Number) = typeof(x) === typeof(y) ? no_op_err("*", typeof(x)) : *(promote(x, y)...)
(/)(x::Number, y::Number) = typeof(x) === typeof(y) ? no_op_err("/", typeof(x)) : /(promote(x, y)...)
(^)(x::Number, y::Number) = typeof(x) === typeof(y) ? no_op_err("^", typeof(x)) : ^(promote(x, y)...)
@stub unknown (^)(x::Number, n::Integer)
inv(x::Number) = one(x) / x
rem(x::Real, y::Real) = typeof(x) === typeof(y) ? no_op_err("rem", typeof(x)) : rem(promote(x, y)...)
mod(x::Real, y::Real) = typeof(x) === typeof(y) ? no_op_err("mod", typeof(x)) : mod(promote(x, y)...)

(==)(x::Number, y::Number) = typeof(x) === typeof(y) ? x === y : ==(promote(x, y)...)
(<)(x::Real, y::Real) = typeof(x) === typeof(y) ? no_op_err("<", typeof(x)) : <(promote(x, y)...)
(<=)(x::Real, y::Real) = typeof(x) === typeof(y) ? no_op_err("<=", typeof(x)) : <=(promote(x, y)...)
isless(x::Real, y::Real) = x < y
max(x::Real, y::Real) = typeof(x) === typeof(y) ? ifelse(y < x, x, y) : max(promote(x, y)...)
min(x::Real, y::Real) = typeof(x) === typeof(y) ? ifelse(y < x, y, x) : min(promote(x, y)...)
real(x::Real) = x
conj(x::Real) = x
signbit(x::Real) = x < 0
abs(x::Real) = ifelse(signbit(x), -x, x)
abs2(x::Real) = x * x
