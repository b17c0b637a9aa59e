# Functions that a user has written, as text of a kernel.
#
#     leaky(x) = x > 0 ? x : x / 100            __device__ f16 leaky_1(f16 s2) {
#                                                 bool v1; f16 v2; …
#                                                 v1 = (up(s2) > …); if (!v1) goto L4; return s2; L4: …
#
# A function becomes a function: its code as Julia has inferred it, before inlining, statement by statement; variables are variables, jumps are jumps. A call
# is text by itself where the function is known (`scalar.jl`), otherwise a function of its own, by the same way. What has no type that C++ has, a
# global that may change, an exception, an array inside of the function: all that is refused with the name of the function and the reason.

const Const = isdefined(Core, :Const) ? Core.Const : Core.Compiler.Const

"The text of functions so far, each after those that it calls."
struct Source
    text::IOBuffer
    names::Dict{Any,Tuple{String,DataType}}     # function and argument types => name, type of the result
    structs::Dict{DataType,String}
    busy::Vector{Any}                           # functions and argument types that are being written, each called by the one before
    count::Base.RefValue{Int}                   # of functions, for their names
end
Source() = Source(IOBuffer(), Dict{Any,Tuple{String,DataType}}(), Dict{DataType,String}(), Any[], Ref(0))

"Calls in calls; more is a recursion that does not end here."
const DEEPEST_CALL = 32

is_singleton(@nospecialize(T)) = T isa DataType && isdefined(T, :instance)

"The name of a type in C++: a number, or an immutable object of numbers, such as a function that has captured some."
function type_name(s::Source, @nospecialize(T))
    T isa DataType && haskey(NUMBER_NAMES, T) && return NUMBER_NAMES[T]
    T <: Looped && return loop_type_name(T)
    T isa DataType && isbitstype(T) && fieldcount(T) > 0 || refuse("a value of type ", T, " cannot be on the device")
    return get!(s.structs, T) do
        fields = join((string(type_name(s, fieldtype(T, i)), " f", i, "; ") for i in 1:fieldcount(T) if !is_singleton(fieldtype(T, i))))
        name = string("Captured", length(s.structs) + 1)
        println(s.text, "struct ", name, " { ", fields, "};")
        name
    end
end

"The text of a call."
function call_text(s::Source, @nospecialize(f), terms::Vector{Term}, self::Union{Nothing,Term}=nothing)
    known = loop_call(f, terms)
    known === nothing && (known = known_call(f, terms))
    known === nothing || return known
    types = DataType[t.value !== nothing && something(t.value) isa Type ? Type{something(t.value)} : t.type for t in terms]
    name, result = function_name(s, f, types)
    # What is one of a kind is no argument in C++.
    arguments = String[t.text for t in terms if !is_ghost(t)]
    self === nothing || is_ghost(self) || pushfirst!(arguments, self.text)
    return Term(string(name, "(", join(arguments, ", "), ")"), result)
end

is_ghost(t::Term) = is_ghost(t.type)
is_ghost(@nospecialize(T)) = is_singleton(T) || T <: Type || T <: AbstractIrrational

"The function of C++ for a function and types of arguments, written if it is not there yet."
function function_name(s::Source, @nospecialize(f), types::Vector{DataType})
    key = (Core.Typeof(f), types)
    haskey(s.names, key) && return s.names[key]
    label = string(f, "(", join(string.("::", types), ", "), ")")
    key in s.busy && refuse("`", label, "` calls itself")
    length(s.busy) < DEEPEST_CALL || refuse("`", label, "` lies too deep in calls")
    f isa Core.Builtin && refuse("`", label, "` is not known on the device")
    method, found = inferred(f, types)
    found === nothing && refuse("`", label, "` has no method")
    push!(s.busy, key)
    try
        result = write_function(s, f, types, method, found[1], found[2])
        s.names[key] = result
        return result
    catch err
        err isa NotOnDevice && length(s.busy) == 1 || rethrow()
        refuse("`", label, "` cannot run on the device: ", err.message)
    finally
        pop!(s.busy)
    end
end

"The method of a call and its code as inference leaves it."
function inferred(@nospecialize(f), types::Vector{DataType})
    signature = Tuple{types...}
    method = try
        which(f, signature)
    catch
        return nothing, nothing
    end
    code = code_typed(f, signature; optimize=false)
    return method, length(code) == 1 ? code[1] : nothing
end

"Values of a method's type parameters."
function static_parameters(@nospecialize(f), types::Vector{DataType}, method::Method)
    found = ccall(:jl_type_intersection_with_env, Any, (Any, Any), Tuple{Core.Typeof(f),types...}, method.sig)::Core.SimpleVector
    return found[2]::Core.SimpleVector
end

"What is being written of one function."
struct Body
    source::Source
    code::Core.CodeInfo
    parameters::Core.SimpleVector
    arguments::Vector{DataType}     # of the function itself, then of its arguments
    result::DataType
end

widened(@nospecialize(t)) = text_type(t isa Const ? Core.Typeof(t.val) : t isa Type ? t : Core.Compiler.widenconst(t))

function write_function(s::Source, @nospecialize(f), types::Vector{DataType}, method::Method, code::Core.CodeInfo, @nospecialize(result))
    result === Union{} && refuse("it always throws")
    result isa DataType && haskey(NUMBER_NAMES, result) || refuse("its result is a ", result, ", not one type of number")
    method.isva && refuse("it takes any number of arguments")
    body = Body(s, code, static_parameters(f, types, method), DataType[Core.Typeof(f); types], result)
    out = IOBuffer()
    targets, reached = jump_targets(code), reachable(code)
    for i in eachindex(code.code)
        reached[i] || continue
        i in targets && println(out, "L", i, ":;")
        write_statement(out, body, i, code.code[i])
    end
    name = string(replace(string(nameof_function(f)), r"[^A-Za-z0-9]" => "_"), "_", s.count[] += 1)
    self_and_arguments = [(i, T) for (i, T) in enumerate(body.arguments) if !is_ghost(T)]
    println(s.text, "__device__ __forceinline__ ", type_name(s, result), " ", name, "(",
            join((string(type_name(s, T), " s", i) for (i, T) in self_and_arguments), ", "), ") {")
    write_locals(s.text, body)
    write(s.text, take!(out))
    println(s.text, "}")
    return name, result
end

nameof_function(@nospecialize(f)) = f isa Function || f isa Type ? nameof(f isa UnionAll ? Base.unwrap_unionall(f) : f) : :object

"Condition and target of a conditional jump, or `nothing`."
conditional(@nospecialize(x)) = x isa Expr && x.head === :gotoifnot ? (x.args[1], x.args[2]::Int) :
    isdefined(Core, :GotoIfNot) && x isa Core.GotoIfNot ? (x.cond, x.dest) : nothing

is_return(@nospecialize(x)) = x isa Expr && x.head === :return || isdefined(Core, :ReturnNode) && x isa Core.ReturnNode

function jump_targets(code::Core.CodeInfo)
    targets = Set{Int}()
    for x in code.code
        x isa Core.GotoNode && push!(targets, x.label)
        jump = conditional(x)
        jump === nothing || push!(targets, jump[2])
    end
    return targets
end

"Statements that may run: what stands behind a condition that is known to fail has no types, and no text."
function reachable(code::Core.CodeInfo)
    known(@nospecialize(x)) = x isa Bool ? x : x isa Core.SSAValue && code.ssavaluetypes[x.id] isa Const ? code.ssavaluetypes[x.id].val : nothing
    reached, waiting = falses(length(code.code)), [1]
    while !isempty(waiting)
        i = pop!(waiting)
        (i > length(reached) || reached[i]) && continue
        reached[i] = true
        x = code.code[i]
        jump = conditional(x)
        if x isa Core.GotoNode
            push!(waiting, x.label)
        elseif jump !== nothing
            known(jump[1]) === true || push!(waiting, jump[2])
            known(jump[1]) === false || push!(waiting, i + 1)
        elseif !is_return(x)
            push!(waiting, i + 1)
        end
    end
    return reached
end

"Variables and values that are used: all at the top, so that jumps pass no definition."
function write_locals(io::IO, b::Body)
    for i in length(b.arguments)+1:length(b.code.slottypes)
        T = widened(b.code.slottypes[i])
        T isa DataType && T !== Union{} && isbitstype(T) && !is_ghost(T) && representable(b.source, T) &&
            println(io, type_name(b.source, T), " s", i, ";")
    end
    for (i, t) in enumerate(b.code.ssavaluetypes)
        T = widened(t)
        T isa DataType && T !== Union{} && isbitstype(T) && !is_ghost(T) && !(t isa Const) && representable(b.source, T) &&
            println(io, type_name(b.source, T), " v", i, ";")
    end
end

representable(s::Source, T::DataType) = haskey(NUMBER_NAMES, T) || haskey(s.structs, T) || T <: Looped

function write_statement(io::IO, b::Body, i::Int, @nospecialize(x))
    if x isa Core.GotoNode
        println(io, "goto L", x.label, ";")
    elseif conditional(x) !== nothing
        tested, target = conditional(x)
        println(io, "if (!", condition(b, tested), ") goto L", target, ";")
    elseif is_return(x)
        write_return(io, b, x isa Expr ? x.args[1] : x.val)
    elseif x === nothing || x isa Core.NewvarNode || x isa LineNumberNode || x isa Expr && x.head in (:meta, :inbounds, :loopinfo, :code_coverage_effect)
        return
    elseif x isa Expr && x.head === :(=)
        slot = x.args[1]
        slot isa Union{Core.SlotNumber,Core.TypedSlot} || refuse("it assigns to a global")
        declared = widened(b.code.slottypes[slot.id])
        is_ghost(declared) && return check_known(b, x.args[2], nothing)
        value = term(b, x.args[2])
        declared === value.type && representable(b.source, declared) ||
            refuse("its variable `", b.code.slotnames[slot.id], "` is a ", declared)
        println(io, "s", slot.id, " = ", value.text, ";")
    else
        known = b.code.ssavaluetypes[i]
        known isa Const && return check_known(b, x, known.val)
        value = term(b, x)
        is_ghost(value) || println(io, "v", i, " = ", value.text, ";")
    end
end

"""
A value that is known is used as such, and what computes it needs no text; but it must do nothing else. Constructors and functions of Base that give a value do not;
any other function must be one that can be translated, since such a function does nothing but compute.
"""
function check_known(b::Body, @nospecialize(x), @nospecialize(value))
    x isa Expr && x.head === :call || return nothing
    f = term(b, x.args[1])
    called = f.value === nothing ? nothing : something(f.value)
    called isa Union{Core.Builtin,Type} && return nothing
    value !== nothing && called isa Function && Base.moduleroot(parentmodule(called)) in (Base, Core) && return nothing
    term(b, x)
    return nothing
end

function condition(b::Body, @nospecialize(x))
    t = term(b, x)
    t.type === Bool || refuse("a condition is a ", t.type)
    return t.text
end

function write_return(io::IO, b::Body, @nospecialize(x))
    value = term(b, x)
    value.type === b.result || refuse("it returns a ", value.type, " as a ", b.result)
    println(io, "return ", value.text, ";")
end

"An operand or the right side of a statement."
function term(b::Body, @nospecialize(x))
    if x isa Core.SSAValue
        t = b.code.ssavaluetypes[x.id]
        t isa Const && return constant(t.val)
        return typed(string("v", x.id), widened(t))
    elseif x isa Union{Core.SlotNumber,Core.TypedSlot}
        return typed(string("s", x.id), x.id <= length(b.arguments) ? b.arguments[x.id] : widened(b.code.slottypes[x.id]))
    elseif isdefined(Core, :Argument) && x isa Core.Argument
        return typed(string("s", x.n), b.arguments[x.n])
    elseif x isa GlobalRef
        isdefined(x.mod, x.name) && isconst(x.mod, x.name) || refuse("it reads the global `", x.name, "`, which may change")
        return constant(getfield(x.mod, x.name))
    elseif x isa QuoteNode
        return constant(x.value)
    elseif x isa Expr && x.head === :static_parameter
        return constant(b.parameters[x.args[1]])
    elseif x isa Expr && x.head === :call
        return call_term(b, x.args)
    elseif x isa Expr
        refuse("it has a `", x.head, "`")
    end
    return constant(x)
end

function typed(text::String, @nospecialize(T))
    is_singleton(T) && return constant(T.instance)
    T isa DataType && T <: Type && length(T.parameters) == 1 && return constant(T.parameters[1])
    T isa DataType && isbitstype(T) || refuse("a value is a ", T, ", not one type of number")
    return Term(text, T)
end

function call_term(b::Body, args::Vector{Any})
    f = term(b, args[1])
    terms = Term[term(b, a) for a in args[2:end]]
    # A field of what the function has captured.
    if f.value !== nothing && something(f.value) in (getfield, getproperty) && !(!isempty(terms) && terms[1].type <: Step) && length(terms) == 2 && terms[2].value !== nothing
        owner, name = terms[1], something(terms[2].value)
        owner.value === nothing && name isa Symbol && hasfield(owner.type, name) || refuse("it has a field `", name, "` of a ", owner.type)
        n = Base.fieldindex(owner.type, name)
        T = fieldtype(owner.type, n)
        return is_singleton(T) ? constant(T.instance) : Term(string(owner.text, ".f", n), T)
    end
    f.value === nothing || return call_text(b.source, something(f.value), terms)
    refuse("it calls a function that it has captured together with values")
end
