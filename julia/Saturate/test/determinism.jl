# The same method and rules give the same code and the same numbers, times aside, in 100 sessions.

module Determinism

using Saturate, LinearAlgebra

function layered(W, b, x, n)
    y = W * x .+ b
    s = 0.0
    for i in 1:n
        z = tanh.(y .* 2.0) .+ b
        s += sum(z) + sum(W') - sum(W)
    end
    return s
end

@rules laws begin
    sum(transpose(~A::Matrix{Float64})) --> sum(~A)
    sum(adjoint(~A::Matrix{Float64})) --> sum(~A)
    ~a::Float64 + ~b::Float64 == ~b + ~a
    @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
    ~x::Float64 - ~x --> 0.0
end

"Code and numbers of one run."
function outcome(f, types, rules)
    e = Saturate.optimized_entry(f, types, rules, Saturate.options(; text=true))
    e.reason === nothing || return e.reason
    return string(e.report.text, replace(Saturate.json(e.report), r"\"times_us\":\{[^}]*\}" => ""))
end

const WORK = Any[(layered, Tuple{Matrix{Float64},Vector{Float64},Vector{Float64},Int}),
                 (LinearAlgebra.norm, Tuple{Vector{Float64}}), (Base.hypot, Tuple{Float64,Float64})]

"Texts of a run that differ from the first one's, over `runs` runs."
function differences(runs::Int)
    first = [outcome(f, types, laws) for (f, types) in WORK]
    found = String[]
    for run in 2:runs, (number, (f, types)) in enumerate(WORK)
        again = outcome(f, types, laws)
        again == first[number] || push!(found, "run $run of $f:\n$again\ninstead of\n$(first[number])")
    end
    return found
end

end # module
