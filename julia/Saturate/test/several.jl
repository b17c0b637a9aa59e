# Rules with several results: what computes several values at once, where the program computes them together.

module SeveralTests

using Test, Saturate, LinearAlgebra

@noinline twice(A, x, y) = (A * x, A * y)

@rules waves begin
    (sin(~x::Float64), cos(~x)) --> sincos(~x)
    @cost sin 20
    @cost cos 20
    @cost sincos 25
end

@rules products begin
    (~A::Matrix{Float64} * ~x::Vector{Float64}, ~A * ~y::Vector{Float64}) --> twice(~A, ~x, ~y)
    @cost (*) 100
    @cost twice 120
end

point(r, t) = (r * cos(t), r * sin(t))
either(x) = x > 0 ? sin(x) : cos(x)
printed(io, x) = (s = sin(x); print(io, s); s + cos(x))
rounds(xs) = (s = 0.0; for x in xs; s += sin(x) - cos(x); end; s)
both(A, x, y) = (u = A * x; v = A * y; (u, v))
equal_parts(A, x, y) = (A * x, A * y, A * y)
written_between(A, x, y) = (u = A * x; A[1] = 3.0; v = A * y; (u, v))
part_is_written(A, x, y) = (u = A * x; v = A * y; u[1] = 2.0; (u, v))

shown(f, types, rules) = string(code_saturated(f, types, rules))

run() = @testset "rules with several results" begin
    F, V, M = Float64, Vector{Float64}, Matrix{Float64}
    @testset "numbers" begin
        @test occursin("sincos", shown(point, (F, F), waves))
        @test saturate(point, (F, F), waves)(2.0, 0.5) === point(2.0, 0.5)
        @test occursin("sincos", shown(rounds, (V,), waves))
        @test saturate(rounds, (V,), waves)([0.1, 0.2]) === rounds([0.1, 0.2])
        # On one path each; a line printed in between that must be there when the cosine throws.
        @test !occursin("sincos", shown(either, (F,), waves))
        @test !occursin("sincos", shown(printed, (IOBuffer, F), waves))
        io = IOBuffer()
        @test_throws DomainError saturate(printed, (IOBuffer, F), waves)(io, Inf)
        @test !occursin("sincos", shown(f -> point(1.0, f), (Float32,), waves))
    end
    @testset "objects" begin
        A, x, y = [1.0 2.0; 3.0 4.0], [1.0, 1.0], [1.0, 2.0]
        types = (M, V, V)
        for f in (both, equal_parts)
            g = saturate(f, types, products)
            @test occursin("twice", shown(f, types, products))
            parts = g(A, x, y)
            @test parts == f(A, x, y)
            @test length(unique(map(objectid, parts))) == length(parts)
        end
        for f in (written_between, part_is_written)
            @test !occursin("twice", shown(f, types, products))
            @test saturate(f, types, products)(copy(A), x, y) == f(copy(A), x, y)
        end
        @test_throws DimensionMismatch saturate(both, types, products)(A, x, [1.0])
        # Where nobody multiplies twice, nothing happens.
        @test !occursin("twice", shown((A, x) -> A * x, (M, V), products))
    end
end

end
