# Values: pure functions, called on generated arguments, give what the original gives, or throw what it throws.

module Values

using Saturate, LinearAlgebra

"Arguments of each type, small and with the usual corner cases."
const SAMPLES = Any[
    Int => Any[0, 1, -7, 12], Float64 => Any[0.0, -0.0, 1.5, -2.25, NaN, Inf], Float32 => Any[0.5f0, -3.0f0],
    Bool => Any[true, false], Char => Any['a', 'Z', '9', ' '], String => Any["", "abc", "Grüße 12"],
    ComplexF64 => Any[1.0 + 2.0im, 0.0im], Rational{Int} => Any[1//2, -3//4], BigInt => Any[big(5), big(2)^80],
    Vector{Float64} => Any[[1.0, 2.0, 3.0], Float64[]], Vector{Int} => Any[[3, 1, 2], [4]],
    Matrix{Float64} => Any[[2.0 1.0; 1.0 3.0], [1.0 0.0; 0.0 1.0]], UnitRange{Int} => Any[1:4, 2:1],
    Tuple{Int,Float64} => Any[(1, 2.5)], Symbol => Any[:abc], Dict{String,Int} => Any[Dict("a" => 1)],
    typeof(abs) => Any[abs], Set{Int} => Any[Set([1, 2])], Vector{String} => Any[["b", "a"]], Nothing => Any[nothing],
    UpperTriangular{Float64,Matrix{Float64}} => Any[UpperTriangular([1.0 2.0; 0.0 3.0])],
    Diagonal{Float64,Vector{Float64}} => Any[Diagonal([1.0, 2.0])]]

"Functions that only compute: nothing here prints, waits, draws random numbers or depends on the session."
const UNARY = Any[+, -, !, ~, abs, abs2, sqrt, cbrt, exp, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, sinh,
    cosh, tanh, sincos, sinpi, cospi, sinc, floor, ceil, round, trunc, sign, signbit, inv, conj, real, imag, angle, numerator,
    denominator, isodd, iseven, iszero, isone, isnan, isinf, isfinite, isinteger, isreal, one, zero, float, big, complex, hash,
    length, size, ndims, axes, eltype, first, last, isempty, reverse, sort, unique, allunique, issorted, extrema, maximum, minimum,
    sum, prod, cumsum, cumprod, diff, copy, collect, vec, transpose, adjoint, tr, det, inv, norm, diag, rank, eigvals, svdvals, cond,
    istriu, istril, issymmetric, ishermitian, isposdef, exponent, significand, nextfloat, prevfloat, eps, typemax, typemin,
    leading_zeros, trailing_zeros, count_ones, bitstring, string, repr, uppercase, lowercase, titlecase, strip, lstrip, rstrip, chomp,
    chop, ncodeunits, codeunits, isascii, isvalid, isuppercase, islowercase, isletter, isdigit, isspace, ispunct, keys, values, pairs,
    enumerate, eachindex, findmax, findmin, argmax, argmin, any, all, count, identity, typeof, isbits, ismissing, isnothing, factorial,
    isqrt, nextpow, digits, ndigits, deg2rad, rad2deg, mod2pi, triu, tril, normalize, permutedims, lastindex, firstindex,
    deepcopy, sortperm, Tuple, Complex, Rational, Float64, Int, String, Symbol, Set, Vector, triu, exp, sqrt, lu, qr, accumulate]
const BINARY = Any[+, -, *, /, \, ^, ÷, %, //, mod, rem, div, fld, cld, mod1, fld1, divrem, fldmod, gcd, lcm, gcdx, min, max, minmax, hypot,
    atan, log, ==, !=, <, <=, >, >=, isless, isequal, cmp, isapprox, ===, !==, &, |, xor, <<, >>, >>>, copysign, flipsign, ldexp, binomial,
    powermod, invmod, nextpow, prevpow, string, startswith, endswith, occursin, repeat, split, findfirst, findnext, in, getindex, get,
    map, filter, foldl, reduce, mapreduce, sum, any, all, count, vcat, hcat, cat, union, intersect, setdiff, issubset, dot, cross, kron,
    lpad, rpad, first, last, append!, zip, Pair, convert, promote, clamp, range, reshape, circshift, rotr90, searchsortedfirst, mul!,
    axpy!, rdiv!, ldiv!, copyto!, permute!, push!, round, digits, accumulate, broadcast, norm, opnorm, givens]

outcome(f, args) = try
    (:value, f(args...))
catch err
    (:threw, typeof(err))
end

"Equal as far as it can be asked: wrappers and factorisations without their own equality are compared by their text."
same(@nospecialize(a), @nospecialize(b)) = a === b || (typeof(a) == typeof(b) && (isequal(a, b) || repr(a) == repr(b)))

const Difference = NamedTuple{(:f, :args, :original, :optimised),NTuple{4,Any}}

"Calls original and callable on all samples; gives the number of calls and the differences."
function compare(functions, arity::Int; stride=1)
    calls, methods_called, differences, number = 0, 0, Difference[], 0
    for f in functions, types in Iterators.product(ntuple(_ -> SAMPLES, arity)...)
        number += 1
        number % stride == 0 || continue
        argument_types = map(first, types)
        hasmethod(f, Tuple{argument_types...}) || continue
        g = saturate(f, argument_types)
        reason(g) === nothing || continue
        methods_called += 1
        for args in Iterators.product(map(last, types)...)
            # Each gets arguments of its own: some functions write to them, and what they wrote is compared.
            mine, theirs = deepcopy(args), deepcopy(args)
            optimised, original = outcome(g, mine), outcome(f, theirs)
            calls += 1
            same(optimised, original) && same(mine, theirs) ||
                push!(differences, (f=f, args=args, original=(original, theirs), optimised=(optimised, mine)))
        end
    end
    return (calls=calls, methods=methods_called, differences=differences)
end

function run(; unary_stride=1, binary_stride=1, io=stdout)
    for (name, r) in (("unary", compare(UNARY, 1; stride=unary_stride)), ("binary", compare(BINARY, 2; stride=binary_stride)))
        println(io, name, " calls ", r.calls, " of ", r.methods, " methods, differing ", length(r.differences))
        for d in r.differences
            println(io, "  ", d.f, d.args, ": ", d.original, " became ", d.optimised)
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    @time Values.run(; unary_stride="small" in ARGS ? 9 : 1, binary_stride="small" in ARGS ? 211 : 13)
end
