# Laws of numbers.
#
# Types are kept: `x - x` becomes `zero(x)`, not `0`. Integers are those of the machine: their sums and products wrap around, which is
# a law of one type only. `x + (-y)` with a wide `x` and a narrow `y` is not `x - y` where `-y` has wrapped, and `Bool` is a number whose
# negative is no `Bool`. So a rule says its types, or asks for equal ones.
# Directions are chosen so that the rules end: no rule makes a larger expression out of a smaller one.

@rules arithmetic begin
    # x + y = y + x, x y = y x. (exact)
    ~x::Number + ~y::Number == ~y + ~x
    ~x::Real * ~y::Real == ~y * ~x

    # x + 0 = x, x - 0 = x, where the type stays: 0 + (-0.0) is 0.0. (exact; sign of zero aside)
    if iszero(~z)
        ~x::Float64 + ~z::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 + ~z::Comptime{Union{Float32, Int64}} --> ~x
        ~x::Float64 - ~z::Comptime{Union{Float64, Float32, Int64}} --> ~x
        ~x::Float32 - ~z::Comptime{Union{Float32, Int64}} --> ~x
    end
    # For integers there is one zero. (exact)
    if iszero(~z)
        ~x::Int64 + ~z::Comptime{Int64} --> ~x
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

    # x - x = 0, x + (-x) = 0; of common types the constant itself, which other rules can look at. (exact; finite values)
    ~x::Float64 - ~x --> 0.0
    ~x::Float32 - ~x --> 0.0f0
    ~x::AbstractFloat - ~x --> zero(~x)
    ~x::Float64 + -(~x) --> 0.0
    ~x::Float32 + -(~x) --> 0.0f0
    ~x::AbstractFloat + -(~x) --> zero(~x)
    # Integers that wrap around do so in both ways; `Bool` is neither signed nor unsigned. (exact)
    ~x::Int64 - ~x --> 0
    ~x::Union{Signed, Unsigned} - ~x --> zero(~x)
    ~x::Int64 + -(~x) --> 0
    ~x::Union{Signed, Unsigned} + -(~x) --> zero(~x)
    # x / x = 1. (exact; finite values)
    ~x::Float64 / ~x --> 1.0
    ~x::Float32 / ~x --> 1.0f0

    # -(-x) = x. (exact)
    -(-(~x::Union{AbstractFloat, Signed, Unsigned})) --> ~x
    # x + (-y) = x - y, x - (-y) = x + y, for a float `y`. Zeros have other signs for `Bool` and `BigFloat`: -1 - big(-1.0) is -0.0. (exact)
    ~x::Union{AbstractFloat, Signed, Unsigned} + -(~y::Union{Float64, Float32, Float16}) --> ~x - ~y
    ~x::Union{AbstractFloat, Signed, Unsigned} - -(~y::Union{Float64, Float32, Float16}) --> ~x + ~y
    # The same for integers of one type: `-y` wraps around as the sum does. (exact)
    if typeof(~x) === typeof(~y)
        ~x::Union{Signed, Unsigned} + -(~y::Union{Signed, Unsigned}) --> ~x - ~y
        ~x::Union{Signed, Unsigned} - -(~y::Union{Signed, Unsigned}) --> ~x + ~y
    end
    # -(x - y) = y - x. (exact; sign of zero aside)
    -(~x::Union{AbstractFloat, Signed, Unsigned} - ~y::Union{AbstractFloat, Signed, Unsigned}) --> ~y - ~x

    # (x + y) - y = x, (x - y) + y = x, for numbers of one type, which stays. (up to rounding; finite values)
    (~x::Float64 + ~y::Float64) - ~y --> ~x
    (~x::Float64 - ~y::Float64) + ~y --> ~x
    # (exact)
    (~x::Int64 + ~y::Int64) - ~y --> ~x
    (~x::Int64 - ~y::Int64) + ~y --> ~x

    # Constants gather: (x + a) + b = x + (a + b), likewise for products. (up to rounding; finite values)
    (~x::Float64 + ~a::Comptime{Float64}) + ~b::Comptime{Union{Float64, Int64}} --> ~x + (~a + ~b)
    (~x::Float64 + ~a::Comptime{Int64}) + ~b::Comptime{Float64} --> ~x + (~a + ~b)
    (~x::Float64 * ~a::Comptime{Float64}) * ~b::Comptime{Union{Float64, Int64}} --> ~x * (~a * ~b)
    (~x::Float64 * ~a::Comptime{Int64}) * ~b::Comptime{Float64} --> ~x * (~a * ~b)
    # Integers that are added to a float must not wrap around where it would not. (up to rounding; finite values)
    if -2^31 < ~a && ~a < 2^31 && -2^31 < ~b && ~b < 2^31
        (~x::Float64 + ~a::Comptime{Int64}) + ~b::Comptime{Int64} --> ~x + (~a + ~b)
        (~x::Float64 * ~a::Comptime{Int64}) * ~b::Comptime{Int64} --> ~x * (~a * ~b)
    end
    # Among integers of one type everything wraps around alike. (exact)
    (~x::Int64 + ~a::Comptime{Int64}) + ~b::Comptime{Int64} --> ~x + (~a + ~b)
    (~x::Int64 * ~a::Comptime{Int64}) * ~b::Comptime{Int64} --> ~x * (~a * ~b)

    # a x + a y = a (x + y): one product less. (up to rounding; finite values)
    ~a::Float64 * ~x::Float64 + ~a * ~y::Float64 --> ~a * (~x + ~y)
    ~a::Float64 * ~x::Float64 - ~a * ~y::Float64 --> ~a * (~x - ~y)
    ~a::Float32 * ~x::Float32 + ~a * ~y::Float32 --> ~a * (~x + ~y)
    ~a::Float32 * ~x::Float32 - ~a * ~y::Float32 --> ~a * (~x - ~y)
    # (exact)
    ~a::Int64 * ~x::Int64 + ~a * ~y::Int64 --> ~a * (~x + ~y)
    ~a::Int64 * ~x::Int64 - ~a * ~y::Int64 --> ~a * (~x - ~y)

    # |x|² = x². (exact)
    abs(~x::Real)^2 --> ~x^2
    # |-x| = |x|; not for numbers without a sign, whose negatives wrap around. (exact)
    abs(-(~x::Union{AbstractFloat, Signed})) --> abs(~x)
    # √(x²) = |x|. (up to rounding; finite values)
    sqrt(~x::AbstractFloat^2) --> abs(~x)
    # log(exp x) = x, exp(log x) = x, exp x · exp y = exp(x + y). (up to rounding; finite values; errors aside)
    log(exp(~x::AbstractFloat)) --> ~x
    exp(log(~x::AbstractFloat)) --> ~x
    exp(~x::Float64) * exp(~y::Float64) --> exp(~x + ~y)

    # Its value is in the type: it costs nothing at run time.
    @cost zero 0
end
