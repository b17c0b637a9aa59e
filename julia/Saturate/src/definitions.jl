# Functions that optimise themselves.
#
#     @saturate laws function f(x)      var"#f#original"(x) = …           the definition, under another name
#         …                             f(x) = run_at(site, var"#f#original", rules, x)
#     end
#
# Each call runs the optimised method for the types of its arguments. `Saturate.original(f)` is the function as it was written, with the same methods;
# `disable!` lets `f` run it, `enable!` optimises again, with other rules if some are given.

"""
    Saturate.original(f)

The function as it was written, for an `f` that was defined with `@saturate rules function f(…) … end`.

```jldoctest
julia> @saturate trig ones_of(x) = sin(x)^2 + cos(x)^2
ones_of (generic function with 1 method)

julia> ones_of(0.7)
1.0

julia> Saturate.original(ones_of)(0.7) == sin(0.7)^2 + cos(0.7)^2
true
```
"""
original(@nospecialize(f)) = throw(ArgumentError("`$f` was not defined with `@saturate rules function … end`"))

"The rules of an original; `nothing` while it is disabled."
rules_for(@nospecialize(original)) = nothing

"""
    Saturate.enable!(f)
    Saturate.enable!(f, rules)

Lets an `f` that was defined with `@saturate rules function f(…) … end` optimise itself again, with the rules that it was defined with, or with others. Calls that were
optimised before are optimised anew.
"""
function enable!(@nospecialize(f), rules=defined_rules_for(original(f)))
    set_rules!(original(f), as_rules(rules))
    return f
end

"""
    Saturate.disable!(f)

Lets an `f` that was defined with `@saturate rules function f(…) … end` run as it was written, until [`enable!`](@ref).
"""
function disable!(@nospecialize(f))
    set_rules!(original(f), nothing)
    return f
end

"The rules with which an original was defined."
defined_rules_for(@nospecialize(original)) = ()

"Says with which rules an original is optimised from now on: by a method, so that it costs nothing to ask."
function set_rules!(@nospecialize(original), rules)
    define_constant(parentmodule(original), rules_for, typeof(original), rules)
    forget!(original)
    return
end

"What a definition by `@saturate` leaves beside its methods."
function define_original!(@nospecialize(f), @nospecialize(of), rules)
    as_rules(rules)
    home = parentmodule(of)
    define_constant(home, original, typeof(f), of)
    define_constant(home, defined_rules_for, typeof(of), rules)
    set_rules!(of, rules)
    return
end

"A method of a function of this package that gives a constant for the arguments of a type."
define_constant(home::Module, @nospecialize(f), @nospecialize(type), @nospecialize(value)) =
    Core.eval(home, Expr(:(=), Expr(:call, Expr(:(::), typeof(f)), Expr(:(::), type)), Expr(:block, QuoteNode(value))))

"Calls an original, optimised with the rules that it has now."
@inline function run_original_at(site::Site, of::F, arguments::Vararg{Any,N}) where {F,N}
    rules = rules_for(of)
    return rules === nothing ? of(arguments...) : run_at(site, of, rules, arguments...)
end

"Whether this defines a function, maybe behind macros such as `@inline`."
function is_definition(@nospecialize(x))
    x isa Expr || return false
    x.head === :macrocall && return is_definition(x.args[end])
    return length(x.args) == 2 && (x.head === :function || (x.head === :(=) && is_signature(x.args[1])))
end

is_signature(@nospecialize(x)) = x isa Expr && (x.head === :call || (x.head in (:where, :(::)) && is_signature(x.args[1])))

"The definition behind macros."
bare_definition(x::Expr) = x.head === :macrocall ? bare_definition(x.args[end]) : x

"Another definition behind the same macros."
with_definition(x::Expr, definition::Expr) = x.head === :macrocall ? Expr(:macrocall, x.args[1:end-1]..., with_definition(x.args[end], definition)) : definition

"The code of `@saturate rules function f(…) … end`. What macros say of the function holds for the original."
function saturated_definition(written::Expr, rules, home::Module)
    definition = bare_definition(written)
    call = definition.args[1]
    wheres = Any[]
    while call isa Expr && call.head in (:where, :(::))
        call.head === :where && pushfirst!(wheres, call.args[2:end])
        call = call.args[1]
    end
    call isa Expr && call.head === :call && call.args[1] isa Symbol ||
        throw(ArgumentError("`@saturate rules function …` takes the definition of a function of this module by its name, not `$(definition.args[1])`"))
    name = call.args[1]
    of = Symbol('#', name, "#original")
    renamed = with_definition(written, Expr(definition.head, with_callee(definition.args[1], of), definition.args[2]))
    # Keyword arguments go to the original as they are: only calls without any are optimised.
    has_keywords = any(is_parameters, call.args)
    parameters = Any[wrapped_parameter(a) for a in call.args[2:end] if !is_parameters(a)]
    passed = Any[last(p) for p in parameters]
    optimised = Expr(:call, run_original_at, new_site(home), of, passed...)
    head, body = Any[name, (first(p) for p in parameters)...], optimised
    if has_keywords
        keywords = gensym(:keywords)
        insert!(head, 2, Expr(:parameters, Expr(:..., keywords)))
        body = Expr(:if, Expr(:call, isempty, keywords), optimised, Expr(:call, of, Expr(:parameters, Expr(:..., keywords)), passed...))
    end
    signature = foldl((s, variables) -> Expr(:where, s, variables...), wheres; init=Expr(:call, head...))
    wrapper = Expr(:function, signature, Expr(:block, Expr(:meta, :inline), body))
    return Expr(:block, esc(renamed), Expr(:macrocall, GlobalRef(Core, Symbol("@__doc__")), LineNumberNode(0), esc(wrapper)),
                Expr(:call, define_original!, esc(name), esc(of), rules), esc(name))
end

is_parameters(@nospecialize(x)) = x isa Expr && x.head === :parameters

"A signature with another function."
function with_callee(signature::Expr, name::Symbol)
    signature.head === :call && return Expr(:call, name, signature.args[2:end]...)
    return Expr(signature.head, with_callee(signature.args[1], name), signature.args[2:end]...)
end

"A parameter as the wrapper declares it, and what it passes on: what has no name gets one."
function wrapped_parameter(@nospecialize(x))
    x isa Symbol && return x, x
    if x isa Expr && x.head === :(::)
        name = length(x.args) == 2 && x.args[1] isa Symbol ? x.args[1] : gensym(:argument)
        return Expr(:(::), name, x.args[end]), is_several(x.args[end]) ? Expr(:..., name) : name
    elseif x isa Expr && x.head in (:kw, :(=))
        # Inside of `@nospecialize`, a default value is written as an assignment.
        declared, passed = wrapped_parameter(x.args[1])
        return Expr(x.head, declared, x.args[2]), passed
    elseif x isa Expr && x.head === :...
        declared, passed = wrapped_parameter(x.args[1])
        return Expr(:..., declared), Expr(:..., passed)
    elseif x isa Expr && x.head === :tuple
        name = gensym(:argument)
        return name, name
    elseif x isa Expr && x.head === :macrocall && x.args[1] === Symbol("@nospecialize")
        declared, passed = wrapped_parameter(x.args[end])
        return Expr(:macrocall, x.args[1:end-1]..., declared), passed
    end
    throw(ArgumentError("`@saturate` does not understand the parameter `$x`"))
end

"Whether a parameter of this type takes several arguments: `Vararg{T,N}`."
function is_several(@nospecialize(x))
    x isa Expr && x.head in (:curly, :where) && return is_several(x.args[1])
    return x === :Vararg || x isa Expr && x.head === :. && x.args[end] == QuoteNode(:Vararg)
end
