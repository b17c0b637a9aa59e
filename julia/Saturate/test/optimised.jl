# Code that Julia has optimised goes through the reader, too: phi nodes, π nodes, `invoke`.
#
# What comes back must compute what the method does, read and written alone and through the whole optimiser.

module Optimised

using Saturate, Test

swaps(n) = (a = 1; b = 2; while n > 0; a, b = b, a; n -= 1; end; (a, b))
gcd_(a, b) = (while b != 0; a, b = b, rem(a, b); end; a)
running(x) = (b = nothing; for v in x; if b === nothing || v > b; b = v; end; end; b === nothing ? 0.0 : b)
collatz(n) = (c = 0; while n != 1; n = iseven(n) ? n ÷ 2 : 3n + 1; c += 1; end; c)
narrowed(x) = x isa Int ? x + 1 : x isa String ? length(x) : 0.5
calls(x) = string(x, "!") * repr(x)
strings(s) = (n = 0; for c in s; isuppercase(c) && (n += 1); end; n)
handled(x) = try; sqrt(x); catch; -1.0; end

const CALLS = Any[(swaps, 3), (swaps, 4), (gcd_, 84, 36), (running, [1.0, 3.0, 2.0]), (running, Float64[]), (collatz, 27), (narrowed, 3),
                  (calls, 12), (strings, "aBcD"), (sum, [1, 2, 3]), (abs, -3), (string, 12), (divrem, 7, 2), (reverse, "abc")]

"The method as Julia's optimiser leaves it, read and written again: a function of the function object and the arguments."
function again(f, types, rules)
    # What it reads may be newer than this test.
    return Base.invokelatest(again_now, f, types, rules)
end

function again_now(f, types, rules)
    found = Saturate.method_body(f, types; optimize=true)
    body = Saturate.optimized_body!(Saturate.blank_entry(types), found, rules, Saturate.options())
    return found, Core.eval(Module(), Saturate.definition(body, :again))
end

run() = @testset "optimised code" begin
    merged = 0
    for call in CALLS, rules in ((), RuleSet())
        f, args = call[1], call[2:end]
        found, g = again(f, Tuple{map(Core.Typeof, args)...}, rules)
        merged += any(x -> x isa Saturate.PhiNode_, found.code.code)
        @test Base.invokelatest(g, f, args...) == f(args...)
    end
    @test merged > 8
    # Several values meet in a handler by nodes that are not understood: no guess.
    @test_throws Saturate.NotUnderstood again(x -> (y = x; try; y = sqrt(x); y = log(y); catch; y += 1; end; y), Tuple{Float64}, ())
    # `invoke` of a method that a call would not run is no call.
    m = Module()
    Core.eval(m, :(@noinline g(x) = string(x); @noinline g(x::Int) = x; f(x) = invoke(g, Tuple{Any}, x)))
    @test try
        (f = Saturate.newest(m, :f); Base.invokelatest(again(f, Tuple{Int}, ())[2], f, 1)) == "1"
    catch err
        err isa Saturate.NotUnderstood
    end
end

end # module
