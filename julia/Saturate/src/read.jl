# Reading: typed, unoptimised `CodeInfo` to the slot code of a request.
#
#     s = s + x[i]      %13 = s; %14 = getindex(x, i); s = %13 + %14
#
# becomes one word sequence per statement (see wire.jl). A Julia statement may become several: an assignment is its right
# side and a copy. Everything that the reader does not know ends in `NotUnderstood`, never in a guess.

"What a method says about itself besides its code."
struct Metas
    inline::Bool
    noinline::Bool
    propagate_inbounds::Bool
    pure::Bool
    purity::Any         # an effects override, or nothing
    nospecialize::Int   # one bit per argument
    nospecializeinfer::Bool
    constprop::Int      # 1: always, 2: never
end

"A request under construction."
mutable struct Reader
    tables::Tables
    body::MethodBody
    offset::Int                   # of the slots
    names::Vector{String}
    name_numbers::Dict{String,Int32}
    words::Vector{Int32}          # of the statements
    count::Int                    # statements so far
    start::Vector{Int}            # first statement of each statement of the method
    value::Vector{Int}            # statement with its value; -1 if there is none
    jumps::Vector{Tuple{Int,Int}} # word that holds a target, statement of the method
    inbounds::Vector{Bool}
    noinline::Bool
    lines::Vector{Int32}          # of the statements of the method
    line::Int32                   # of the statement at hand
    variables::Dict{Int,Int}      # slot of each phi node
    assigned::Dict{Int,Vector{Tuple{Int,Any}}}  # slots that are assigned where a statement leads to phi nodes
end

"""
    read_method(outer, tables)

The words and names of a request for a method, its [`Metas`](@ref), and the methods that were read: a wrapper is read as
the method that it wraps, whose arguments are variables here.
"""
function read_method(outer::MethodBody, tables::Tables)
    reader = Reader(tables, outer, 0, String[], Dict{String,Int32}(), Int32[], 0, Int[], Int[], Tuple{Int,Int}[], Bool[],
                    false, Int32[], 0, Dict{Int,Int}(), Dict{Int,Vector{Tuple{Int,Any}}}())
    bodies = [outer]
    wrapped = followed(outer)
    if wrapped !== nothing
        inner, passed = wrapped
        push!(bodies, inner)
        arguments = pushfirst!(Any[operand!(reader, x) for x in passed], constant!(reader, inner.f))
        reader.body = inner
        reader.offset = length(outer.code.slotnames)
        for (n, argument) in enumerate(arguments)
            emit!(reader, Wire.Stmt.ASSIGN, nothing, Int32[reader.offset + n - 1], argument)
        end
    end
    read_code!(reader)
    words = request(reader, bodies)
    return words, join(string(name, '\0') for name in reader.names), metas(reader), bodies
end

function read_code!(reader::Reader)
    code = reader.body.code
    count = length(code.code)
    reader.start, reader.value = zeros(Int, count), fill(-1, count)
    handlers = handler_starts(code)
    reader.lines = statement_lines(code, reader.body.method)
    reader.variables, reader.assigned = find_merges(code, reader.offset + length(code.slotnames))
    assign_merges!(reader, 0)
    for i in 1:count
        reader.start[i] = reader.count
        reader.line = i <= length(reader.lines) ? reader.lines[i] : 0
        statement = code.code[i]
        if haskey(handlers, i)
            # A handler starts inside its region and leaves it; newer versions leave that unsaid.
            emit!(reader, Wire.Stmt.LEAVE, nothing, Int32[1])
            if leaves_own_region(statement, handlers[i])
                emit_value!(reader, i, nothing)
                continue
            end
        end
        ends = as_jump(statement) !== nothing || as_branch(statement) !== nothing || as_enter(statement) !== nothing
        ends && assign_merges!(reader, i)
        read_statement!(reader, i, statement)
        ends || assign_merges!(reader, i)
    end
    # The last statement ends control flow, but the reader may have appended to it.
    emit!(reader, Wire.Stmt.UNREACHABLE, nothing)
    for (position, target) in reader.jumps
        1 <= target <= count || not_understood("it jumps outside its code")
        reader.words[position] = reader.start[target]
    end
    check_newvars(code)
end

function request(reader::Reader, bodies::Vector{MethodBody})
    outer, tables = bodies[1], reader.tables
    method, types = outer.method, outer.signature.parameters
    nargs = Int(method.nargs)
    slots, argument_types, slot_count = Int32[], Int32[], 0
    for body in bodies
        slot_types = body.code.slottypes
        slot_types isa AbstractVector || (slot_types = fill(Any, length(body.code.slotnames)))
        for (n, name) in enumerate(body.code.slotnames)
            slot_count += 1
            t = n <= length(slot_types) ? widened(slot_types[n]) : Any
            push!(slots, name!(reader, string(name)), type_handle!(tables, t))
            slot_count <= nargs || continue
            if !(method.isva && n == nargs)
                n <= length(types) || not_understood("the signature has fewer arguments than the method")
                t = types[n] isa Type ? types[n] : Any
            end
            push!(argument_types, type_handle!(tables, t))
        end
    end
    for i in sort!(collect(keys(reader.variables)))
        slot_count += 1
        push!(slots, name!(reader, ""), type_handle!(tables, widened(annotation(reader, i))))
    end
    name = name!(reader, string(method.name))
    ret = type_handle!(tables, widened(outer.ret))
    head = Int32[Wire.MAGIC, Wire.VERSION, length(reader.names), length(tables.types), length(tables.constants), name,
                 method.isva ? Wire.FUNCTION_VARARG : 0, nargs, slot_count, 0, reader.count, ret]
    return vcat(head, argument_types, slots, reader.words)
end

function metas(reader::Reader)
    code, method = reader.body.code, reader.body.method
    field(name, default) = hasfield(Core.CodeInfo, name) ? getfield(code, name) : default
    inlining = field(:inlining, 0x00)
    purity = nothing
    if hasfield(Core.CodeInfo, :purity) && isdefined(Compiler_, :decode_effects_override)
        override = Compiler_.decode_effects_override(code.purity)
        flags = Any[getfield(override, n) for n in 1:nfields(override)]
        any(f -> f === true, flags) && (purity = Expr(:purity, flags...))
    end
    return Metas(field(:inlineable, false) || inlining == 0x01, reader.noinline || inlining == 0x02,
                 field(:propagate_inbounds, false), field(:pure, false), purity, Int(method.nospecialize),
                 field(:nospecializeinfer, false), Int(field(:constprop, 0x00)))
end

"The `enter` of each statement that starts a handler."
function handler_starts(code::Core.CodeInfo)
    handlers = Dict{Int,Int}()
    for (i, statement) in enumerate(code.code)
        is_dead(statement) && continue
        handler = as_enter(statement)
        handler === nothing || (handlers[handler] = i)
    end
    return handlers
end

"""
A `NewvarNode` makes a variable undefined again. It is dropped, which is right unless the variable may be read before
it is assigned and the statement may run twice.
"""
function check_newvars(code::Core.CodeInfo)
    for (i, statement) in enumerate(code.code)
        statement isa NewvarNode_ || continue
        # 0x20: the variable may be used before it is assigned.
        code.slotflags[slot_number(statement.slot)] & 0x20 == 0 && continue
        for j in i:length(code.code)
            branch = as_branch(code.code[j])
            target = branch === nothing ? as_jump(code.code[j]) : branch[2]
            target !== nothing && target <= i &&
                not_understood("the variable `", code.slotnames[slot_number(statement.slot)],
                               "` becomes undefined again in a loop")
        end
    end
end

# Words.

function name!(reader::Reader, name::String)
    return get!(reader.name_numbers, name) do
        occursin('\0', name) && not_understood("a name contains a NUL")
        push!(reader.names, name)
        Int32(length(reader.names) - 1)
    end
end

constant!(reader::Reader, @nospecialize(c)) = Int32[Wire.Operand.CONST, constant_handle!(reader.tables, c)]

"""
    emit!(reader, kind, annotation, body...)

Appends a statement, gives its number. `annotation` is what inference said of its value, or `nothing`.
"""
function emit!(reader::Reader, kind::Int32, @nospecialize(annotation), body::Vector{Int32}...; inbounds::Bool=false)
    tables = reader.tables
    t = annotation === nothing ? Wire.NONE : type_handle!(tables, widened(annotation))
    constant = known_constant(annotation)
    c = constant === nothing ? Wire.NONE : constant_handle!(tables, something(constant))
    size = 5
    for part in body
        size += length(part)
    end
    push!(reader.words, size, kind, t, c, (inbounds ? Wire.STATEMENT_INBOUNDS : 0) | reader.line << Wire.STATEMENT_LINE)
    for part in body
        append!(reader.words, part)
    end
    reader.count += 1
    return reader.count - 1
end

"Appends a statement whose last word is a target in the method."
function emit_jump!(reader::Reader, kind::Int32, target::Int, body::Vector{Int32}...)
    emit!(reader, kind, nothing, body..., Int32[0])
    push!(reader.jumps, (length(reader.words), target))
end

function emit_value!(reader::Reader, i::Int, @nospecialize(x))
    reader.value[i] = emit!(reader, Wire.Stmt.VALUE, annotation(reader, i), operand!(reader, x))
end

annotation(reader::Reader, i::Int) = reader.body.code.ssavaluetypes[i]

function is_inbounds(reader::Reader, i::Int)
    flags = reader.body.code.ssaflags
    return (!isempty(reader.inbounds) && reader.inbounds[end]) || (i <= length(flags) && flags[i] & 0x01 != 0)
end

# Operands.

function operand!(reader::Reader, @nospecialize(x))
    if x isa Core.SSAValue
        value = reader.value[x.id]
        value >= 0 || not_understood("it uses the value of a statement that comes later or has none")
        return Int32[Wire.Operand.STMT, value]
    elseif is_slot(x)
        return Int32[Wire.Operand.SLOT, reader.offset + slot_number(x) - 1]
    elseif x isa QuoteNode
        return constant!(reader, x.value)
    elseif x isa GlobalRef
        return global!(reader, x)
    elseif x isa Symbol
        return global!(reader, GlobalRef(reader.body.method.module, x))
    elseif x isa PiNode_
        return operand!(reader, x.val)
    elseif x isa Expr
        x.head === :static_parameter && return constant!(reader, static_param(reader, x.args[1]))
        return Int32[Wire.Operand.STMT, read_value!(reader, x, nothing, false)]
    elseif is_dead(x) || is_merge(x) || x isa GotoNode_ || x isa ReturnNode_ || x isa GotoIfNot_
        not_understood("it has a ", typeof(x), " where a value belongs")
    else
        return constant!(reader, x)
    end
end

function static_param(reader::Reader, n::Int)
    value = reader.body.static_params[n]
    value isa TypeVar && not_understood("the static parameter `", value.name, "` is not determined by the signature")
    return value
end

function global!(reader::Reader, ref::GlobalRef)
    if isdefined(ref.mod, ref.name) && isconst(ref.mod, ref.name)
        handle = constant_handle!(reader.tables, getfield(ref.mod, ref.name))
        get!(reader.tables.globals, handle, ref)
        return Int32[Wire.Operand.CONST, handle]
    end
    return Int32[Wire.Operand.GLOBAL, name!(reader, module_name!(reader.tables, ref.mod)),
                 name!(reader, string(ref.name))]
end

function operands!(reader::Reader, xs::Vector{Any})
    words = Int32[length(xs)]
    for x in xs
        append!(words, operand!(reader, x))
    end
    return words
end

# Statements.

function read_statement!(reader::Reader, i::Int, @nospecialize(x))
    if is_dead(x)
        emit!(reader, Wire.Stmt.UNREACHABLE, nothing)
    elseif x isa PhiNode_
        read_phi!(reader, i)
    elseif x isa PiNode_
        read_pi!(reader, i, x)
    elseif is_merge(x)
        not_understood("it has a ", typeof(x), ": code of a handler that is already optimised")
    elseif x isa NewvarNode_ || x isa LineNumberNode
        emit_value!(reader, i, nothing)
    elseif (target = as_jump(x)) !== nothing
        emit_jump!(reader, Wire.Stmt.GOTO, target)
    elseif (branch = as_branch(x)) !== nothing
        emit_jump!(reader, Wire.Stmt.GOTO_IF_NOT, branch[2], operand!(reader, branch[1]))
    elseif (value = as_return(x)) !== nothing
        if something(value) isa Unreached
            emit!(reader, Wire.Stmt.UNREACHABLE, nothing)
        else
            emit!(reader, Wire.Stmt.RETURN, nothing, operand!(reader, something(value)))
        end
    elseif (handler = as_enter(x)) !== nothing
        # The region's token is a value, by which `pop_exception` says which handler ends.
        reader.value[i] = emit!(reader, Wire.Stmt.OPAQUE, Any, Int32[name!(reader, "enter"), Wire.NONE, 0])
        emit_jump!(reader, Wire.Stmt.ENTER, handler)
    elseif (regions = as_leave(x)) !== nothing
        emit!(reader, Wire.Stmt.LEAVE, nothing, Int32[regions])
    elseif x isa Expr
        read_expression!(reader, i, x)
    else
        emit_value!(reader, i, x)
    end
end

function read_expression!(reader::Reader, i::Int, x::Expr)
    head = x.head
    if head === :(=)
        read_assignment!(reader, i, x.args[1], x.args[2])
    elseif head === :pop_exception
        emit!(reader, Wire.Stmt.POP_EXCEPTION, nothing, operand!(reader, x.args[1]))
    elseif head === :inbounds
        if x.args[1] === :pop
            isempty(reader.inbounds) || pop!(reader.inbounds)
        else
            push!(reader.inbounds, x.args[1] === true)
        end
        emit_value!(reader, i, nothing)
    elseif head === :meta || head === :line
        head === :meta && :noinline in x.args && (reader.noinline = true)
        emit_value!(reader, i, nothing)
    elseif head === :static_parameter
        emit_value!(reader, i, x)
    else
        reader.value[i] = read_value!(reader, x, annotation(reader, i), is_inbounds(reader, i))
    end
    never_returns(reader, i, x) && emit!(reader, Wire.Stmt.UNREACHABLE, nothing)
end

"Whether inference proved that the statement throws or loops for ever."
function never_returns(reader::Reader, i::Int, x::Expr)
    inner = x.head === :(=) ? x.args[2] : x
    return annotation(reader, i) === Union{} && inner isa Expr && inner.head in (:call, :invoke, :new, :foreigncall)
end

function read_assignment!(reader::Reader, i::Int, @nospecialize(target), @nospecialize(x))
    right = if x isa Expr && x.head !== :static_parameter
        Int32[Wire.Operand.STMT, read_value!(reader, x, annotation(reader, i), is_inbounds(reader, i))]
    else
        operand!(reader, x)
    end
    if is_slot(target)
        reader.value[i] = emit!(reader, Wire.Stmt.ASSIGN, nothing, Int32[reader.offset + slot_number(target) - 1], right)
    elseif target isa GlobalRef || target isa Symbol
        ref = target isa Symbol ? GlobalRef(reader.body.method.module, target) : target
        payload = constant_handle!(reader.tables, Form(Expr(:(=), ref, Hole(1))))
        words = Int32[name!(reader, "setglobal"), payload, 1]
        reader.value[i] = emit!(reader, Wire.Stmt.OPAQUE, annotation(reader, i), words, right)
    else
        not_understood("it assigns to a ", typeof(target))
    end
end

"Emits the statement that computes an expression; gives its number."
function read_value!(reader::Reader, x::Expr, @nospecialize(annotation), inbounds::Bool)
    head = x.head
    if head === :call
        callee, args = x.args[1], x.args[2:end]
        kind = Wire.Stmt.CALL
    elseif head === :invoke
        is_call(x.args[1]) || not_understood("it runs a method that a call would not run")
        callee, args = x.args[2], x.args[3:end]
        kind = Wire.Stmt.CALL
    elseif head === :new
        callee, args = x.args[1], x.args[2:end]
        kind = Wire.Stmt.NEW
    elseif head === :isdefined
        return read_isdefined!(reader, x, annotation)
    else
        return read_form!(reader, x, annotation, inbounds)
    end
    callee, args = operand!(reader, callee), operands!(reader, args)
    return emit!(reader, kind, annotation, callee, args; inbounds=inbounds)
end

function read_isdefined!(reader::Reader, x::Expr, @nospecialize(annotation))
    what = x.args[1]
    if is_slot(what)
        words = Int32[name!(reader, "isdefined"), Wire.NONE, 1, Wire.Operand.SLOT, reader.offset + slot_number(what) - 1]
        return emit!(reader, Wire.Stmt.OPAQUE, annotation, words)
    elseif what isa Expr && what.head === :static_parameter
        static_param(reader, what.args[1])
        return emit!(reader, Wire.Stmt.VALUE, annotation, constant!(reader, true))
    end
    return read_form!(reader, x, annotation, false)
end

function read_form!(reader::Reader, x::Expr, @nospecialize(annotation), inbounds::Bool)
    is_value(@nospecialize(y)) = y isa Core.SSAValue || is_slot(y)
    found, values = form(x, is_value, reader.body.static_params, reader.body.method.sig)
    payload = constant_handle!(reader.tables, found)
    args = operands!(reader, values)
    words = Int32[name!(reader, string(x.head)), payload]
    return emit!(reader, Wire.Stmt.OPAQUE, annotation, words, args; inbounds=inbounds)
end
