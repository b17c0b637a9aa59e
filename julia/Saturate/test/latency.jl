# How long optimising takes, beside Julia's own work on the same function.
#
#     julia --project=julia/Saturate julia/Saturate/test/latency.jl
#
# Per example, the best of some runs in a warm session (other work on the machine only adds): the optimiser without the session's answers (core), the answers, reading
# and writing; then Julia's inference of the original, and its inference, optimisation and compilation of the result. Answers
# are asked afresh: what the package remembers between requests is dropped before each run ("cold"), or not ("warm").

module Latency

using Saturate, LinearAlgebra
isdefined(Main, :Examples) || Base.include(Main, joinpath(@__DIR__, "examples.jl"))
import Main: Examples

const V, M, F = Vector{Float64}, Matrix{Float64}, Float64

cases() = [
    ("forward", Examples.forward, (M, M, V, typeof(Examples.relu), Bool, F), Examples.dense),
    ("eigen_reuse", Examples.eigen_reuse, (M, Bool), Examples.spectrum),
    ("transform", Examples.transform, (V, F, F), Examples.transforms),
    ("symmetric", Examples.symmetric, (M,), Examples.wrapping),
    ("fused", Examples.fused, (V, V), Examples.fusion),
    ("gemm", Examples.gemm, (M, M, M, F, F), Examples.products),
    ("pow", Examples.pow, (Int, Int), Examples.arithmetic),
    ("folded", Examples.folded, (Int,), Examples.constants),
]

forget() = foreach(empty!, Saturate.REMEMBERED)

"Whether a second request finds all that it asks for among what the first has left, and leaves that as it is."
function is_remembered(f, types, rules)
    forget()
    saturate(f, types, rules)
    left = map(copy, Saturate.REMEMBERED)
    saturate(f, types, rules)
    return all(zip(left, Saturate.REMEMBERED)) do (before, after)
        length(before) == length(after) && all(key -> get(after, key, nothing) === before[key], keys(before))
    end
end

"Milliseconds of one case."
function measure(f, types, rules; runs=30)
    once(cold) = (cold && forget(); report(saturate(f, types, rules)))
    once(true)
    ms(r, phase) = r.times[phase] / 1000
    row(cold) = begin
        reports = [once(cold) for _ in 1:runs]
        of(g) = minimum(map(g, reports))
        (core=of(r -> ms(r, :request) - ms(r, :answers)), answers=of(r -> ms(r, :answers)),
         package=of(r -> ms(r, :read) + ms(r, :write)), questions=of(r -> r.questions))
    end
    inference = minimum([@elapsed(code_typed(f, Tuple{types...}; optimize=false)) for _ in 1:runs]) * 1000
    g = saturate(f, types, rules)
    compile = @elapsed(precompile(g, types)) * 1000
    original = let h = saturate(f, types)       # the same path without rules: what compiling the original costs
        @elapsed(precompile(h, types)) * 1000
    end
    return row(true), row(false), inference, compile, original, report(g)
end

function run(; io=stdout, runs=30)
    number(x) = lpad(string(round(x; digits=2)), 9)
    println(io, "milliseconds            core  answers  package questions   answers  inference   compile  original")
    println(io, "                                cold               cold      warm             optimised")
    rows = Dict{String,Any}()
    for (name, f, types, rules) in cases()
        cold, warm, inference, compile, original, r = measure(f, types, rules; runs=runs)
        println(io, rpad(name, 18), number(cold.core), number(cold.answers), number(cold.package), lpad(string(Int(round(cold.questions))), 9),
                number(warm.answers), number(inference), number(compile), number(original), "   ", Saturate.summary_line(r))
        rows[name] = (cold=cold, warm=warm)
    end
    return rows
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Latency.run()
end
