# Five transformations of a point that cancel out. The optimised function returns its argument.
#
#   saturate opt examples/transforms2d.jl

rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]

function transform(p, dx, α)
    p = translate(p, dx, 0)
    p = rotate(p, π)
    p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
    p = rotate(p, π)
    return translate(p, -dx, 0)
end

@rules transforms begin
    # Arithmetic and trigonometry, exact up to rounding.
    ~x::Number + ~y::Number == ~y + ~x
    sin(~x::Number)^2 + cos(~x)^2 --> 1
    ~x::Number - ~x --> 0
    ~x::Number + -(~x) --> 0
    ~a::Comptime{Number} + ~b::Comptime{Number} => ~a + ~b

    # Translations and rotations compose, and some of them do nothing.
    @relaxed translate(~p::Vector, 0, 0) --> ~p
    @relaxed rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    @relaxed translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    @relaxed rotate(~p::Vector, 2π) --> ~p
end

@saturate transforms transform(::Vector{Float64}, ::Float64, ::Float64)
