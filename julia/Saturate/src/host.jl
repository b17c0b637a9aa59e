# The session's answers to the optimiser's questions.
#
# One function answers every question (`Wire.Ask`); it is the only code that the library calls. No exception leaves
# it: a question whose answer throws is answered with "failed" and the message, and the request ends with that reason.

"What a rule set says of the effects of some calls; a later one wins."
struct Declared
    types::Union{Nothing,Vector{Any}}
    effects::Int32
end

"What one request needs while it runs."
mutable struct Session
    tables::Tables
    home::Module
    words::Vector{Int32}    # the answer at hand: the library copies it before it asks again
    text::Vector{UInt8}
    code::Vector{Any}       # what rules compute with: functions, by number
    declared::IdDict{Any,Vector{Declared}}
    given::Vector{Pair{Any,Int32}}  # the same for all calls that are given values of a type
    asked::Vector{Dependency}
    bodies::Vector{MethodBody}      # methods that were looked into
    looking::IdDict{Any,Int}        # calls whose methods are being looked into: how many were read before
    questions::Int
    answering::UInt64               # nanoseconds
    method::Union{Nothing,Method}   # that the request is about
    values::Tuple                   # of the rules that are being read: what stood behind `$`
    callees::Dict{Any,Any}          # functions and argument types whose code was asked for, with their metas
    declarations::IdDict{Any,Any}   # versions of functions (calls.jl)
    checked::Bool                   # whether their code looks at types as it runs
end

Session(tables::Tables, home::Module, code::Vector{Any}=Any[]) =
    Session(tables, home, Int32[], UInt8[], code, IdDict{Any,Vector{Declared}}(), Pair{Any,Int32}[], Dependency[], MethodBody[],
            IdDict{Any,Int}(), 0, 0, nothing, (), Dict{Any,Any}(), IdDict{Any,Any}(), false)

function ask_session(context::Ptr{Cvoid}, question::Int32, words::Ptr{Int32}, words_len::Csize_t, text::Ptr{UInt8},
                     text_len::Csize_t, out::Ptr{CAnswer})::Int32
    try
        session = unsafe_pointer_to_objref(context)::Session
        start = time_ns()
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
        session.questions += 1
        session.answering += time_ns() - start
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
    0 <= question < length(ANSWERS) || error("the library asked an unknown question, number ", question)
    # Through a table, so that Julia compiles an answer when its question is first asked, not all at the first.
    return (ANSWERS[question + 1])(session, words, text)::Bool
end

asked_type(session::Session, words::Vector{Int32}, n::Int) = type_of_handle(session.tables, words[n])
asked_constant(session::Session, words::Vector{Int32}, n::Int) = constant_of_handle(session.tables, words[n])

give!(session::Session, word::Integer) = (push!(session.words, word); true)
give_type!(session::Session, @nospecialize(t)) = give!(session, type_handle!(session.tables, t))
give_constant!(session::Session, @nospecialize(c)) = give!(session, constant_handle!(session.tables, c))
give_text!(session::Session, text::String) = (append!(session.text, codeunits(text)); true)

answer_subtype(s, words, text) = give!(s, asked_type(s, words, 1) <: asked_type(s, words, 2))
answer_join(s, words, text) = give_type!(s, join_types(asked_type(s, words, 1), asked_type(s, words, 2)))
answer_typejoin(s, words, text) = give_type!(s, typejoin(asked_type(s, words, 1), asked_type(s, words, 2)))

function answer_union_types(s, words, text)
    for member in Base.uniontypes(asked_type(s, words, 1))
        give_type!(s, member)
    end
    return true
end

answer_narrow(s, words, text) =
    give_type!(s, narrowed(asked_type(s, words, 1), words[2] == 1, asked_type(s, words, 3)))

function answer_singleton(s, words, text)
    instance = only_instance(asked_type(s, words, 1))
    return instance === nothing ? false : give_constant!(s, something(instance))
end

"Only numbers of Base: what a conversion of others means is their author's."
function answer_converted(s, words, text)
    number, t = asked_constant(s, words, 1), asked_type(s, words, 2)
    number isa Union{BitNumber,BitRational} && isconcretetype(t) && t <: Union{BitNumber,BitRational} || return false
    same = try
        converted = convert(t, number)
        convert(typeof(number), converted) === number ? Some{Any}(converted) : nothing
    catch
        nothing
    end
    return same === nothing ? false : give_constant!(s, something(same))
end

answer_memo(s, words, text) = all(c -> give_constant!(s, c), (Memo(), last_variant, keep_variant))

answer_may_be_mutable(s, words, text) = give!(s, may_be_mutable(asked_type(s, words, 1)))
answer_type_of(s, words, text) = give_type!(s, exact_type(asked_constant(s, words, 1)))

function answer_as_type(s, words, text)
    c = asked_constant(s, words, 1)
    return c isa Type ? give_type!(s, c) : false
end

function answer_as_bool(s, words, text)
    c = asked_constant(s, words, 1)
    return c isa Bool ? give!(s, c) : false
end

answer_literal(s, words, text) = give_constant!(s, literal(words[1], text))

function answer_global(s, words, text)
    mod, name = split(text, '\0')
    value = interpolated_value(s, mod, name)
    if value !== nothing
        give!(s, Wire.Global.CONSTANT)
        return give_constant!(s, something(value))
    end
    m = isempty(mod) ? s.home : named_module(s, mod)
    symbol = Symbol(name)
    if m === nothing || !isdefined(m, symbol)
        give!(s, Wire.Global.UNDEFINED)
        return give!(s, 0)
    elseif isconst(m, symbol)
        give!(s, Wire.Global.CONSTANT)
        return give_constant!(s, getfield(m, symbol))
    end
    give!(s, Wire.Global.VARIABLE)
    return give_type!(s, isdefined(Core, :get_binding_type) ? Core.get_binding_type(m, symbol) : Any)
end

"What `\$set#0`, `\$set#1`, … stand for: values of the rules that are being read."
function interpolated_value(s::Session, mod, name)
    isempty(mod) && startswith(name, '$') || return nothing
    number = tryparse(Int, name[something(findlast('#', name), lastindex(name)) + 1:end])
    number !== nothing && 0 <= number < length(s.values) || return nothing
    return Some(s.values[number + 1])
end

"The module that a name stands for: one that this request has named, or one that the home module knows."
function named_module(s::Session, name::AbstractString)
    found = get(s.tables.modules, name, nothing)
    found === nothing || return found
    m = s.home
    for (n, part) in enumerate(split(name, '.'))
        symbol = Symbol(part)
        value = isdefined(m, symbol) ? getfield(m, symbol) : nothing
        n == 1 && !(value isa Module) && (value = symbol === :Core ? Core : symbol === :Base ? Base : nothing)
        value isa Module || return nothing
        m = value
    end
    return m
end

function answer_builtin(s, words, text)
    number = builtin_number(asked_constant(s, words, 1))
    return number === nothing ? false : give!(s, number)
end

function answer_new_object(s, words, text)
    known = words[2] >= 0 ? Some{Any}(asked_constant(s, words, 2)) : only_instance(asked_type(s, words, 1))
    t = known === nothing ? nothing : something(known)
    give_type!(s, t isa Type ? t : Any)
    give!(s, Wire.NONE)
    return give!(s, new_effects(s, t, words))
end

"""
Effects of making an object of type `t`. `ALLOCATES` promises that the object shares nothing mutable with what it is made
of; an object that may hold a mutable field cannot promise that, and `ALIASES` says so.
"""
function new_effects(s::Session, @nospecialize(t), words::Vector{Int32})
    t isa DataType && isconcretetype(t) || return Effect.UNKNOWN
    fields = Any[asked_type(s, words, n) for n in 3:2:length(words)]
    fits = length(fields) <= fieldcount(t) && all(n -> fields[n] <: fieldtype(t, n), 1:length(fields))
    throws = fits ? Effect.PURE : Effect.THROWS
    shares = any(may_be_mutable, fields)
    is_mutable_type(t) || return shares ? throws | Effect.ALIASES : throws
    return shares ? Effect.ALLOCATES | Effect.ALIASES | throws : Effect.ALLOCATES | throws
end

"Forms kept verbatim may do anything, but for a few that do nothing."
function answer_opaque(s, words, text)
    give_type!(s, Any)
    give!(s, Wire.NONE)
    return give!(s, text in ("boundscheck", "loopinfo", "enter") ? Effect.PURE : Effect.UNKNOWN)
end

answer_show_type(s, words, text) = give_text!(s, type_text(asked_type(s, words, 1)))
answer_show_constant(s, words, text) = give_text!(s, constant_text(asked_constant(s, words, 1)))

"The value of an expression in a rule, as `Some`; `nothing` where it has none: that is an answer, not a failure."
function value_of_text(s::Session, text::String)
    return try
        Some{Any}(eval_at(s.home, Meta.parse(text)))
    catch
        nothing
    end
end

function answer_parse_type(s, words, text)
    t = value_of_text(s, text)
    return t !== nothing && something(t) isa Type ? give_type!(s, something(t)) : false
end

function answer_parse_constant(s, words, text)
    c = value_of_text(s, text)
    return c === nothing ? false : give_constant!(s, something(c))
end

"A constant as it is now: what can be written is copied."
function answer_snapshot(s, words, text)
    c = asked_constant(s, words, 1)
    may_be_mutable(exact_type(c)) || return give!(s, words[1])
    return try
        give_constant!(s, deepcopy(c))
    catch err
        give_text!(s, sprint(showerror, err))
    end
end

"The file that the method at hand is written in, and its text."
function answer_source(s, words, text)
    s.method === nothing && return false
    file = Base.find_source_file(string(s.method.file))
    file isa AbstractString && isfile(file) || return false
    source = read(file, String)
    return isvalid(source) && give_text!(s, string(file, '\0', source))
end

function answer_plain_elements(s, words, text)
    element = plain_elements(asked_type(s, words, 1))
    return element === nothing ? false : give_type!(s, element)
end

"""
The type of the elements, if all values of a type are `Array`s of one concrete type without references: memory that only such
arrays share. `nothing` for everything else.
"""
function plain_elements(@nospecialize(t))
    t !== Union{} && t <: Array || return nothing
    element = eltype(t)
    return isconcretetype(element) && isbitstype(element) && t <: Array{element} ? element : nothing
end

function answer_ndims(s, words, text)
    dimensions = broadcast_dimensions(asked_type(s, words, 1))
    return dimensions === nothing ? false : give!(s, dimensions)
end

"How many dimensions a value of a type has when it is broadcast; `nothing` where the type alone does not decide it."
function broadcast_dimensions(@nospecialize(t))
    t === Union{} && return nothing
    t <: Union{Number,Function,Val,Symbol,Type} && return 0
    if t <: Base.Broadcast.Broadcasted
        t isa DataType && t.parameters[4] isa DataType && !Base.isvatuple(t.parameters[4]) || return nothing
        found = Any[broadcast_dimensions(a) for a in t.parameters[4].parameters]
        return any(isnothing, found) ? nothing : foldl(max, Int[found...]; init=0)
    end
    t <: Ref && return 0
    t <: AbstractArray || return nothing
    return try
        ndims(t)
    catch
        nothing     # not every array type says how many dimensions it has
    end
end

"Code of a rule: an error in it is an answer, not a failure of the session."
function answer_compile(s, words, text)
    parts = split(text, '\0')
    parameters = map(Symbol, parts[1:words[1]])
    return try
        body = parse_side(join(parts[words[1] + 1:end], '\0'))
        push!(s.code, eval_at(s.home, Expr(:->, Expr(:tuple, parameters...), body)))
        give!(s, length(s.code) - 1)
    catch err
        give_text!(s, sprint(showerror, err))
    end
end

function answer_evaluate(s, words, text)
    arguments, at = Any[], 2
    while at <= length(words)
        count = words[at]
        last = at + max(count, 1) * (count != 0)
        values = Any[asked_constant(s, words, n) for n in at + 1:last]
        push!(arguments, count < 0 ? values[1] : Tuple(values))
        at = last + 1
    end
    return try
        # The code is newer than this function.
        value = Base.invokelatest(s.code[words[1] + 1], arguments...)
        value === nothing ? false : give_constant!(s, value)
    catch err
        give_text!(s, sprint(showerror, err))
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
    (!isconcretetype(t) || is_mutable_type(t) || depth == 0) && return true
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

function builtin_number(@nospecialize(f))
    f === isa && return Wire.Builtin.ISA
    f === (===) && return Wire.Builtin.EGAL
    (f === (!) || f === Core.Intrinsics.not_int) && return Wire.Builtin.NOT
    f === assume && return Wire.Builtin.ASSUME
    return nothing
end
