# What a user calls.

"""
    saturate(f, types, rules=(); options...)

A callable that computes what `f` does for arguments of `types` (a tuple of types, or a tuple type), optimised with `rules`.

Where a method cannot be optimised, the callable runs `f` itself, and [`reason`](@ref) says why.
"""
function saturate(@nospecialize(f), @nospecialize(types), rules=())
    return callable(optimized_entry(f, argument_tuple(types), rules))
end

"The argument types as a tuple type."
function argument_tuple(@nospecialize(types))
    types isa Type && types <: Tuple && return types
    types isa Tuple && all(t -> t isa Type, types) && return Tuple{types...}
    throw(ArgumentError("the argument types must be a tuple of types, such as (Float64, Int), not $(repr(types))"))
end

function optimized_entry(@nospecialize(f), @nospecialize(types), rules)
    world = Base.get_world_counter()
    method, body, why, ret = nothing, nothing, nothing, Any
    try
        found = method_body(f, types)
        method, ret = found.method, found.ret
        body = optimized_body(found)
    catch err
        err isa NotUnderstood || err isa RequestError || rethrow()
        why = sprint(showerror, err)
    end
    return Entry(f, types, method, body, why, ret, world, Any[])
end

"Reads a method, sends it through the optimiser and writes what comes back."
function optimized_body(found::MethodBody)
    tables = Tables()
    session = Session(tables, found.method.module)
    foreach(t -> type_handle!(tables, t), (Any, Union{}, Bool))
    words, names, metas = read_method(found, tables)
    answer, answer_names = optimize_words(words, names, session)
    return write_body(read_response(answer, answer_names, tables), metas)
end
