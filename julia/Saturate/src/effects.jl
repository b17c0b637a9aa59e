# What a call may do, as the optimiser's set of possible behaviours (crates/saturate/src/effects/mod.rs).

"Bits of an effects word."
module Effect
const INCONSISTENT, THROWS, DIVERGES, READS, ALLOCATES, WRITES, OTHER = Int32.(1 .<< (0:6))
const PURE = Int32(0)
const UNKNOWN = Int32(127)
end

const HAS_INFER_EFFECTS = isdefined(Base, :infer_effects)

"Type of the result, the constant that it is (as `Some`) and the effects of a call; `nothing` if there is no method."
function call_facts(@nospecialize(f), has_function::Bool, argument_types::Vector{Any})
    has_function || return Any, nothing, Effect.UNKNOWN
    types = Tuple{argument_types...}
    if !(f isa Core.Builtin)
        no_method(f, types) && return nothing
    end
    result = Core.Compiler.return_type(f, types)
    return result, only_instance(result), call_effects(f, types)
end

"Whether some of the possible arguments certainly have no method: nothing matches at all."
no_method(@nospecialize(f), @nospecialize(types)) = isempty(methods(f, types))

"Effects of a call, from Julia's own analysis where it has one."
function call_effects(@nospecialize(f), @nospecialize(types))
    HAS_INFER_EFFECTS || return Effect.UNKNOWN
    effects = Base.infer_effects(f, types)
    test(name) = hasfield(typeof(effects), name) ? getfield(effects, name) : nothing
    # A field is a `Bool`, or on newer versions a word in which zero is "always".
    always(x) = x === true || (x isa Integer && !(x isa Bool) && x == 0x00)
    word = Effect.PURE
    always(test(:consistent)) || (word |= Effect.INCONSISTENT | Effect.READS)
    always(test(:effect_free)) || (word |= Effect.WRITES | Effect.OTHER | Effect.ALLOCATES)
    always(test(:nothrow)) || (word |= Effect.THROWS)
    always(test(:terminates)) || (word |= Effect.DIVERGES)
    always(test(:inaccessiblememonly)) || (word |= Effect.READS)
    return word
end

function answer_call(s, words, text)
    tables = s.tables
    has_function = words[2] >= 0
    f = has_function ? constant_of_handle(tables, words[2]) : nothing
    if !has_function
        instance = only_instance(type_of_handle(tables, words[1]))
        instance === nothing || ((f, has_function) = (something(instance), true))
    end
    argument_types = Any[]
    for n in 3:2:length(words)
        c = words[n + 1]
        t = type_of_handle(tables, words[n])
        # A type as an argument is known exactly; its `typeof` would forget which one it is.
        c >= 0 && constant_of_handle(tables, c) isa Type && (t = Type{constant_of_handle(tables, c)})
        push!(argument_types, t)
    end
    facts = call_facts(f, has_function, argument_types)
    facts === nothing && return false
    result, constant, effects = facts
    give_type!(s, result)
    constant === nothing ? give!(s, Wire.NONE) : give_constant!(s, something(constant))
    return give!(s, effects)
end

"The answers, in the order of `Wire.Ask`."
const ANSWERS = Any[answer_subtype, answer_join, answer_typejoin, answer_members, answer_narrow, answer_singleton,
                    answer_may_be_mutable, answer_type_of, answer_as_type, answer_as_bool, answer_literal,
                    answer_global, answer_builtin, answer_call, answer_new_object, answer_opaque, answer_show_type,
                    answer_show_constant, answer_parse_type, answer_parse_constant, answer_is_equal, answer_ndims,
                    answer_compile, answer_evaluate]
