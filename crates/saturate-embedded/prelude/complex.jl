# Complex numbers, in Julia.

@stub pure Complex{T}(re::T, im::T)::Complex{T} where {T<:BitReal}
Complex{T}(re::Real, im::Real) where {T<:Real} = Complex{T}(convert(T, re), convert(T, im))
Complex{T}(re::Real) where {T<:Real} = Complex{T}(convert(T, re), zero(T))
Complex{T}(z::Complex) where {T<:Real} = Complex{T}(convert(T, z.re), convert(T, z.im))
Complex(re::T, im::T) where {T<:Real} = Complex{T}(re, im)
Complex(re::Real, im::Real) = Complex(promote(re, im)...)
Complex(re::Real) = Complex(re, zero(re))
Complex(z::Complex) = z
complex(x::Number) = Complex(x)
complex(x::Real, y::Real) = Complex(x, y)
const ComplexF64 = Complex{Float64}
const ComplexF32 = Complex{Float32}
const im = Complex(false, true)

convert(::Type{Complex{T}}, x::Real) where {T<:Real} = Complex{T}(convert(T, x), zero(T))
convert(::Type{Complex{T}}, z::Complex{T}) where {T<:Real} = z
convert(::Type{Complex{T}}, z::Complex) where {T<:Real} = Complex{T}(z)
convert(::Type{T}, z::Complex) where {T<:BitReal} = iszero(z.im) ? convert(T, z.re) : throw(InexactError(nameof(T), T, z))
real(z::Complex) = z.re
imag(z::Complex) = z.im
reim(z) = (real(z), imag(z))
conj(z::Complex) = Complex(z.re, -z.im)
adjoint(z::Complex) = conj(z)
transpose(z::Complex) = z
isreal(z::Complex) = iszero(z.im)
iszero(z::Complex) = iszero(z.re) && iszero(z.im)
isnan(z::Complex) = isnan(z.re) || isnan(z.im)
isfinite(z::Complex) = isfinite(z.re) && isfinite(z.im)
abs(z::Complex) = hypot(z.re, z.im)
abs2(z::Complex) = z.re * z.re + z.im * z.im
angle(z::Complex) = atan(z.im, z.re)
angle(x::BitReal) = atan(zero(x), x)
zero(z::Complex{T}) where {T} = Complex(zero(T), zero(T))
one(z::Complex{T}) where {T} = Complex(one(T), zero(T))
zero(::Type{Complex{T}}) where {T<:Real} = Complex(zero(T), zero(T))
one(::Type{Complex{T}}) where {T<:Real} = Complex(one(T), zero(T))
float(z::Complex) = Complex(float(z.re), float(z.im))

(==)(z::Complex, w::Complex) = z.re == w.re && z.im == w.im
(==)(z::Complex, x::Real) = z.re == x && iszero(z.im)
(==)(x::Real, z::Complex) = z == x
(+)(z::Complex) = z
(-)(z::Complex) = Complex(-z.re, -z.im)
(+)(z::Complex, w::Complex) = Complex(z.re + w.re, z.im + w.im)
(-)(z::Complex, w::Complex) = Complex(z.re - w.re, z.im - w.im)
(*)(z::Complex, w::Complex) = Complex(z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re)
(+)(z::Complex, x::BitReal) = Complex(z.re + x, z.im)
(+)(x::BitReal, z::Complex) = Complex(x + z.re, z.im)
(-)(z::Complex, x::BitReal) = Complex(z.re - x, z.im)
(-)(x::BitReal, z::Complex) = Complex(x - z.re, -z.im)
(*)(z::Complex, x::BitReal) = Complex(z.re * x, z.im * x)
(*)(x::BitReal, z::Complex) = Complex(x * z.re, x * z.im)
(/)(z::Complex, x::BitReal) = Complex(z.re / x, z.im / x)
(/)(x::BitReal, z::Complex) = x * inv(z)
(/)(z::Complex, w::Complex) = z * inv(w)
inv(z::Complex) = conj(z) / abs2(z)
exp(z::Complex) = Complex(exp(z.re) * cos(z.im), exp(z.re) * sin(z.im))
log(z::Complex) = Complex(log(abs(z)), angle(z))
literal_pow(f::typeof(^), z::Complex{<:BitReal}, n::Val{0}) = one(z)
literal_pow(f::typeof(^), z::Complex{<:BitReal}, n::Val{1}) = z
literal_pow(f::typeof(^), z::Complex{<:BitReal}, n::Val{2}) = z * z
literal_pow(f::typeof(^), z::Complex{<:BitReal}, n::Val{3}) = z * z * z
# Where the real part is no number to take a sine of, Julia gives no number either, and does not throw.
function sin(z::Complex)
    x, y = float(z.re), float(z.im)
    x == 0 && return Complex(x, sinh(y))
    isfinite(x) && return Complex(sin(x) * cosh(y), cos(x) * sinh(y))
    no_number = zero(x) / zero(x)
    return Complex(no_number, y == 0 || isinf(y) ? y : no_number)
end
function cos(z::Complex)
    x, y = float(z.re), float(z.im)
    x == 0 && return Complex(cosh(y), isnan(y) ? x : -flipsign(x, y))
    isfinite(x) && return Complex(cos(x) * cosh(y), -sin(x) * sinh(y))
    no_number = zero(x) / zero(x)
    y == 0 && return Complex(no_number, isnan(x) ? zero(x) : -flipsign(zero(x), x))
    return Complex(isinf(y) ? abs(y) : no_number, no_number)
end
function sqrt(z::Complex)
    r = abs(z)
    re = sqrt((r + z.re) / 2)
    im = sqrt((r - z.re) / 2)
    return Complex(re, z.im < 0 ? -im : im)
end
