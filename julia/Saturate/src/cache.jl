# Callables by function, argument types and rules, for `@saturate`.

const CACHE = Dict{Any,Saturated}()
const CACHE_LOCK = ReentrantLock()

"Does something while no other task looks at what callables share."
function locked(change)
    lock(CACHE_LOCK)
    try
        return change()
    finally
        unlock(CACHE_LOCK)
    end
end

"""
    cached(f, types, rules=())

The callable of [`saturate`](@ref), made once for each function, argument types and rules, and again when what it
relied on was redefined. Closures of one type share the code; each has its own variables.
"""
function cached(@nospecialize(f), @nospecialize(types), rules=())
    key = (exact_type(f), types, rules)
    found = known_callable(key)
    # Nothing is locked while the optimiser runs: it may run code of the user, which may wait for another task.
    found === nothing && (found = keep!(key, saturate(f, types, rules)))
    return for_function(found, f)
end

function known_callable(@nospecialize(key))
    found = locked(() -> get(CACHE, key, nothing))
    return found !== nothing && is_current(entry(found)) ? found : nothing
end

"Keeps a callable, unless another task was faster: of two, one is used everywhere."
function keep!(@nospecialize(key), g::Saturated)
    first = known_callable(key)
    first === nothing || return first
    return locked(() -> CACHE[key] = g)
end

"The callable with another function object of the same type."
for_function(g::Saturated{ID}, @nospecialize(f)) where {ID} = g.f === f ? g : made(Saturated{ID,Core.Typeof(f)}, f)

"""
    @saturate f(args...)
    @saturate rules f(args...)
    @saturate rules f(::T, ::U)
    @saturate rules function f(x) … end
    @saturate rules begin … end

Calls `f`, optimised for the types of these arguments. The optimised code is kept: from the second call on, such a call costs what a call of `f` costs. With types in place of
arguments, nothing is called: the value is the callable, as from [`saturate`](@ref).

Before the definition of a function (at top level, in either form, with default values, keyword arguments, `where`), it defines a function that optimises itself for the types of each
call. Macros such as `@inline` stand behind `@saturate rules`, before the definition, and hold for the function as it was written. [`Saturate.original`](@ref)`(f)` is the function as it was written; [`Saturate.disable!`](@ref)`(f)` and [`Saturate.enable!`](@ref)`(f, rules)` switch. Calls with
keyword arguments run as written.

Before a block, it computes the block's value, optimised for the types of the variables that the block reads. What is assigned in it is its own, as in `let`: a variable around the
block that it assigns has its value when the block begins, and keeps it. A block cannot `return` from the function around it, nor `break` or `continue` a loop around it.

```jldoctest
julia> @saturate hypot(3.0, 4.0)
5.0

julia> f(x) = sin(x)^2 + cos(x)^2;

julia> @saturate trig f(0.5)
1.0

julia> @saturate trig begin
           a = sin(0.5)
           b = cos(0.5)
           a^2 + b^2
       end
1.0
```
"""
macro saturate(args...)
    if length(args) in (1, 2)
        rules = length(args) == 2 ? rules_expression(args[1]) : ()
        is_definition(args[end]) && return saturated_definition(args[end], rules, __module__)
        args[end] isa Expr && args[end].head === :block && return saturated_block(args[end], rules, __module__)
    end
    site = new_site(__module__)
    return call_macro(args) do f, types, values, rules
        values === nothing ? :(declared($f, $types, $rules)) : :(run_at($site, $f, as_rules($rules), $(values...)))
    end
end

"""
    @code_saturated f(args...)
    @code_saturated rules f(args...)

The optimised code of `f` for the types of these arguments; see [`code_saturated`](@ref).
"""
macro code_saturated(args...)
    return call_macro((f, types, values, rules) -> :(code_saturated($f, $types, $rules)), args)
end

"""
    @explain rules f(args...)

What the rules did to `f` for the types of these arguments; see [`explain`](@ref).
"""
macro explain(args...)
    return call_macro((f, types, values, rules) -> :(explain($f, $types, $rules)), args)
end

"The keyword arguments of a call and its other arguments."
function keywords_of(call::Expr)
    keywords, arguments = Any[], Any[]
    for a in call.args[2:end]
        is_keyword = a isa Expr && a.head in (:parameters, :kw)
        is_keyword ? append!(keywords, a.head === :kw ? Any[a] : a.args) : push!(arguments, a)
    end
    return keywords, arguments
end

"The function that takes keyword arguments for `f`: as a named tuple, followed by `f` and the other arguments."
keyword_function(@nospecialize(f)) = isdefined(Core, :kwcall) ? Core.kwcall : Core.kwfunc(f)

"""
Takes a call apart: `make` gets the function, the tuple type of the arguments, the arguments (`nothing` where the
call has types in their place) as a list, and the rules.
"""
function call_macro(make, args)
    call = isempty(args) ? nothing : args[end]
    length(args) in (1, 2) && call isa Expr && call.head === :call && length(call.args) >= 1 ||
        throw(ArgumentError("write a call, such as f(x, y), optionally with rules before it"))
    keywords, given_arguments = keywords_of(call)
    rules = length(args) == 2 ? rules_expression(args[1]) : ()
    f, types, values, given = gensym(:f), gensym(:types), gensym(:values), gensym(:rules)
    is_type(a) = a isa Expr && a.head === :(::) && length(a.args) == 1
    arguments = given_arguments
    if !isempty(arguments) && any(is_type, arguments)
        all(is_type, arguments) && isempty(keywords) ||
            throw(ArgumentError("types in place of arguments stand for all of them, and there are no keyword arguments beside them"))
        return quote
            let $f = $(esc(call.args[1])), $types = Tuple{$((esc(a.args[1]) for a in arguments)...)}, $given = $rules
                $(make(f, types, nothing, given))
            end
        end
    end
    # Variables of their own: through a tuple, not every version infers the call as well.
    splats = any(a -> a isa Expr && a.head === :..., arguments)
    callee, arguments = esc(call.args[1]), Any[esc(a) for a in arguments]
    written = Any[]
    if !isempty(keywords)
        # What takes the keywords is called as Julia calls it: with them as a named tuple, and the function.
        original = gensym(:original)
        push!(written, Expr(:(=), original, callee))
        callee = :(keyword_function($original))
        pushfirst!(arguments, esc(Expr(:tuple, Expr(:parameters, keywords...))), original)
    end
    names = splats ? [values] : [gensym(:argument) for _ in arguments]
    bound = splats ? [Expr(:(=), values, Expr(:tuple, arguments...))] : [Expr(:(=), name, a) for (name, a) in zip(names, arguments)]
    given_types = splats ? :(Tuple{map(exact_type, $values)...}) : Expr(:curly, :Tuple, (:(exact_type($name)) for name in names)...)
    body = make(f, given_types, splats ? [Expr(:..., values)] : names, given)
    assigned = Expr(:block, Expr(:(=), f, callee), bound..., Expr(:(=), given, rules))
    # The variables of one `let` do not see each other before the macro's names are resolved.
    return Expr(:let, Expr(:block, written...), Expr(:block, Expr(:let, assigned, Expr(:block, body))))
end

"""
The value of an expression of rule sets, `a ∪ b`. A name that stands for no rule set where it is used is one of the
bundled library.
"""
function rules_expression(@nospecialize(x))
    if x isa Symbol
        return Expr(:if, Expr(:&&, esc(Expr(:isdefined, x)), :($(esc(x)) isa Union{RuleSet,Tuple{}})), esc(x),
                    :(library_rules($(QuoteNode(x)))))
    elseif x isa Expr && x.head === :call && x.args[1] === :∪
        return Expr(:call, :∪, map(rules_expression, x.args[2:end])...)
    end
    return esc(x)
end

"What `@saturate rules f(::T)` lines of a file have named, while one is being optimised as a whole."
const DECLARED = Vector{Any}[]

function declared(@nospecialize(f), @nospecialize(types), rules)
    isempty(DECLARED) || (push!(DECLARED[end], (f, types, rules)); return nothing)
    return cached(f, types, rules)
end
