# What a function may take for granted of its arguments.

"""
    @assume issymmetric(A)
    @assume isposdef(A) && n > 0

At the top of a function: its optimised version may rely on it. The predicate is called when that version is, and where it does not hold,
what runs is what would run without `@assume`. Rules ask for it in their guards (`if issymmetric(~A) … end`).

For everybody else it does nothing, and its value is `nothing`: no predicate is called. Predicates take variables and literals; only those of
arguments, before anything is written, count.

```jldoctest
julia> using LinearAlgebra

julia> function solved(A, b)
           @assume issymmetric(A)
           return A \\ b
       end;

julia> solved([2.0 1.0; 1.0 2.0], [3.0, 3.0]) ≈ [1.0, 1.0]
true
```
"""
macro assume(condition)
    return Expr(:block, (:($assume($(map(esc, test)...))) for test in predicates(condition))..., nothing)
end

"The predicates of a condition, each with its arguments."
function predicates(condition)
    condition isa Expr && condition.head === :&& && return vcat(predicates(condition.args[1]), predicates(condition.args[2]))
    is_simple(x) = !(x isa Expr)
    condition isa Expr && condition.head === :call && length(condition.args) > 1 && all(is_simple, condition.args[2:end]) ||
        throw(ArgumentError("`@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`"))
    return [condition.args]
end

"What `@assume p(xs...)` becomes: nothing, for whoever runs it."
assume(@nospecialize(p), @nospecialize(xs...)) = nothing
