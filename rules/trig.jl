# Trigonometry. Constants have the type that the left side has; each law is there for the two common types of numbers. Sine and its
# relatives throw for infinite numbers and give NaN for NaN; a law whose right side does neither is one of finite values.

@rules trig begin
    # sin² x + cos² x = 1. (up to rounding; finite values; errors aside)
    sin(~x::Float64)^2 + cos(~x)^2 --> 1.0
    sin(~x::Float32)^2 + cos(~x)^2 --> 1.0f0
    cos(~x::Float64)^2 + sin(~x)^2 --> 1.0
    cos(~x::Float32)^2 + sin(~x)^2 --> 1.0f0
    # 1 - sin² x = cos² x, 1 - cos² x = sin² x: what is left is one function of the two. (up to rounding)
    if isone(~u)
        ~u::Comptime{Union{Float64, Float32, Int64}} - sin(~x::Float64)^2 --> cos(~x)^2
        ~u::Comptime{Union{Float32, Int64}} - sin(~x::Float32)^2 --> cos(~x)^2
        ~u::Comptime{Union{Float64, Float32, Int64}} - cos(~x::Float64)^2 --> sin(~x)^2
        ~u::Comptime{Union{Float32, Int64}} - cos(~x::Float32)^2 --> sin(~x)^2
    end

    # sin x / cos x = tan x. (up to rounding)
    sin(~x::AbstractFloat) / cos(~x) --> tan(~x)
    # sin x cos y + cos x sin y = sin(x + y), and its relatives: two functions less. (up to rounding; finite values; errors aside)
    sin(~x::Float64) * cos(~y::Float64) + cos(~x) * sin(~y) --> sin(~x + ~y)
    sin(~x::Float64) * cos(~y::Float64) - cos(~x) * sin(~y) --> sin(~x - ~y)
    cos(~x::Float64) * cos(~y::Float64) - sin(~x) * sin(~y) --> cos(~x + ~y)
    cos(~x::Float64) * cos(~y::Float64) + sin(~x) * sin(~y) --> cos(~x - ~y)

    # sin(-x) = -sin x, cos(-x) = cos x, tan(-x) = -tan x. (exact)
    sin(-(~x::AbstractFloat)) --> -sin(~x)
    cos(-(~x::AbstractFloat)) --> cos(~x)
    tan(-(~x::AbstractFloat)) --> -tan(~x)

    # The functions cost more than arithmetic.
    @cost sin 10
    @cost cos 10
    @cost tan 12
end
