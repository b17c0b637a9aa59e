# The session's answers to the optimiser's questions.
#
# One function answers every question (`Wire.Ask`); it is the only code that the library calls. No exception leaves
# it: a question whose answer throws is answered with "failed" and the message, and the request ends with that reason.

"What one request needs while it runs."
mutable struct Session
    tables::Tables
    home::Module
    words::Vector{Int32}    # the answer at hand: the library copies it before it asks again
    text::Vector{UInt8}
end

Session(tables::Tables, home::Module) = Session(tables, home, Int32[], UInt8[])

function ask_session(context::Ptr{Cvoid}, question::Int32, words::Ptr{Int32}, words_len::Csize_t, text::Ptr{UInt8},
                     text_len::Csize_t, out::Ptr{CAnswer})::Int32
    try
        session = unsafe_pointer_to_objref(context)::Session
        empty!(session.words)
        empty!(session.text)
        status = try
            input = Int32[unsafe_load(words, i) for i in 1:words_len]
            answered = answer!(session, question, input, copy_text(text, text_len))
            answered ? Wire.Status.OK : Wire.Status.NO_ANSWER
        catch err
            empty!(session.words)
            append!(empty!(session.text), codeunits(sprint(showerror, err)))
            Wire.Status.FAILED
        end
        unsafe_store!(out, CAnswer(pointer(session.words), length(session.words), pointer(session.text),
                                   length(session.text)))
        return status
    catch
        return Wire.Status.FAILED
    end
end

# Not a constant: the address is that of this process.
ask_pointer() = @cfunction(ask_session, Int32,
                           (Ptr{Cvoid}, Int32, Ptr{Int32}, Csize_t, Ptr{UInt8}, Csize_t, Ptr{CAnswer}))

"""
    answer!(session, question, words, text)

Appends the answer to `session.words` and `session.text`; `false` if there is none.
"""
function answer!(session::Session, question::Int32, words::Vector{Int32}, text::String)
    A = Wire.Ask
    tables = session.tables
    type(n) = type_of_handle(tables, words[n])
    constant(n) = constant_of_handle(tables, words[n])
    give(x::Integer) = (push!(session.words, x); true)
    give_type(@nospecialize(t)) = give(type_handle!(tables, t))
    give_constant(@nospecialize(c)) = give(constant_handle!(tables, c))
    if question == A.SUBTYPE
        give(type(1) <: type(2))
    elseif question == A.JOIN
        give_type(join_types(type(1), type(2)))
    elseif question == A.TYPEJOIN
        give_type(typejoin(type(1), type(2)))
    elseif question == A.MEMBERS
        foreach(give_type, Base.uniontypes(type(1)))
        true
    elseif question == A.NARROW
        give_type(narrowed(type(1), words[2] == 1, type(3)))
    elseif question == A.SINGLETON
        instance = only_instance(type(1))
        instance === nothing ? false : give_constant(something(instance))
    elseif question == A.MAY_BE_MUTABLE
        give(may_be_mutable(type(1)))
    elseif question == A.TYPE_OF
        give_type(Core.Typeof(constant(1)))
    elseif question == A.AS_TYPE
        constant(1) isa Type ? give_type(constant(1)) : false
    elseif question == A.AS_BOOL
        constant(1) isa Bool ? give(constant(1)) : false
    elseif question == A.LITERAL
        give_constant(literal(words[1], text))
    elseif question == A.GLOBAL
        answer_global!(session, text, give, give_type, give_constant)
    elseif question == A.BUILTIN
        number = builtin_number(constant(1))
        number === nothing ? false : give(number)
    elseif question == A.CALL
        answer_call!(session, words, give, give_type, give_constant)
    elseif question == A.NEW_OBJECT
        t = words[2] >= 0 ? constant_of_handle(tables, words[2]) : nothing
        give_type(t isa Type ? t : Any)
        give(Wire.NONE)
        give(t isa DataType && t.mutable ? Effect.ALLOCATES | Effect.THROWS : Effect.THROWS)
    elseif question == A.OPAQUE
        give_type(Any)
        give(Wire.NONE)
        give(Effect.UNKNOWN)
    elseif question == A.SHOW_TYPE
        append!(session.text, codeunits(repr(type(1))))
        true
    elseif question == A.SHOW_CONSTANT
        append!(session.text, codeunits(repr(constant(1))))
        true
    elseif question == A.PARSE_TYPE
        t = Core.eval(session.home, Meta.parse(text))
        t isa Type ? give_type(t) : false
    elseif question == A.PARSE_CONSTANT
        give_constant(Core.eval(session.home, Meta.parse(text)))
    else
        error("the library asked an unknown question, number ", question)
    end
end

"A union of at most this many types stays one; more are joined. Julia's own inference keeps 4 as well."
const MAX_UNION = 4

function join_types(@nospecialize(a), @nospecialize(b))
    a <: b && return b
    b <: a && return a
    union = Union{a,b}
    return length(Base.uniontypes(union)) <= MAX_UNION ? union : typejoin(a, b)
end

"What is left of `t` when a test has proved that a value is, or is not, of type `by`; never wider than `t`."
function narrowed(@nospecialize(t), is::Bool, @nospecialize(by))
    if is
        t <: by && return t
        by <: t && return by
        meet = typeintersect(t, by)
        return meet <: t ? meet : t
    end
    left = Any[m for m in Base.uniontypes(t) if !(m <: by)]
    return Union{left...}
end

"Whether a value of this type may reach memory that can change. Strings and symbols cannot, though they live on the heap."
function may_be_mutable(@nospecialize(t), depth::Int=8)
    t === Union{} && return false
    t isa Union && return may_be_mutable(t.a, depth) || may_be_mutable(t.b, depth)
    t isa DataType || return true
    (t <: Type || t === String || t === Symbol || t === Module) && return false
    isbitstype(t) && return false
    (!isconcretetype(t) || t.mutable || depth == 0) && return true
    return any(n -> may_be_mutable(fieldtype(t, n), depth - 1), 1:fieldcount(t))
end

function literal(kind::Int32, text::String)
    L = Wire.Literal
    kind == L.NOTHING && return nothing
    kind == L.BOOL && return text == "1"
    kind == L.INT && return parse(Int64, text)
    kind == L.INT128 && return parse(Int128, text)
    kind == L.FLOAT64 && return reinterpret(Float64, parse(UInt64, text))
    kind == L.FLOAT32 && return reinterpret(Float32, parse(UInt32, text))
    kind == L.CHAR && return Char(parse(UInt32, text))
    kind == L.STRING && return text
    kind == L.SYMBOL && return Symbol(text)
    if kind == L.UINT
        bits, value = split(text, ':')
        types = Dict("8" => UInt8, "16" => UInt16, "32" => UInt32, "64" => UInt64, "128" => UInt128)
        return parse(types[bits], value)
    end
    error("the library asked for a literal of unknown kind ", kind)
end

function answer_global!(session::Session, text::String, give, give_type, give_constant)
    mod, name = split(text, '\0')
    m = isempty(mod) ? session.home : session.tables.modules[mod]
    symbol = Symbol(name)
    if !isdefined(m, symbol)
        give(Wire.Global.UNDEFINED)
        give(0)
    elseif isconst(m, symbol)
        give(Wire.Global.CONSTANT)
        give_constant(getfield(m, symbol))
    else
        give(Wire.Global.VARIABLE)
        give_type(isdefined(Core, :get_binding_type) ? Core.get_binding_type(m, symbol) : Any)
    end
end

function builtin_number(@nospecialize(f))
    f === isa && return Wire.Builtin.ISA
    f === (===) && return Wire.Builtin.EGAL
    (f === (!) || f === Core.Intrinsics.not_int) && return Wire.Builtin.NOT
    return nothing
end
