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
    # Distances and factors that are integers are made floats, which is what they are multiplied with or added to: sums and products of
    # integers may wrap around. (exact)
    @relaxed translate(~p::Vector{Float64}, ~a::Int64, ~b::Union{Float64, Int64}) --> translate(~p, float(~a), ~b)
    @relaxed translate(~p::Vector{Float64}, ~a::Union{Float64, Int64}, ~b::Int64) --> translate(~p, ~a, float(~b))
    @relaxed scale(~p::Vector{Float64}, ~s::Int64) --> scale(~p, float(~s))
    float(~a::Comptime{Int64}) => float(~a)

    # Moving by (a, b), then by (c, d), is moving by (a + c, b + d). (up to rounding; finite values)
    @relaxed translate(translate(~p::Vector{Float64}, ~a::Float64, ~b::Float64), ~c::Float64, ~d::Float64) -->
        translate(~p, ~a + ~c, ~b + ~d)
    # Turning by a, then by b, is turning by a + b. Known angles are added up to one turn: a point is equal to itself turned all the way
    # round, and so on for ever. (up to rounding; finite values; errors aside)
    if !known(~a) || !known(~b) || abs(~a + ~b) < 7
        @relaxed rotate(rotate(~p::Vector{Float64}, ~a::Union{Float64, Irrational}), ~b::Union{Float64, Irrational}) --> rotate(~p, ~a + ~b)
    end
    # Scaling by s, then by t, is scaling by s t. (up to rounding; finite values)
    @relaxed scale(scale(~p::Vector{Float64}, ~s::Float64), ~t::Float64) --> scale(~p, ~s * ~t)
    # Turning and scaling commute. (up to rounding; finite values)
    @relaxed rotate(scale(~p::Vector{Float64}, ~s::Float64), ~a::Union{Float64, Int64, Irrational}) --> scale(rotate(~p, ~a), ~s)

    # Moving by nothing. (exact; sign of zero aside; errors aside; may alias)
    if iszero(~a) && iszero(~b)
        @relaxed translate(~p::Vector{Float64}, ~a::Comptime{Union{Float64, Int64}}, ~b::Comptime{Union{Float64, Int64}}) --> ~p
    end
    # Turning by nothing or all the way round. (up to rounding; finite values; errors aside; may alias)
    if iszero(~a)
        @relaxed rotate(~p::Vector{Float64}, ~a::Comptime{Union{Float64, Int64}}) --> ~p
    end
    @relaxed rotate(~p::Vector{Float64}, 2π) --> ~p
    # Scaling by one. (exact; may alias)
    if isone(~s)
        @relaxed scale(~p::Vector{Float64}, ~s::Comptime{Union{Float64, Int64}}) --> ~p
    end

    @cost rotate 40
    @cost translate 10
    @cost scale 5
end
