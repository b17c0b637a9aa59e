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
    return lock(CACHE_LOCK) do
        found = get(CACHE, key, nothing)
        found !== nothing && is_current(entry(found)) && return found
        CACHE[key] = saturate(f, types, rules)
    end
end

"""
    @saturate f(args...)
    @saturate rules f(args...)

Calls `f`, optimised for the types of these arguments. The optimised code is kept for the next time.
"""
macro saturate(args...)
    return call_macro(args) do f, values, rules
        :(cached($f, typeof($values), $rules)($values...))
    end
end

"""
    @code_saturated f(args...)
    @code_saturated rules f(args...)

The optimised code of `f` for the types of these arguments; see [`code_saturated`](@ref).
"""
macro code_saturated(args...)
    return call_macro(args) do f, values, rules
        :(code_saturated($f, typeof($values), $rules))
    end
end

"Takes a call apart: `make` gets the function, the tuple of arguments, and the rules, each a variable."
function call_macro(make, args)
    call = isempty(args) ? nothing : args[end]
    length(args) in (1, 2) && call isa Expr && call.head === :call && length(call.args) >= 1 ||
        throw(ArgumentError("write a call, such as f(x, y), optionally with rules before it"))
    any(a -> a isa Expr && a.head in (:parameters, :kw), call.args) &&
        throw(ArgumentError("keyword arguments are not supported here: wrap the call in a function of its own"))
    rules = length(args) == 2 ? esc(args[1]) : ()
    f, values, given = gensym(:f), gensym(:values), gensym(:rules)
    return quote
        let $f = $(esc(call.args[1])), $values = $(Expr(:tuple, map(esc, call.args[2:end])...)), $given = $rules
            $(make(f, values, given))
        end
    end
end
