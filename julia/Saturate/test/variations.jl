# Ordinary variations of the paper's examples on real Julia: what holds for the printed form holds for these. Each with the twin that must
# not be optimised.

module Variations

using Test, Saturate, LinearAlgebra

"The optimised function, which must cost so much before and after."
function optimised(f, types, rules, before, after; options...)
    g = saturate(f, types, rules; options...)
    @test reason(g) === nothing
    @test (report(g).cost_before, report(g).cost_after) == (before, after)
    return g
end

# The five motions of a point, for every point of a list.

rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]
function sum_of_moved(ps, dx, α)
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

"Moved again after it was written: the motions do not meet."
function sum_of_written(ps, dx)
    s = 0.0
    for p in ps
        q = translate(p, dx, 0)
        q[1] = s
        q = translate(q, -dx, 0)
        s += q[1]
    end
    return s
end

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

# Inside `try`: a call that may throw goes where a rule covers it.

covered(x) = try; sin(x)^2 + cos(x)^2; catch; -1.0; end
not_covered(x) = try; sqrt(x) - sqrt(x); catch; -1.0; end
fused_in_try(x) = try; y = abs.(x); y .+ 1; catch; x; end
function moved_in_try(p, dx)
    try
        p = translate(p, dx, 0)
        return translate(p, -dx, 0)
    catch
        return nothing
    end
end
"The handler sees what the first line has made."
function seen_by_the_handler(x, z)
    y = x
    try
        y = abs.(x)
        y = y .+ z
    catch
    end
    return y
end

@rules numbers begin
    sin(~x)^2 + cos(~x)^2 --> 1.0
    ~x::Number - ~x --> 0.0
end
const fusion = Saturate.library_rules(:broadcast)

# A right side of which nothing is known.

twice(x) = x + x
unknown_twice(x) = ccall(:strlen, Csize_t, (Cstring,), "a") + x
@rules unknown begin
    twice(~x) --> unknown_twice(~x)
end

function run()
    @testset "variations" begin
        points = [[1.5, 2.0], [0.25, 1.0]]
        @testset "points in a loop" begin
            g = optimised(sum_of_moved, (Vector{Vector{Float64}}, Float64, Float64), motions, 1243, 73)
            @test g(points, 3.0, 0.5) == 1.75
            g = optimised(sum_of_written, (Vector{Vector{Float64}}, Float64), motions, 293, 284)
            @test g(points, 3.0) == sum_of_written(points, 3.0)
        end
        @testset "inside try" begin
            g = optimised(covered, (Float64,), numbers, 5, 0)
            @test g(0.5) == 1.0
            g = optimised(not_covered, (Float64,), numbers, 3, 1)
            @test (g(4.0), g(-4.0)) == (0.0, -1.0)
            g = optimised(fused_in_try, (Vector{Float64},), fusion, 4, 3)
            @test g([-1.0, 2.0]) == [2.0, 3.0]
            g = optimised(moved_in_try, (Vector{Float64}, Float64), motions, 21, 0)
            @test g([1.0, 2.0], 3.0) == [1.0, 2.0]
            g = optimised(seen_by_the_handler, (Vector{Float64}, Vector{Float64}), fusion, 4, 4)
            @test g([-1.0, 2.0], [1.0, 2.0, 3.0]) == [1.0, 2.0]
        end
        @testset "a refusal names the call" begin
            text = sprint(show, explain(twice, (Float64,), unknown)) * sprint(show, explain(x -> twice(x) * 3.0, (Float64,), unknown))
            @test occursin("what `unknown_twice(::Float64)` does is not known", text)
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Variations.run()
end
