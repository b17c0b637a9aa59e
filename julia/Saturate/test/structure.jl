# Shown code is structured: it has no jumps where the source had none, and computes what the callable does.

module StructureTests

using Test, Saturate
import ..Values, ..RoundTrip

module Code
swaps(n) = (a = 1; b = 2; while n > 0; a, b = b, a; n -= 1; end; (a, b))
branch(x) = x > 0 ? 2x : -x
chain(x) = x > 10 ? 1 : x > 5 ? 2 : x > 0 ? 3 : 4
early(v) = (for x in v; x > 2 && return x; end; 0)
breaks(v) = (s = 0; for x in v; x > 3 && break; x == 2 && continue; s += x; end; s)
nested(n) = (s = 0; for i in 1:n; for j in 1:i; j == 3 && break; s += i * j; end; i > 3 && break; end; s)
both(a, b) = (r = 0; if a > 0 && b > 0; r += 1; end; if a > 0 || b > 0; r += 2; end; r)
forever(n) = (i = 0; while true; i += 1; if i > n; break; end; i % 7 == 6 && return -i; end; i)
collatz(n) = (c = 0; while n != 1; n = iseven(n) ? n ÷ 2 : 3n + 1; c += 1; end; c)
narrowed(x) = (b = nothing; for v in x; if b === nothing || v > b; b = v; end; end; b === nothing ? 0.0 : b)
outer_continue(n) = (s = 0; i = 0; while i < n; i += 1; j = 0; while j < n; j += 1; if j * i > 6; @goto next; end; s += j; end; s += 100; @label next; end; s)
throws(x) = x > 0 ? x : throw(ArgumentError("not positive"))
caught(x) = try; sqrt(x); catch; -1.0; end
two_entries(n) = (i = 0; n > 5 && @goto middle; @label top; i += 1; @label middle; i += 2; i < n && @goto top; i)
bounds(v) = (s = 0; @inbounds for i in 1:length(v); s += v[i]; end; s)
end

const CALLS = Any[(Code.swaps, 3), (Code.branch, 2), (Code.branch, -2), (Code.chain, 11), (Code.chain, 6), (Code.chain, 1), (Code.chain, 0),
                  (Code.early, [1, 2, 3]), (Code.early, [1]), (Code.breaks, [1, 2, 3, 4, 1]), (Code.breaks, Int[]), (Code.nested, 2), (Code.nested, 9), (Code.both, 1, 1),
                  (Code.both, 1, 0), (Code.both, 0, 1), (Code.both, 0, 0), (Code.forever, 3), (Code.forever, 30), (Code.collatz, 27),
                  (Code.narrowed, [1.0, 3.0, 2.0]), (Code.narrowed, Float64[]), (Code.outer_continue, 5), (Code.throws, 1), (Code.throws, -1), (Code.caught, 4.0),
                  (Code.caught, -4.0), (Code.two_entries, 3), (Code.two_entries, 9), (Code.bounds, [1, 2, 3])]

"Functions whose shown code must have no jumps."
const PLAIN = (Code.swaps, Code.branch, Code.chain, Code.early, Code.breaks, Code.both, Code.forever, Code.collatz, Code.throws)

function run()
    @testset "structured code" begin
        for call in CALLS, rules in ((), RuleSet())
            f, args = call[1], call[2:end]
            types = map(Core.Typeof, args)
            code = code_saturated(f, types, rules)
            text = string(code)
            f in PLAIN && @test !occursin("@goto", text)
            loaded = Core.eval(Saturate.home_module(code), Meta.parse(text))
            @test Values.same(Values.outcome((xs...) -> Base.invokelatest(loaded, f, xs...), deepcopy(args)), Values.outcome(f, deepcopy(args)))
            @test Base.invokelatest(RoundTrip.rettype, loaded, Tuple{typeof(f),types...}) == Core.Compiler.return_type(f, Tuple{types...})
        end
        text = string(code_saturated(Code.swaps, (Int,)))
        @test occursin("while n", text) && !occursin("@label", text)
        text = string(code_saturated(Code.bounds, (Vector{Int},)))
        @test occursin("@inbounds", text) && !occursin("@eval", text)
        # A loop with two entries has no `while`.
        @test occursin("@goto", string(code_saturated(Code.two_entries, (Int,))))
        # A long program is no deep one.
        m = Module()
        Core.eval(m, Expr(:(=), :(long(x)), Expr(:block, :(s = 0), (:(x > $n && (s += x)) for n in 1:400)..., :s)))
        long = Saturate.newest(m, :long)
        code = code_saturated(long, (Int,))
        @test !occursin("@goto", string(code))
        @test Base.invokelatest(Core.eval(m, Expr(code)), long, 100) == Base.invokelatest(long, 100)
    end
end

end # module
