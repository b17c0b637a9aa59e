# Comparing the two sides of a rule on one input: value, type, shape, exception, written arguments, shared memory.

using Base.Broadcast: Broadcasted, materialize

struct Thrown
    error::Any
end

"A run of one side: its result or what it threw, its arguments afterwards, its tape."
struct Run
    result::Any
    args::Vector{Any}
    tape::Tape
end

plain(x) = x
plain(x::Broadcasted) = materialize(x)

function run_side(side, grade, globals, names, given, copies=false)
    tape = Tape(grade.rounding)
    result = try
        plain(tape.steps[run!(tape, Scope(globals, names, given, copies), side)].value)
    catch error
        Thrown(error)
    end
    return Run(result, given, tape)
end

"Whether all guards hold; one that throws does not."
function holds(globals, names, guards, given)
    isempty(guards) && return true
    scope = Scope(globals, names, given)
    return all(guards) do guard
        tape = Tape(false)
        try
            tape.steps[run!(tape, scope, guard)].value === true
        catch
            false
        end
    end
end

"""
Runs both sides on copies of the input. `:same`; `:nothing` if the rule says nothing about the input; `:no_method` if the left side
is no call that could be inferred; else what is wrong, as text.
"""
function compare(rule, grade, globals, names, given, r)
    grade.finite && !all(finite, given) && return :nothing
    copies = rand(r, 1:4) == 1 && !writes(rule.left)
    left = run_side(rule.left, grade, globals, names, deepcopy(given), copies)
    a = left.result
    a isa Thrown && a.error isa MethodError && return :no_method
    grade.finite && !(a isa Thrown) && !(left.tape.finite && finite(a)) && return :nothing
    right = run_side(rule.right, grade, globals, names, deepcopy(given))
    b = right.result
    both = () -> "left:  $(brief(a))\n        right: $(brief(b))"
    if grade.finite && !(a isa Thrown) && near_overflow(given)
        overflown = b isa Thrown ? b.error isa DomainError : !(right.tape.finite && finite(b))
        overflown && return :nothing
    end
    if a isa Thrown
        grade.errors && return :nothing
        b isa Thrown && typeof(a.error) === typeof(b.error) || return both()
        # What a loop has written before an error stays.
        return is_loop(rule.left) ? written(left, right, names, grade, () -> slack(left.tape, right.tape)) : :same
    end
    b isa Thrown && grade.rounding && b.error isa SingularException && solves_for_singular(left.tape) && return :nothing
    b isa Thrown && return both()
    same_type(a, b, grade) || return both()
    tolerance = Ref(-1.0)       # computed when it is needed
    allowed() = (tolerance[] < 0 && (tolerance[] = slack(left.tape, right.tape)); tolerance[])
    agree(a, b, grade, allowed) || return both() * explained(grade, tolerance[])
    verdict = written(left, right, names, grade, allowed)
    verdict === :same || return verdict
    grade.alias || shares(a, left.args) || !shares(b, right.args) || return "the right side returns an argument, or memory of one; " * both()
    return :same
end

"Whether arguments that are arrays are the same afterwards."
function written(left, right, names, grade, allowed)
    for (x, y, name) in zip(left.args, right.args, names)
        x isa AbstractArray && !agree(x, y, grade, allowed) && return "afterwards $name is\n        left:  $(brief(x))\n        right: $(brief(y))"
    end
    return :same
end

"Whether an expression calls a function that writes."
writes(e) = e isa Expr && (is_loop(e) || called(e) === :materialize! || any(writes, e.args))

explained(grade, tolerance) = grade.rounding ? "\n        rounding explains $(round(tolerance; sigdigits=3))" : ""

slack(left, right) = 2 * (error_of(left, left.unit, left.least) + error_of(right, left.unit, left.least))

"Whether a product or a quotient of three of the inputs may overflow."
near_overflow(given) = any(extreme, given)
extreme(x) = false
extreme(x::AbstractArray) = any(extreme, x)
extreme(x::Tuple) = any(extreme, x)
extreme(x::Broadcasted) = any(extreme, x.args)
function extreme(x::Number)
    T = float_type(x)
    limit = T === Union{} ? 1e18 : min(1e100, cbrt(Float64(floatmax(T))))
    return magnitude(x) > limit || !iszero(x) && magnitude(x) < 1 / limit
end

"Whether the types agree, as far as the grade says."
function same_type(a, b, grade)
    grade.type && return true
    typeof(a) === typeof(b)
end

# -- Values ---------------------------------------------------------------------------------------------------------------------

agree(a, b, grade, allowed) = isequal(a, b)
function agree(a::AbstractArray, b::AbstractArray, grade, allowed)
    axes(a) == axes(b) || return false
    return all(agree(x, y, grade, allowed) for (x, y) in zip(a, b))
end
function agree(a::Number, b::Number, grade, allowed)
    grade.type || typeof(a) === typeof(b) || return false
    isequal(a, b) && return true
    (grade.zeros || grade.rounding) && a == b && return true
    (grade.zeros || grade.rounding) && a isa Complex && b isa Complex && agree_parts(a, b, grade) && return true
    grade.rounding || return false
    isfinite(a) && isfinite(b) || return !isfinite(a) && !isfinite(b) && (a isa Complex || isnan(a) && isnan(b))
    tolerance = allowed()
    return !(Float64(abs(a - b)) > tolerance)
end
agree_parts(a, b, grade) = agree(real(a), real(b), grade, () -> 0.0) && agree(imag(a), imag(b), grade, () -> 0.0)

shares(x, args) = any(a -> x isa AbstractArray && a isa AbstractArray && Base.mightalias(x, a), args)

# -- Text -----------------------------------------------------------------------------------------------------------------------

function brief(x)
    x isa Thrown && return first(split("throws " * sprint(showerror, x.error), '\n'))
    text = x isa AbstractArray ? sprint(show, x) : repr(x)
    length(text) > 160 && (text = first(text, 157) * "…")
    return x isa AbstractArray ? "$text (size $(size(x)), $(typeof(x)))" : "$text::$(typeof(x))"
end

shown(names, given) = join(["$n = $(x isa Broadcasted ? "lazy $(try brief(materialize(x)) catch; "error" end)" : x isa AbstractArray ? sprint(show, x) : repr(x))" for (n, x) in zip(names, given)], ", ")
