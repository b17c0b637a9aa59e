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
last_of(v) = (y = 0; for x in v; y = x; end; y)
fib(n) = (a = 0; b = 1; for _ in 1:n; c = a + b; a = b; b = c; end; a)
old_value(n) = (a = 1; s = 0; while n > 0; t = a; a = a + n; s = s + t; n -= 1; end; (s, a))
maybe_in_loop(n) = (local y; for i in 1:n; if i > 2; y = i; end; end; @isdefined(y) ? y : 0)
sugar!(x, y, i) = (x[i] = y.re; x[i + 1] += y.im; (x .+ x) .* 2 .- identity(x .^ 2))
dotted(x, y) = (z = x .+ y; w = similar(z); w .= z .* abs.(y) .^ 3; sum(w) .+ w)
tried(x) = try; sqrt(x); catch err; err isa DomainError ? -1.0 : rethrow(); end
tried_in_loop(v) = (s = 0; for x in v; try; x > 2 && error(); s += x; catch; s += 100; continue; end; s += 1000; end; s)
caught_value(x) = (y = 0; try; y = 1; y = div(1, x); catch; y += 10; end; y)
finally_twice(v) = (s = 0; for x in v; try; x == 2 && break; s += x; finally; s += s > 3 ? 10 : 1; end; end; s)
to_ten(n) = (s = 0; for i in 1:10; s += i * n; end; s)
down_twice(n) = (s = 0; for i in 3:-1:1, j in (2.5, 4.0); i * j > n && break; s += i + j; end; s)
by_tenths(n) = (s = 0.0; t = n; for x in 0.0:0.1:0.5; s += x * t; t = x; end; (s, t))
last_of_three(n) = (y = n; for i in 1:3; i > n && break; y = i; end; y)
none_of_it(n) = (for i in 1:0; n += i; end; n)
tells_later(x) = (local e; try; error("one"); catch err; e = err; end; string(e.msg, x))
end

const CALLS = Any[(Code.swaps, 3), (Code.branch, 2), (Code.branch, -2), (Code.chain, 11), (Code.chain, 6), (Code.chain, 1), (Code.chain, 0),
                  (Code.early, [1, 2, 3]), (Code.early, [1]), (Code.breaks, [1, 2, 3, 4, 1]), (Code.breaks, Int[]), (Code.nested, 2), (Code.nested, 9), (Code.both, 1, 1),
                  (Code.both, 1, 0), (Code.both, 0, 1), (Code.both, 0, 0), (Code.forever, 3), (Code.forever, 30), (Code.collatz, 27),
                  (Code.narrowed, [1.0, 3.0, 2.0]), (Code.narrowed, Float64[]), (Code.outer_continue, 5), (Code.throws, 1), (Code.throws, -1), (Code.caught, 4.0),
                  (Code.caught, -4.0), (Code.two_entries, 3), (Code.two_entries, 9), (Code.bounds, [1, 2, 3]),
                  (Code.last_of, [1, 2]), (Code.last_of, Int[]), (Code.fib, 0), (Code.fib, 10), (Code.old_value, 4), (Code.maybe_in_loop, 4), (Code.maybe_in_loop, 1),
                  (Code.sugar!, [1.0, 2.0], 1.5 + 2im, 1), (Code.dotted, [1.0, 2.0], [3.0, 4.0]), (Code.tried, 4.0), (Code.tried, -4.0),
                  (Code.tried_in_loop, [1, 2, 3, 4]), (Code.caught_value, 0), (Code.caught_value, 1), (Code.finally_twice, [1, 4, 2, 5]), (Code.tells_later, 1),
                  (Code.to_ten, 3), (Code.down_twice, 6.0), (Code.down_twice, 60.0), (Code.by_tenths, 2.0), (Code.last_of_three, 2), (Code.last_of_three, 0), (Code.last_of_three, 9),
                  (Code.none_of_it, 2)]

"Functions whose shown code must have no jumps."
const PLAIN = (Code.swaps, Code.branch, Code.chain, Code.early, Code.breaks, Code.nested, Code.both, Code.forever, Code.collatz, Code.narrowed, Code.throws, Code.caught, Code.bounds,
               Code.last_of, Code.fib, Code.tried, Code.caught_value, Code.to_ten, Code.by_tenths, Code.last_of_three)

"Functions whose shown code must have a `for`."
const OVER_COLLECTIONS = (Code.early, Code.breaks, Code.nested, Code.narrowed, Code.last_of, Code.fib, Code.to_ten, Code.by_tenths, Code.last_of_three)

function run()
    @testset "structured code" begin
        for call in CALLS, rules in ((), RuleSet())
            f, args = call[1], call[2:end]
            types = map(Core.Typeof, args)
            code = code_saturated(f, types, rules)
            text = string(code)
            f in PLAIN && @test !occursin("@goto", text)
            f in OVER_COLLECTIONS && @test occursin(" in ", text) && !occursin("iterate", text)
            loaded = Core.eval(Saturate.home_module(code), Meta.parse(text))
            @test Values.same(Values.outcome((xs...) -> Base.invokelatest(loaded, f, xs...), deepcopy(args)), Values.outcome(f, deepcopy(args)))
            @test Base.invokelatest(RoundTrip.rettype, loaded, Tuple{typeof(f),types...}) == Core.Compiler.return_type(f, Tuple{types...})
        end
        text = string(code_saturated(Code.swaps, (Int,)))
        @test occursin("while n", text) && !occursin("@label", text)
        text = string(code_saturated(Code.bounds, (Vector{Int},)))
        @test occursin("@inbounds", text) && !occursin("@eval", text)
        # Variables and syntax are those of the source.
        @test string(code_saturated(Code.nested, (Int,))) == """
            function nested_saturated(self, n)
                s = 0
                for i in 1:n
                    for j in 1:i
                        j == 3 && break
                        s = s + i * j
                    end
                    i > 3 && break
                end
                return s
            end # $Int"""
        @test occursin("w .= z .* abs.(y) .^ 3", string(code_saturated(Code.dotted, (Vector{Float64}, Vector{Float64}))))
        @test occursin("(x .+ x) .* 2 .- identity(x .^ 2)", string(code_saturated(Code.sugar!, (Vector{Float64}, ComplexF64, Int))))
        @test occursin("catch err", string(code_saturated(Code.tried, (Float64,))))
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
