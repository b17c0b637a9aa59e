# Code that Julia has optimised: phi nodes, π nodes, `invoke`.
#
#     3 ─ %5 = φ (#1 => 0, #2 => %7)         #1: …; slot = 0; goto #3
#                                   becomes  #2: …; slot = %7; goto #3
#                                            #3: %5 = slot
#
# A phi node is a variable of its own, assigned at the end of each block that leads to it and read once, where the node stands: what
# is assigned are values, so that several nodes of one block do not disturb each other, and an assignment before a branch
# that goes elsewhere is never read. A node that has no value on some way has one from the start, which is never used. A π is an assertion of its type. `invoke` is the call that it stands for, if that call runs
# the same method. What belongs to a handler (`PhiCNode`, `UpsilonNode`) is not understood.

"""
The slot of each phi node, behind `slots`, and the slots that are assigned at each statement, with what is assigned; at 0, before the first
statement.
"""
function find_merges(code::Core.CodeInfo, slots::Int)
    variables, assigned = Dict{Int,Int}(), Dict{Int,Vector{Tuple{Int,Any}}}()
    any(x -> x isa PhiNode_, code.code) || return variables, assigned
    assign(at, slot, @nospecialize(value)) = push!(get!(() -> Tuple{Int,Any}[], assigned, at), (slot, value))
    leading = ways(code)
    start = 1
    for (i, x) in enumerate(code.code)
        leading[i] > 0 && (start = i)
        x isa PhiNode_ || continue
        variables[i] = slots + length(variables)
        values = 0
        for (n, edge) in enumerate(x.edges)
            edge > 0 || not_understood("a phi node has a value for the start of the function")
            isassigned(x.values, n) || continue
            values += 1
            assign(Int(edge), variables[i], x.values[n])
        end
        values == leading[start] || assign(0, variables[i], QuoteNode(some_value(widened(code.ssavaluetypes[i]))))
    end
    return variables, assigned
end

"How many ways lead to each statement that starts a block; 0 for the others."
function ways(code::Core.CodeInfo)
    count = zeros(Int, length(code.code))
    for x in code.code
        branch = as_branch(x)
        target = branch === nothing ? as_jump(x) : branch[2]
        target === nothing && (target = as_enter(x))
        target === nothing || (count[target] += 1)
    end
    for i in 2:length(code.code)
        before = code.code[i - 1]
        goes_on = as_jump(before) === nothing && as_return(before) === nothing
        starts = count[i] > 0 || !goes_on || as_branch(before) !== nothing || as_enter(before) !== nothing
        starts && goes_on && (count[i] += 1)
    end
    return count
end

"Any value of a type, for where it is never used: all bits zero."
function some_value(@nospecialize(t))
    t = Base.uniontypes(t)[1]
    instance = only_instance(t)
    instance === nothing || return something(instance)
    isbitstype(t) && sizeof(t) > 0 || not_understood("a phi node of type ", t, " has no value on some way")
    return reinterpret(t, zeros(UInt8, sizeof(t)))[1]
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
        called_method(target.specTypes) === target.def
    catch
        false
    end
end

"The method that a call of this signature runs."
function called_method(@nospecialize(signature))
    hasmethod(which, Tuple{Type}) && return which(signature)
    return which(something(only_instance(signature.parameters[1])), Tuple{signature.parameters[2:end]...})
end
