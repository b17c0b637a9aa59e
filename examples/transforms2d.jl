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

# What the author of `rotate` and `translate` knows; the laws of numbers come from the library.
@rules transforms begin
    # Translations and rotations compose, and some of them do nothing.
    @relaxed translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    if !known(~a) || !known(~b) || abs(~a + ~b) < 7     # not round and round for ever
        @relaxed rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    end
    if iszero(~a) && iszero(~b)
        @relaxed translate(~p::Vector, ~a::Comptime{Number}, ~b::Comptime{Number}) --> ~p
    end
    @relaxed rotate(~p::Vector, 2π) --> ~p
end

@saturate transforms ∪ arithmetic ∪ trig ∪ constants transform(::Vector{Float64}, ::Float64, ::Float64)

#! opt
#> # cost 30 → 0, optimal
#> function transform(%1 p::Vector{Float64}, %2 dx::Float64, %3 α::Float64)::Vector{Float64}
#> b0:
#>     return %1
#> end
