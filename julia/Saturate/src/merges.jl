# Code that Julia has optimised: phi nodes, π nodes, `invoke`.
#
#     3 ─ %5 = φ (#1 => 0, #2 => %7)         #1: …; slot = 0; goto #3
#                                   becomes  #2: …; slot = %7; goto #3
#                                            #3: %5 = slot
#
# A phi node is a variable of its own, assigned at the end of each block that leads to it and read once, where the node stands: what
# is assigned are values, so that several nodes of one block do not disturb each other, and an assignment before a branch
# that goes elsewhere is never read. A π is an assertion of its type. `invoke` is the call that it stands for, if that call runs
# the same method. What belongs to a handler (`PhiCNode`, `UpsilonNode`) is not understood.

"The phi nodes that are assigned at each statement, with what is assigned; each node gets a slot behind `slots`."
function find_merges(code::Core.CodeInfo, slots::Int)
    variables, assigned = Dict{Int,Int}(), Dict{Int,Vector{Tuple{Int,Any}}}()
    for (i, x) in enumerate(code.code)
        x isa PhiNode_ || continue
        variables[i] = slots + length(variables)
        for (n, edge) in enumerate(x.edges)
            # A value that is missing is never used.
            isassigned(x.values, n) || continue
            edge > 0 || not_understood("a phi node has a value for the start of the function")
            push!(get!(() -> Tuple{Int,Any}[], assigned, Int(edge)), (variables[i], x.values[n]))
        end
    end
    return variables, assigned
end

"Assigns the phi nodes that the `i`-th statement leads to."
function assign_merges!(reader::Reader, i::Int)
    for (slot, value) in get(() -> Tuple{Int,Any}[], reader.assigned, i)
        emit!(reader, Wire.Stmt.ASSIGN, nothing, Int32[slot], operand!(reader, value))
    end
end

"Reads a phi node: its variable."
function read_phi!(reader::Reader, i::Int)
    words = Int32[Wire.Operand.SLOT, reader.variables[i]]
    reader.value[i] = emit!(reader, Wire.Stmt.VALUE, annotation(reader, i), words)
end

"Reads a π node: a value of which the code before has proved the type."
function read_pi!(reader::Reader, i::Int, @nospecialize(x))
    t = widened(x.typ)
    t === Any && return emit_value!(reader, i, x.val)
    args = Int32[2; operand!(reader, x.val); constant!(reader, t)]
    reader.value[i] = emit!(reader, Wire.Stmt.CALL, annotation(reader, i), constant!(reader, Core.typeassert), args)
end

"Whether `invoke` of a method is what a call of the function would run."
function is_call(@nospecialize(target))
    hasfield(typeof(target), :def) && !(target isa Core.MethodInstance) && (target = target.def)
    target isa Core.MethodInstance && target.def isa Method || return false
    return try
        which(target.specTypes) === target.def
    catch
        false
    end
end
