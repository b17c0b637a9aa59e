# The response: an SSA function with block parameters.
#
# An operand is an `Int`: the number of a value, from 0, or `-1 - c` for the constant with handle `c`.

"A jump: the block, from 1, and an operand for each of its parameters."
struct Target
    block::Int
    args::Vector{Int}
end

"A statement. Which fields mean something depends on `kind`, a number of `Wire.Inst`."
struct Statement
    kind::Int32
    result::Int
    type::Any
    inbounds::Bool
    name::Symbol        # the variable's, or empty
    callee::Int         # callee, type of `new`, value of a π, a store or a `pop_exception`
    args::Vector{Int}
    head::Symbol        # of a form; name of a global
    payload::Any        # of a form; module of a global; type of a π
    number::Int         # memory slot; regions of a `leave`; 1 for a positive π
end

"How a block ends; `kind` is a number of `Wire.Term`."
struct Terminator
    kind::Int32
    value::Int
    targets::Vector{Target}
end

struct Parameter
    value::Int
    type::Any
    name::Symbol
end

struct Block
    params::Vector{Parameter}
    statements::Vector{Statement}
    terminator::Terminator
end

struct SSAFunction
    has_self::Bool
    is_va::Bool
    ret::Any
    memory::Vector{Symbol}
    blocks::Vector{Block}
    value_count::Int
    origins::Vector{Int}    # the value that a chain of π starts from, by value + 1
    tables::Tables
end

mutable struct WordReader
    words::Vector{Int32}
    at::Int
    names::Vector{Symbol}
    tables::Tables
end

next!(r::WordReader) = (r.at += 1; Int(r.words[r.at]))
name!(r::WordReader) = (n = next!(r); n < 0 ? Symbol("") : r.names[n + 1])
type!(r::WordReader) = type_of_handle(r.tables, next!(r))
list!(r::WordReader) = Int[next!(r) for _ in 1:next!(r)]
target!(r::WordReader) = Target(next!(r) + 1, list!(r))

"Reads a response. The library made it, so only what a newer library could change is checked."
function read_response(words::Vector{Int32}, names::String, tables::Tables)
    list = isempty(names) ? Symbol[] : Symbol.(split(chop(names), '\0'))
    r = WordReader(words, 0, list, tables)
    next!(r) == Wire.MAGIC && next!(r) == Wire.VERSION || error("the shared library speaks another language")
    flags = next!(r)
    ret = type!(r)
    memory_count, block_count, value_count = next!(r), next!(r), next!(r)
    memory = Symbol[]
    for _ in 1:memory_count
        push!(memory, name!(r))
        next!(r)
    end
    blocks = Block[read_block(r) for _ in 1:block_count]
    r.at == length(words) || error("the shared library's response is longer than it says")
    return SSAFunction(flags & Wire.FUNCTION_HAS_SELF != 0, flags & Wire.FUNCTION_VARARG != 0, ret, memory, blocks,
                       value_count, origins(blocks, value_count), tables)
end

"Where each value starts from, if it is a π: blocks come before those that they dominate."
function origins(blocks::Vector{Block}, value_count::Int)
    found = collect(0:value_count - 1)
    for block in blocks, s in block.statements
        s.kind == Wire.Inst.PI && s.callee >= 0 && (found[s.result + 1] = found[s.callee + 1])
    end
    return found
end

function read_block(r::WordReader)
    params = Parameter[]
    for _ in 1:next!(r)
        value, type = next!(r), type!(r)
        next!(r)
        push!(params, Parameter(value, type, name!(r)))
    end
    statements = Statement[read_statement(r) for _ in 1:next!(r)]
    return Block(params, statements, read_terminator(r))
end

function read_statement(r::WordReader)
    kind, result, type = Int32(next!(r)), next!(r), type!(r)
    next!(r)
    inbounds = next!(r) & Wire.STATEMENT_INBOUNDS != 0
    name = name!(r)
    callee, args, head, payload, number = 0, Int[], Symbol(""), nothing, 0
    I = Wire.Inst
    if kind == I.CALL || kind == I.NEW
        callee, args = next!(r), list!(r)
    elseif kind == I.PI
        callee, number, payload = next!(r), next!(r), type!(r)
    elseif kind == I.OPAQUE
        head = name!(r)
        handle = next!(r)
        handle < 0 || (payload = constant_of_handle(r.tables, handle))
        args = list!(r)
    elseif kind == I.GET_GLOBAL
        payload = r.tables.modules[string(name!(r))]
        head = name!(r)
    elseif kind == I.GET_SLOT || kind == I.IS_DEFINED || kind == I.LEAVE
        number = next!(r)
    elseif kind == I.SET_SLOT
        number, callee = next!(r), next!(r)
    elseif kind == I.POP_EXCEPTION
        callee = next!(r)
    else
        error("the shared library's response has a statement of kind ", kind)
    end
    return Statement(kind, result, type, inbounds, name, callee, args, head, payload, number)
end

function read_terminator(r::WordReader)
    kind = Int32(next!(r))
    T = Wire.Term
    kind == T.JUMP && return Terminator(kind, 0, [target!(r)])
    kind == T.RETURN && return Terminator(kind, next!(r), Target[])
    kind == T.UNREACHABLE && return Terminator(kind, 0, Target[])
    if kind == T.BRANCH
        value = next!(r)
        return Terminator(kind, value, [target!(r), target!(r)])
    end
    kind == T.ENTER && return Terminator(kind, 0, [target!(r), target!(r)])
    error("the shared library's response has a terminator of kind ", kind)
end

"The values that a statement uses."
function operands(s::Statement)
    I = Wire.Inst
    s.kind == I.OPAQUE && return s.args
    s.kind in (I.CALL, I.NEW) && return vcat(s.callee, s.args)
    s.kind in (I.PI, I.SET_SLOT, I.POP_EXCEPTION) && return [s.callee]
    return Int[]
end
