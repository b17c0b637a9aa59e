# Five motions of a point that cancel out.
rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]

@rules motions begin
    @relaxed translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    @relaxed rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    @relaxed rotate(~p::Vector, 2π) --> ~p
    @relaxed translate(~p::Vector, 0, 0) --> ~p
    ~a::Comptime{Number} + ~b::Comptime{Number} => ~a + ~b
    ~a::Number + ~b::Number --> ~b + ~a
    sin(~x)^2 + cos(~x)^2 --> 1
    ~x::Number - ~x --> 0
    ~x::Number + -(~x) --> 0
    @cost rotate 40
    @cost translate 10
end

function printed(p, dx, α)
    p = translate(p, dx, 0)
    p = rotate(p, π)
    p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
    p = rotate(p, π)
    return translate(p, -dx, 0)
end
one_line(p, dx, α) = translate(rotate(translate(rotate(translate(p, dx, 0), π), cos(α)^2 + sin(α)^2 - 1, 0), π), -dx, 0)
in_a_branch(p, dx, c) = c ? translate(translate(p, dx, 0), -dx, 0) : p
split_over_a_branch(p, dx, c) = (q = translate(p, dx, 0); c ? translate(q, -dx, 0) : translate(q, dx, 0))
in_try(p, dx) = try; q = translate(p, dx, 0); translate(q, -dx, 0); catch; p; end
stored(p, dx, out) = (out[1] = translate(translate(p, dx, 0), dx, 0); out)
function in_a_loop(ps, dx, α)
    s = 0.0
    for p in ps
        p = translate(p, dx, 0)
        p = rotate(p, π)
        p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
        p = rotate(p, π)
        p = translate(p, -dx, 0)
        s += p[1]
    end
    return s
end

@saturate motions printed(::Vector{Float64}, ::Float64, ::Float64)                    # as printed | 0
@saturate motions one_line(::Vector{Float64}, ::Float64, ::Float64)                   # on one line | 0
@saturate motions in_a_branch(::Vector{Float64}, ::Float64, ::Bool)                   # in a branch | 0
@saturate motions split_over_a_branch(::Vector{Float64}, ::Float64, ::Bool)           # split over a branch | 11
@saturate motions in_try(::Vector{Float64}, ::Float64)                                # in `try` | 0
@saturate motions stored(::Vector{Float64}, ::Float64, ::Vector{Vector{Float64}})     # stored into an array | 12
@saturate motions in_a_loop(::Vector{Vector{Float64}}, ::Float64, ::Float64)          # in a loop | 73
@saturate motions printed(::Vector{Float32}, ::Float32, ::Float32)                    # `Float32` | 0
@saturate motions printed(::Vector{BigFloat}, ::BigFloat, ::BigFloat)                 # `BigFloat` | 0
@saturate motions printed(::Vector{ComplexF64}, ::Float64, ::Float64)                 # `Complex` | 0
