# Rules written for Metatheory.jl, and rules written for egglog.

module TheoryTests

using Test, Saturate
using Saturate: @theory, @rule

@noinline slow(x) = x
@noinline fold(xs...) = sum(xs)
same(rules::RuleSet, text::String) = string(rules) == text
body(rules::RuleSet) = [strip(line) for line in split(string(rules), '\n')[2:end-1]]

const algebra = @theory a b c begin
    a::Int * (b::Int + c::Int) == (a * b) + (a * c)
    a::Number * b::Number => a * b
    slow(a) --> a
end

error_of(code::String) = try; Core.eval(TheoryTests, Meta.parse(code)); nothing; catch e; e isa LoadError ? e.error : e; end

function run()
    @testset "rules written for Metatheory.jl" begin
        @test body(algebra) == ["~a::Int * (~b::Int + ~c::Int) == ~a * ~b + ~a * ~c", "~a::Comptime{Number} * ~b::Comptime{Number} => ~a * ~b", "slow(~a) --> ~a"]
        # Both forms of a variable, and several arguments.
        @test body(@theory x begin
            ~x::Int + 0 --> x
            fold(~~ys) --> max(ys...)
        end) == ["~x::Int + 0 --> ~x", "fold(~ys...) --> max(~ys...)"]
        @test body(@rule x x::Int + x --> 2 * x) == ["~x::Int + ~x --> 2 * ~x"]
        # A function behind `::` is a condition, and so is what stands behind `where`.
        @test body(@rule ~x::iseven * 2 --> slow(~x)) == ["if iseven(~x)", "~x::Comptime{Any} * 2 --> slow(~x)", "end"]
        @test body(@rule x y (x::Int + y::Int --> y + x where x > 0)) == ["if ~x > 0", "~x::Comptime{Int} + ~y::Int --> ~y + ~x", "end"]
        # They are rules like any other.
        f(x) = slow(2 * (x * 3)) + 2 * 3
        g = saturate(f, (Int,), algebra)
        @test g(5) == f(5) && report(g).cost_after < report(g).cost_before
        @test !occursin("slow", string(code_saturated(f, (Int,), algebra)))
        # What cannot be read is named, with its place.
        for (code, wanted) in (("@theory a b begin; a != b; end", "never equal"), ("@theory a begin; a |> 1; end", "`=>`"), ("@rule a a + 1 => _egraph", "e-graph"),
                               ("@rule a a + \$b --> a", "interpolated"), ("@theory a begin; a + 1; end", "no rule"), ("@rule fold(~~xs) => sum(xs)", "several arguments"))
            err = error_of(code)
            @test err isa Saturate.RuleError && occursin(wanted, err.message) && occursin(":", err.message)
        end
        @test error_of("@theory a + 1") isa ArgumentError
    end

    @testset "rules for egglog" begin
        @rules mixed begin
            ~x + ~y == ~y + ~x
            -(~x) --> 0 - ~x
            if one_use(~x)
                slow(~x) --> ~x
            end
            fold(~xs...) --> 0
            slow(~x::Comptime{Int}) => ~x
            @cost slow 10
            slow(~x::Float64) --> ~x
        end
        text = Saturate.egglog(mixed)
        @test occursin("(birewrite (Add x y) (Add y x))", text) && occursin("(Slow Term :cost 10)", text)
        @test occursin("(rewrite (Sub x) (Sub_2 (Int 0) x))", text)
        @test occursin("(rewrite (Slow x) x :when ((Is_Float64 x)))", text)
        @test count(line -> startswith(line, "; not written"), split(text, '\n')) == 3
        @test count(==('('), text) == count(==(')'), text)
    end
end

end # module
