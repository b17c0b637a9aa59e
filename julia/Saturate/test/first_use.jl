# Time from `julia` to the first optimised call, in fresh sessions; and whether a callable is as pure to the compiler as its original.
#
#     julia --project=julia/Saturate julia/Saturate/test/first_use.jl

module FirstUse

const SESSION = """
t0 = time_ns()
using Saturate
t1 = time_ns()
total(x, k) = (s = sin(k)^2 + cos(k)^2; for v in x; s += v; end; s)
t2 = time_ns()
g = saturate(total, (Vector{Float64}, Float64), Saturate.Rules.trig)
t3 = time_ns()
g([1.0, 2.0], 0.5)
t4 = time_ns()
other(x) = x .+ 1 .* 2
t5 = time_ns()
saturate(other, (Vector{Float64},), Saturate.Rules.broadcast)
t6 = time_ns()
println(join(round.((t1 - t0, t3 - t2, t4 - t3, t6 - t5) ./ 1e6; digits=1), ' '))
if isdefined(Base, :infer_effects)
    poly(x) = ((x + 1) * x + 2) * x
    unused(f, x) = (f(x); nothing)
    folded(f) = f(2.0)
    statements(f, types...) = length(only(code_typed(f, types)).first.code)
    older = saturate(poly, (Float64,), RuleSet())
    unrelated(x) = x
    println("of a callable that is older than its caller: ", Base.infer_effects(older, (Float64,)), ", statements: ", statements(unused, typeof(older), Float64))
    # Last, so that it is asked in the world that it was made in.
    h = saturate(poly, (Float64,), RuleSet())
    println("effects of the original: ", Base.infer_effects(poly, (Float64,)), ", of the callable: ", Base.infer_effects(h, (Float64,)))
    println("statements of a call whose value nobody uses: ", statements(unused, typeof(poly), Float64), ", ", statements(unused, typeof(h), Float64))
    println("statements of a call with a constant: ", statements(folded, typeof(poly)), ", ", statements(folded, typeof(h)))
end
"""

function run(; sessions=3)
    project = dirname(@__DIR__)
    command = `$(Base.julia_cmd()) --startup-file=no --project=$project -e $SESSION`
    read(command, String)       # compiles the package
    println("Julia ", VERSION, ", milliseconds: using, first saturate, first call, next saturate")
    foreach(_ -> print(read(command, String)), 1:sessions)
end

end # module

abspath(PROGRAM_FILE) == @__FILE__() && FirstUse.run()
