# Structured code: `if`, `while`, `break` and `continue` in place of labels and jumps, for those who read it.
#
#     @label L1                                while n > 0
#     n > 0 || @goto L3                            a, b = …
#     …                             becomes        n = n - 1
#     @goto L1                                 end
#     @label L3                                return a
#     return a
#
# The statements are cut into blocks, and the dominator tree says how they nest (Ramsey, Beyond Relooper, 2022): a block that is reached in one way stands where it is
# reached; one that is reached in several stands behind the block that dominates it, and whoever reaches it falls through to it. A loop is a `while true` around what leads back to
# its header. What neither falling through nor `break` and `continue` of the innermost loop can say stays a jump. Code with `try`, and loops with two entries, stay as they are.

"A block: straight code, and the ways to leave it: assignments of a jump, and the block where it goes."
struct Straight
    statements::Vector{Any}
    condition::Any                          # of two ways; `nothing` where there are fewer
    ways::Vector{Tuple{Vector{Any},Int}}
end

"Deeper nesting than this stays jumps: Julia's own lowering is recursive."
const MAX_STRUCTURE = 60

"Where control goes from the end of what is being written: the block that follows in the text, and what `continue` and `break` mean; 0 for none."
struct Around
    next::Int
    header::Int
    behind::Int
end

mutable struct Structure
    blocks::Vector{Straight}
    placed::Vector{Vector{Int}}             # the blocks that stand behind each
    is_placed::Vector{Bool}
    members::Dict{Int,Set{Int}}             # of each loop, by its header
    open::Set{Int}                          # headers of the loops that are being written
    used::Set{Int}                          # blocks that a jump that stays goes to
    depth::Int
end

"The structured statements of a body over these variables, and those of the variables that must be declared; or `nothing` where it has a form that stays jumps."
function structured(statements::Vector{Any}, arguments::Vector{Symbol}, locals::Vector{Symbol})
    blocks = cut_statements(statements)
    blocks === nothing && return nothing
    exposed = share_variables!(blocks, arguments, locals)
    pass_through!(blocks)
    merge_conditions!(blocks)
    # Behind the last block there is nothing.
    any(b -> any(w -> w[2] > length(blocks), b.ways), blocks) && push!(blocks, Straight(Any[], nothing, Tuple{Vector{Any},Int}[]))
    order, parents = block_order(blocks)
    parents === nothing && return nothing
    s = place_blocks(blocks, order, parents)
    s === nothing && return nothing
    out = Any[]
    write_structure!(s, out, 1, Around(0, 0, 0)) || return nothing
    out = drop_unused_labels(out, s.used)
    out = with_for(out, occurrences(Expr(:block, out...)))
    return out, declared(out, locals, exposed)
end

is_jump(@nospecialize(x)) = x isa Expr && x.head === :symbolicgoto
is_label(@nospecialize(x)) = x isa Expr && x.head === :symboliclabel
leaves(@nospecialize(x)) = x isa Expr && (x.head in (:return, :symbolicgoto, :break, :continue) ||
                                         (x.head === :call && x.args[1] === GlobalRef(Core, :throw)))

"Cuts statements into blocks; `nothing` where there is a `try`."
function cut_statements(statements::Vector{Any})
    any(x -> x isa Expr && x.head === :try, statements) && return nothing
    # A label starts a block, and so does what stands behind a branch.
    starts, labels = Int[1], Dict{Symbol,Int}()
    for (i, x) in enumerate(statements)
        is_label(x) && i != starts[end] && push!(starts, i)
        (is_branch(x) || leaves(x)) && i < length(statements) && push!(starts, i + 1)
    end
    unique!(starts)
    for (number, start) in enumerate(starts)
        i = start
        while i <= length(statements) && is_label(statements[i])
            labels[statements[i].args[1]] = number
            i += 1
        end
    end
    push!(starts, length(statements) + 1)
    blocks = Straight[]
    for number in 1:length(starts) - 1
        plain, condition, ways = Any[], nothing, Tuple{Vector{Any},Int}[]
        falls = true
        for x in statements[starts[number]:starts[number + 1] - 1]
            is_label(x) && continue
            if is_jump(x)
                push!(ways, (Any[], labels[x.args[1]]))
                falls = false
            elseif is_branch(x)
                condition = x.args[1]
                arms = x.head === :|| ? (Any[], Any[x.args[2]]) : (x.args[2].args, length(x.args) == 3 ? x.args[3].args : Any[])
                append!(ways, (way(arm, labels, number + 1) for arm in arms))
                falls = false
            else
                push!(plain, x)
                falls = !leaves(x)
            end
        end
        falls && push!(ways, (Any[], number + 1))
        push!(blocks, Straight(plain, condition, ways))
    end
    return blocks
end

"Whether a block does nothing but give variables names and constants, and go on."
only_assigns(b::Straight) = b.condition === nothing && length(b.ways) == 1 && !isempty(b.statements) && length(b.statements) <= MAX_COPIED &&
    all(x -> x isa Expr && x.head === :(=) && !(x.args[2] isa Expr), b.statements)

"Blocks of at most this many assignments are written wherever they are reached."
const MAX_COPIED = 2

"""
A block that only assigns and is reached in several ways (where `a && b` fails) would stand between what it is reached from and what they all go on to, and somebody would have to jump over it: each way
assigns by itself instead.
"""
function pass_through!(blocks::Vector{Straight})
    # What shared assignments is empty where the variables are the same.
    is_empty(n) = n <= length(blocks) && isempty(blocks[n].statements) && blocks[n].condition === nothing && length(blocks[n].ways) == 1 && isempty(blocks[n].ways[1][1])
    for block in blocks, (n, (assigned, next)) in enumerate(block.ways)
        steps = 0
        while is_empty(next) && steps < length(blocks)
            next = blocks[next].ways[1][2]
            steps += 1
        end
        block.ways[n] = (assigned, next)
    end
    for block in blocks, (n, (assigned, next)) in enumerate(block.ways)
        next <= length(blocks) && length(block.ways) == 2 && only_assigns(blocks[next]) || continue
        more, behind = blocks[next].ways[1]
        behind == next || (block.ways[n] = (vcat(assigned, blocks[next].statements, more), behind))
    end
end

"""
`a && b` and `a || b` in a condition: newer versions lower them to two branches with a target in common, of which the second has nothing before it.
"""
function merge_conditions!(blocks::Vector{Straight})
    reached, parts = zeros(Int, length(blocks) + 1), ones(Int, length(blocks))
    for block in blocks, (_, next) in block.ways
        reached[next] += 1
    end
    for n in length(blocks):-1:1
        blocks[n].condition === nothing && continue
        for (arm, head) in ((1, :&&), (2, :||))
            assigned, next = blocks[n].ways[arm]
            isempty(assigned) && next <= length(blocks) && next != n && reached[next] == 1 || continue
            inner = blocks[next]
            inner.condition !== nothing && isempty(inner.statements) && parts[next] < MAX_STRUCTURE || continue
            # What the first condition decides alone, it decides as the second does.
            blocks[n].ways[3 - arm] == inner.ways[3 - arm] || continue
            blocks[n] = Straight(blocks[n].statements, Expr(head, blocks[n].condition, inner.condition), inner.ways)
            parts[n] += parts[next]
            break
        end
    end
end

"A branch as the writer makes them: an `if`, or a condition with a jump or an assignment behind `||`."
is_branch(@nospecialize(x)) = x isa Expr && (x.head === :if || (x.head === :|| && length(x.args) == 2))

"Assignments and target of an arm."
function way(arm, labels::Dict{Symbol,Int}, next::Int)
    isempty(arm) && return Any[], next
    is_jump(arm[end]) && return Any[arm[1:end-1]...], labels[arm[end].args[1]]
    return Any[arm...], next
end

"Reachable blocks in reverse postorder, and the immediate dominator of each; `nothing` for the dominators where a loop has two entries."
function block_order(blocks::Vector{Straight})
    seen, finished, work = Set([1]), Int[], [(1, 1)]
    while !isempty(work)
        block, at = pop!(work)
        if at > length(blocks[block].ways)
            push!(finished, block)
            continue
        end
        push!(work, (block, at + 1))
        next = blocks[block].ways[at][2]
        next in seen || (push!(seen, next); push!(work, (next, 1)))
    end
    order = reverse(finished)
    position = Dict(b => i for (i, b) in enumerate(order))
    before = Dict(b => Int[] for b in order)
    for b in order, (_, next) in blocks[b].ways
        push!(before[next], b)
    end
    parents = Dict(1 => 1)
    changed = true
    while changed
        changed = false
        for b in order[2:end]
            known = Int[p for p in before[b] if haskey(parents, p)]
            isempty(known) && continue
            found = foldl((a, c) -> common_parent(parents, position, a, c), known)
            get(parents, b, 0) == found || (parents[b] = found; changed = true)
        end
    end
    # An edge back must go to a block that dominates its start.
    for b in order, (_, next) in blocks[b].ways
        position[next] <= position[b] && !dominates(parents, position, next, b) && return order, nothing
    end
    return order, parents
end

function common_parent(parents, position, a::Int, b::Int)
    while a != b
        while position[a] > position[b]
            a = parents[a]
        end
        while position[b] > position[a]
            b = parents[b]
        end
    end
    return a
end

function dominates(parents, position, a::Int, b::Int)
    while position[b] > position[a]
        b = parents[b]
    end
    return a == b
end

"Which blocks stand behind which."
function place_blocks(blocks::Vector{Straight}, order::Vector{Int}, parents::Dict{Int,Int})
    position = Dict(b => i for (i, b) in enumerate(order))
    count, before = Dict(b => 0 for b in order), Dict(b => Int[] for b in order)
    members = Dict{Int,Set{Int}}()
    for b in order, (_, next) in blocks[b].ways
        push!(before[next], b)
        position[next] > position[b] ? (count[next] += 1) : push!(get!(() -> Set{Int}(next), members, next), b)
    end
    for (header, inside) in members
        work = collect(inside)
        while !isempty(work)
            b = pop!(work)
            b == header && continue
            for p in before[b]
                p in inside || (push!(inside, p); push!(work, p))
            end
        end
    end
    placed, is_placed = [Int[] for _ in blocks], fill(false, length(blocks))
    for b in order[2:end]
        count[b] >= 2 && (push!(placed[parents[b]], b); is_placed[b] = true)
    end
    # The only way out of a loop stands behind the loop, wherever it is reached from.
    for header in sort!(collect(keys(members)); by=b -> -position[b])
        inside = members[header]
        exits = unique(Int[next for b in inside for (_, next) in blocks[b].ways if !(next in inside) && position[next] > position[b]])
        length(exits) == 1 && !is_placed[exits[1]] || continue
        push!(placed[header], exits[1])
        is_placed[exits[1]] = true
        sort!(placed[header]; by=b -> position[b])
    end
    return Structure(blocks, placed, is_placed, members, Set{Int}(), Set{Int}(), 0)
end

label_of(block::Int) = Symbol('L', block)

"""
Writes a block and what stands behind it; `false` where it nests too deep.
"""
function write_structure!(s::Structure, out::Vector{Any}, block::Int, around::Around)
    s.depth += 1
    s.depth <= MAX_STRUCTURE || return false
    # The last block that stands behind is written in this loop, not in a call: a long program is no deep one.
    while true
        # A jump may go to what stands behind something, and back to a loop.
        (s.is_placed[block] || haskey(s.members, block)) && push!(out, Expr(:symboliclabel, label_of(block)))
        behind = s.placed[block]
        if haskey(s.members, block)
            inside = filter(b -> b in s.members[block], behind)
            behind = filter(b -> !(b in s.members[block]), behind)
            after = isempty(behind) ? around.next : behind[1]
            body = Any[]
            push!(s.open, block)
            write_sequence!(s, body, block, inside, Around(block, block, after)) || return false
            delete!(s.open, block)
            push!(out, while_loop(body))
        else
            first_next = isempty(behind) ? around.next : behind[1]
            write_block!(s, out, block, Around(first_next, around.header, around.behind)) || return false
        end
        isempty(behind) && break
        for n in 1:length(behind) - 1
            write_structure!(s, out, behind[n], Around(behind[n + 1], around.header, around.behind)) || return false
        end
        block = behind[end]
    end
    s.depth -= 1
    return true
end

"A block and some that stand behind it."
function write_sequence!(s::Structure, out::Vector{Any}, block::Int, behind::Vector{Int}, around::Around)
    next(n) = n <= length(behind) ? behind[n] : around.next
    write_block!(s, out, block, Around(next(1), around.header, around.behind)) || return false
    for n in eachindex(behind)
        write_structure!(s, out, behind[n], Around(next(n + 1), around.header, around.behind)) || return false
    end
    return true
end

function write_block!(s::Structure, out::Vector{Any}, block::Int, around::Around)
    b = s.blocks[block]
    append!(out, b.statements)
    arms = Vector{Any}[]
    for (moves, next) in b.ways
        arm = copy(moves)
        go!(s, arm, next, around) || return false
        push!(arms, arm)
    end
    if length(arms) == 1
        append!(out, arms[1])
    elseif length(arms) == 2
        write_arms!(out, b.condition, arms...)
    end
    return true
end

"Goes to a block: by falling through to it, by `continue` or `break`, by a jump, or by writing it here."
function go!(s::Structure, out::Vector{Any}, block::Int, around::Around)
    block == around.next && return true
    if block == around.header
        push!(out, Expr(:continue))
    elseif block == around.behind
        push!(out, Expr(:break))
    elseif s.is_placed[block] || block in s.open
        push!(s.used, block)
        push!(out, Expr(:symbolicgoto, label_of(block)))
    else
        return write_structure!(s, out, block, around)
    end
    return true
end

"A branch: an arm that leaves needs no `else` behind it."
function write_arms!(out::Vector{Any}, @nospecialize(condition), yes::Vector{Any}, no::Vector{Any})
    # `if not_int(c)`, as `for` has it, is the same with the arms exchanged.
    if is_negation(condition)
        condition, yes, no = condition.args[2], no, yes
    end
    does_leave(arm) = !isempty(arm) && leaves(arm[end])
    if isempty(yes) && isempty(no)
        push!(out, condition)
    elseif length(no) == 1 && (isempty(yes) || leaves(no[1]))
        push!(out, Expr(:||, condition, no[1]))
        append!(out, yes)
    elseif length(yes) == 1 && (isempty(no) || leaves(yes[1]))
        push!(out, Expr(:&&, condition, yes[1]))
        append!(out, no)
    elseif isempty(no) || does_leave(yes)
        push!(out, Expr(:if, condition, Expr(:block, yes...)))
        append!(out, no)
    elseif isempty(yes) || does_leave(no)
        push!(out, Expr(:if, Expr(:call, GlobalRef(Base, :!), condition), Expr(:block, no...)))
        append!(out, yes)
    else
        push!(out, Expr(:if, condition, Expr(:block, yes...), Expr(:block, no...)))
    end
end

function is_negation(@nospecialize(x))
    x isa Expr && x.head === :call && length(x.args) == 2 || return false
    callee = x.args[1]
    callee isa GlobalRef && isdefined(callee.mod, callee.name) && (callee = getfield(callee.mod, callee.name))
    return callee === Core.Intrinsics.not_int
end

"`while true; c || break; … end` is `while c; … end`."
function while_loop(body::Vector{Any})
    first_one = findfirst(x -> !is_label(x), body)
    if first_one !== nothing
        x = body[first_one]
        x isa Expr && x.head === :|| && x.args[2] == Expr(:break) &&
            return Expr(:while, x.args[1], Expr(:block, body[1:first_one-1]..., body[first_one+1:end]...))
    end
    return Expr(:while, true, Expr(:block, body...))
end

"Labels that no jump goes to go, at any depth."
function drop_unused_labels(statements::Vector{Any}, used::Set{Int})
    names = Set(label_of(b) for b in used)
    clean(@nospecialize(x)) = x isa Expr && x.head in (:block, :if, :while) ?
        Expr(x.head, Any[clean(a) for a in x.args if !(is_label(a) && !(a.args[1] in names))]...) : x
    return clean(Expr(:block, statements...)).args
end
