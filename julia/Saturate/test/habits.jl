# What people do with a package: definitions that optimise themselves, blocks, several threads, notebooks.

module Habits

using Test, Saturate
import ..Packages

@noinline quietly(x) = x + 1

@rules unit begin
    sin(~x::Float64)^2 + cos(~x)^2 --> 1.0
    quietly(~x) --> ~x + 1
    @cost quietly 100
end

@rules negative begin
    quietly(~x::Int) --> -(~x)
    @cost quietly 100
end

"As written."
@saturate unit function ones_of(x)
    return sin(x)^2 + cos(x)^2
end

@saturate unit several(x::T, y::Vector{S}=[1], rest...; scale=1) where {T<:Real,S} = (quietly(x) + length(y) + length(rest) + S(0)) * scale
@saturate unit several(x::String, (a, b)::Tuple, ::Int) = string(x, a, b)
@saturate unit fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
@saturate unit switched(x) = quietly(x)
@saturate () plain(x) = 2x

calls(x) = ones_of(x) + 1
wraps(x) = quietly(x)
const laws = unit
at_site(x) = @saturate laws wraps(x)
in_block(x, y) = @saturate laws begin
    s = quietly(x)
    t = [y for y in 1:s]
    sum(t) + y
end
closure(n) = (f = x -> quietly(x) + n; @saturate laws f(1))

function run()
    @testset "definitions that optimise themselves" begin
        @test ones_of(0.3) === 1.0 && ones_of(0.3) === 1.0
        @test Saturate.original(ones_of)(0.3) == sin(0.3)^2 + cos(0.3)^2
        @test ones_of(1) == sin(1)^2 + cos(1)^2
        # From the second call on, the compiler knows what runs.
        @test calls(0.3) === 2.0
        @test Base.invokelatest(Core.Compiler.return_type, calls, Tuple{Float64}) === Float64
        # What finds the text is part of the REPL on newer versions.
        written = Base.Docs.meta(@__MODULE__)[Base.Docs.Binding(@__MODULE__, :ones_of)]
        @test any(part -> occursin("As written.", join(part.text)), values(written.docs))
        @test several(1) == 3 && several(1, [1.0, 2.0]) == 4.0 && several(1, [1], 2, 3) == 5
        @test several(1; scale=3) == 9 && several("a", (1, 2), 3) == "a12"
        @test_throws MethodError several(1, 2)
        @test length(methods(Saturate.original(several), Tuple{String,Tuple{Int,Int},Int})) == 1
        @test fib(12) == 144 && plain(4) == 8
        @test_throws ArgumentError Saturate.original(sin)
        @test_throws ArgumentError Saturate.enable!(sin)
        @test switched(1) == 2
        Saturate.enable!(switched, negative)
        @test Base.invokelatest(switched, 1) == -1
        @test Saturate.disable!(switched) === switched
        @test Base.invokelatest(switched, 1) == 2 && Base.invokelatest(Saturate.rules_for, Saturate.original(switched)) === nothing
        Saturate.enable!(switched)
        @test Base.invokelatest(switched, 1) == 2
        @test_throws ArgumentError Saturate.enable!(switched, "rules")
        # A new definition of the same function is optimised anew.
        m = Module()
        Core.eval(m, :(using Saturate; import ..Habits: unit, quietly))
        Core.eval(m, Meta.parse("@saturate unit f(x) = quietly(x)"))
        call() = Base.invokelatest(Saturate.newest(m, :f), 1)
        @test (call(), call()) == (2, 2)
        Core.eval(m, Meta.parse("@saturate unit f(x) = quietly(x) * 10"))
        @test (call(), call()) == (20, 20)
        for wrong in ("@saturate unit Base.sin(x::Int) = 1", "@saturate \"rules\" f(x) = 1", "@saturate unit begin; return 1; end")
            err = try; Core.eval(m, Meta.parse(wrong)); catch e; e; end
            @test (err isa LoadError ? err.error : err) isa ArgumentError
        end
    end

    @testset "calls and blocks" begin
        @test at_site(1) == 2 && at_site(1) == 2
        @test Base.invokelatest(Core.Compiler.return_type, at_site, Tuple{Int}) === Int
        @test in_block(2, 5) == 11 && in_block(2, 5.0) == 11.0
        # Closures of one type share the code, not the variables.
        @test closure(1) == 3 && closure(10) == 12 && closure(100) == 102
        cost(x) = (at_site(x); @allocated at_site(x))
        @test Base.invokelatest(cost, 1) == 0
        args = (1.0,)
        @test (@saturate unit ones_of(args...)) === 1.0
        # Other rules at the same place are other code.
        same_place(rules) = @saturate rules wraps(1)
        @test [Base.invokelatest(same_place, r) for r in (unit, negative, unit, negative ∪ RuleSet())] == [2, -1, 2, -1]
    end

    @testset "notebooks" begin
        g = saturate(quietly, (Int,), unit)
        @test showable(MIME("text/html"), g) && !showable(MIME("text/html"), saturate(quietly, (Int,)))
        page = repr("text/html", g)
        @test startswith(page, "<iframe") && occursin("quietly", page) && !occursin('"', split(page, "srcdoc=\"")[2][1:end-length("\"></iframe>")])
        @test repr("text/html", explain(quietly, (Int,), unit)) isa String
    end
end

const THREADS = """
using Saturate
slowly(x) = (x == 0 && println(x); x + 1)
@rules laws begin
    @relaxed slowly(~x) --> ~x + 1
    @cost slowly 100
end
@saturate laws whole(x) = slowly(x) * 2
functions = [eval(:(x -> slowly(x) + \$n)) for n in 1:8]
work(k) = begin
    g = saturate(functions[k], (Int,), laws)
    ok = g(1) == 2 + k && Base.invokelatest(whole, k) == 2 * (k + 1) && Base.invokelatest(whole, Float64(k)) == 2.0 * (k + 1)
    h = functions[k]
    ok && (@saturate laws h(2)) == 3 + k && (@saturate laws slowly(k)) == k + 1
end
results = Vector{Bool}(undef, 64)
Threads.@threads for n in 1:64
    results[n] = work(1 + n % 8)
end
tasks = [Threads.@spawn work(1 + n % 8) for n in 1:32]
println((all(results), all(fetch.(tasks)), Threads.nthreads() > 1))
"""

"Several threads optimise at once."
function run_threads()
    @testset "several threads" begin
        folder = mktempdir()
        symlink(dirname(dirname(pathof(Saturate))), joinpath(folder, "Saturate"))
        @test strip(Packages.session(THREADS, folder; threads=4)) == "(true, true, true)"
    end
end

end # module
