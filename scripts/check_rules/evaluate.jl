# Running a side of a rule, step by step, and how far rounding may have taken its result.
#
# Expressions are interpreted: a side runs for thousands of tuples of types, and compiling it for each would take longer than
# everything else. Each call is a step on a *tape*. Where two results differ and the rule is graded `up to rounding`, the
# errors of both tapes are added up, step by step:
#
#     s = x + y           error(s) ≤ error(x) + error(y) + u |s|
#     p = x * y           error(p) ≤ |x| error(y) + |y| error(x) + error(x) error(y) + u |p|
#
# and so on for each function that rules use. The unit `u` is that of the coarsest type of float that the left side computes
# with: a right side that computes in a narrower type is not explained by it. Arrays count by their largest element. Numbers
# below the smallest one of a type are rounded, too. Reference: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3.

using LinearAlgebra
using Base.Broadcast: Broadcasted, broadcasted, materialize, materialize!

struct Step
    callee::Any             # `nothing` for an input or a constant
    from::Vector{Int}       # where the arguments are on the tape
    value::Any
    magnitude::Float64      # largest finite element, at the time of the step
end

mutable struct Tape
    steps::Vector{Step}
    measured::Bool          # whether magnitudes are wanted
    finite::Bool            # all values so far are
    unit::Float64           # of the coarsest float among the results of calls
    least::Float64          # the smallest positive number of that type
end
Tape(measured) = Tape(Step[], measured, true, 0.0, 0.0)

finite(x) = true
finite(x::Number) = isfinite(x)
finite(x::AbstractArray) = all(finite, x)
finite(x::Tuple) = all(finite, x)
finite(x::Broadcasted) = all(finite, x.args)

magnitude(x) = 0.0
magnitude(x::Number) = isfinite(x) ? Float64(abs(x)) : 0.0
magnitude(x::Rational) = isfinite(x) ? abs(Float64(x)) : 0.0
magnitude(x::Integer) = abs(Float64(x))
magnitude(x::AbstractArray) = isempty(x) ? 0.0 : maximum(magnitude, x)
magnitude(x::Tuple) = maximum(map(magnitude, (0, x...)))
magnitude(x::Broadcasted) = magnitude(materialize(x))
magnitude(x::Eigen) = magnitude(x.values)

float_type(x) = Union{}
float_type(x::AbstractFloat) = typeof(x)
float_type(x::Complex{T}) where {T<:AbstractFloat} = T
float_type(x::AbstractArray{T}) where {T<:AbstractFloat} = T
float_type(x::AbstractArray{Complex{T}}) where {T<:AbstractFloat} = T
float_type(x::Broadcasted) = float_type(materialize(x))

"The coarsest of some types of floats."
widest(types) = foldl((S, T) -> T === Union{} || S !== Union{} && eps(S) >= eps(T) ? S : T, types; init=Union{})

function record!(tape, callee, from, value)
    tape.finite &= finite(value)
    if tape.measured && callee !== nothing
        # What returns nothing has written something.
        T = value === nothing ? widest(float_type(tape.steps[i].value) for i in from) : float_type(value)
        if T !== Union{} && Float64(eps(T)) > tape.unit
            tape.unit, tape.least = Float64(eps(T)), Float64(nextfloat(zero(T)))
        end
    end
    push!(tape.steps, Step(callee, from, value, tape.measured ? magnitude(value) : 0.0))
    return length(tape.steps)
end

"Where names are looked up: variables of the rule, or globals of the file."
struct Scope
    globals::Module
    values::Dict{Symbol,Any}
    copies::Bool            # a variable that occurs again is an equal array, not the same one
    seen::Set{Symbol}
    carried::Dict{Symbol,Int}   # what a loop carries from round to round: where it is on the tape
end
Scope(globals, names, given, copies=false) = Scope(globals, Dict{Symbol,Any}(zip(names, given)), copies, Set{Symbol}(), Dict{Symbol,Int}())

function look_up(scope, name)
    haskey(scope.values, name) || return getfield(scope.globals, name)
    value = scope.values[name]
    scope.copies && name in scope.seen && value isa AbstractArray && return deepcopy(value)
    push!(scope.seen, name)
    return value
end

"Runs an expression; its result is on the tape at the place that is returned."
function run!(tape, scope, e)
    e isa Symbol && haskey(scope.carried, e) && return scope.carried[e]
    e isa Symbol && return record!(tape, nothing, Int[], look_up(scope, e))
    e isa QuoteNode && return record!(tape, nothing, Int[], e.value)
    e isa Expr || return record!(tape, nothing, Int[], e)
    value(at) = tape.steps[at].value
    if e.head === :&& || e.head === :||
        at = run!(tape, scope, e.args[1])
        return value(at) === (e.head === :||) ? at : run!(tape, scope, e.args[2])
    elseif e.head === :.
        at = run!(tape, scope, e.args[1])
        value(at) isa Module && return record!(tape, nothing, Int[], getfield(value(at), e.args[2].value))
        return record!(tape, getproperty, [at], Base.invokelatest(getproperty, value(at), e.args[2].value))
    elseif e.head === :curly
        return record!(tape, nothing, Int[], Core.eval(scope.globals, e))
    elseif e.head === :tuple
        from = [run!(tape, scope, a) for a in e.args]
        return record!(tape, tuple, from, Tuple(value(at) for at in from))
    elseif e.head === :ref
        return call!(tape, getindex, [run!(tape, scope, a) for a in e.args])
    elseif e.head === Symbol("'")
        return call!(tape, adjoint, [run!(tape, scope, e.args[1])])
    elseif e.head === :for
        return loop!(tape, scope, e)
    elseif e.head === :call
        e.args[1] === :^ && e.args[3] isa Integer && return power!(tape, scope, e)
        callee = value(run!(tape, scope, e.args[1]))
        from = Int[]
        for a in e.args[2:end]
            if a isa Expr && a.head === :...
                for x in value(run!(tape, scope, a.args[1]))
                    push!(from, record!(tape, nothing, Int[], x))
                end
            else
                push!(from, run!(tape, scope, a))
            end
        end
        return call!(tape, callee, from)
    end
    error("cannot run $e")
end

call!(tape, f, from) = record!(tape, f, from, Base.invokelatest(f, (tape.steps[i].value for i in from)...))

"`x^2` with a literal exponent."
function power!(tape, scope, e)
    base, exponent = run!(tape, scope, e.args[2]), record!(tape, nothing, Int[], Val(e.args[3]))
    return call!(tape, Base.literal_pow, [record!(tape, nothing, Int[], ^), base, exponent])
end

"Runs a loop: its value is what it carries; of one that writes, the last step stands for all that was written."
function loop!(tape, scope, e)
    (element, collection), statement = e.args[1].args, e.args[2].args[1]
    carries = statement.head in (:(=), :+=) && statement.args[1] isa Symbol
    rounds = Int[]
    for x in tape.steps[run!(tape, scope, collection)].value
        scope.values[element] = x
        push!(rounds, round!(tape, scope, statement))
    end
    return carries ? run!(tape, scope, statement.args[1]) : record!(tape, after, rounds, nothing)
end

"Stands for a loop on a tape."
after() = nothing
bound(::typeof(after), t) = foldl(max, t.e; init=0.0)

"One round of a loop."
function round!(tape, scope, e)
    e.head === :call && return run!(tape, scope, e)
    to, value = e.args
    e.head === :+= && (value = Expr(:call, :+, to, value))
    if to isa Symbol
        return scope.carried[to] = run!(tape, scope, value)
    elseif e.head === :.=
        part = call!(tape, Base.dotview, [run!(tape, scope, a) for a in to.args])
        lazy = call!(tape, broadcasted, [record!(tape, nothing, Int[], identity), run!(tape, scope, value)])
        return call!(tape, materialize!, [part, lazy])
    end
    at = run!(tape, scope, value)
    array, indices = run!(tape, scope, to.args[1]), [run!(tape, scope, a) for a in to.args[2:end]]
    return call!(tape, setindex!, [array; at; indices])
end
bound(::typeof(setindex!), t) = t.e[2]
bound(::typeof(Base.dotview), t) = 0.0

# -- Errors -------------------------------------------------------------------------------------------------------------------

"What a bound may use: magnitudes `m` and errors `e` of the arguments, magnitude `r` of the result, the unit, the largest dimension."
struct Terms
    args::Vector{Any}
    m::Vector{Float64}
    e::Vector{Float64}
    value::Any
    r::Float64
    u::Float64
    least::Float64
    n::Int
end

dimension(x) = 1
dimension(x::AbstractArray) = max(1, size(x)...)
dimension(x::Eigen) = max(1, length(x.values))
rounded(t, steps=1) = steps * (t.u * t.r + t.least)

"The error of the last step of a tape, in this unit."
function error_of(tape, unit, least)
    errors = zeros(length(tape.steps))
    for (at, step) in enumerate(tape.steps)
        step.callee === nothing && continue
        of = tape.steps[step.from]
        args = Any[s.value for s in of]
        n = maximum(dimension, [args; Any[step.value]])
        errors[at] = bound(step.callee, Terms(args, [s.magnitude for s in of], errors[step.from], step.value, step.magnitude, unit, least, n))
    end
    return errors[end]
end

"Functions that round nothing and vary no faster than their argument."
const EXACT = Union{typeof(abs),typeof(transpose),typeof(adjoint),typeof(Symmetric),typeof(real),typeof(diag),typeof(materialize),
    typeof(identity),typeof(zero),typeof(float),typeof(maximum),typeof(minimum),typeof(copy),typeof(conj),typeof(getindex),
    Type{Symmetric},Type{Matrix},Type{LowerTriangular},Type{UpperTriangular},Type{Diagonal}}
bound(::EXACT, t) = maximum(t.e)
bound(::typeof(materialize!), t) = t.e[2]
bound(::Union{typeof(+),typeof(-)}, t) = sum(t.e) + rounded(t, length(t.e))
bound(::typeof(/), t) = (t.e[1] + t.r * t.e[2]) / max(0.0, t.m[2] - t.e[2]) + rounded(t)
bound(::typeof(sqrt), t) = min(t.e[1] / 2t.r, sqrt(t.e[1])) + rounded(t)
bound(::typeof(exp), t) = t.r * expm1(t.e[1]) + rounded(t)
bound(::typeof(log), t) = t.e[1] / max(0.0, t.m[1] - t.e[1]) + rounded(t)
bound(::Union{typeof(sin),typeof(cos)}, t) = t.e[1] + rounded(t)
bound(::typeof(tan), t) = (1 + (t.r + t.e[1])^2) * t.e[1] + rounded(t)

"Products of numbers and matrices: each of `n` terms of an element is rounded, and so is their sum."
function bound(::typeof(*), t)
    all(x -> x isa Number, t.args) && length(t.args) == 2 && return t.m[1] * t.e[2] + t.m[2] * t.e[1] + t.e[1] * t.e[2] + rounded(t)
    terms = Float64(t.n)^(count(x -> x isa AbstractArray, t.args) - 1)
    return terms * (multilinear(t) + 2t.n * length(t.m) * (t.u * prod(t.m) + t.least * prod(max.(1.0, t.m))))
end
"The change of a product whose factors change by their errors."
multilinear(t) = prod(t.m .+ t.e) - prod(t.m)

function bound(::typeof(Base.literal_pow), t)
    p = abs(typeof(t.args[3]).parameters[1])
    return (t.m[2] + t.e[2])^p - t.m[2]^p + rounded(t, max(1, p - 1))
end

function bound(::typeof(broadcasted), t)
    inner = Terms(t.args[2:end], t.m[2:end], t.e[2:end], t.value, t.r, t.u, t.least, 1)
    inner.args .= map(x -> 1.0, inner.args)
    t.args[1] in (+, -, *, /, abs, identity) && return bound(t.args[1], inner)
    return sum(inner.e) + rounded(t)
end

bound(::typeof(sum), t) = (k = entries(t); k * t.e[end] + k * t.u * k * summands(t) + t.least)
bound(::typeof(prod), t) = (k = entries(t); M = max(1.0, summands(t)); k * (t.e[end] + t.u * M) * (M + t.e[end])^max(0, k - 1))
entries(t) = t.args[end] isa AbstractArray ? length(t.args[end]) : 1
summands(t) = length(t.args) == 1 ? t.m[1] : magnitude(map(t.args[1], t.args[end]))
bound(::typeof(tr), t) = t.n * t.e[1] + t.n^2 * t.u * t.m[1]
bound(::typeof(dot), t) = t.n * multilinear(t) + t.n^2 * t.u * prod(t.m) + t.n * t.least
bound(::typeof(norm), t) = sqrt(t.n) * t.e[1] + t.n * rounded(t)

"By Hadamard's inequality; elimination changes a matrix by about `n² u` of it."
bound(::typeof(det), t) = t.n * (t.e[1] + t.n^2 * t.u * t.m[1]) * (t.n * (t.m[1] + t.e[1]))^(t.n - 1) + rounded(t)
bound(::typeof(inv), t) = (t.n * t.r)^2 * (t.e[1] + t.n^2 * t.u * t.m[1]) + rounded(t)
function bound(::typeof(\), t)
    A = Matrix(t.args[1])
    # By the least singular value: a matrix that is singular but for rounding is solved for, and nothing of the result is certain.
    is_square = size(A, 1) == size(A, 2) && !isempty(A)
    inverse = t.n * (is_square ? inv(Float64(minimum(svdvals(A)))) : magnitude(pinv(A)))
    return inverse * (t.n * t.r * (t.e[1] + t.n^2 * t.u * t.m[1]) + t.e[2]) + rounded(t)
end
"""
Whether a matrix was solved for, or inverted, that is singular but for rounding. Whether a pivot of it is exactly zero, and there is an error,
depends on the order in which the kernels of the machine add.
"""
function solves_for_singular(tape)
    return any(tape.steps) do step
        step.callee in (\, inv, /) || return false
        A = tape.steps[step.from[step.callee === (/) ? 2 : 1]].value
        A isa AbstractMatrix && size(A, 1) == size(A, 2) && !isempty(A) && finite(A) || return false
        values = svdvals(Matrix(A))
        return last(values) <= size(A, 1)^2 * tape.unit * first(values)
    end
end

"Eigenvalues are those of a matrix that is changed by `n² u` of it; that moves them by the condition of the eigenvectors (Bauer, Fike)."
bound(::Union{typeof(eigen),typeof(eigvals)}, t) = (t.e[1] + t.n^2 * t.u * t.m[1]) * (t.n == 1 ? 1.0 : 4t.n * cond(eigen(t.args[1]).vectors))
bound(::typeof(getproperty), t) = t.e[1]
bound(::Union{typeof(tuple),typeof(zeros),typeof(size),typeof(hvcat)}, t) = foldl(max, t.e; init=0.0)

"Functions of a rule file: products of their arguments and sums of such, of reasonable size."
function bound(f, t)
    big = prod(max.(1.0, t.m))
    return prod(max.(1.0, t.m .+ t.e)) - big + sum(t.e) * big + 8 * (1 + t.n)^2 * t.u * big + t.least
end
