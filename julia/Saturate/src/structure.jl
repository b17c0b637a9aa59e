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
# its header. What neither falling through nor `break` and `continue` of the innermost loop can say stays a jump. The parts of a `try` are structured each by itself: from there, what is around
# them is reached like anything else, but never written inside. Loops with two entries stay as they are.

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

"What a body and the parts of its `try`s have in common."
mutable struct Shared
    used::Set{Symbol}                       # labels that a jump that stays goes to
    count::Int                              # of labels
end

mutable struct Structure
    blocks::Vector{Straight}
    placed::Vector{Vector{Int}}             # the blocks that stand behind each
    is_placed::Vector{Bool}
    members::Dict{Int,Set{Int}}             # of each loop, by its header
    open::Set{Int}                          # headers of the loops that are being written
    labels::Dict{Symbol,Int}                # the block of each label
    outside::Dict{Int,Int}                  # of a part of a `try`: blocks that stand for blocks of what is around it
    parent::Union{Nothing,Structure}        # what is around it
    shared::Shared
    first::Int                              # labels are numbered from here
    depth::Int
end

"The label of a block."
function label_of(s::Structure, block::Int)
    haskey(s.outside, block) && return label_of(s.parent, s.outside[block])
    return Symbol('L', s.first + block)
end

"The structured statements of a body over these variables, and those of the variables that must be declared; or `nothing` where it has a form that stays jumps."
function structured(statements::Vector{Any}, arguments::Vector{Symbol}, locals::Vector{Symbol})
    blocks, labels = cut_statements(statements)
    has_try = any(is_try, statements)
    # Handlers see variables as they are when something throws: those keep their names.
    exposed = has_try ? Set{Symbol}(locals) : share_variables!(blocks, arguments, locals)
    s = structure(blocks, labels, Dict{Int,Int}(), nothing, Shared(Set{Symbol}(), 0))
    s === nothing && return nothing
    out = Any[]
    write_structure!(s, out, 1, Around(0, 0, 0)) || return nothing
    out = drop_unused_labels(out, s.shared.used)
    all = occurrences(Expr(:block, out...))
    out = with_for(Any[with_catch(x, all) for x in out], all)
    return out, declared(out, locals, exposed)
end

"How blocks nest, or `nothing` where a loop has two entries."
function structure(blocks::Vector{Straight}, labels::Dict{Symbol,Int}, outside::Dict{Int,Int}, parent::Union{Nothing,Structure}, shared::Shared)
    pass_through!(blocks, labels)
    merge_conditions!(blocks)
    # Behind the last block there is nothing.
    any(b -> any(w -> w[2] > length(blocks), b.ways), blocks) && push!(blocks, Straight(Any[], nothing, Tuple{Vector{Any},Int}[]))
    order, parents = block_order(blocks)
    parents === nothing && return nothing
    return place_blocks(blocks, order, parents, labels, outside, parent, shared)
end

is_jump(@nospecialize(x)) = x isa Expr && x.head === :symbolicgoto
is_label(@nospecialize(x)) = x isa Expr && x.head === :symboliclabel
leaves(@nospecialize(x)) = x isa Expr && (x.head in (:return, :symbolicgoto, :break, :continue) ||
                                         (x.head === :call && x.args[1] === GlobalRef(Core, :throw)))

is_try(@nospecialize(x)) = x isa Expr && x.head === :try
ends_in_try(b) = !isempty(b.statements) && is_try(b.statements[end])

"Labels in code, at any depth: those that are there, and those that jumps go to."
function labels_in!(there::Set{Symbol}, wanted::Set{Symbol}, @nospecialize(x))
    is_label(x) && push!(there, x.args[1])
    is_jump(x) && push!(wanted, x.args[1])
    x isa Expr && x.head in (:block, :if, :try, :||, :&&) && foreach(a -> labels_in!(there, wanted, a), x.args)
    return
end

"Labels outside of some code that it jumps to, in order."
function labels_outside(@nospecialize(x))
    there, wanted = Set{Symbol}(), Set{Symbol}()
    labels_in!(there, wanted, x)
    return sort!(collect(setdiff(wanted, there)))
end

"""
Cuts statements into blocks; also the block of each label. Those outside of the statements are blocks behind all others.
"""
function cut_statements(statements::Vector{Any})
    # A label starts a block, and so does what stands behind a branch.
    starts, labels = Int[1], Dict{Symbol,Int}()
    for (i, x) in enumerate(statements)
        is_label(x) && i != starts[end] && push!(starts, i)
        (is_branch(x) || leaves(x) || is_try(x)) && i < length(statements) && push!(starts, i + 1)
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
    outside = labels_outside(Expr(:block, statements...))
    foreach(((n, label),) -> labels[label] = length(starts) - 1 + n, enumerate(outside))
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
            elseif is_try(x)
                x = with_returns(x, statements)
                push!(plain, x)
                append!(ways, ((Any[], labels[label]) for label in labels_outside(x)))
                falls = !all(part -> part isa Expr && !isempty(part.args) && leaves(part.args[end]), (x.args[1], x.args[3]))
            else
                push!(plain, x)
                falls = !leaves(x)
            end
        end
        falls && push!(ways, (Any[], number + 1))
        push!(blocks, Straight(plain, condition, ways))
    end
    foreach(_ -> push!(blocks, Straight(Any[], nothing, Tuple{Vector{Any},Int}[])), outside)
    return blocks, labels
end

"A `try` in which jumps to a place that only returns a variable or a constant return it themselves."
function with_returns(@nospecialize(x), statements::Vector{Any})
    returned = Dict{Symbol,Any}()
    for (n, y) in enumerate(statements)
        is_label(y) && n < length(statements) || continue
        z = statements[n + 1]
        z isa Expr && z.head === :return && !(z.args[1] isa Expr) && (returned[y.args[1]] = z)
    end
    replaced(@nospecialize(y)) = is_jump(y) ? get(returned, y.args[1], y) :
        y isa Expr && y.head in (:block, :if, :try, :||, :&&) ? Expr(y.head, Any[replaced(a) for a in y.args]...) : y
    return replaced(x)
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
function pass_through!(blocks::Vector{Straight}, labels::Dict{Symbol,Int})
    # What shared assignments is empty where the variables are the same.
    is_empty(n) = n <= length(blocks) && isempty(blocks[n].statements) && blocks[n].condition === nothing && length(blocks[n].ways) == 1 && isempty(blocks[n].ways[1][1])
    function behind_empty(next)
        steps = 0
        while is_empty(next) && steps < length(blocks)
            next = blocks[next].ways[1][2]
            steps += 1
        end
        return next
    end
    for block in blocks, (n, (assigned, next)) in enumerate(block.ways)
        block.ways[n] = (assigned, behind_empty(next))
    end
    foreach(label -> labels[label] = behind_empty(labels[label]), collect(keys(labels)))
    for block in blocks, (n, (assigned, next)) in enumerate(block.ways)
        next <= length(blocks) && length(block.ways) == 2 && !ends_in_try(block) && only_assigns(blocks[next]) || continue
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
function place_blocks(blocks::Vector{Straight}, order::Vector{Int}, parents::Dict{Int,Int}, labels, outside, parent, shared)
    position = Dict(b => i for (i, b) in enumerate(order))
    count, before = Dict(b => 0 for b in order), Dict(b => Int[] for b in order)
    members = Dict{Int,Set{Int}}()
    for b in order, (_, next) in blocks[b].ways
        push!(before[next], b)
        # What is reached from inside a `try` stands behind it.
        position[next] > position[b] ? (count[next] += ends_in_try(blocks[b]) ? 2 : 1) : push!(get!(() -> Set{Int}(next), members, next), b)
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
        count[b] >= 2 && !haskey(outside, b) && (push!(placed[parents[b]], b); is_placed[b] = true)
    end
    # The only way out of a loop stands behind the loop, wherever it is reached from.
    for header in sort!(collect(keys(members)); by=b -> -position[b])
        inside = members[header]
        exits = unique(Int[next for b in inside for (_, next) in blocks[b].ways if !(next in inside) && position[next] > position[b]])
        length(exits) == 1 && !is_placed[exits[1]] && !haskey(outside, exits[1]) || continue
        push!(placed[header], exits[1])
        is_placed[exits[1]] = true
        sort!(placed[header]; by=b -> position[b])
    end
    first = shared.count
    shared.count += length(blocks)
    depth = parent === nothing ? 0 : parent.depth
    return Structure(blocks, placed, is_placed, members, Set{Int}(), labels, outside, parent, shared, first, depth)
end

"""
Writes a block and what stands behind it; `false` where it nests too deep.
"""
function write_structure!(s::Structure, out::Vector{Any}, block::Int, around::Around)
    s.depth += 1
    s.depth <= MAX_STRUCTURE || return false
    # The last block that stands behind is written in this loop, not in a call: a long program is no deep one.
    while true
        # A jump may go to what stands behind something, and back to a loop.
        (s.is_placed[block] || haskey(s.members, block)) && push!(out, Expr(:symboliclabel, label_of(s, block)))
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
    if ends_in_try(b)
        append!(out, b.statements[1:end-1])
        made = write_try(s, b.statements[end], around)
        made === nothing && return false
        push!(out, made)
        return true
    end
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

"A `try` with structured parts, or `nothing`."
function write_try(s::Structure, @nospecialize(x), around::Around)
    parts = Any[]
    for part in (x.args[1], x.args[3])
        blocks, labels = cut_statements(Any[part.args...])
        outside = Dict(labels[label] => s.labels[label] for label in labels_outside(part))
        inner = structure(blocks, labels, outside, s, s.shared)
        inner === nothing && return nothing
        function inside(block)
            at = findfirst(==(block), outside)
            return at === nothing ? 0 : at
        end
        out = Any[]
        write_structure!(inner, out, 1, Around(inside(around.next), inside(around.header), inside(around.behind))) || return nothing
        push!(parts, out)
    end
    return Expr(:try, Expr(:block, parts[1]...), false, Expr(:block, parts[2]...))
end

"Goes to a block: by falling through to it, by `continue` or `break`, by a jump, or by writing it here."
function go!(s::Structure, out::Vector{Any}, block::Int, around::Around)
    block == around.next && return true
    if block == around.header
        push!(out, Expr(:continue))
    elseif block == around.behind
        push!(out, Expr(:break))
    elseif haskey(s.outside, block) || s.is_placed[block] || block in s.open
        push!(s.shared.used, label_of(s, block))
        push!(out, Expr(:symbolicgoto, label_of(s, block)))
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
function drop_unused_labels(statements::Vector{Any}, used::Set{Symbol})
    clean(@nospecialize(x)) = x isa Expr && x.head in (:block, :if, :while, :try) ?
        Expr(x.head, Any[clean(a) for a in x.args if !(is_label(a) && !(a.args[1] in used))]...) : x
    return clean(Expr(:block, statements...)).args
end
