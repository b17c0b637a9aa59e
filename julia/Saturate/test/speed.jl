# Speed: functions with loops, closures and iteration take the time and the memory that the original takes.
#
# The same return type is not the same code: where a test and what it narrows name different variables, inference loses
# the narrowing, and a loop allocates at each step.

module Speed

using Saturate, LinearAlgebra

sum_loop(x) = (s = 0.0; for v in x; s += v; end; s)
sum_index(x) = (s = 0.0; for i in 1:length(x); s += x[i]; end; s)
sum_inbounds(x) = (s = 0.0; @inbounds for i in eachindex(x); s += x[i]; end; s)
sum_simd(x) = (s = 0.0; @simd for i in eachindex(x); @inbounds s += x[i]; end; s)
sum_while(x) = (s = 0.0; i = 1; while i <= length(x); s += x[i]; i += 1; end; s)
nested(x) = (s = 0.0; for a in x, b in x; s += a * b; end; s)
pairs_loop(x) = (s = 0.0; for (i, v) in enumerate(x); s += i * v; end; s)
zip_loop(x) = (s = 0.0; for (a, b) in zip(x, x); s += a * b; end; s)
reverse_loop(x) = (s = 0.0; for v in Iterators.reverse(x); s += v; end; s)
filter_loop(x) = (s = 0.0; for v in Iterators.filter(>(0.5), x); s += v; end; s)
step_loop(x) = (s = 0.0; for i in 1:2:length(x); s += x[i]; end; s)
early_exit(x) = (for v in x; v > 2 && return v; end; 0.0)
break_loop(x) = (s = 0.0; for v in x; v > 2 && break; s += v; end; s)
continue_loop(x) = (s = 0.0; for v in x; v < 0.5 && continue; s += v; end; s)
closure_map(x) = (c = 2.0; sum(map(v -> v * c, x)))
closure_fold(x) = foldl((a, b) -> a + 2b, x; init=0.0)
closure_capture(x) = (f = let k = length(x); v -> v + k; end; s = 0.0; for v in x; s += f(v); end; s)
generator(x) = sum(v * v for v in x)
generator_if(x) = sum(v for v in x if v > 0.5)
comprehension(x) = [v + 1 for v in x]
comprehension2(x) = [a + b for a in x[1:10], b in x[1:10]]
string_loop(x) = (n = 0; for c in "some text to look at"; n += c == 't'; end; n)
dict_loop(x) = (d = Dict{Int,Float64}(); for (i, v) in enumerate(x[1:50]); d[i % 7] = get(d, i % 7, 0.0) + v; end; d[1])
set_loop(x) = (s = Set{Int}(); for v in x[1:50]; push!(s, round(Int, 10v)); end; length(s))
maybe(x) = (b = nothing; for v in x; if b === nothing || v > b; b = v; end; end; b === nothing ? 0.0 : b)
union_branch(x) = (s = 0.0; for v in x; w = v > 0.5 ? v : 1; s += w isa Int ? w : 2w; end; s)
isa_branch(x) = (s = 0.0; for v in Any[1, 2.0, "a"]; s += v isa Float64 ? v : v isa Int ? v : 0; end; s)
find_loop(x) = (i = findfirst(>(0.9), x); i === nothing ? 0 : i)
matmul(x) = (n = 12; A = reshape(x[1:144], n, n); C = zeros(n, n); for i in 1:n, j in 1:n, k in 1:n; C[i, j] += A[i, k] * A[k, j]; end; C[1, 1])
horner(x) = (s = 0.0; for v in x; s = s * 0.5 + v; end; s)
running_max(x) = (m = -Inf; for v in x; m = max(m, v); end; m)
two_variables(x) = (a = 0.0; b = 1.0; for v in x; a, b = b, a + v; end; a + b)
tuple_state(x) = (t = (0.0, 0); for v in x; t = (t[1] + v, t[2] + 1); end; t[1] / t[2])
collatz(x) = (n = 27; c = 0; while n != 1; n = iseven(n) ? n ÷ 2 : 3n + 1; c += 1; end; c)
sieve(x) = (p = trues(200); for i in 2:14; p[i] || continue; for j in i * i:i:200; p[j] = false; end; end; count(p))
bubble(x) = (y = x[1:20]; for i in 1:19, j in 1:20 - i; y[j] > y[j + 1] && ((y[j], y[j + 1]) = (y[j + 1], y[j])); end; y[1])
try_loop(x) = (s = 0.0; for v in x[1:20]; s += try; v > 5 ? error("x") : v; catch; 0.0; end; end; s)
finally_once(x) = (s = 0.0; try; s += x[1]; finally; s += 1; end; s)
keyword(x) = sum(sort(x[1:30]; rev=true))
broadcasted(x) = sum(x .* 2 .+ 1)
broadcast_assign(x) = (y = similar(x); y .= x .^ 2 .- x; y[1])
view_loop(x) = (s = 0.0; for v in view(x, 1:2:100); s += v; end; s)
channel_free(x) = (v = Float64[]; for a in x; a > 0.5 && push!(v, a); end; length(v))
ntuple_loop(x) = sum(ntuple(i -> x[i], 8))
recursive(x) = (f(n) = n < 2 ? n : f(n - 1) + f(n - 2); f(10))
do_block(x) = map(x) do v; v > 0.5 ? v : -v; end
mapreduce_(x) = mapreduce(abs2, +, x)
accumulate_(x) = accumulate(+, x)
char_count(x) = (n = 0; for c in string(length(x)); isdigit(c) && (n += 1); end; n)
range_sum(x) = (s = 0; for i in 1:1000; s += i & 3; end; s)
float_range(x) = (s = 0.0; for t in 0.0:0.01:1.0; s += t; end; s)
splat(x) = max(x[1:10]...)
varargs(xs...) = (s = 0.0; for v in xs; s += sum(v); end; s)

const LOCAL = Any[sum_loop, sum_index, sum_inbounds, sum_simd, sum_while, nested, pairs_loop, zip_loop, reverse_loop, filter_loop,
    step_loop, early_exit, break_loop, continue_loop, closure_map, closure_fold, closure_capture, generator, generator_if,
    comprehension, comprehension2, string_loop, dict_loop, set_loop, maybe, union_branch, isa_branch, find_loop, matmul, horner,
    running_max, two_variables, tuple_state, collatz, sieve, bubble, try_loop, finally_once, keyword, broadcasted,
    broadcast_assign, view_loop, channel_free, ntuple_loop, recursive, do_block, mapreduce_, accumulate_, char_count, range_sum,
    float_range, splat, varargs]

"Methods of the library that loop, on the same argument."
const LIBRARY = Any[sum, prod, maximum, minimum, extrema, sort, sortperm, unique, reverse, cumsum, cumprod, diff, findmax, findmin,
    argmax, argmin, issorted, allunique, collect, copy, norm, length, isempty, first, last, hash, string, repr, vec, transpose,
    adjoint, float, float, abs2 ∘ sum, sqrt ∘ sum, normalize, isreal, iszero, real, imag, conj, axes, eachindex, keys, pairs, eltype,
    ndims, size, deepcopy]

"Time per call in seconds, and bytes per call: the least of several runs."
function measure(f, x)
    f(x)
    repeats = 1
    while (@elapsed run_many(f, x, repeats)) < 2e-4 && repeats < 10^7
        repeats *= 4
    end
    time = minimum(@elapsed(run_many(f, x, repeats)) for _ in 1:7) / repeats
    return time, allocated(f, x)
end

# The value goes somewhere, or a whole loop may be proved useless.
@noinline consume(x) = (KEEP[] = true; nothing)
const KEEP = Ref(false)
@noinline run_many(f, x, n) = for _ in 1:n; consume(f(x)); end
# A value that nobody uses need not be made: the original's may be left out where the callable's is not.
allocated(f, x) = minimum(@allocated(consume(f(x))) for _ in 1:3)

struct Measured
    f::Any
    time::Float64       # optimised over original
    original::Int       # bytes
    optimised::Int
end

"`rules` is `()` for reading and writing alone, or an empty set, which goes through the whole optimiser."
function run(; functions=vcat(LOCAL, LIBRARY), io=stdout, rules=())
    x = [sin(i)^2 for i in 1:400]
    rows, refused = Measured[], Any[]
    for f in functions
        g = saturate(f, (typeof(x),), rules)
        if reason(g) !== nothing
            push!(refused, f => reason(g))
            continue
        end
        original, optimised = measure(f, x), measure(g, x)
        # A second look at what seems slower: the machine may have been busy.
        optimised[1] > 1.3original[1] && (original = min(original, measure(f, x)); optimised = min(optimised, measure(g, x)))
        push!(rows, Measured(f, optimised[1] / original[1], original[2], optimised[2]))
    end
    ratios = sort([r.time for r in rows])
    println(io, "measured ", length(rows), ", refused ", length(refused), ", median time ratio ",
            round(ratios[cld(end, 2)]; digits=2), ", more bytes than the original ", count(r -> r.optimised > r.original, rows))
    for r in rows
        (r.time > 1.5 || r.optimised > r.original) &&
            println(io, "  ", r.f, ": time ratio ", round(r.time; digits=2), ", bytes ", r.original, " -> ", r.optimised)
    end
    foreach(p -> println(io, "  refused: ", p.first, ": ", p.second), refused)
    return rows
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    @time Speed.run(; rules="optimise" in ARGS ? Speed.RuleSet() : ())
end
