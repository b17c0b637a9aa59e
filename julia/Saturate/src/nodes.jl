# Node kinds of `CodeInfo`, by feature test.
#
# Versions differ in how they spell a return, a branch, an `enter`. Each kind has one predicate here; the reader asks
# only these. Nothing compares version numbers.

const GotoNode_ = Core.GotoNode
const NewvarNode_ = Core.NewvarNode

"The type with this name in `Core` or the compiler, or one that nothing is an instance of."
function node_type(name::Symbol)
    for m in (Core, Compiler_)
        isdefined(m, name) && return getfield(m, name)
    end
    return Union{}
end

const ReturnNode_ = node_type(:ReturnNode)
const GotoIfNot_ = node_type(:GotoIfNot)
const EnterNode_ = node_type(:EnterNode)
const TypedSlot_ = node_type(:TypedSlot)
const Argument_ = node_type(:Argument)
const PhiNode_ = node_type(:PhiNode)
const PhiCNode_ = node_type(:PhiCNode)
const UpsilonNode_ = node_type(:UpsilonNode)
const PiNode_ = node_type(:PiNode)
const Const_ = node_type(:Const)
const PartialStruct_ = node_type(:PartialStruct)
const OpaqueClosure_ = node_type(:OpaqueClosure)

is_slot(@nospecialize(x)) = x isa Core.SlotNumber || x isa TypedSlot_ || x isa Argument_
slot_number(@nospecialize(x)) = x isa Argument_ ? x.n : x.id

is_merge(@nospecialize(x)) = x isa PhiNode_ || x isa PhiCNode_ || x isa UpsilonNode_

"Code that inference proved dead: some versions wrap it, so that it is data and not code."
is_dead(@nospecialize(x)) = x isa Const_

"`Some(value)` of a return, `nothing` if the statement is none. A return without a value is not reached."
function as_return(@nospecialize(x))
    if x isa ReturnNode_
        return isdefined(x, :val) ? Some{Any}(x.val) : Some{Any}(Unreached())
    elseif x isa Expr && x.head === :return
        return Some{Any}(x.args[1])
    elseif x isa Expr && x.head === :unreachable
        return Some{Any}(Unreached())
    end
    return nothing
end

"Stands for the value of a return that is never reached."
struct Unreached end

"Condition and target of a branch, or `nothing`."
function as_branch(@nospecialize(x))
    x isa GotoIfNot_ && return (x.cond, Int(x.dest))
    x isa Expr && x.head === :gotoifnot && return (x.args[1], Int(x.args[2]))
    return nothing
end

"Target of a jump, or `nothing`."
as_jump(@nospecialize(x)) = x isa GotoNode_ ? Int(x.label) : nothing

"Handler of a protected region that opens here, or `nothing`."
function as_enter(@nospecialize(x))
    if x isa EnterNode_
        isdefined(x, :scope) && not_understood("it enters a dynamic scope")
        return Int(x.catch_dest)
    elseif x isa Expr && x.head === :enter
        length(x.args) == 1 || not_understood("it enters a dynamic scope")
        return Int(x.args[1])
    end
    return nothing
end

"How many regions a `leave` closes, or `nothing`."
function as_leave(@nospecialize(x))
    x isa Expr && x.head === :leave || return nothing
    length(x.args) == 1 && x.args[1] isa Integer && return Int(x.args[1])
    return count(a -> a !== nothing, x.args)
end

"Whether a handler's first statement is the `leave` by which older versions close the region that failed."
function leaves_own_region(@nospecialize(x), enter::Int)
    x isa Expr && x.head === :leave || return false
    return all(a -> a isa Integer || (a isa Core.SSAValue && a.id == enter), x.args)
end

"The largest line number that fits beside the flags of a statement."
const MAX_LINE = typemax(Int32) >> Wire.STATEMENT_LINE

"The line of each statement in the file of its method; 0 where it comes from elsewhere, or where that is not known."
function statement_lines(code::Core.CodeInfo, method::Method)
    return try
        recorded_lines(code, method)
    catch
        Int32[]     # lines are for messages: no reason to give up
    end
end

function recorded_lines(code::Core.CodeInfo, method::Method)
    fits(line) = 0 < line <= MAX_LINE ? Int32(line) : Int32(0)
    if hasfield(Core.CodeInfo, :linetable)
        code.linetable isa AbstractVector || return Int32[]
        return Int32[0 < at <= length(code.linetable) && code.linetable[at].file === method.file ?
                     fits(code.linetable[at].line) : Int32(0) for at in code.codelocs]
    elseif isdefined(Compiler_, :getdebugidx)
        # A line of its own, unless the statement was made by a macro of another file.
        return Int32[(at = Compiler_.getdebugidx(code.debuginfo, i); at[2] == 0 ? fits(at[1]) : Int32(0))
                     for i in eachindex(code.code)]
    end
    return Int32[]
end
