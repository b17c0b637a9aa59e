# Rules see through calls: the code of callees for the optimiser, and versions of functions that it has made.
#
# The optimiser asks for the method that a call runs (`Wire.Ask.CALLEE`); what it makes of it comes back in one of two ways. The body stands in place of the call, and is
# then part of the caller. Or the callee was optimised by itself, and the call goes to a *version*: a callable like those of `saturate`, which
# is declared before it has code, since functions call themselves and each other.
#
# The methods that were read are what the result relies on, as ever: when one is redefined, the caller runs its original again.

"A version that this request has declared: its entry, and what was read of the original."
struct Declaration
    entry::Any
    metas::Metas
end

"Why a call is not looked into; `nothing` where it may be."
function stays(s::Session, @nospecialize(f), method::Method)
    is_library(method.module) && !(s.method !== nothing && is_library(s.method.module)) && return "it is a function of the library"
    method.isva && return "it collects arguments in a tuple"
    method.nospecialize != 0 && return "it is not specialised for its arguments"
    return nothing
end

"Whether a module is part of Julia: `Core`, `Base`, or the standard library."
function is_library(m::Module)
    root = Base.moduleroot(m)
    root in (Core, Base) && return true
    root === Main && return false
    file = pathof(root)
    return file === nothing ? root === Compiler_ : startswith(file, Sys.STDLIB)
end

"An object of a type of which only the type counts, such as a closure with variables."
function stand_in(@nospecialize(t))
    instance = only_instance(t)
    instance === nothing || return instance
    t isa DataType && isconcretetype(t) && !is_mutable_type(t) && !(t <: Type) || return nothing
    return Some{Any}(ccall(:jl_new_struct_uninit, Any, (Any,), t))
end

"The method that a call certainly runs; no words and the reason where it cannot be had."
function answer_callee(s, words, text)
    known = words[2] >= 0 ? Some{Any}(asked_constant(s, words, 2)) : stand_in(asked_type(s, words, 1))
    known === nothing && return give_text!(s, "it is not known which method runs")
    f = something(known)
    f isa Core.Builtin && return give_text!(s, "it is built in")
    types = Any[asked_type(s, words, n) for n in 3:2:length(words) - 1]
    have_values(types) || return give_text!(s, "no call has such arguments")
    all(t -> isconcretetype(t) || t <: Type, types) || return give_text!(s, "it is not known which method runs")
    return try
        found = method_body(f, Tuple{types...})
        why = stays(s, f, found.method)
        why === nothing || not_understood(why)
        body, names, metas, bodies = read_method(found, s.tables)
        metas.noinline && not_understood("its author wants no copies of it")
        metas.propagate_inbounds && not_understood("what it checks depends on where it is called")
        append!(s.bodies, bodies)
        s.callees[(exact_type(f), found.types)] = metas
        append!(s.words, body)
        give_text!(s, names)
    catch err
        err isa NotUnderstood || rethrow()
        give_text!(s, err.reason)
    end
end

"The field of an immutable type that a name or a number stands for, from 0."
function answer_field(s, words, text)
    t, name = asked_type(s, words, 1), asked_constant(s, words, 2)
    t isa DataType && isconcretetype(t) && !is_mutable_type(t) || return false
    number = name isa Symbol ? findfirst(==(name), collect(fieldnames(t))) : name isa Int ? name : nothing
    return number !== nothing && 1 <= number <= fieldcount(t) && give!(s, number - 1)
end

"Functions of Base that do nothing with their first argument but call it with elements of the others, and from which argument on those are."
const RECEIVERS = IdDict{Any,Int}(map => 2, map! => 3, foreach => 2, any => 2, all => 2, count => 2, filter => 2)

"The function that a call is given and only calls, and the types of what it calls it with."
function answer_handed_over(s, words, text)
    words[2] >= 0 || return true
    receiver = asked_constant(s, words, 2)
    first = get(RECEIVERS, receiver, nothing)
    types = Any[asked_type(s, words, n) for n in 3:2:length(words) - 1]
    (first === nothing || length(types) < first || !have_values(types)) && return true
    collections = types[first:end]
    # Elements of these are what the receiver calls the function with, and Julia's own method does it.
    all(t -> t isa DataType && t <: Union{Array,UnitRange{<:Base.BitInteger},Base.OneTo} && isconcretetype(t) && isconcretetype(eltype(t)), collections) || return true
    method = only_method(receiver, Tuple{types...})
    method !== nothing && is_library(method.module) || return true
    append!(s.words, Int32[0, length(collections)])
    foreach(t -> give_type!(s, eltype(t)), collections)
    return true
end

"A new callable that stands for a function on argument types."
function answer_declare(s, words, text)
    f = asked_constant(s, words, 1)
    types = Tuple{(asked_type(s, words, n) for n in 2:length(words))...}
    metas = get(s.callees, (exact_type(f), types), nothing)
    metas === nothing && return false
    e = blank_entry(types)
    g = callable(e, f)
    s.declarations[g] = Declaration(e, metas)
    return give_constant!(s, g)
end

"The code of a callable that was declared."
function answer_define(s, words, text)
    g = asked_constant(s, words, 1)
    declaration = s.declarations[g]::Declaration
    e = declaration.entry::Entry
    e.body = write_body(read_response(words[2:end], text, s.tables), declaration.metas, s.checked)
    e.ret = e.body.ret
    e.inline = is_inlined(g.f, e.types)
    return true
end

"Notes what versions relied on, which is known when the request is done."
function settle_versions!(s::Session, e)
    for declaration in values(s.declarations)
        version = declaration.entry
        version.methods, version.dependencies, version.names = e.methods, e.dependencies, e.names
    end
end
