# Rules see through calls: bodies in place of calls, versions of what is called, and what both rely on.

module CallTests

using Test, Saturate, LinearAlgebra

@rules eig begin
    tr(~A::Symmetric) --> sum(eigen(~A).values)
    @cost eigen 100
    @cost tr 10
end

@rules trig begin
    sin(~x)^2 + cos(~x)^2 --> one(~x)
end

@rules ones begin
    ~x::Float64 * 1.0 --> ~x
end

@rules eager begin
    copy(~v::Vector{Int}) --> ~v
end

# A function of the program's own, by methods that mean the same, and one whose methods do not.
spread(A::AbstractMatrix) = maximum(eigvals(Matrix(A))) - minimum(eigvals(Matrix(A)))
spread(A::Symmetric) = maximum(eigvals(A)) - minimum(eigvals(A))
name(::AbstractMatrix) = "any"
name(::Symmetric) = "symmetric"
@rules symmetric begin
    ~A::Matrix{Float64} + transpose(~A) --> Symmetric(~A + transpose(~A))
    @cost spread(::Symmetric) 10
    @cost spread(::Matrix) 1000
    @cost name(::Symmetric) 10
    @cost name(::Matrix) 1000
    @generic spread(::AbstractMatrix)
end
spread_of_sum(A) = spread(A + transpose(A))
name_of_sum(A) = name(A + transpose(A))

# Which method runs is known when the program runs: one of the program's own may.
unit(n::Int) = Complex(n - n + 1, 0)
name_with(::Complex{Int}, ::Int) = "complex"
name_with(::Int, ::Int) = "integer"
name_with(::Any, ::Any) = "anything"
@rules units begin
    unit(~n::Int) --> 1
    @cost name_with(::Complex{Int}, ::Any) 100
    @cost isequal(::Complex{Int}, ::Any) 100
    @effects name_with pure
    @effects isequal pure
end
name_of_unit(n, k) = name_with(unit(n), k[1])
named_by(f, n, k) = f(unit(n), k)
struct Mark end
is_marked(n, k) = isequal(unit(n), k[1])

pick(x, kind) = kind == 1 ? sin(x)^2 + cos(x)^2 : kind == 2 ? exp(x) : log(x)
first_kind(x) = pick(x, 1) * 3.0
second_kind(x) = pick(x, 2) * 3.0
any_kind(x, kind) = pick(x, kind) * 3.0

trace_plus(A) = tr(A) + 1.0
driver(A) = eigen(A).values[1] + trace_plus(A)
further(A) = 2.0 * trace_plus(A)
two_levels(A) = eigen(A).values[1] + further(A)
another(A, B) = eigen(A).values[1] + trace_plus(B)
perhaps(A, n) = n > 3 ? tr(A) : 0.0
branch(A, n) = eigen(A).values[1] + perhaps(A, n)
function several(A, n)
    s = 0.0
    for i in 1:n
        s += tr(A)
    end
    return s
end
in_a_loop(A, n) = eigen(A).values[1] + several(A, n)
trace_after_write(A) = (A.data[1, 1] = 7.0; tr(A))
written_in_between(A) = (e = eigen(A); e.values[1] + trace_after_write(A))
scaled(A; by=2.0) = by * tr(A)
with_keyword(A) = eigen(A).values[1] + scaled(A; by=3.0)
shifted(A, by=2.0) = by + tr(A)
with_default(A) = eigen(A).values[1] + shifted(A)
struct Weigh
    by::Float64
end
(w::Weigh)(A) = w.by * tr(A)
with_object(A, k) = eigen(A).values[1] + Weigh(k)(A)
@noinline kept_apart(A) = tr(A)
with_noinline(A) = eigen(A).values[1] + kept_apart(A)

const LOG = String[]
sine(x) = (push!(LOG, "sine"); sin(x)^2)
cosine(x) = (push!(LOG, "cosine"); cos(x)^2)
only_both(x) = sine(x) + cosine(x)

level(x, n) = n == 0 ? x : level(x * 1.0, n - 1) * 1.0
even(x, n) = n == 0 ? x * 1.0 : odd(x, n - 1)
odd(x, n) = n == 0 ? -x : even(x * 1.0, n - 1)
apply(f, x) = f(x) * 1.0
captures(x) = apply(y -> y * 1.0 + x, x)

both(v) = (push!(LOG, "both"); (v, copy(v)))
caller_writes(v) = (t = both(v); t[2][1] = 9; (t[1][1], t[2][1]))

share(x) = exp(x) / (1 + exp(x))
in_place(v) = map!(share, v, v)
wave(x) = 3.0 * (sin(x)^2 + cos(x)^2) + x
over(v) = map(wave, v)
dotted(v) = wave.(v)
dotted_twice(v, c) = wave.(2.0 .* v) .+ (x -> wave(x) * c).(v)
dotted_into(o, v) = (o .= wave.(v) .+ 1.0; o)
comprehension(v) = [wave(x) + 1.0 for x in v]
generator(v) = sum(wave(x) for x in v)
with_variable(v, c) = map(x -> c * (sin(x)^2 + cos(x)^2), v)
reduced(v) = mapreduce(wave, +, v) + sum(wave, v)
several_arguments(xs...) = sin(xs[1])^2 + cos(xs[1])^2
with_several(x) = several_arguments(x, x)
held_and_kept(v) = (b = Base.broadcasted(wave, v); (Base.materialize(b), string(typeof(b))))
own_zero(x) = sin(x)^2 + cos(x)^2 + 0.0
Base.mapreduce_empty(::typeof(own_zero), ::typeof(Base.add_sum), ::Type{Float64}) = -1.0
empty_sum(v) = sum(own_zero, v)
function maybe_trace(A)
    try
        return tr(A)
    catch
        return 0.0
    end
end
with_try(A) = eigen(A).values[1] + maybe_trace(A)
looks(f, v) = f === wave ? sum(v) : 0.0
looked_at(v) = looks(wave, v) + sum(map(wave, v))
forward(x; training=false) = training ? 2x : sin(x)^2 + cos(x)^2 + 0.0
pos(x, y=2.0) = (sin(x)^2 + cos(x)^2) * y

matrix() = Symmetric([2.0 1.0; 1.0 3.0])

"Optimised and not, with new arguments for each."
function same(f, rules, arguments; options...)
    types = Tuple{map(typeof, arguments())...}
    g = saturate(f, types, rules; options...)
    @test reason(g) === nothing
    empty!(LOG)
    expected = f(arguments()...)
    log = copy(LOG)
    empty!(LOG)
    found = g(arguments()...)
    @test found == expected || found ≈ expected
    @test LOG[1:length(log)] == log
    return report(g)
end

is_spliced(r, name) = any(line -> startswith(line, "in place of a call") && occursin(string(name), line), r.through)

function run()
    @testset "calls" begin
        @testset "bodies in place of calls" begin
            S = typeof(matrix())
            for (f, name, arguments) in [(driver, :trace_plus, () -> (matrix(),)), (two_levels, :further, () -> (matrix(),)), (branch, :perhaps, () -> (matrix(), 5)),
                                         (in_a_loop, :several, () -> (matrix(), 3)), (with_keyword, :scaled, () -> (matrix(),)), (with_try, :maybe_trace, () -> (matrix(),)),
                                         (with_default, :shifted, () -> (matrix(),)), (with_object, :Weigh, () -> (matrix(), 2.0))]
                r = same(f, eig, arguments)
                @test r.cost_after < r.cost_before
                @test !isempty(r.through)
                none = same(f, eig, arguments; calls=:none)
                @test isempty(none.through)
            end
            @test isempty(same(another, eig, () -> (matrix(), matrix())).through)
            @test isempty(same(written_in_between, eig, () -> (matrix(),)).through)
            r = same(with_noinline, eig, () -> (matrix(),))
            @test r.through == ["kept_apart stays a call: its author wants no copies of it"]
            r = same(only_both, trig, () -> (0.3,))
            @test is_spliced(r, :sine) && is_spliced(r, :cosine)
            @test same(captures, ones, () -> (2.0,)).cost_after == 1
        end
        @testset "functions of the program's own are given equal values of other types where the rules say so" begin
            for calls in (:none, 3)
                g = saturate(spread_of_sum, (Matrix{Float64},), symmetric; calls=calls)
                @test g([1.0 2.0; 0.0 1.0]) ≈ 4.0 && report(g).cost_after < 100
                g = saturate(name_of_sum, (Matrix{Float64},), symmetric; calls=calls)
                @test g([1.0 2.0; 0.0 1.0]) == "any"
            end
            @test occursin("@generic spread(::AbstractMatrix)", string(symmetric))
        end
        @testset "which method runs is not known" begin
            for calls in (:none, 3)
                g = saturate(name_of_unit, (Int, Vector{Any}), units; calls=calls)
                @test g(2, Any[1]) == name_of_unit(2, Any[1]) == "complex"
                g = saturate(named_by, (Any, Int, Int), units; calls=calls)
                @test g(name_with, 2, 1) == "complex"
            end
            # A function of Base, until the program has a method of its own.
            g = saturate(is_marked, (Int, Vector{Any}), units)
            @test g(2, Any[1.0]) && report(g).cost_after < report(g).cost_before
            @eval Base.isequal(::Complex{Int}, ::Mark) = "complex"
            @eval Base.isequal(::Int, ::Mark) = "integer"
            @test Base.invokelatest(g, 2, Any[Mark()]) == "complex"
        end
        @testset "constant arguments" begin
            r = same(first_kind, trig, () -> (0.5,))
            @test is_spliced(r, :pick) && r.cost_after <= 1
            # Of the three branches, one is left.
            r = same(second_kind, trig, () -> (0.5,))
            @test is_spliced(r, :pick) && r.cost_after <= 2
            r = same(any_kind, trig, () -> (0.5, 3))
            @test any(line -> occursin("stands for pick", line), r.through) && r.cost_after > 2
        end
        @testset "versions" begin
            for f in (level, even)
                r = same(f, ones, () -> (2.5, 3))
                @test any(line -> occursin("stands for", line), r.through)
            end
            same(caller_writes, eager, () -> ([1, 2],))
        end
        @testset "functions that are handed over" begin
            r = same(in_place, RuleSet(), () -> ([0.5, 1.5],))
            @test any(line -> occursin("stands for share", line), r.through)
            r = same(over, trig, () -> ([0.5, 1.5],))
            @test any(line -> occursin("stands for wave", line), r.through)
            g = saturate(over, (Vector{Float64},), trig)
            @test g(Float64[]) isa Vector{Float64}
            same(looked_at, trig, () -> ([0.5, 1.5],))
            # Elements of an abstract type: nothing is known of what is called.
            @test isempty(same(over, trig, () -> (Any[0.5, 1.5],)).through)
        end
        @testset "functions that values hold until they are run" begin
            stands(r, name) = any(line -> occursin("stands for $name", line), r.through)
            vector() = [0.5, 1.5]
            for (f, arguments) in [(dotted, () -> (vector(),)), (dotted_twice, () -> (vector(), 3.0)), (dotted_into, () -> (zeros(2), vector())),
                                   (generator, () -> (vector(),)), (reduced, () -> (vector(),))]
                @test stands(same(f, trig, arguments), "")
            end
            @test stands(same(comprehension, trig, () -> (vector(),)), "")
            @test stands(same(with_variable, trig, () -> (vector(), 2.0)), "")
            @test stands(same(with_several, trig, () -> (0.5,)), "several_arguments")
            for f in (dotted, comprehension)
                g = saturate(f, (Vector{Float64},), trig)
                @test g(Float64[]) isa Vector{Float64}
                @test Base.return_types(g, (Vector{Float64},)) == [Vector{Float64}]
            end
            # What happens to the broadcast is not known; the author of a function says what its sum over nothing is.
            @test isempty(same(held_and_kept, trig, () -> (vector(),)).through)
            @test isempty(same(empty_sum, trig, () -> (Float64[],)).through)
        end
        @testset "keyword and default arguments" begin
            @test (@saturate trig forward(0.5)) == 1.0
            @test (@saturate trig forward(0.5; training=true)) == 1.0
            @test (@saturate trig forward(0.5, training=false)) == 1.0
            keywords = (training=true,)
            @test (@saturate trig forward(0.5; keywords...)) == 1.0
            arguments = (0.5,)
            @test (@saturate trig forward(arguments...; training=true)) == 1.0
            @test_throws MethodError @saturate trig forward(0.5; no_such=1)
            r = report(saturate(pos, (Float64,), trig))
            @test r.cost_after < r.cost_before
        end
        @testset "redefined callees" begin
            m = Module(:Redefined)
            Core.eval(m, :(inner(x) = sin(x)^2; outer(x) = inner(x) + cos(x)^2))
            g = saturate(Saturate.newest(m, :outer), (Float64,), trig)
            @test Base.invokelatest(g, 0.3) == 1.0
            Core.eval(m, :(inner(x) = 5.0))
            @test Base.invokelatest(g, 0.3) == 5.0 + cos(0.3)^2
            @test occursin("redefined", reason(g))
        end
        @test_throws ArgumentError saturate(driver, (typeof(matrix()),), eig; calls=:deep)
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    CallTests.run()
end
