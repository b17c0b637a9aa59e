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

# Broadcast fusion: arrays that are others seen differently, other numbers, functions that capture variables.

two_lines(x) = (y = abs.(x); y .+ 1)
captures_number(x, a) = (y = (t -> t + a).(x); abs.(y))
captures_array(x, a) = (y = (t -> t + a[1]).(x); abs.(y))
captures_and_prints(x, a) = (y = (t -> (println(t); t + a)).(x); abs.(y))
captures_and_writes(x, a) = (y = (t -> (a[1] = t; t)).(x); abs.(y))
const M = [1.0 -2.0; 3.0 -4.0]
const SEEN = Any[view(M, 1:2, :), view(M, [2, 1], :), view(M', 1, :), PermutedDimsArray(M, (2, 1)), PermutedDimsArray(view(M, 1:2, :), (2, 1)),
                 reshape(view(M, :, 1:2), 4), reshape(1:4, 2, 2), reinterpret(Float32, M), M', big.(M), view(big.(M), 1:1, :),
                 PermutedDimsArray(big.(M), (2, 1)), big.(M)', Symmetric(big.(M)), [1 // 2, -1 // 3], view([1 // 2, -1 // 3], 1:1)]

# Uses in branches that known arguments have decided; calls on every way behind a branch.

function layer(x, training)
    y = abs.(x)
    z = y .+ 1
    training && println(y)
    return z
end
@rules one_use_only begin
    if one_use(materialize(~x))
        broadcasted(~f, ~as..., materialize(~x), ~bs...) --> broadcasted(~f, ~as..., ~x, ~bs...)
    end
end
@rules not_training begin
    @arg(layer, 2) => false
end
product_in_both(A, B, C, c) = c ? A * B + C : A * B - C
product_in_one(A, B, C, c) = c ? A * B + C : C
function rules_see_behind_the_join(x, c)
    if c
        y = sin(x)^2
    else
        y = sin(x)^2
    end
    return y + cos(x)^2
end

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
        @testset "broadcast fusion" begin
            for x in SEEN
                g = optimised(two_lines, (typeof(x),), fusion, 4, 3)
                @test isequal(g(x), two_lines(x)) && typeof(g(x)) == typeof(two_lines(x))
            end
            g = optimised(captures_number, (Vector{Float64}, Float64), fusion, 5, 4)
            @test g([-1.0, 2.0], -3.0) == [4.0, 1.0]
            g = optimised(captures_array, (Vector{Float64}, Vector{Float64}), fusion, 5, 4)
            @test g([-1.0, 2.0], [-3.0]) == [4.0, 1.0]
            optimised(captures_and_prints, (Vector{Float64}, Float64), fusion, 5, 5)
            g = optimised(captures_and_writes, (Vector{Float64}, Vector{Float64}), fusion, 5, 5)
            a = [0.0]
            @test g([-1.0, 2.0], a) == [1.0, 2.0] && a == [2.0]
        end
        @testset "branches" begin
            types = (Vector{Float64}, Bool)
            g = optimised(layer, types, one_use_only ∪ not_training, 5, 3)
            @test g([-1.0, 2.0], false) == [2.0, 3.0]
            optimised(layer, types, one_use_only, 5, 5)
            A = Matrix{Float64}
            g = optimised(product_in_both, (A, A, A, Bool), numbers, 4, 3)
            @test g(M, M, M, true) == M * M + M && g(M, M, M, false) == M * M - M
            optimised(product_in_one, (A, A, A, Bool), numbers, 2, 2)
            g = optimised(rules_see_behind_the_join, (Float64, Bool), numbers, 7, 0)
            @test g(0.5, true) == 1.0
        end
        @testset "the type of the new code" begin
            @rules to_integer begin
                sin(~x)^2 + cos(~x)^2 --> 1
            end
            f(x) = sin(x)^2 + cos(x)^2
            @test endswith(string(code_saturated(f, (Float64,), to_integer)), "# Int64")
            @test endswith(string(code_saturated(f, (Float64,), numbers)), "# Float64")
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
