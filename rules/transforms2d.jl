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
    # The same for points of single precision. (exact)
    @relaxed translate(~p::Vector{Float32}, ~a::Int64, ~b::Union{Float32, Int64}) --> translate(~p, Float32(~a), ~b)
    @relaxed translate(~p::Vector{Float32}, ~a::Union{Float32, Int64}, ~b::Int64) --> translate(~p, ~a, Float32(~b))
    @relaxed scale(~p::Vector{Float32}, ~s::Int64) --> scale(~p, Float32(~s))
    Float32(~a::Comptime{Int64}) => Float32(~a)

    # Moving by (a, b), then by (c, d), is moving by (a + c, b + d), in floating-point numbers of the type that the point has.
    # (up to rounding; finite values)
    if typeof(~a) === eltype(~p) && typeof(~b) === eltype(~p) && typeof(~c) === eltype(~p) && typeof(~d) === eltype(~p)
        @relaxed translate(translate(~p::Vector{<:AbstractFloat}, ~a::AbstractFloat, ~b::AbstractFloat), ~c::AbstractFloat, ~d::AbstractFloat) -->
            translate(~p, ~a + ~c, ~b + ~d)
    end
    # Turning by a, then by b, is turning by a + b. Known angles are added up to one turn: a point is equal to itself turned all the way
    # round, and so on for ever. (up to rounding; finite values; errors aside)
    if (!known(~a) || !known(~b) || abs(~a + ~b) < 7) && typeof(cos(~a)) === eltype(~p) && typeof(cos(~b)) === eltype(~p)
        @relaxed rotate(rotate(~p::Vector{<:AbstractFloat}, ~a::Union{AbstractFloat, Irrational}), ~b::Union{AbstractFloat, Irrational}) --> rotate(~p, ~a + ~b)
    end
    # Scaling by s, then by t, is scaling by s t. (up to rounding; finite values)
    if typeof(~s) === eltype(~p) && typeof(~t) === eltype(~p)
        @relaxed scale(scale(~p::Vector{<:AbstractFloat}, ~s::AbstractFloat), ~t::AbstractFloat) --> scale(~p, ~s * ~t)
    end
    # Turning and scaling commute. (up to rounding; finite values)
    if typeof(~s) === eltype(~p) && typeof(cos(~a)) === eltype(~p)
        @relaxed rotate(scale(~p::Vector{<:AbstractFloat}, ~s::AbstractFloat), ~a::Union{AbstractFloat, Int64, Irrational}) --> scale(rotate(~p, ~a), ~s)
    end

    # Moving by nothing. (exact; sign of zero aside; errors aside; may alias)
    if iszero(~a) && iszero(~b) && typeof(translate(~p, ~a, ~b)) === typeof(~p)
        @relaxed translate(~p::Vector{<:AbstractFloat}, ~a::Comptime{Union{AbstractFloat, Int64}}, ~b::Comptime{Union{AbstractFloat, Int64}}) --> ~p
    end
    # Turning by nothing or all the way round. (up to rounding; finite values; errors aside; may alias)
    if iszero(~a) && typeof(rotate(~p, ~a)) === typeof(~p)
        @relaxed rotate(~p::Vector{<:AbstractFloat}, ~a::Comptime{Union{AbstractFloat, Int64}}) --> ~p
    end
    @relaxed rotate(~p::Vector{Float64}, 2π) --> ~p
    @relaxed rotate(~p::Vector{Float32}, 2.0f0π) --> ~p
    # Scaling by one. (exact; may alias)
    if isone(~s) && typeof(scale(~p, ~s)) === typeof(~p)
        @relaxed scale(~p::Vector{<:AbstractFloat}, ~s::Comptime{Union{AbstractFloat, Int64}}) --> ~p
    end

    @cost rotate 40
    @cost translate 10
    @cost scale 5
end
