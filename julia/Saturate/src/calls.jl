# Rules see through calls: the code of callees for the optimiser, and versions of functions that it has made.
#
# The optimiser asks for the method that a call runs (`Wire.Ask.CALLEE`); what it makes of it comes back in one of two ways. The body stands in place of the call, and is
# then part of the caller. Or the callee was optimised by itself, and the call goes to a *version*: a callable like those of `saturate`, which
# is declared before it has code, since functions call themselves and each other.
#
# The methods that were read are what the result relies on, as ever: when one is redefined, the caller runs its original again.

"A version that this request has declared: its entry, the original (of a closure with variables, one like it), and what was read of that."
struct Declaration
    entry::Any
    original::Any
    metas::Metas
end

"Why a call is not looked into; `nothing` where it may be."
function stays(s::Session, @nospecialize(f), method::Method)
    is_library(method.module) && !(s.method !== nothing && is_library(s.method.module)) && return "it is a function of the library"
    method.nospecialize != 0 && return "it is not specialised for its arguments"
    return nothing
end

"Whether a module is part of Julia: `Core`, `Base`, or the standard library."
function is_library(m::Module)
    root = Base.moduleroot(m)
    root in (Core, Base) && return true
    root === Main && return false
    # The standard library is what lies in its folder, by its number: whether the session could load it does not matter (`JULIA_LOAD_PATH=@`).
    return lock(FACTS_LOCK) do
        get!(LIBRARY_ROOTS, root) do
            project = joinpath(Sys.STDLIB, string(nameof(root)), "Project.toml")
            number = Base.PkgId(root).uuid
            root === Compiler_ || number !== nothing && isfile(project) && occursin(string(number), read(project, String))
        end
    end::Bool
end

const LIBRARY_ROOTS = IdDict{Module,Bool}()

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
        found = remembered_body(f, Tuple{types...})
        why = stays(s, f, found.method)
        why === nothing || return give_text!(s, why)
        body, names, metas, bodies = read_method(found, s.tables)
        metas.noinline && return give_text!(s, "its author wants no copies of it")
        metas.propagate_inbounds && return give_text!(s, "what it checks depends on where it is called")
        append!(s.bodies, bodies)
        s.callees[(exact_type(f), found.types)] = metas
        append!(s.words, body)
        give_text!(s, names)
    catch err
        err isa NotUnderstood || rethrow()
        give_text!(s, err.reason)
    end
end

"""
Whether a method that a call may run is none of Julia's own. Of abstract types any may come to be: Julia does not say of a call whose result can be anything that
somebody has defined a method for it.
"""
function may_run_own(@nospecialize(f), @nospecialize(types))
    f isa Core.Builtin && return false
    all(t -> isconcretetype(t) || t <: Type, types.parameters) || return true
    method = only_method(f, types)
    return method === nothing || !is_library(method.module)
end

function answer_may_run_own(s, words, text)
    s.method !== nothing && is_library(s.method.module) && return give!(s, true)
    known = words[2] >= 0 ? Some{Any}(asked_constant(s, words, 2)) : stand_in(asked_type(s, words, 1))
    known === nothing && return give!(s, true)
    types = Any[asked_type(s, words, n) for n in 3:2:length(words) - 1]
    have_values(types) || return give!(s, true)
    f, signature = something(known), Tuple{types...}
    own = may_run_own(f, signature)
    # Somebody may define a method.
    own || push!(s.asked, Dependency(may_run_own, (f, signature), false))
    return give!(s, own)
end

"Whether a type names no type and no function of the program."
function names_library_only(@nospecialize(t))
    t isa TypeVar && return names_library_only(t.ub)
    t isa UnionAll && return names_library_only(t.var.ub) && names_library_only(t.body)
    t isa Union && return names_library_only(t.a) && names_library_only(t.b)
    # Newer versions write `Vararg` like this.
    t isa DataType || return !(t isa Type) && !isdefined(t, :T) || t === Union{} || names_library_only(getfield(t, :T))
    return is_library(t.name.module) && all(names_library_only, t.parameters)
end

answer_is_of_library(s, words, text) = give!(s, names_library_only(asked_type(s, words, 1)))

"Whether a type is concrete, and so is everything that it names: `Vector{Float64}`, not `Vector{Any}`. What `Type{T}` names may be abstract."
says_all(@nospecialize(t)) =
    !(t isa Type) || t isa DataType && (t <: Type || isconcretetype(t) && all(p -> !(p isa TypeVar) && says_all(p), t.parameters))

answer_says_all(s, words, text) = give!(s, says_all(asked_type(s, words, 1)))

"The field of an immutable type that a name or a number stands for, from 0."
function answer_field(s, words, text)
    t, name = asked_type(s, words, 1), asked_constant(s, words, 2)
    t isa DataType && isconcretetype(t) && !is_mutable_type(t) || return false
    number = name isa Symbol ? findfirst(==(name), collect(fieldnames(t))) : name isa Int ? name : nothing
    return number !== nothing && 1 <= number <= fieldcount(t) && give!(s, number - 1)
end

"Functions of Base that do nothing with their first argument but call it with elements of the others, and from which argument on those are."
const RECEIVERS = IdDict{Any,Int}(map => 2, map! => 3, foreach => 2, any => 2, all => 2, count => 2, filter => 2,
                                  sum => 2, prod => 2, maximum => 2, minimum => 2, mapreduce => 3)

"Functions of Base that do nothing with a generator, their only argument, but run it."
const RUNNERS = Any[collect, sum, prod, maximum, minimum, any, all, count]

# What a call does with an argument through which it only runs functions.
const CALLS, HOLDS, RUNS, PASSES = Int32(0), Int32(1), Int32(2), Int32(3)

"What a call does with functions that it is given, and with values that hold some."
function answer_handed_over(s, words, text)
    words[2] >= 0 || return true
    receiver = asked_constant(s, words, 2)
    receiver === Broadcast.broadcasted || receiver === Broadcast.materialize || receiver === Broadcast.materialize! || receiver === Base.Generator ||
        haskey(RECEIVERS, receiver) || receiver === collect || return true
    types = Any[asked_type(s, words, n) for n in 3:2:length(words) - 1]
    have_values(types) && all(t -> t isa DataType, types) && is_of_library(receiver, types...) || return true
    if receiver === Broadcast.broadcasted
        elements = Any[broadcast_element(t, Any[]) for t in types[2:end]]
        foreach(n -> types[n] <: Broadcast.Broadcasted && takes!(s, n, PASSES), 2:length(types))
        isempty(elements) || !all(t -> t isa DataType && isconcretetype(t), elements) || takes!(s, 1, HOLDS, elements)
    elseif receiver === Broadcast.materialize
        only_type(types) <: Broadcast.Broadcasted && is_of_library(copy, types...) && takes!(s, 1, RUNS)
    elseif receiver === Broadcast.materialize!
        length(types) == 2 && types[2] <: Broadcast.Broadcasted && is_of_library(copyto!, types...) && takes!(s, 2, RUNS)
    elseif receiver === Base.Generator
        element = length(types) == 2 ? plain_element(types[2]) : nothing
        element === nothing || takes!(s, 1, HOLDS, Any[element])
    elseif only_type(types) <: Base.Generator
        receiver in RUNNERS && takes!(s, 1, RUNS)
    elseif haskey(RECEIVERS, receiver) && length(types) >= RECEIVERS[receiver]
        elements = Any[plain_element(t) for t in types[RECEIVERS[receiver]:end]]
        any(isnothing, elements) || !reduces_as_any(types[1]) || takes!(s, 1, CALLS, elements)
    end
    return true
end

only_type(types) = length(types) == 1 ? types[1] : Any

"Whether the method that a call runs is Julia's own."
function is_of_library(@nospecialize(f), @nospecialize(types...))
    method = only_method(f, Tuple{types...})
    return method !== nothing && is_library(method.module)
end

"Whether nobody has said how to reduce with this function, such as for no elements."
reduces_as_any(@nospecialize(F)) =
    all(hook -> all(m -> is_library(m.module), methods(hook, Tuple{F,Any,Any})), (Base.mapreduce_empty, Base.mapreduce_first))

"The type of the elements of an array or a range of Base; `nothing` where there is none such."
function plain_element(@nospecialize(t))
    t isa DataType && t <: Union{Array,UnitRange{<:Base.BitInteger},Base.OneTo} && isconcretetype(t) && isconcretetype(eltype(t)) || return nothing
    return eltype(t)
end

"Answers that the argument at a place is taken, as a function that is called with values of these types."
function takes!(s, place::Int, how::Int32, types=Any[])
    append!(s.words, Int32[place - 1, how, length(types)])
    foreach(t -> give_type!(s, t), types)
end

"""
Makes the version of a closure from the closure: what stands for a function of which only the type is known.
"""
struct Maker{ID} <: Function end

(::Maker{ID})(f::F) where {ID,F} = Saturated{ID,F}(f)

"A new callable that stands for a function on argument types, or what makes it."
function answer_declare(s, words, text)
    known = words[2] >= 0
    f = known ? asked_constant(s, words, 2) : something(stand_in(asked_type(s, words, 1)))
    types = Tuple{(asked_type(s, words, n) for n in 3:length(words))...}
    metas = get(s.callees, (exact_type(f), types), nothing)
    metas === nothing && return false
    e = blank_entry(types)
    g = callable(e, f)
    declared = known ? g : Maker{typeof(g).parameters[1]}()
    s.declarations[declared] = Declaration(e, f, metas)
    return give_constant!(s, declared)
end

"The code of a callable that was declared."
function answer_define(s, words, text)
    g = asked_constant(s, words, 1)
    declaration = s.declarations[g]::Declaration
    e = declaration.entry::Entry
    e.body = write_body(read_response(words[2:end], text, s.tables), declaration.metas, s.checked)
    e.ret = e.body.ret
    e.inline = is_inlined(declaration.original, e.types)
    return true
end

"Notes what versions relied on, which is known when the request is done."
function settle_versions!(s::Session, e)
    for declaration in values(s.declarations)
        version = declaration.entry
        version.methods, version.dependencies, version.names = e.methods, e.dependencies, e.names
    end
end
