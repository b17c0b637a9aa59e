# What a user calls.

"""
    saturate(f, types, rules=())

A callable that computes what `f` does for arguments of `types` (a tuple of types, or a tuple type), optimised with
`rules`. It can be called at once, and costs what a call of `f` costs.

Where a method cannot be optimised, the callable runs `f` itself, and [`reason`](@ref) says why. A redefinition of `f` is
noticed: from then on the callable runs the new `f`.

```julia
g = saturate(hypot, (Float64, Float64))
g(3.0, 4.0)
```
"""
function saturate(@nospecialize(f), @nospecialize(types), rules=())
    return callable(optimized_entry(f, argument_tuple(types), rules), f)
end

"The argument types as a tuple type."
function argument_tuple(@nospecialize(types))
    types isa Type && types <: Tuple && types !== Union{} && return types
    types isa Tuple && all(t -> t isa Type, types) && return Tuple{types...}
    throw(ArgumentError("the argument types must be a tuple of types, such as (Float64, Int), not $(repr(types))"))
end

function optimized_entry(@nospecialize(f), @nospecialize(types), rules)
    isempty(rules) || throw(ArgumentError("rules must be a set of rules, not $(repr(rules))"))
    world = world_counter()
    bodies, body, why, ret, inline = MethodBody[], nothing, nothing, Any, false
    try
        found = method_body(f, types)
        ret = found.ret
        length(types.parameters) <= MAX_ARGUMENTS ||
            not_understood("it has more than ", MAX_ARGUMENTS, " arguments")
        body, bodies = optimized_body(found)
        inline = !body.metas.noinline && is_inlined(f, types)
    catch err
        err isa NotUnderstood || err isa RequestError || rethrow()
        why = sprint(showerror, err)
    end
    return Entry(types, bodies, body, why, ret, inline, Dependency[], world, false)
end

"Reads a method, sends it through the optimiser and writes what comes back; also gives the methods that were read."
function optimized_body(found::MethodBody)
    tables = Tables()
    session = Session(tables, found.method.module)
    foreach(t -> type_handle!(tables, t), (Any, Union{}, Bool))
    words, names, metas, bodies = read_method(found, tables)
    answer, answer_names = optimize_words(words, names, session)
    return write_body(read_response(answer, answer_names, tables), metas), bodies
end
