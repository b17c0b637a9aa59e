# Forms that are kept verbatim: `foreigncall`, `boundscheck`, `copyast`, `gc_preserve_begin`, …
#
# On the other side a form is its head, the values it uses, and an opaque payload. The payload is the expression with
# a `Hole` where each value was; writing fills the holes again.

"Where the `n`-th value of a form goes."
struct Hole
    number::Int
end

"An expression with holes. Compared by identity: two forms are never the same constant by accident."
mutable struct Form
    template::Any
end

"Heads that must not be copied: they hold code of their own, which this package does not read."
const CLOSED_HEADS = (:opaque_closure, :new_opaque_closure, :opaque_closure_method, :lambda, :thunk, :toplevel)

"""
    form(expr, value)

The form of `expr`, and its values: `value(x)` says whether an operand `x` is a value, and if so which.
"""
function form(expr::Expr, is_value, static_params, signature)
    values = Any[]
    function walk(@nospecialize(x))
        if is_value(x)
            push!(values, x)
            return Hole(length(values))
        elseif x isa Expr
            x.head === :static_parameter && return quoted(static_params[x.args[1]])
            x.head in CLOSED_HEADS && not_understood("it contains `", x.head, "`")
            return Expr(x.head, Any[walk(a) for a in x.args]...)
        else
            return with_parameters(x, static_params, signature)
        end
    end
    if expr.head in CLOSED_HEADS
        not_understood("it contains `", expr.head, "`")
    elseif expr.head === :copyast || expr.head === :inert
        return Form(expr), values   # a quoted expression is data, whatever it looks like
    end
    return Form(walk(expr)), values
end

"Foreign calls name static parameters inside types."
function with_parameters(@nospecialize(x), static_params, signature)
    if x isa Core.SimpleVector
        return Core.svec(Any[with_parameters(y, static_params, signature) for y in x]...)
    elseif x isa Type && has_free_variables(x)
        any(p -> p isa TypeVar, static_params) && not_understood("a static parameter in a type is not determined")
        return ccall(:jl_instantiate_type_in_env, Any, (Any, Any, Ptr{Any}), x, signature, static_params)
    else
        return x
    end
end

"The expression of a form, its holes filled."
function fill_form(form::Form, values)
    walk(@nospecialize(x)) = x isa Hole ? values[x.number] :
                             x isa Expr && x.head !== :copyast && x.head !== :inert ?
                             Expr(x.head, Any[walk(a) for a in x.args]...) : x
    return walk(form.template)
end

"A value as it stands in an expression."
quoted(@nospecialize(x)) = (x isa Symbol || x isa Expr || x isa QuoteNode || x isa LineNumberNode || x isa GlobalRef ||
                            x isa GotoNode_ || x isa Core.SSAValue || x isa Core.SlotNumber || x isa NewvarNode_) ?
                           QuoteNode(x) : x
