# Callables by function, argument types and rules, for `@saturate`.

const CACHE = Dict{Any,Saturated}()
const CACHE_LOCK = ReentrantLock()

"""
    cached(f, types, rules=())

The callable of [`saturate`](@ref), made once for each function, argument types and rules, and again when what it
relied on was redefined.
"""
function cached(@nospecialize(f), @nospecialize(types), rules=())
    key = (f, types, rules)
    lock(CACHE_LOCK)
    try
        found = get(CACHE, key, nothing)
        found !== nothing && is_current(entry(found)) && return found
        return CACHE[key] = saturate(f, types, rules)
    finally
        unlock(CACHE_LOCK)
    end
end

"""
    @saturate f(args...)
    @saturate rules f(args...)
    @saturate rules f(::T, ::U)

Calls `f`, optimised for the types of these arguments. The optimised code is kept for the next time. With types in place of
arguments, nothing is called: the value is the callable, as from [`saturate`](@ref).

```jldoctest
julia> @saturate hypot(3.0, 4.0)
5.0

julia> f(x) = sin(x)^2 + cos(x)^2;

julia> @saturate trig f(0.5)
1.0
```
"""
macro saturate(args...)
    return call_macro(args) do f, types, values, rules
        values === nothing ? :(declared($f, $types, $rules)) : :(cached($f, $types, $rules)($values...))
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

"""
Takes a call apart: `make` gets the function, the tuple type of the arguments, the tuple of arguments (`nothing` where the
call has types in their place), and the rules, each a variable.
"""
function call_macro(make, args)
    call = isempty(args) ? nothing : args[end]
    length(args) in (1, 2) && call isa Expr && call.head === :call && length(call.args) >= 1 ||
        throw(ArgumentError("write a call, such as f(x, y), optionally with rules before it"))
    any(a -> a isa Expr && a.head in (:parameters, :kw), call.args) &&
        throw(ArgumentError("keyword arguments are not supported here: wrap the call in a function of its own"))
    rules = length(args) == 2 ? rules_expression(args[1]) : ()
    f, types, values, given = gensym(:f), gensym(:types), gensym(:values), gensym(:rules)
    is_type(a) = a isa Expr && a.head === :(::) && length(a.args) == 1
    arguments = call.args[2:end]
    if !isempty(arguments) && all(is_type, arguments)
        return quote
            let $f = $(esc(call.args[1])), $types = Tuple{$((esc(a.args[1]) for a in arguments)...)}, $given = $rules
                $(make(f, types, nothing, given))
            end
        end
    end
    return quote
        let $f = $(esc(call.args[1])), $values = $(Expr(:tuple, map(esc, arguments)...)), $given = $rules
            $types = Tuple{map(exact_type, $values)...}
            $(make(f, types, values, given))
        end
    end
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
