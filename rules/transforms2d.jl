# Motions of the plane: points are vectors of two coordinates.
#
# The rules say how motions compose and which of them do nothing; together with `arithmetic`, `trig` and `constants` a chain of motions
# shrinks to what it really does. A result may be the given point itself instead of a copy.

"The point `p`, turned around the origin by the angle `θ`."
rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p

"The point `p`, moved by `dx` and `dy`."
translate(p, dx, dy) = p + [dx, dy]

"The point `p`, its distance from the origin multiplied by `s`."
scale(p, s) = s * p

@rules transforms2d begin
    # Moving by (a, b), then by (c, d), is moving by (a + c, b + d). (up to rounding)
    @relaxed translate(translate(~p::Vector{Float64}, ~a::Real, ~b::Real), ~c::Real, ~d::Real) -->
        translate(~p, ~a + ~c, ~b + ~d)
    # Turning by a, then by b, is turning by a + b. Known angles are added up to one turn: a point is equal to itself turned all the way
    # round, and so on for ever. (up to rounding)
    if !known(~a) || !known(~b) || abs(~a + ~b) < 7
        @relaxed rotate(rotate(~p::Vector{Float64}, ~a::Real), ~b::Real) --> rotate(~p, ~a + ~b)
    end
    # Scaling by s, then by t, is scaling by s t. (up to rounding)
    @relaxed scale(scale(~p::Vector{Float64}, ~s::Real), ~t::Real) --> scale(~p, ~s * ~t)
    # Turning and scaling commute. (up to rounding)
    @relaxed rotate(scale(~p::Vector{Float64}, ~s::Real), ~a::Real) --> scale(rotate(~p, ~a), ~s)

    # Moving by nothing, turning by nothing or all the way round, scaling by one. (up to rounding)
    @relaxed translate(~p::Vector{Float64}, 0, 0) --> ~p
    @relaxed rotate(~p::Vector{Float64}, 0) --> ~p
    @relaxed rotate(~p::Vector{Float64}, 2π) --> ~p
    @relaxed scale(~p::Vector{Float64}, 1) --> ~p

    @cost rotate 40
    @cost translate 10
    @cost scale 5
end
