# What the session knows of a call: type and value of its result, its effects.
#
# Types alone forget what values would tell: `getfield(x, :values)` has one type, `getfield(x, ::Symbol)` many. Where an
# argument is a constant and the types leave the result open, the call is inferred with its constants written into the
# code of a small function. The answers are remembered as long as no method is defined.
#
# No closure here holds the function that is asked about: its type would be part of the closure's, and Julia would compile
# everything that takes the closure once for each function. That was nearly all of the time of a question asked first.

"What was said of a call."
struct CallFacts
    type::Any
    constant::Union{Nothing,Some}
    effects::Int32
    calls::Vector{Any}      # (function, argument types) of calls that this one makes of functions it was given
    method::Union{Nothing,Method}   # the only one that may run
end

Base.:(==)(a::CallFacts, b::CallFacts) = a.type == b.type && a.constant === b.constant && a.effects == b.effects &&
                                         a.calls == b.calls && a.method === b.method

"A function with some of its arguments filled in."
struct Filled{ID} end

"By number: the function, and for each argument `Some` value or `nothing`."
const FILLED = Numbered{Any}()
const FILLED_NUMBERS = IdDict{Any,Int}()
const FILLED_LOCK = ReentrantLock()

function filled(@nospecialize(f), constants::Vector{Any})
    key = (f, constants...)
    lock(FILLED_LOCK)
    try
        id = get(FILLED_NUMBERS, key, 0)
        if id == 0
            id = FILLED_NUMBERS[key] = number!(FILLED, Any[f, constants...])
        end
        return Filled{id}()
    finally
        unlock(FILLED_LOCK)
    end
end

@generated function (::Filled{ID})(arguments...) where {ID}
    parts = FILLED[ID]::Vector{Any}
    n = 0
    values = Any[c === nothing ? Expr(:call, GlobalRef(Core, :getfield), :arguments, n += 1) : quoted(something(c))
                 for c in parts[2:end]]
    return Expr(:call, quoted(parts[1]), values...)
end

"Unions of argument types are split into at most this many calls."
const MAX_SPLITS = 16

"The types of a call, one by one where some are unions; only the call itself where that would be too many."
function split_types(types::Vector{Any})
    any(t -> t isa Union, types) || return Any[types]
    members = Any[Base.uniontypes(t) for t in types]
    # The product of all may overflow: a tuple of 64 unions has 2^64 combinations.
    count = 1
    for parts in members
        count *= length(parts)
        count <= MAX_SPLITS || return Any[types]
    end
    splits = Any[Any[]]
    for parts in members
        splits = Any[push!(copy(split), part) for part in parts for split in splits]
    end
    return splits
end

"Type of the result of a call, from types alone; a union of arguments gives a union of results."
function result_type(@nospecialize(f), types::Vector{Any})
    result = inferred_return(f, types)
    isconcretetype(result) && return result
    splits = split_types(types)
    length(splits) == 1 && return result
    results = Any[]
    for split in splits
        push!(results, inferred_return(f, split))
    end
    return joined(results, result)
end

"What inference says of a call. Intrinsic functions are all of one type, so that newer versions, which look at types, need to see the call."
inferred_return(@nospecialize(f), types::Vector{Any}) =
    f isa Core.IntrinsicFunction ? inferred_filled(f, types, Any[nothing for _ in types], Any)[1] :
                                   Compiler_.return_type(f, Tuple{types...})

"The union of results of a call's parts, where it says more than the result of the whole."
function joined(results::Vector{Any}, @nospecialize(whole))
    union = foldl(join_types, results; init=Union{})
    return union <: whole ? union : whole
end

"""
Type of the result of a call and the constant that it is (as `Some`), with the values of arguments, where types leave it
open; `constants` has for each argument `Some` value, or `nothing`.
"""
function inferred_with_constants(@nospecialize(f), types::Vector{Any}, constants::Vector{Any}, @nospecialize(result))
    splits = split_types(types)
    if length(splits) == 1
        narrowed, constant = inferred_filled(f, types, constants, result)
        narrowed <: result || (narrowed = result)
    else
        results = Any[]
        for split in splits
            push!(results, inferred_filled(f, split, constants, result)[1])
        end
        narrowed, constant = joined(results, result), nothing
    end
    return narrowed, constant === nothing ? only_instance(narrowed) : constant
end

"The same for types of which none is split."
function inferred_filled(@nospecialize(f), types::Vector{Any}, constants::Vector{Any}, @nospecialize(result))
    open_types = Any[types[n] for n in eachindex(types) if constants[n] === nothing]
    found = try
        code_typed(filled(f, constants), Tuple{open_types...}; optimize=false)
    catch
        Any[]
    end
    typed = typed_code(found)
    typed === nothing && return result, nothing
    code, annotation = typed
    for (i, x) in enumerate(code.code)
        # The value of the last call is that of the function.
        x isa Expr && x.head === :call && (annotation = code.ssavaluetypes[i])
    end
    return widened(annotation), known_constant(annotation)
end

# What types alone tell of a call.

struct TypeFacts
    result::Any
    constant::Union{Nothing,Some}
    has_method::Bool
    effects::Int32
    calls::Vector{Any}
    method::Union{Nothing,Method}
end

function type_facts(@nospecialize(f), types::Vector{Any})
    result = result_type(f, types)
    f isa Core.Builtin || has_method(f, types, result) ||
        return TypeFacts(result, nothing, false, Effect.UNKNOWN, Any[], nothing)
    method = f isa Core.Builtin ? nothing : only_method(f, Tuple{types...})
    effects, calls = call_effects(f, types, result, method)
    result === Union{} && (effects |= Effect.THROWS)
    constant = only_instance(result)
    if constant === nothing && haskey(CONSTANT_FUNCTIONS, f) && effects == Effect.PURE && result <: Plain
        _, constant = inferred_with_constants(f, types, Any[nothing for _ in types], result)
    end
    return TypeFacts(result, constant, true, effects, calls, method)
end

"Functions whose value is often known from the types of their arguments."
const CONSTANT_FUNCTIONS = IdDict{Any,Nothing}(f => nothing for f in (zero, one, oneunit, typemin, typemax, eps, floatmin, floatmax, ndims, length))

"Whether every possible argument certainly, or at least possibly, has a method: a union's members are looked at one by one."
function has_method(@nospecialize(f), types::Vector{Any}, @nospecialize(result))
    splits = split_types(types)
    # An inferred result comes from a method.
    length(splits) == 1 && result !== Union{} && return true
    for split in splits
        isempty(methods(f, Tuple{split...})) && return false
    end
    return true
end

"""
    call_facts(f, types, constants=none)

What the session knows of a call; `nothing` if there is no method for some of the possible arguments.
"""
function call_facts(@nospecialize(f), types::Vector{Any}, constants::Vector{Any}=Any[nothing for _ in types])
    sorter = keyword_sorter(f, types)
    sorter === nothing || return CallFacts(exact_type(something(sorter)), sorter, Effect.PURE, Any[], nothing)
    flat = flattened(f, types, constants)
    flat === nothing || return call_facts(flat...)
    key = (f, Tuple{types...})
    world, known = recall(TYPE_FACTS, key)
    if known === missing
        known = type_facts(f, types)
        remember!(TYPE_FACTS, key, known, world)
    end
    known.has_method || return nothing
    result, constant, effects = known.result, known.constant, known.effects
    # What a builtin function makes of types depends on which they are; others are inferred for them.
    f isa Core.Builtin && (constants = Any[constants[n] === nothing ? only_instance(types[n]) : constants[n] for n in eachindex(types)])
    if constant === nothing && has_open(types, constants, f isa Core.Builtin)
        if !isconcretetype(result) || f isa Core.Builtin || f isa Type
            result, constant = inferred_with_constants(f, types, constants, result)
        elseif effects == Effect.PURE && isempty(known.calls) && all(!isnothing, constants) && result <: Plain
            constant = evaluated(f, constants, result)
        end
    end
    if f isa Core.Builtin || is_property(f, types, constants) || is_store(f, types, constants)
        effects = value_effects(f, types, constants, result, constant)
    elseif is_size_of_matrix(f, types, constants)
        effects &= ~Effect.THROWS
    end
    return CallFacts(result, constant, effects, known.calls, known.method)
end

"Whether an argument has a value that its type does not tell; to builtin functions, types tell nothing."
has_open(types::Vector{Any}, constants::Vector{Any}, builtin::Bool) =
    any(n -> constants[n] !== nothing && (builtin || only_instance(types[n]) === nothing), eachindex(types))

"""
The call that a call with splats is, `f(a, b)` for `_apply_iterate(iterate, f, (a, b))`, where what is splatted are tuples of
known lengths; `nothing` for any other.
"""
function flattened(@nospecialize(f), types::Vector{Any}, constants::Vector{Any})
    f === Core._apply_iterate && length(types) >= 2 && types[1] === typeof(iterate) || return nothing
    callee = constants[2] === nothing ? only_instance(types[2]) : constants[2]
    callee === nothing && return nothing
    flat_types, flat_constants = Any[], Any[]
    for n in 3:length(types)
        t = types[n]
        t isa DataType && t <: Tuple && !Base.isvatuple(t) || return nothing
        for (k, element) in enumerate(t.parameters)
            value = constants[n] === nothing ? nothing : Some{Any}(something(constants[n])[k])
            push!(flat_types, value !== nothing && something(value) isa Type ? exact_type(something(value)) : element)
            push!(flat_constants, value)
        end
    end
    return something(callee), flat_types, flat_constants
end

"The function that takes the keyword arguments of another, as `Some`, on versions that ask for it."
function keyword_sorter(@nospecialize(f), types::Vector{Any})
    isdefined(Core, :kwfunc) && f === Core.kwfunc && length(types) == 1 || return nothing
    callee = only_instance(types[1])
    return callee === nothing ? nothing : Some{Any}(Core.kwfunc(something(callee)))
end

"The value of a call of a function that only computes, on plain data."
function evaluated(@nospecialize(f), constants::Vector{Any}, @nospecialize(result))
    all(c -> something(c) isa Union{Plain,Type,Function,Val}, constants) || return nothing
    value = try
        Base.invokelatest(f, map(something, constants)...)
    catch
        return nothing
    end
    return value isa result ? Some{Any}(value) : nothing
end

# Answers are the same until a method is defined.
const FACTS = IdDict{Any,Any}()
const TYPE_FACTS = IdDict{Any,Any}()
const BODY_EFFECTS = IdDict{Any,Any}()
const CALLEES = IdDict{Any,Any}()
const INLINED = IdDict{Any,Any}()
const REMEMBERED = (FACTS, TYPE_FACTS, BODY_EFFECTS, CALLEES, INLINED)
const FACTS_WORLD = Ref{UInt}(0)
const FACTS_LOCK = ReentrantLock()

"Remembered facts are dropped when there are this many."
const MAX_FACTS = 20_000

"The world, and what a table remembers for a key in it; `missing` if nothing."
function recall(table::IdDict{Any,Any}, @nospecialize(key))
    world = world_counter()
    lock(FACTS_LOCK)
    try
        if FACTS_WORLD[] != world || length(table) > MAX_FACTS
            foreach(empty!, REMEMBERED)
            FACTS_WORLD[] = world
        end
        return world, get(table, key, missing)
    finally
        unlock(FACTS_LOCK)
    end
end

"Remembers what was found out in a world, unless that has passed."
function remember!(table::IdDict{Any,Any}, @nospecialize(key), @nospecialize(facts), world::UInt)
    lock(FACTS_LOCK)
    try
        FACTS_WORLD[] == world && (table[key] = facts)
        return
    finally
        unlock(FACTS_LOCK)
    end
end

function remembered_facts(@nospecialize(f), types::Vector{Any}, constants::Vector{Any})
    key = (f, Tuple{types...}, (constants...,))
    world, facts = recall(FACTS, key)
    if facts === missing
        facts = call_facts(f, types, constants)
        remember!(FACTS, key, facts, world)
    end
    return facts
end

"Whether a call has a method whatever values of these types its arguments are."
has_all_methods(@nospecialize(f), types::Vector{Any}) =
    f isa Core.Builtin || all(split -> hasmethod(f, Tuple{split...}), split_types(types))

function answer_covers(s, words, text)
    callee = words[2] >= 0 ? Some{Any}(asked_constant(s, words, 2)) : only_instance(asked_type(s, words, 1))
    types = Any[asked_type(s, words, n) for n in 3:2:length(words) - 1]
    return give!(s, callee === nothing || has_all_methods(something(callee), types))
end

function answer_call(s, words, text)
    tables = s.tables
    callee = words[2] >= 0 ? Some{Any}(constant_of_handle(tables, words[2])) :
             only_instance(type_of_handle(tables, words[1]))
    if callee === nothing
        give_type!(s, Any)
        give!(s, Wire.NONE)
        return give!(s, Effect.UNKNOWN)
    end
    f = something(callee)
    types, constants = Any[], Any[]
    for n in 3:2:length(words)
        t, handle = type_of_handle(tables, words[n]), words[n + 1]
        constant = handle >= 0 ? Some{Any}(constant_of_handle(tables, handle)) : nothing
        # A type as an argument is known exactly; its `typeof` would forget which one it is.
        constant !== nothing && something(constant) isa Type && (t = exact_type(something(constant)))
        push!(types, t)
        push!(constants, constant)
    end
    if !have_values(types)
        # Nothing has such a value: the call never happens.
        give_type!(s, Union{})
        give!(s, Wire.NONE)
        return give!(s, Effect.UNKNOWN)
    end
    facts = remembered_facts(f, types, constants)
    push!(s.asked, Dependency(remembered_facts, (f, types, constants), facts))
    facts === nothing && return false
    give_type!(s, facts.type)
    # Which object inference saw is not which object the program makes.
    is_value = facts.constant !== nothing && !may_be_mutable(exact_type(something(facts.constant)))
    is_value ? give_constant!(s, something(facts.constant)) : give!(s, Wire.NONE)
    declared = declared_effects(s, f, types)
    if declared !== nothing
        # What is declared is what the methods do. Whether there is one for every argument, they say themselves.
        return give!(s, has_all_methods(f, types) ? declared : declared | Effect.THROWS)
    end
    most = effects_of_given(s, f, types)
    most === nothing || return give!(s, facts.effects & most & ~Wire.EFFECTS_OF_BODY)
    effects = facts.effects
    if effects & Wire.EFFECTS_OF_BODY != 0 && isempty(s.declared)
        _, known = recall(BODY_EFFECTS, (f, Tuple{types...}))
        if known !== missing
            effects &= known.effects
            append!(s.bodies, known.bodies)
        end
    end
    give!(s, effects)
    for (callee, argument_types) in facts.calls
        give_constant!(s, callee)
        give!(s, length(argument_types))
        foreach(t -> give_type!(s, t), argument_types)
    end
    return true
end

function declared_effects(s, @nospecialize(f), types::Vector{Any})
    found = nothing
    for d in get(() -> Declared[], s.declared, f)
        covers = d.types === nothing || (length(d.types) == length(types) && all(n -> types[n] <: d.types[n], eachindex(types)))
        covers && (found = d.effects)
    end
    return found
end

"""
What a rule set says of all calls that are given values of a type: it covers those that are given one, in an argument or in an immutable value,
and nothing else that could be written. Functions whose names end in `!` write by convention.
"""
function effects_of_given(s, @nospecialize(f), types::Vector{Any})
    isempty(s.given) && return nothing
    f isa Function && endswith(string(nameof(f)), '!') && return nothing
    found = nothing
    for (of, effects) in s.given
        is_there = Ref(false)
        all(t -> is_given(t, of, is_there), types) && is_there[] && (found = effects)
    end
    return found
end

"Whether a value leads to nothing but values of a type and what cannot change; notes whether it leads to one."
function is_given(@nospecialize(t), @nospecialize(of), is_there::Ref{Bool}, depth::Int=8)
    t === Union{} && return false
    t <: of && (is_there[] = true; return true)
    if depth > 0 && t isa DataType && isconcretetype(t) && !is_mutable_type(t) && fieldcount(t) > 0
        return all(n -> is_given(fieldtype(t, n), of, is_there, depth - 1), 1:fieldcount(t))
    end
    return !may_be_mutable(t)
end

function answer_declare_effects(s, words, text)
    f = asked_constant(s, words, 1)
    if words[2] == Wire.GIVEN
        push!(s.given, asked_type(s, words, 3) => words[end])
        words = Int32[words[1], Wire.NONE, words[end]]
    end
    types = words[2] < 0 ? nothing : Any[asked_type(s, words, 2 + n) for n in 1:words[2]]
    push!(get!(() -> Declared[], s.declared, f), Declared(types, words[end]))
    return true
end

"Function and argument types that a question about a call is about; `nothing` if the function is not known."
function asked_call(s, words)
    tables = s.tables
    callee = words[2] >= 0 ? Some{Any}(constant_of_handle(tables, words[2])) :
             only_instance(type_of_handle(tables, words[1]))
    callee === nothing && return nothing
    types = Any[]
    for n in 3:2:length(words) - 1
        constant = words[n + 1] >= 0 ? constant_of_handle(tables, words[n + 1]) : nothing
        push!(types, constant isa Type ? exact_type(constant) : type_of_handle(tables, words[n]))
    end
    return have_values(types) ? (something(callee), Tuple{types...}) : nothing
end

"""
The method that a call runs, as [`method_body`](@ref) finds it. Inference of a body takes most of the time of a request that looks into calls, and nothing changes
what was found in a world.
"""
function remembered_body(@nospecialize(f), @nospecialize(types))
    world, known = recall(CALLEES, (f, types))
    if known === missing
        known = try
            method_body(f, types)
        catch err
            err isa NotUnderstood || rethrow()
            err
        end
        remember!(CALLEES, (f, types), known, world)
    end
    known isa NotUnderstood && throw(known)
    return known::MethodBody
end

"The code of the method that a call runs, for looking into what it may do."
function answer_method_body(s, words, text)
    call = asked_call(s, words)
    call === nothing && return false
    # All methods read from here on, until the effects come back, are what those rest on.
    haskey(s.looking, call) || (s.looking[call] = length(s.bodies))
    return try
        found = remembered_body(call...)
        body, names, _, bodies = read_method(found, s.tables)
        append!(s.bodies, bodies)
        append!(s.words, body)
        give_text!(s, names)
    catch err
        err isa NotUnderstood || rethrow()
        false
    end
end

"What looking into a method has found, and the methods that were read for it."
struct BodyEffects
    effects::Int32
    bodies::Vector{MethodBody}
end

function answer_body_effects(s, words, text)
    call = asked_call(s, words)
    # What a rule set declares holds for its own requests only.
    if call !== nothing && haskey(s.looking, call) && isempty(s.declared)
        found = BodyEffects(words[end], s.bodies[s.looking[call] + 1:end])
        world, known = recall(BODY_EFFECTS, call)
        known === missing && remember!(BODY_EFFECTS, call, found, world)
    end
    return true
end

function answer_most_arguments(s, words, text)
    f = asked_constant(s, words, 1)
    f isa Core.Builtin && return false
    known = methods(f)
    (isempty(known) || any(m -> m.isva, known)) && return false
    return give!(s, maximum(m -> m.nargs - 1, known))
end

"The answers, in the order of `Wire.Ask`."
const ANSWERS = Any[answer_subtype, answer_join, answer_typejoin, answer_union_types, answer_narrow, answer_singleton,
                    answer_may_be_mutable, answer_type_of, answer_as_type, answer_as_bool, answer_literal,
                    answer_global, answer_builtin, answer_call, answer_new_object, answer_opaque, answer_show_type,
                    answer_show_constant, answer_parse_type, answer_parse_constant, answer_plain_elements, answer_ndims,
                    answer_compile, answer_evaluate, answer_declare_effects, answer_lower, answer_method_body,
                    answer_snapshot, answer_body_effects, answer_writes_first_only, answer_source,
                    answer_most_arguments, answer_callee, answer_field, answer_declare, answer_define, answer_handed_over, answer_converted,
                    answer_memo, answer_covers, answer_may_run_own, answer_is_of_library, answer_says_all]
