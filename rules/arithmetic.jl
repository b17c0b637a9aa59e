# Laws of numbers.
#
# Types are kept: `x - x` becomes `zero(x)`, not `0`. Every law says how it holds for floating-point numbers: exactly, up to
# rounding, or only for finite values (`x - x` is `NaN` where `x` is infinite). For integers all of them are exact.
# Directions are chosen so that the rules end: no rule makes a larger expression out of a smaller one.

@rules arithmetic begin
    # x + y = y + x, x y = y x. (exact)
    ~x::Number + ~y::Number == ~y + ~x
    ~x::Real * ~y::Real == ~y * ~x

    # x + 0 = x - 0 = x, where the type stays. (exact, but for the sign of zero)
    if iszero(~z)
        ~x::Float64 + ~z::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 + ~z::Comptime{Union{Float32, Int64}} --> ~x
        ~x::Int64 + ~z::Comptime{Int64} --> ~x
        ~x::Float64 - ~z::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 - ~z::Comptime{Union{Float32, Int64}} --> ~x
        ~x::Int64 - ~z::Comptime{Int64} --> ~x
    end

    # x · 1 = x / 1 = x, where the type stays. (exact)
    if isone(~u)
        ~x::Float64 * ~u::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 * ~u::Comptime{Union{Float32, Int64}} --> ~x
        ~x::Int64 * ~u::Comptime{Int64} --> ~x
        ~x::Float64 / ~u::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 / ~u::Comptime{Union{Float32, Int64}} --> ~x
    end

    # x · 0 = 0 for integers; for floats it is not a law: -1 · 0 is -0.0, Inf · 0 is NaN. (exact)
    if iszero(~z)
        ~x::Int64 * ~z::Comptime{Int64} --> ~z
    end

    # x - x = 0, x + (-x) = 0; of common types the constant itself, which other rules can look at. (finite values only)
    ~x::Float64 - ~x --> 0.0
    ~x::Float32 - ~x --> 0.0f0
    ~x::Int64 - ~x --> 0
    ~x::Number - ~x --> zero(~x)
    ~x::Float64 + -(~x) --> 0.0
    ~x::Float32 + -(~x) --> 0.0f0
    ~x::Int64 + -(~x) --> 0
    ~x::Number + -(~x) --> zero(~x)
    # x / x = 1. (finite values other than zero only)
    ~x::Float64 / ~x --> 1.0
    ~x::Float32 / ~x --> 1.0f0

    # -(-x) = x, x + (-y) = x - y, x - (-y) = x + y, -(x - y) = y - x. (exact, but for the sign of zero)
    -(-(~x::Number)) --> ~x
    ~x::Number + -(~y::Number) --> ~x - ~y
    ~x::Number - -(~y::Number) --> ~x + ~y
    -(~x::Number - ~y::Number) --> ~y - ~x

    # (x + y) - y = x, (x - y) + y = x, for numbers of one type, which stays. (up to rounding)
    (~x::Float64 + ~y::Float64) - ~y --> ~x
    (~x::Float64 - ~y::Float64) + ~y --> ~x
    (~x::Int64 + ~y::Int64) - ~y --> ~x
    (~x::Int64 - ~y::Int64) + ~y --> ~x

    # Constants gather: (x + a) + b = x + (a + b), likewise for products. (up to rounding)
    (~x::Number + ~a::Comptime{Number}) + ~b::Comptime{Number} --> ~x + (~a + ~b)
    (~x::Number * ~a::Comptime{Number}) * ~b::Comptime{Number} --> ~x * (~a * ~b)

    # a x + a y = a (x + y): one product less. (up to rounding)
    ~a::Real * ~x::Real + ~a * ~y::Real --> ~a * (~x + ~y)
    ~a::Real * ~x::Real - ~a * ~y::Real --> ~a * (~x - ~y)

    # |x|² = x², √(x²) = |x|, |-x| = |x|. (up to rounding)
    abs(~x::Real)^2 --> ~x^2
    sqrt(~x::AbstractFloat^2) --> abs(~x)
    abs(-(~x::Real)) --> abs(~x)
    # log(exp x) = x, exp(log x) = x, exp x · exp y = exp(x + y). (up to rounding, where nothing overflows)
    log(exp(~x::AbstractFloat)) --> ~x
    exp(log(~x::AbstractFloat)) --> ~x
    exp(~x::Float64) * exp(~y::Float64) --> exp(~x + ~y)

    # Its value is in the type: it costs nothing at run time.
    @cost zero 0
end
