# Variables of shown code: values that share one, as they did in the source.
#
#     s_2 = s + x                     s = s + x
#     s = s_2             becomes
#
# The writer gives every value of SSA form a variable of its own, and jumps assign parameters. Where `a = b` copies one variable into another, and neither is given a value where the other
# is still needed (Chaitin, 1982), they are one. A variable never takes over the value of one that has another name in the source. The code that runs keeps them apart.

"Larger bodies, in variables times blocks, keep their variables."
const MAX_LIVENESS = 1 << 20

"The name that a variable was made of: `s` of `s_2`; empty for the writer's own."
function source_name(x::Symbol)
    base = replace(string(x), r"_\d+$" => "")
    return base == "v" ? "" : base
end

"Calls `f` with every variable that an expression reads."
function each_read(f, @nospecialize(x))
    if x isa Symbol
        f(x)
    elseif x isa Expr && !(x.head in (:quote, :inert, :meta, :symboliclabel, :symbolicgoto))
        foreach(a -> each_read(f, a), x.head === :(=) ? x.args[2:end] : x.args)
    end
    return
end

is_assignment(@nospecialize(x)) = x isa Expr && x.head === :(=) && x.args[1] isa Symbol

"""
Lets values share variables: assignments of a variable to itself are gone. `locals` are those that may be renamed, `arguments` keep their names. Returns the variables that may be read before they
are assigned.
"""
function share_variables!(blocks::Vector{Straight}, arguments::Vector{Symbol}, locals::Vector{Symbol})
    known = Set{Symbol}(vcat(arguments, locals))
    length(known) * length(blocks) <= MAX_LIVENESS || return Set{Symbol}(locals)
    live = live_variables(blocks, known)
    conflicts = find_conflicts(blocks, live, known)
    # What may be read before it is assigned keeps its name: the error says it.
    fixed = setdiff(live[1], arguments)
    foreach(b -> each_defined_test(x -> push!(fixed, x), b), blocks)
    class = Dict{Symbol,Symbol}()
    members = Dict{Symbol,Vector{Symbol}}()
    of(x) = get(class, x, x)
    list(x) = get(() -> [x], members, x)
    for (a, b) in copies(blocks, known)
        (a in fixed || b in fixed || of(a) === of(b)) && continue
        of_a, of_b = list(of(a)), list(of(b))
        count(x -> x in arguments, of_a) + count(x -> x in arguments, of_b) <= 1 || continue
        named = unique(filter(!isempty, map(x -> x in arguments ? string(x) : source_name(x), vcat(of_a, of_b))))
        length(named) <= 1 || continue
        any(((x, y),) -> (x, y) in conflicts || (y, x) in conflicts, Iterators.product(of_a, of_b)) && continue
        merged = vcat(of_a, of_b)
        rank(x) = (!(x in arguments), isempty(source_name(x)), length(string(x)), string(x))
        chosen = merged[argmin_by(rank, merged)]
        delete!(members, of(a)); delete!(members, of(b))
        foreach(x -> class[x] = chosen, merged)
        members[chosen] = merged
    end
    isempty(class) && return fixed
    renamed(xs) = Any[y for y in Any[rename(x, class) for x in xs] if !(is_assignment(y) && y.args[1] === y.args[2])]
    for (n, b) in enumerate(blocks)
        blocks[n] = Straight(renamed(b.statements), rename(b.condition, class), Tuple{Vector{Any},Int}[(renamed(moves), next) for (moves, next) in b.ways])
    end
    return fixed
end

argmin_by(rank, xs) = findmin(map(rank, xs))[2]

function rename(@nospecialize(x), class::Dict{Symbol,Symbol})
    x isa Symbol && return get(class, x, x)
    x isa Expr && !(x.head in (:quote, :inert, :meta, :symboliclabel, :symbolicgoto)) || return x
    return Expr(x.head, Any[rename(a, class) for a in x.args]...)
end

"Calls `f` with every variable of which a block asks whether it is defined."
function each_defined_test(f, b::Straight)
    look(@nospecialize(x)) = x isa Expr && (x.head === :isdefined ? each_read(f, x) : foreach(look, x.args))
    foreach(look, b.statements)
    look(b.condition)
    return
end

"Assignments of one variable to another, those of one name first."
function copies(blocks::Vector{Straight}, known::Set{Symbol})
    found = Tuple{Symbol,Symbol}[]
    note(x) = is_assignment(x) && x.args[2] isa Symbol && x.args[1] in known && x.args[2] in known && push!(found, (x.args[1], x.args[2]))
    for b in blocks
        foreach(note, b.statements)
        foreach(way -> foreach(note, way[1]), b.ways)
    end
    unique!(found)
    sort!(found; by=((a, b),) -> source_name(a) != source_name(b), alg=MergeSort)
    return found
end

"Walks statements backwards; `define` is told of each assignment, with what is needed behind it."
function walk_back!(define, live::Set{Symbol}, statements::Vector{Any}, known::Set{Symbol})
    for x in Iterators.reverse(statements)
        if is_assignment(x) && x.args[1] in known
            delete!(live, x.args[1])
            define(x, live)
        end
        each_read(v -> v in known && push!(live, v), x)
    end
end

"What is needed at the beginning of a block, from what is needed at the beginning of those that follow."
function walk_block!(define, b::Straight, live::Vector{Set{Symbol}}, known::Set{Symbol})
    needed = Set{Symbol}()
    for (moves, next) in b.ways
        behind = next <= length(live) ? copy(live[next]) : Set{Symbol}()
        walk_back!(define, behind, moves, known)
        union!(needed, behind)
    end
    each_read(v -> v in known && push!(needed, v), b.condition)
    walk_back!(define, needed, b.statements, known)
    return needed
end

function live_variables(blocks::Vector{Straight}, known::Set{Symbol})
    live = [Set{Symbol}() for _ in blocks]
    changed = true
    while changed
        changed = false
        for n in length(blocks):-1:1
            needed = walk_block!((_, _) -> nothing, blocks[n], live, known)
            length(needed) == length(live[n]) || (live[n] = needed; changed = true)
        end
    end
    return live
end

"Pairs of variables of which one is assigned where the other is needed. A copy does not conflict with what it copies."
function find_conflicts(blocks::Vector{Straight}, live::Vector{Set{Symbol}}, known::Set{Symbol})
    found = Set{Tuple{Symbol,Symbol}}()
    note(x, behind) = foreach(v -> v === x.args[1] || v === x.args[2] || push!(found, (x.args[1], v)), behind)
    foreach(b -> walk_block!(note, b, live, known), blocks)
    return found
end

"Where a variable occurs: the scopes around all of it, and whether the innermost of them assigns it."
mutable struct Seen
    around::Vector{Int}
    assigned::Set{Vector{Int}}
end

"""
Variables that must be declared: a loop, or a `try`, would have one for itself, because what is around all of their occurrences does not assign them, or because they are
`exposed`: read before they are assigned. The variables of `for` and `catch` are their own.
"""
function declared(statements::Vector{Any}, locals::Vector{Symbol}, exposed::Set{Symbol})
    seen = Dict{Symbol,Seen}()
    function note(v::Symbol, scope::Vector{Int}, assigns::Bool)
        s = get!(() -> Seen(scope, Set{Vector{Int}}()), seen, v)
        same = findfirst(n -> n > length(s.around) || s.around[n] != scope[n], 1:length(scope))
        s.around = same === nothing ? scope : scope[1:same-1]
        assigns && push!(s.assigned, scope)
        return
    end
    scopes = 0
    own = Set{Symbol}()
    function look(@nospecialize(x), scope::Vector{Int})
        x isa Symbol && return note(x, scope, false)
        x isa Expr && !(x.head in (:quote, :inert)) || return
        if x.head in (:while, :for, :try)
            inner = x.head === :try ? 1 : 2
            for (n, a) in enumerate(x.args)
                if x.head === :try && n == 2
                    a isa Symbol && push!(own, a)
                    continue
                end
                if x.head === :for && n == 1
                    push!(own, a.args[1])
                    look(a.args[2], scope)
                else
                    n >= inner ? look(a, vcat(scope, scopes += 1)) : look(a, scope)
                end
            end
        elseif is_assignment(x)
            note(x.args[1], scope, true)
            look(x.args[2], scope)
        else
            foreach(a -> look(a, scope), x.args)
        end
        return
    end
    foreach(x -> look(x, Int[]), statements)
    return Symbol[v for v in locals if haskey(seen, v) && !(v in own) && (v in exposed || !(seen[v].around in seen[v].assigned))]
end
