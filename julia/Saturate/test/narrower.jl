# Callables for abstract types, called with others.

module Narrower

using Test, Saturate

@rules circle begin
    sin(~x)^2 + cos(~x)^2 --> 1
end

turned(x) = 2x + (sin(x)^2 + cos(x)^2)

const LOG = Symbol[]
struct Noisy <: Real
    value::Float64
end
Base.sin(x::Noisy) = (push!(LOG, :sin); sin(x.value))
Base.cos(x::Noisy) = (push!(LOG, :cos); cos(x.value))
Base.:*(n::Int, x::Noisy) = n * x.value

@testset "narrower types" begin
    g = saturate(turned, (Real,), circle)
    @test report(g).cost_after == report(g).cost_before
    # The rule gives 1, where the sum of the squares is off by a little.
    @test [g(x) for x in (0.5, 0.5f0, big"0.5", 2)] == [2.0, 2.0, 2.0, 5]
    @test g(0.7) === 2 * 0.7 + 1
    @test count(line -> occursin("cost 7 → 2", line), report(g).through) == 4
    # In a newer world, the version is known: its type is inferred, nothing is looked up.
    @test @eval((@inferred $g(0.5))) === 2.0
    total(g, v) = (s = 0.0; for x in v; s += g(x); end; s)
    values = rand(100)

    Base.invokelatest(total, g, values)
    @test Base.invokelatest(total, g, values) ≈ sum(2x + 1 for x in values)
    @test @allocated(Base.invokelatest(total, g, values)) <= 64

    # The rule does not hold for a type whose calls do something else: they run, each time.
    @test g(Noisy(0.5)) ≈ 2.0
    @test g(Noisy(0.5)) ≈ 2.0
    @test LOG == [:sin, :cos, :sin, :cos]
    @test !any(line -> occursin("Noisy", line), report(g).through)

    # Exceptions are those of the original.
    @test_throws MethodError saturate(turned, (Any,), circle)("text")
end

branches(x, y) = x isa Real ? sin(y)^2 + cos(y)^2 : y

@testset "types of several arguments" begin
    g = saturate(branches, (Any, Any), circle)
    @test (g(1, 2.0), g("text", 2.0), g(nothing, nothing)) == (1, 2.0, nothing)
    # More types than there are versions.
    @test all(g(Val(n), 1.0) == 1.0 for n in 1:20)
    # They have one callable, and no method each.
    before = length(methods(Saturate.chosen))
    @test all(g(Val(n), 1.0) == 1.0 for n in 21:40)
    @test length(methods(Saturate.chosen)) == before
    @test g(2.0f0, 2.0) == 1
end

redefined(x) = sin(x)^2 + cos(x)^2

@testset "redefinition" begin
    g = saturate(redefined, (Number,), circle)
    @test g(0.5) === 1
    @eval redefined(x) = x + 7
    @test Base.invokelatest(g, 0.5) == 7.5
    @test Base.invokelatest(g, 0.5f0) == 7.5f0
end

@testset "without narrower versions" begin
    # Known types, unions of them, and no rules: nothing is to be gained.
    for types in ((Float64,), (Union{Float32,Float64},))
        @test Saturate.entry(saturate(turned, types, circle)).wide === nothing
    end
    @test Saturate.entry(saturate(turned, (Real,))).wide === nothing
    @test saturate(turned, (Real,))(0.5) ≈ 2.0
end

end # module
