# Bad input, with rules: a Julia exception with a clear message, or the original function with a reason; never a crash.

module BadInput

using Test, Saturate, LinearAlgebra
import ..RuleTests

rules(text) = RuleTests.rules(text, BadInput)

double(x) = 2x
only_strings(x::String) = x
shout(x) = (println(x); x)
narrow(x) = x isa Int ? x + 1 : 0
is_int(x) = x isa Int
@generated twice(x) = x <: Integer ? :(2x) : :(x * "!")
fails(x) = throw(DomainError(x))

@rules simple begin
    double(~x) --> ~x + ~x
end

function run()
    @testset "bad input" begin
        # Functions and types that cannot be optimised run as they are, with rules as without.
        for (f, types, wanted) in Any[(Core.tuple, (Int,), "built into Julia"), (Core.Intrinsics.add_int, (Int, Int), "built into Julia"),
                (only_strings, (Int,), "no method"), (+, (Any, Any), "methods may run"), (double, (Union{},), "empty"),
                (Core.apply_type, (Any,), "built into Julia")]
            g = saturate(f, types, simple)
            @test reason(g) isa String && occursin(wanted, reason(g)) && report(g) === nothing
            @test occursin("runs as it is", string(explain(f, types, simple)))
            @test_throws ArgumentError code_saturated(f, types, simple)
        end
        @test_throws ArgumentError saturate(double, Int, simple)
        @test_throws ArgumentError saturate(double, (1,), simple)
        @test_throws ArgumentError saturate(double, (Int,), [simple])

        # Abstract arguments, and generated functions.
        @test saturate(double, (Any,), simple)(3) == 6
        @test saturate(double, (Number,), simple)(3.5) == 7.0
        @test saturate(twice, (Int,), simple)(4) == 8
        @test saturate(twice, (String,), simple)("a") == "a!"

        # A rule whose right side has no method for the types at hand is never chosen.
        g = saturate(x -> double(x), (Float64,), rules("double(~x) --> only_strings(~x)\n@cost double 100"))
        @test g(2.0) == 4.0 && report(g).cost_after == 100
        # One whose consumer has none is not chosen, either.
        g = saturate(x -> only_strings(string(x)), (Float64,), rules("string(~x) --> ~x"))
        @test g(2.0) == "2.0"

        # Rules that contradict each other do not crash.
        g = saturate(x -> double(x) + 1, (Int,), rules("double(~x) --> 1\ndouble(~x) --> 2"))
        @test g(5) isa Int

        # A guard that throws refuses, with the message.
        g = saturate(x -> double(7), (Int,), rules("if error(\"this guard fails\", ~k)\ndouble(~k::Comptime{Int}) --> 1\nend"))
        @test g(5) == 14
        # One that is no `Bool` does, too.
        g = saturate(x -> double(7), (Int,), rules("if ~k + 1\ndouble(~k::Comptime{Int}) --> 1\nend"))
        @test g(5) == 14

        # Rules that grow without end stop at a limit, which the report names.
        g = saturate(x -> double(x), (Float64,), rules("double(~x) --> double(double(~x)) - double(~x)"); nodes=500)
        @test reason(g) === nothing && occursin("limit", report(g).stop)

        # An effect stays, an exception too.
        @test_throws DomainError saturate(x -> fails(x) + 1, (Int,), rules("~x + 1 --> ~x"))(3)

        # A test that a rule has replaced: the type is asserted where it was proved.
        Narrow = rules("isa(~x, Int) --> is_int(~x)\n@cost isa 100")
        g = saturate(narrow, (Union{Int,String},), Narrow)
        @test occursin("is_int", string(code_saturated(narrow, (Union{Int,String},), Narrow)))
        @test occursin("typeassert", string(code_saturated(narrow, (Union{Int,String},), Narrow)))
        @test g(3) == 4 && g("a") == 0
        @test Core.Compiler.return_type(g, Tuple{Int}) == Int
    end
end

end # module
