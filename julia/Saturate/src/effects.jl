# What a call may do, as the optimiser's set of possible behaviours (crates/saturate-ir/src/effects/mod.rs).
#
# Asked in this order: what is built into Julia; the bundled table (base_effects.jl), for methods of Julia's own
# libraries; Julia's own analysis, where its version has one. Whatever is then still unknown, the optimiser may find out
# from the method's code.

"Bits of an effects word."
module Effect
const INCONSISTENT, THROWS, DIVERGES, READS, ALLOCATES, WRITES, OTHER, ALIASES, IDENTITY, GLOBAL, LEAKS = Int32.(1 .<< (0:10))
const PURE = Int32(0)
const UNKNOWN = Int32(2047)
end

const HAS_INFER_EFFECTS = isdefined(Base, :infer_effects)

"Effects of a call with this result as its types tell, and the calls that it makes of functions it was given."
function call_effects(@nospecialize(f), types::Vector{Any}, @nospecialize(result),
                      method=only_method(f, Tuple{types...}))
    f isa Core.Builtin && return Effect.UNKNOWN, Any[]      # `value_effects` knows
    haskey(UNKNOWN_FUNCTIONS, f) && return Effect.UNKNOWN, Any[]
    splits = split_types(types)
    if length(splits) > 1
        # Each member of a union may run another method.
        effects, calls = Effect.PURE, Any[]
        for split in splits
            part, called = call_effects(f, split, result_type(f, split))
            effects |= part
            append!(calls, called)
        end
        return effects, calls
    end
    signature = Tuple{types...}
    if method !== nothing && is_bundled(method.module)
        entry = table_entry(f, signature)
        if entry !== nothing
            calls = entry.calls(types)
            effects = entry.effects | entry.more(f, types)
            # What a function returned for an element may be older than the array that holds it.
            entry.calls === no_calls || holds_only_plain(result) || (effects |= Effect.ALIASES | Effect.GLOBAL)
            calls === nothing || return sharing(effects, result), calls
        end
    end
    effects = HAS_INFER_EFFECTS ? infer_effects(f, signature) : Effect.UNKNOWN
    # Julia's analysis does not say whose memory a result is: always the same object may be a global one, and not always the
    # same one may be new each time.
    may_be_mutable(result) && (effects |= Effect.ALIASES | Effect.GLOBAL)
    effects & Effect.INCONSISTENT != 0 && may_be_mutable(result) && (effects |= Effect.ALLOCATES)
    # To Julia's analysis a function that compares objects is as good as any other: it answers the same for the same objects.
    any(may_be_mutable, types) && (effects |= Effect.IDENTITY)
    # Looking into Julia's own libraries pays for small functions of plain data; the rest is in the table or too deep.
    if effects & (Effect.WRITES | Effect.OTHER | Effect.IDENTITY | Effect.INCONSISTENT | Effect.GLOBAL) != 0 &&
       method !== nothing && (!is_bundled(method.module) || all(is_plain, types))
        effects |= Wire.EFFECTS_OF_BODY
    end
    return effects, Any[]
end

"Effects of the calls for which values matter: builtin functions, and fields of objects."
function value_effects(@nospecialize(f), types::Vector{Any}, constants::Vector{Any}, @nospecialize(result), constant)
    effects = f isa Core.Builtin ? builtin_effects(f, types, constants, result, constant) :
              f === setproperty! ? Effect.WRITES | Effect.THROWS : getfield_effects(types, constants)
    return sharing(effects, result)
end

is_plain(@nospecialize(t)) = isbitstype(t) || t <: Type

holds_only_plain(@nospecialize(t)) = !may_be_mutable(t) || t isa DataType && t <: Array && !may_be_mutable(eltype(t))

"A result that may be mutable and is not said to be new may be, or hold, something older."
sharing(effects::Int32, @nospecialize(result)) =
    effects & Effect.ALLOCATES == 0 && may_be_mutable(result) ? effects | Effect.ALIASES : effects

"The only method that a call may run, or `nothing`."
function only_method(@nospecialize(f), @nospecialize(signature))
    found = try
        which(f, signature)
    catch
        return nothing
    end
    return found isa Method ? found : nothing
end

"The libraries that the bundled table is about. Some versions have the methods that put dense matrices together among those for sparse ones."
function is_bundled(m::Module)
    root = Base.moduleroot(m)
    return root in (Base, Core, LinearAlgebra) || Base.PkgId(root).uuid == SPARSE_ARRAYS
end
const SPARSE_ARRAYS = Base.UUID("2f01184e-e22b-5df5-ae63-d93ebab69eaf")

"""
What Julia's analysis has found for a call when it inferred it, from the code that it keeps; `nothing` where it keeps none, or where its version
keeps it in another way. `Base.infer_effects` infers again, which takes a millisecond.
"""
function kept_effects(@nospecialize(f), @nospecialize(types))
    HAS_KEPT_EFFECTS || return nothing
    signature = Base.signature_type(f, types)
    Base.isdispatchtuple(signature) || return nothing       # several methods may run
    return try
        world = world_counter()
        match = Base._which(signature)
        instance = Compiler_.specialize_method(match; preexisting=true)
        instance === nothing || !isdefined(instance, :cache) ? nothing : kept_effects(instance.cache, world)
    catch
        nothing     # no method, or another version's internals
    end
end

function kept_effects(code::Core.CodeInstance, world::UInt)
    while true
        native = !hasfield(Core.CodeInstance, :owner) || getfield(code, :owner) === nothing
        native && code.min_world <= world <= code.max_world && return Compiler_.decode_effects(code.ipo_purity_bits)
        isdefined(code, :next) || return nothing
        code = code.next
    end
end

const HAS_KEPT_EFFECTS = hasfield(Core.CodeInstance, :ipo_purity_bits) && isdefined(Base, :_which) &&
    isdefined(Compiler_, :decode_effects) && isdefined(Compiler_, :specialize_method)

"Effects of a call from Julia's own analysis."
function infer_effects(@nospecialize(f), @nospecialize(types))
    effects = kept_effects(f, types)
    effects === nothing && (effects = Base.infer_effects(f, types))
    test(name) = hasfield(typeof(effects), name) ? getfield(effects, name) : nothing
    # A field is a `Bool`, or on newer versions a word in which zero is "always".
    always(x) = x === true || (x isa Integer && !(x isa Bool) && x == 0x00)
    word = Effect.PURE
    # Memory: none, only what arguments lead to (2), or any.
    memory = test(:inaccessiblememonly)
    reached = always(memory) || memory === 0x02 ? Effect.PURE : Effect.GLOBAL
    always(test(:consistent)) || (word |= Effect.INCONSISTENT | Effect.READS | reached)
    always(test(:effect_free)) || (word |= Effect.WRITES | Effect.OTHER | Effect.ALLOCATES | Effect.ALIASES | Effect.GLOBAL)
    always(test(:nothrow)) || (word |= any(may_be_mutable, types.parameters) ? Effect.THROWS | Effect.LEAKS : Effect.THROWS)
    always(test(:terminates)) || (word |= Effect.DIVERGES)
    always(memory) || (word |= Effect.READS | reached)
    # Undefined behaviour, unless only `@inbounds` brings it about (2): like an exception, it must not happen where it did not.
    noub = test(:noub)
    noub === nothing || always(noub) || noub === 0x02 || (word |= Effect.THROWS)
    return word
end

# Builtin functions.

"Intrinsics that only compute: they neither throw nor touch memory."
const PURE_INTRINSICS = IdDict{Any,Nothing}(getfield(Core.Intrinsics, name) => nothing for name in (
    :add_int, :sub_int, :mul_int, :neg_int, :add_float, :sub_float, :mul_float, :div_float, :rem_float, :neg_float,
    :fma_float, :muladd_float, :eq_int, :ne_int, :slt_int, :ult_int, :sle_int, :ule_int, :eq_float, :ne_float,
    :lt_float, :le_float, :fpiseq, :fpislt, :and_int, :or_int, :xor_int, :not_int, :shl_int, :lshr_int, :ashr_int,
    :flipsign_int, :bswap_int, :ctpop_int, :ctlz_int, :cttz_int, :sext_int, :zext_int, :trunc_int, :sitofp, :uitofp,
    :fptoui, :fptosi, :fptrunc, :fpext, :bitcast, :abs_float, :copysign_float, :ceil_llvm, :floor_llvm, :trunc_llvm,
    :rint_llvm, :sqrt_llvm, :checked_sadd_int, :checked_uadd_int, :checked_ssub_int, :checked_usub_int,
    :checked_smul_int, :checked_umul_int) if isdefined(Core.Intrinsics, name))

"Intrinsics that throw where the divisor is zero."
const DIVISIONS = IdDict{Any,Nothing}(getfield(Core.Intrinsics, name) => nothing for name in (
    :sdiv_int, :udiv_int, :srem_int, :urem_int, :checked_sdiv_int, :checked_udiv_int, :checked_srem_int,
    :checked_urem_int) if isdefined(Core.Intrinsics, name))

function builtin_effects(@nospecialize(f), types, constants, @nospecialize(result), constant)
    E = Effect
    haskey(PURE_INTRINSICS, f) && return E.PURE
    haskey(DIVISIONS, f) && return E.THROWS
    f isa Core.IntrinsicFunction && return E.UNKNOWN
    f === (===) && return any(may_be_mutable, types) ? E.IDENTITY : E.PURE
    (f === typeof || f === tuple || f === Core.svec) && return E.PURE
    f === isa && return length(types) == 2 && is_type(types[2]) ? E.PURE : E.THROWS
    f === (<:) && return length(types) == 2 && all(is_type, types) ? E.PURE : E.THROWS
    f === Core.ifelse && return length(types) == 3 && types[1] <: Bool ? E.PURE : E.THROWS
    f === typeassert && return length(types) == 2 && result == types[1] ? E.PURE : E.THROWS
    # A type that inference has made was made without an error.
    (f === Core.apply_type || f === fieldtype) && return constant === nothing ? E.THROWS : E.PURE
    (f === nfields || f === Core.sizeof) && return all(is_immutable, types) && constant !== nothing ? E.PURE : E.READS | E.THROWS
    f === throw && return E.THROWS | E.LEAKS
    f === getfield && return getfield_effects(types, constants)
    f === isdefined && return constant !== nothing ? E.PURE : E.READS | E.THROWS | E.GLOBAL
    f === setfield! && return E.WRITES | E.THROWS
    isdefined(Core, :getglobal) && f === Core.getglobal && return getfield_effects(types, constants)
    return get(MEMORY_BUILTINS, f, E.UNKNOWN)
end

"Builtin functions on the memory of arrays, which versions have under different names."
const MEMORY_BUILTINS = IdDict{Any,Int32}(getfield(Core, name) => effects for (name, effects) in (
    :arrayref => Effect.READS | Effect.THROWS, :arraysize => Effect.READS | Effect.THROWS,
    :arrayset => Effect.WRITES | Effect.THROWS, :memoryrefnew => Effect.THROWS, :memoryrefoffset => Effect.PURE,
    :memoryrefget => Effect.READS | Effect.THROWS, :memoryref_isassigned => Effect.READS | Effect.THROWS,
    :memoryrefset! => Effect.WRITES | Effect.THROWS, :memorynew => Effect.ALLOCATES | Effect.THROWS)
    if isdefined(Core, name))

"Whether a type says that the value is a type."
is_type(@nospecialize(t)) = t <: Type && t !== Union{}
is_immutable(@nospecialize(t)) = t isa DataType && isconcretetype(t) && !is_mutable_type(t)

"`getfield(x, name)`: of an object that cannot change it is pure, if there is such a field."
function getfield_effects(types, constants)
    E = Effect
    length(types) >= 2 || return E.THROWS
    t, name = types[1], constants[2]
    field = name === nothing ? nothing : something(name)
    if t === Module
        m = constants[1]
        known = m !== nothing && field isa Symbol && isdefined(something(m), field) && isconst(something(m), field)
        # What a module holds, no argument leads to.
        return known ? E.GLOBAL : E.READS | E.THROWS | E.GLOBAL
    end
    members = Base.uniontypes(t)
    fixed = all(is_immutable, members)
    has_field(m) = m isa DataType && isconcretetype(m) && m !== Module &&
        (field isa Symbol ? hasfield(m, field) && always_defined(m, Base.fieldindex(m, field)) :
         field isa Int ? 1 <= field <= fieldcount(m) && always_defined(m, field) : false)
    throws = all(has_field, members) && length(types) == 2 ? E.PURE : E.THROWS
    return fixed ? throws : Module <: t ? throws | E.READS | E.GLOBAL : throws | E.READS
end

"Whether a field has a value in every object of a type: those that every constructor call sets, or plain data."
always_defined(t::DataType, n::Int) = n <= initialized_fields(t) || isbitstype(fieldtype(t, n))
initialized_fields(t::DataType) = hasfield(DataType, :ninitialized) ? t.ninitialized :
    isdefined(Compiler_, :datatype_min_ninitialized) ? Compiler_.datatype_min_ninitialized(t) : 0

"Whether a call is `getproperty` as Julia defines it for every type: `getfield`."
function is_property(@nospecialize(f), types, constants)
    f === getproperty && length(types) == 2 || return false
    method = only_method(getproperty, Tuple{types...})
    return method !== nothing && method.module === Base && (method.sig == Tuple{typeof(getproperty),Any,Symbol} ||
        method.sig == Tuple{typeof(getproperty),Module,Symbol} || method.sig == Tuple{typeof(getproperty),Any,Any})
end

"Whether a call is `size(A, 2)` of a matrix: there are all dimensions from 1 on."
is_size_of_matrix(@nospecialize(f), types, constants) =
    f === size && length(types) == 2 && types[1] <: Matrix && constants[2] isa Some{Any} && something(constants[2]) isa Int && something(constants[2]) >= 1

"Whether a call is `setproperty!` as Julia defines it for every type, of a field whose values are stored as they are, or made of plain numbers."
function is_store(@nospecialize(f), types, constants)
    f === setproperty! && length(types) == 3 || return false
    object, value = types[1], types[3]
    object isa DataType && isconcretetype(object) && is_mutable_type(object) || return false
    name = constants[2] === nothing ? nothing : something(constants[2])
    name isa Symbol && hasfield(object, name) || return false
    method = only_method(setproperty!, Tuple{types...})
    method !== nothing && method.module === Base && method.sig == Tuple{typeof(setproperty!),Any,Symbol,Any} || return false
    field = fieldtype(object, name)
    conversion = only_method(convert, Tuple{Type{field},value})
    return conversion !== nothing && conversion.module === Base &&
        (value <: field || isconcretetype(field) && isconcretetype(value) && field <: BitNumber && value <: BitNumber)
end
