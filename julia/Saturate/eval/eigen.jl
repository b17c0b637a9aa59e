# The paper's experiment with a determinant beside a decomposition, over larger matrices (its figure goes to N = 2,000).
#
#   julia --project=julia/Saturate julia/Saturate/eval/eigen.jl [--quick] [--out FOLDER] [SIZES...]
#
# Three functions: the original, the optimised one, and the original with the determinant *left out*, which is the bound: no way to compute it
# can be faster than not to. Prints a table and writes `eigen.json` and `eigen.svg`. The exit code is 1 where a result differs or the optimised function
# is slower than the original beyond what the original differs from itself.

using LinearAlgebra, Dates
using Saturate

include("usecases.jl")
include("measure.jl")
include("plot.jl")
include("json.jl")

using .UseCases: eigen_reuse, RULES, rng

left_out(A, c) = (eigen(A), c ? tr(A) : 0.0)

const SIZES = [10, 20, 50, 100, 200, 500, 1000, 2000]

"Rounds for a size: the largest takes minutes of each."
rounds_of(n) = n <= 200 ? 40 : n <= 500 ? 24 : n <= 1000 ? 12 : 5

function measured(n; rounds=rounds_of(n))
    # Scaled so that the determinant is a number of ordinary size: that of a matrix of normal numbers leaves the range of `Float64` from n = 270 on, where a product
    # of complex numbers is NaN and not Inf.
    args = (randn(rng(n), n, n) .* sqrt(exp(1) / n), false)
    optimised = saturate(eigen_reuse, map(Core.Typeof, args), RULES.linalg)
    reason(optimised) === nothing || return (size=n, problem="not optimised: $(reason(optimised))")
    (_, x), (_, y) = eigen_reuse(args...), optimised(args...)
    isapprox(x, y; rtol=1e-6) || return (size=n, problem="the determinant is $y, not $x")
    result = Measure.compare([eigen_reuse, optimised, left_out], args; rounds=rounds, budget=8.0)
    t, s = result.times, result.speedups
    return (size=n, original=t[1], optimised=t[2], left_out=t[3], speedup=s[2], bound=s[3], aa=result.aa)
end

function main(arguments)
    quick = "--quick" in arguments
    at = findfirst(==("--out"), arguments)
    folder = at === nothing ? "." : arguments[at + 1]
    numbers = [parse(Int, a) for (i, a) in enumerate(arguments) if !startswith(a, "--") && i != something(at, -1) + 1]
    sizes = isempty(numbers) ? (quick ? SIZES[1:3] : SIZES) : numbers
    mkpath(folder)
    println("Julia ", VERSION, ", ", Sys.cpu_info()[1].model, ", ", Sys.CPU_THREADS, " cores, ", Dates.format(now(), "yyyy-mm-dd HH:MM"), "\n")
    println("| size | original | optimised | determinant left out | speed-up | bound | A/A interval |")
    println("|---|---|---|---|---|---|---|")
    rows, failed = Any[], false
    for n in sizes
        row = quick ? measured(n; rounds=8) : measured(n)
        push!(rows, row)
        if haskey(row, :problem)
            println("| ", n, " | ", row.problem, " | | | | | |")
            failed = true
            continue
        end
        ms(t) = string(round(1e3t; sigdigits=4), " ms")
        digits(x) = round(x; digits=3)
        println("| ", join([n, ms(row.original), ms(row.optimised), ms(row.left_out), "$(digits(row.speedup))×", "$(digits(row.bound))×",
                            "$(digits(row.aa[1])) … $(digits(row.aa[2]))"], " | "), " |")
        flush(stdout)
        failed |= !quick && row.speedup < row.aa[1]
    end
    good = [row for row in rows if !haskey(row, :problem)]
    if !isempty(good)
        Plot.speedups(joinpath(folder, "eigen.svg"), "Determinant from a decomposition that is there", [r.size for r in good],
                      ["optimised" => [r.speedup for r in good], "determinant left out" => [r.bound for r in good]], [r.aa for r in good])
    end
    write(joinpath(folder, "eigen.json"), Json.text(rows), "\n")
    return failed ? 1 : 0
end

exit(main(ARGS))
