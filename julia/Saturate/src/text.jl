# Types and constants as the text form of the IR shows them: the same words on every version, no module in front.

"A type as text."
function type_text(@nospecialize(t))
    t isa Union && return string("Union{", join(map(type_text, Base.uniontypes(t)), ", "), '}')
    t === Union{} && return "Union{}"
    t isa UnionAll && Base.unwrap_unionall(t).name.wrapper === t && return string(Base.unwrap_unionall(t).name.name)
    t isa DataType || return t isa Type || t isa TypeVar ? repr(t) : constant_text(t)
    instance = t <: Function ? only_instance(t) : nothing
    instance === nothing || return string("typeof(", constant_text(something(instance)), ')')
    name, parameters = string(t.name.name), Any[t.parameters...]
    if t.name === Base.unwrap_unionall(Array).name && parameters[2] isa Int && parameters[2] <= 2
        name, parameters = parameters[2] == 1 ? "Vector" : "Matrix", parameters[1:1]
    end
    isempty(parameters) && !(t <: Tuple) && return name
    return string(name, '{', join(map(type_text, parameters), ", "), '}')
end

"A constant as text."
function constant_text(@nospecialize(c))
    c === (:) && return "(:)"
    c isa Saturated && return string(constant_text(c.f), '′')
    c isa Maker && return "closure′"
    c isa Function && !startswith(string(nameof(c)), '#') && return string(nameof(c))
    c isa Type && return type_text(c)
    c isa Module && return string(nameof(c))
    only_instance(typeof(c)) === nothing || c isa Function || c === nothing || return string(type_text(typeof(c)), "()")
    return repr(c)
end
