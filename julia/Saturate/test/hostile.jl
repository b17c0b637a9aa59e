# What users write that was not thought of first: each of these was tried, and some of it failed.
#
# Every function is optimised with true laws and must compute what it did, or run as it is with a reason.

module Hostile

using Saturate, Test

@rules laws begin
    ~x::Number - ~x --> 0
    ~x::Number * 1 --> ~x
    ~x::Number + 0 --> ~x
end

either(x) = x isa Int ? x * 1 + 1 : x * 2.0
keywords(x; a=1, b=2a) = x * a - b
boxed(x) = (y = x; f = () -> (y += 1; y); f(); f(); y - y + y)
@generated staged(x) = x <: Integer ? :(x - x + 2x) : :(x * 1)
collects(x, ys...) = x - x + sum(ys)
in_bounds(x) = (s = 0.0; @inbounds for i in eachindex(x); s += x[i] * 1; end; s)
parametric(x::Vector{T}, y::T) where {T<:Real} = T(0) + y - y + x[1]
finishes(x, log) = try; x > 0 ? x * 1 : error("no"); finally; push!(log, x - x); end
fibonacci(n) = n < 2 ? n * 1 : fibonacci(n - 1) + fibonacci(n - 2)
without_missing(v) = sum(x for x in v if x !== missing)
closures(n) = (fs = Any[]; for i in 1:n; push!(fs, () -> i * 1); end; sum(h() for h in fs))
makes(T, x) = T(x) * 1
threads(n) = (a = zeros(Int, n); Threads.@threads(for i in 1:n; a[i] = i * 1; end); sum(a))
struct Scale; k::Int; end
(s::Scale)(x) = s.k * x - x * 1
many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) = a - a + q
counter = 0
counts(x) = (global counter += x * 1; counter)
mutable struct Cell; x::Int; end
bumps(c) = (c.x += 1 * 1; c.x - c.x + c.x)

const CALLS = Any[(either, 1), (either, 2.0), (keywords, 3), (x -> keywords(x; a=1), 3), (boxed, 1), (staged, 4), (staged, 1.5),
    (collects, 1, 2, 3), (in_bounds, [1.0, 2.0]), (parametric, [1.0], 2.0), (finishes, 3, Int[]), (finishes, -1, Int[]), (fibonacci, 10),
    (without_missing, Union{Missing,Int}[1, missing, 2]), (closures, 3), (makes, Float64, 2), (threads, 10), (Scale(3), 2), (Complex, 1, 2),
    (many, 1:17...), (bumps, Cell(2)), (v -> map(x -> x * 1 + 0, v), [1, 2]), (n -> [i * 1 for i in 1:n], 3), (x -> "a $(x * 1) b", 3),
    (x -> (a=x * 1, b=x - x), 3), (n -> fetch(Threads.@spawn(n * 1 + 0)), 10), (x -> sizeof(typeof(x)) * 1, 2)]

outcome(f, args) = try; (f(args...), args); catch err; typeof(err); end
same(a, b) = isequal(a, b) || (a isa Tuple && b isa Tuple && string(a) == string(b))

run() = @testset "hostile users" begin
    for call in CALLS
        f, args = call[1], call[2:end]
        g = saturate(f, map(Core.Typeof, args), laws)
        same(outcome(g, deepcopy(args)), outcome(f, deepcopy(args))) || println(f, args, ": ", reason(g))
        @test same(outcome(g, deepcopy(args)), outcome(f, deepcopy(args)))
    end
    # A union among the argument types: code that has such a value infers what a call returns as it does of the original.
    g = saturate(either, (Union{Int,Float64},), laws)
    @test reason(g) === nothing && (g(1), g(2.0)) === (2, 4.0)
    first_of(g, v) = g(v[1])
    @test Core.Compiler.return_type(first_of, Tuple{typeof(g),Vector{Union{Int,Float64}}}) == Union{Int,Float64}
    # Code that does not know which callable it has runs the body as well.
    body_runs(f, rules) = saturate(f, (Int,), rules)(7)
    licence = @rules fives begin
        either(~x::Int) --> 5
    end
    @test body_runs(x -> either(x), licence) == 5
    # Keyword arguments go to the original.
    @test saturate(keywords, (Int,), laws)(3; a=4) == keywords(3; a=4)
    @test saturate(collects, Tuple{Int,Vararg{Int}}, laws)(1, 2, 3) == 5
    # Globals that are written.
    g = saturate(counts, (Int,), laws)
    @test (g(2), g(3)) == (2, 5) && counter == 5
    # A block without a name, in a file.
    unnamed = @rules begin
        either(~x::Int) --> ~x
    end
    @test saturate(x -> either(x), (Int,), unnamed)(7) == 7
    if isdefined(Core, :OpaqueClosure)
        opaque = Core.eval(Hostile, :(Base.Experimental.@opaque (y::Int) -> y - y + 1))
        @test saturate(opaque, (Int,), laws)(2) == 1 && occursin("opaque", reason(saturate(opaque, (Int,), laws)))
        makes_one = Core.eval(Hostile, :(x -> Base.Experimental.@opaque(y -> x + y)))
        @test Base.invokelatest(saturate(makes_one, (Int,), laws), 1)(2) == 3
    end
    # From several threads at once.
    results = Vector{Any}(undef, 16)
    Threads.@threads for n in 1:16
        results[n] = saturate(x -> x * 1 - x + n, (Int,), laws)(n)
    end
    @test results == 1:16
end

end # module
