# Costs from the machine: what the kernels that rules choose among take here, as `@cost` lines in nanoseconds.
#
#     calibrate()                              # once per machine and element type, about a minute; `quick=true`: some seconds
#     costs()                                  # what is known: this machine's, or the table that comes with the package
#     saturate(f, types, linalg ∪ costs())     # later lines win: these costs, and those of `linalg` for all else
#
# Each kernel is timed over sizes, and `overhead + unit * work` is fitted to its times, where `work` is an expression over sizes. The fit minimises relative
# errors, so that small sizes count as much as large ones; the largest of them is written beside the line. The result is a file of rules in
# the user's depot: it can be read, changed and deleted, and the same file gives the same code.

"A function to time: its signature and work as `@cost` writes them, the work of size `n`, and what it is called with."
struct Kernel
    name::String
    signature::String
    work::String
    amount::Function
    arguments::Function
    run::Function
end

"What of `linalg` is timed. `T` in a signature is the element type."
function kernels(linalg::Module)
    LA = getfield(linalg, :LinearAlgebra)
    general(T, n) = randn(T, n, n) + n * one(T) * LA.I
    symmetric(T, n) = LA.Symmetric(general(T, n))
    helper(name) = getfield(linalg, name)
    cube(n) = n^3
    square(n) = n^2
    one_matrix(T, n) = (general(T, n),)
    two_matrices(T, n) = (general(T, n), general(T, n))
    with_vector(T, n) = (general(T, n), randn(T, n))
    M = "AbstractMatrix{T}"
    product, cubed, all = "size(A, 1) * size(A, 2) * size(B, 2)", "size(A, 1)^3", "length(A)"
    return [
        Kernel("product", "*(A::$M, B::$M)", product, cube, two_matrices, *),
        Kernel("product with a vector", "*(A::$M, x::AbstractVector{T})", all, square, with_vector, *),
        Kernel("product with a number", "*(α::T, A::$M)", all, square, (T, n) -> (T(3), general(T, n)), *),
        Kernel("sum", "+(A::$M, B::$M)", all, square, two_matrices, +),
        Kernel("difference", "-(A::$M, B::$M)", all, square, two_matrices, -),
        Kernel("inverse", "inv(A::$M)", cubed, cube, one_matrix, inv),
        Kernel("solve", "\\(A::$M, x::AbstractVector{T})", cubed, cube, with_vector, \),
        Kernel("solve for a matrix", "\\(A::$M, B::$M)", "size(A, 1)^2 * (size(A, 1) + 3 * size(B, 2))", n -> 4n^3, two_matrices, \),
        Kernel("determinant", "det(A::$M)", cubed, cube, one_matrix, LA.det),
        Kernel("trace", "tr(A::$M)", "size(A, 1)", identity, one_matrix, LA.tr),
        Kernel("eigenvectors", "eigen(A::$M)", cubed, cube, one_matrix, LA.eigen),
        Kernel("eigenvectors, symmetric", "eigen(A::Symmetric{T})", cubed, cube, (T, n) -> (symmetric(T, n),), LA.eigen),
        Kernel("eigenvalues", "eigvals(A::$M)", cubed, cube, one_matrix, LA.eigvals),
        Kernel("eigenvalues, symmetric", "eigvals(A::Symmetric{T})", cubed, cube, (T, n) -> (symmetric(T, n),), LA.eigvals),
        Kernel("diagonal of a product", "diag_of_product(A::$M, B::$M)", all, square, two_matrices, helper(:diag_of_product)),
        Kernel("trace of a product", "trace_of_product(A::$M, B::$M)", all, square, two_matrices, helper(:trace_of_product)),
        Kernel("determinant of a product", "det_of_product(A::$M, B::$M)", cubed, cube, two_matrices, helper(:det_of_product)),
        Kernel("copy", "copy(A::$M)", all, square, one_matrix, copy),
        Kernel("sum of elements", "sum(A::$M)", all, square, one_matrix, sum),
    ]
end

"A cost that was measured: `overhead + unit * work` nanoseconds, and the largest relative error at the sizes timed."
struct MeasuredCost
    name::String
    signature::String
    work::String
    overhead::Float64
    unit::Float64
    error::Float64
    times::Vector{Pair{Int,Float64}}    # by size, nanoseconds
end

"""
    Costs

Measured costs, as [`costs`](@ref) gives them. `rules ∪ costs()` is a set of rules with these costs.
"""
struct Costs
    source::String      # where they come from
    measured::Vector{MeasuredCost}
    rules::RuleSet
end

Base.union(a::RuleSet, b::Costs) = union(a, b.rules)
Base.union(a::Costs, b::RuleSet) = union(a.rules, b)

"The module whose names the lines use: that of the linear algebra of the rule library."
function costs_home()
    isdefined(@__MODULE__, :linalg_rules) || throw(ArgumentError("the rule library is not there; see `Saturate.RULES_FOLDER`"))
    return getfield(@__MODULE__, :linalg_rules)
end

"The file of this machine's costs, in the first depot."
function costs_file(T::Type)
    cpu = replace(isempty(Sys.cpu_info()) ? "unknown" : first(Sys.cpu_info()).model, r"[^A-Za-z0-9]+" => "-")
    return joinpath(first(DEPOT_PATH), "saturate", string("costs-", cpu, '-', T, ".jl"))
end

"The table that comes with the package."
const SHIPPED_COSTS = joinpath(@__DIR__, "measured_costs.jl")
include_dependency(SHIPPED_COSTS)

"""
    calibrate(T=Float64; quick=false, file=…, progress=…)

Times the kernels that the rule library chooses among, over sizes, and keeps what it finds in a file of the user's depot; gives it as
[`costs`](@ref) does. It takes about a minute, with `quick` some seconds.
"""
function calibrate(T::Type=Float64; quick::Bool=false, file::String=costs_file(T), progress::Bool=stderr isa Base.TTY)
    sizes = quick ? [4, 16, 64] : [4, 10, 32, 100, 250, 500]
    budget = quick ? 0.01 : 0.3
    list, measured = kernels(costs_home()), MeasuredCost[]
    for (n, kernel) in enumerate(list)
        progress && print(stderr, "\r\e[K", lpad(100n ÷ length(list), 3), " %  ", kernel.name)
        push!(measured, Base.invokelatest(measure, kernel, T, sizes, budget))
    end
    progress && println(stderr)
    mkpath(dirname(file))
    write(file, costs_text(measured, T))
    return costs(T; file=file)
end

"Times a kernel and fits its cost."
function measure(kernel::Kernel, T::Type, sizes::Vector{Int}, budget::Float64)
    times = Pair{Int,Float64}[]
    for n in sizes
        arguments = kernel.arguments(T, n)
        push!(times, n => nanoseconds(kernel.run, arguments, budget))
        # One that takes longer at the next size than all of the budget is known well enough.
        times[end][2] > 1e9 * budget && length(times) >= 3 && break
    end
    overhead, unit = fitted([Float64(kernel.amount(n)) for (n, _) in times], [t for (_, t) in times])
    relative((n, t)) = abs(overhead + unit * kernel.amount(n) - t) / t
    return MeasuredCost(kernel.name, replace(kernel.signature, r"\bT\b" => string(T)), kernel.work,
                        overhead, unit, maximum(map(relative, times)), times)
end

"The shortest of several runs, in batches that are long enough for the clock."
function nanoseconds(run, arguments, budget::Float64)
    run(arguments...)
    started = time_ns()
    run(arguments...)
    batch = clamp(1000 ÷ max(time_ns() - started, 1), 1, 1000)
    best, spent, rounds = Inf, 0.0, 0
    while spent < budget * 1e9 && rounds < 1000 || rounds < 3
        started = time_ns()
        for _ in 1:batch
            run(arguments...)
        end
        passed = Float64(time_ns() - started)
        best, spent, rounds = min(best, passed / batch), spent + passed, rounds + 1
    end
    return best
end

"`overhead` and `unit` for which `overhead + unit * work` is closest to the times, by the sum of squared relative errors; neither is negative."
function fitted(work::Vector{Float64}, times::Vector{Float64})
    # Each equation divided by its time: a / t + b * w / t = 1.
    x, y = 1 ./ times, work ./ times
    xx, xy, yy, x1, y1 = sum(x .* x), sum(x .* y), sum(y .* y), sum(x), sum(y)
    determinant = xx * yy - xy^2
    a, b = determinant > 0 ? ((x1 * yy - y1 * xy) / determinant, (xx * y1 - xy * x1) / determinant) : (0.0, y1 / yy)
    a < 0 && return 0.0, y1 / yy
    b < 0 && return x1 / xx, 0.0
    return a, b
end

significant(x::Float64) = string(round(x; sigdigits=4))

"The file: one line for each kernel, as rules are written, behind what was measured."
function costs_text(measured::Vector{MeasuredCost}, T::Type)
    cpu = isempty(Sys.cpu_info()) ? "unknown" : first(Sys.cpu_info()).model
    io = IOBuffer()
    println(io, "# Costs in nanoseconds, measured on ", cpu, ", Julia ", VERSION, ", elements ", T, ".\n@rules costs begin")
    for m in measured
        println(io, "    # ", m.name, ": within ", round(Int, 100m.error), " %;",
                join((string(' ', n, ' ', significant(t)) for (n, t) in m.times), ','))
        println(io, "    @cost ", m.signature, ' ', significant(m.overhead), " + ", significant(m.unit), " * (", m.work, ')')
    end
    println(io, "end")
    return String(Base.take!(io))
end

"""
    costs(T=Float64)

The measured costs of this machine, as [`calibrate`](@ref) has kept them, or those that come with the package. They print as a table, and
`linalg ∪ costs()` takes them into a set of rules.
"""
function costs(T::Type=Float64; file::String=costs_file(T))
    source = isfile(file) ? file : SHIPPED_COSTS
    text = read(source, String)
    measured = read_costs(text)
    _, blocks = read_rule_file(source)
    parts = [RulePart(name, costs_home(), source, line, 1, block) for (name, line, block) in blocks]
    return Costs(source == SHIPPED_COSTS ? "the table that comes with the package" : source, measured, RuleSet(parts))
end

"What a file says was measured."
function read_costs(text::String)
    found, name, error, times = MeasuredCost[], "", 0.0, Pair{Int,Float64}[]
    for line in split(text, '\n')
        comment = match(r"^\s*# (.*): within (\d+) %;(.*)$", line)
        cost = match(r"^\s*@cost (.*\)) ([-+.e\d]+) \+ ([-+.e\d]+) \* \((.*)\)$", line)
        if comment !== nothing
            name, error = String(comment[1]), parse(Float64, comment[2]) / 100
            times = [parse(Int, n) => parse(Float64, t) for (n, t) in (split(strip(pair), ' ') for pair in split(comment[3], ',') if !isempty(strip(pair)))]
        elseif cost !== nothing
            push!(found, MeasuredCost(name, String(cost[1]), String(cost[4]), parse(Float64, cost[2]), parse(Float64, cost[3]), error, times))
        end
    end
    return found
end

"A time in a unit that suits it."
function shown_time(ns::Float64)
    ns < 1e3 && return string(round(ns; sigdigits=3), " ns")
    ns < 1e6 && return string(round(ns / 1e3; sigdigits=3), " µs")
    return string(round(ns / 1e6; sigdigits=3), " ms")
end

function Base.show(io::IO, c::Costs)
    println(io, "costs in nanoseconds, from ", c.source)
    width = foldl(max, (length(m.name) for m in c.measured); init=0)
    longest = foldl(max, (log10(max(last(t), 1.0)) for m in c.measured for t in m.times); init=1.0)
    for m in c.measured
        print(io, "  ", rpad(m.name, width), "  ", lpad(significant(m.overhead), 9), " + ", rpad(significant(m.unit), 9), " * ", m.work, ", within ",
              round(Int, 100m.error), " %\n  ", ' '^width)
        # A bar for each size, as long as the logarithm of its time.
        for (n, t) in m.times
            bar = "▁▂▃▄▅▆▇█"
            print(io, "  ", n, ' ', collect(bar)[clamp(ceil(Int, 8 * log10(max(t, 1.0)) / longest), 1, 8)], ' ', shown_time(t))
        end
        println(io)
    end
end
