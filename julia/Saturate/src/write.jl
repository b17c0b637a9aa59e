# Writing: an SSA function as an ordinary expression.
#
#     b1(%3 n, %4 r):                          @label L1
#         %5 = >(%3, 0)                        if n > 0
#         goto b2 if %5 else b3      becomes       …
#                                              else
#                                                  @goto L3
#                                              end
#
# Every value is a local variable, every block parameter one that jumps assign; there are labels and `goto`s, and one
# `if` per branch. A π is the variable that was tested: test and use must name the same variable, or Julia's inference
# loses what the test proved, and with it the speed (though not always the type) of the original.
#
# A value that is used once, right behind its definition, is written in place of its use. Arguments are evaluated from
# left to right, so that this keeps the order of all calls.

"A method body, written."
struct Body
    arguments::Vector{Symbol}     # the function object first
    is_va::Bool
    locals::Vector{Symbol}
    statements::Vector{Any}
    metas::Metas
    ret::Any                      # the type of what it returns, which rules may have changed
end

"How deep calls may nest before a variable is used after all: Julia's lowering is recursive."
const MAX_NESTING = 8

"An expression that waits for its only use."
struct Pending
    value::Int
    name::Symbol
    expr::Any
    inbounds::Union{Nothing,Bool}   # nothing: it makes no difference
    depth::Int
end

"Assignments that several jumps to one place have in common, written once before it."
struct Landing
    args::Vector{Int}       # of the jumps
    label::Symbol
    moves::Vector{Any}
end

mutable struct Writer
    f::SSAFunction
    regions::Regions
    roots::Vector{Int}            # the value a π chain starts from, by value + 1
    uses::Vector{Int}             # by value + 1; a use elsewhere than the defining piece counts twice
    variables::Dict{Int,Symbol}   # value to local
    taken::Set{Symbol}
    locals::Vector{Symbol}
    memory::Dict{Int,Symbol}
    labels::Dict{Place,Symbol}
    used_labels::Set{Symbol}
    landings::Dict{Place,Vector{Landing}}
    pending::Vector{Pending}
    out::Vector{Any}
    in_bounds::Bool               # whether `out` is inside an `:inbounds` pair
    checked::Bool                 # whether claimed types are looked at (claims.jl)
end

"""
    write_body(f, metas, checked=false)

The body of an SSA function as statements over local variables; `checked` if the types of its values are to be looked at.
"""
function write_body(f::SSAFunction, metas::Metas, checked::Bool=false)
    regions = find_regions(f)
    roots, uses = count_uses(f, regions, checked)
    w = Writer(f, regions, roots, uses, Dict{Int,Symbol}(), Set{Symbol}(), Symbol[], Dict{Int,Symbol}(),
               Dict{Place,Symbol}(), Set{Symbol}(), Dict{Place,Vector{Landing}}(), Pending[], Any[], false, checked)
    arguments = Symbol[]
    f.has_self || push!(arguments, fresh!(w, :self))
    for param in f.blocks[1].params
        name = fresh!(w, param.name)
        w.variables[param.value] = name
        push!(arguments, name)
    end
    write_places!(w, Frame[], 1)
    statements = drop_labels(w.out, w.used_labels)
    return Body(arguments, f.is_va, w.locals, statements, metas, f.ret)
end

"Where each π starts from, and how often each value is used; in `checked` code, also where its type is looked at."
function count_uses(f::SSAFunction, regions::Regions, checked::Bool)
    roots = collect(0:f.value_count - 1)
    home = zeros(Int, f.value_count)
    for (number, piece) in enumerate(regions.pieces), s in f.blocks[piece.block].statements[piece.first:piece.last]
        home[s.result + 1] = number
    end
    tested = tested_values(f)
    for block in f.blocks, s in block.statements
        s.kind == Wire.Inst.PI && s.callee >= 0 && starts_at(f, s.callee) in tested && (roots[s.result + 1] = s.callee)
    end
    root(v) = roots[v + 1] == v ? v : (roots[v + 1] = root(roots[v + 1]))
    foreach(root, 0:f.value_count - 1)
    uses = zeros(Int, f.value_count)
    for (number, piece) in enumerate(regions.pieces)
        function use(v)
            v < 0 && return
            v = roots[v + 1]
            uses[v + 1] += home[v + 1] == number ? 1 : 2
        end
        block = f.blocks[piece.block]
        for s in block.statements[piece.first:piece.last]
            # A π that stays is read where it stands, from a variable; and so is one whose type is looked at.
            is_read = s.kind == Wire.Inst.PI && (checked || roots[s.result + 1] == s.result)
            is_read ? foreach(v -> (use(v); use(v)), operands(s)) : s.kind == Wire.Inst.PI || foreach(use, operands(s))
        end
        piece.exit === nothing || continue
        term = block.terminator
        term.kind in (Wire.Term.BRANCH, Wire.Term.RETURN) && use(term.value)
        # An argument of a jump is read by an assignment: it may be written there, but only where it is the only one.
        for target in term.targets, v in target.args
            v >= 0 && (uses[roots[v + 1] + 1] += 2)
        end
    end
    return roots, uses
end

"The values that a test names: where a π starts. A test that a rule has replaced no longer tells Julia anything."
function tested_values(f::SSAFunction)
    tested = Set{Int}()
    for block in f.blocks, s in block.statements
        is_test(f.tables, s) && foreach(v -> v >= 0 && push!(tested, starts_at(f, v)), s.args)
    end
    return tested
end

"The value that a chain of π starts from."
starts_at(f::SSAFunction, v::Int) = f.origins[v + 1]

# Names.

"A name of its own, close to `name`."
function fresh!(w::Writer, name::Symbol)
    # `#self#` is the name that Julia gives the function object of every definition; `#unused#` and names of underscores
    # alone it does not let code read.
    base = string(name)
    base == "#self#" ? (base = "self") : (base == "#unused#" || all(==('_'), base)) && (base = "v")
    symbol, count = Symbol(base), 1
    while symbol in w.taken
        count += 1
        symbol = Symbol(base, '_', count)
    end
    push!(w.taken, symbol)
    return symbol
end

function variable!(w::Writer, value::Int, name::Symbol=Symbol(""))
    return get!(w.variables, value) do
        symbol = fresh!(w, name)
        push!(w.locals, symbol)
        symbol
    end
end

function memory!(w::Writer, slot::Int)
    return get!(w.memory, slot) do
        symbol = fresh!(w, w.f.memory[slot + 1])
        push!(w.locals, symbol)
        symbol
    end
end

function label!(w::Writer, place::Place)
    return get!(() -> Symbol('L', length(w.labels) + 1), w.labels, place)
end

function goto!(w::Writer, place::Place)
    label = label!(w, place)
    push!(w.used_labels, label)
    return Expr(:symbolicgoto, label)
end

"Labels that nothing jumps to go."
function drop_labels(statements::Vector{Any}, used::Set{Symbol})
    kept = Any[]
    for s in statements
        s isa Expr && s.head === :symboliclabel && !(s.args[1] in used) && continue
        if s isa Expr && s.head === :try
            s = Expr(:try, Expr(:block, drop_labels(s.args[1].args, used)...), false,
                     Expr(:block, drop_labels(s.args[3].args, used)...))
        end
        push!(kept, s)
    end
    return kept
end

# Values.

"A constant as an expression: by the name it was read from, where there is one."
function constant_expr(tables::Tables, handle::Int)
    ref = get(tables.globals, Int32(handle), nothing)
    return ref === nothing ? quoted(constant_of_handle(tables, handle)) : ref
end

"A value that is a constant or has a variable."
function simple(w::Writer, value::Int)
    value < 0 && return constant_expr(w.f.tables, -1 - value)
    return variable!(w, w.roots[value + 1])
end

"""
The expressions of a statement's operands, in order of evaluation, how deep they nest, and whether they are in bounds. Waiting expressions are used from the end, as far
as their order is the operands' order; the others become variables first.
"""
function take!(w::Writer, values::Vector{Int}, inbounds::Union{Nothing,Bool}, nest::Bool)
    waiting(v) = v >= 0 && any(p -> p.value == w.roots[v + 1], w.pending)
    exprs = Vector{Any}(undef, length(values))
    taken, depth, wanted = 0, 0, inbounds
    for n in length(values):-1:1
        v = values[n]
        waiting(v) || continue
        top = w.pending[end - taken]
        same = wanted === nothing || top.inbounds === nothing || top.inbounds == wanted
        fits = nest && top.value == w.roots[v + 1] && top.depth < MAX_NESTING && same
        if !fits
            taken = depth = 0
            wanted = inbounds
            flush!(w)
            break
        end
        taken += 1
        depth = max(depth, top.depth)
        wanted === nothing && (wanted = top.inbounds)
    end
    picked = w.pending[end - taken + 1:end]
    resize!(w.pending, length(w.pending) - taken)
    for n in eachindex(values)
        v = values[n]
        at = v < 0 ? nothing : findfirst(p -> p.value == w.roots[v + 1], picked)
        exprs[n] = at === nothing ? simple(w, v) : picked[at].expr
    end
    return exprs, depth + 1, wanted
end

# Statements.

"Appends a statement inside or outside an `:inbounds` pair."
function push_statement!(w::Writer, @nospecialize(expr), inbounds::Union{Nothing,Bool})
    if inbounds !== nothing && inbounds != w.in_bounds
        push!(w.out, Expr(:inbounds, inbounds ? true : :pop))
        w.in_bounds = inbounds
    end
    push!(w.out, expr)
end

"Every waiting expression becomes a variable."
function flush!(w::Writer)
    for p in w.pending
        push_statement!(w, Expr(:(=), variable!(w, p.value, p.name), p.expr), p.inbounds)
    end
    empty!(w.pending)
end

"Whether inference learns something of a variable from this call: its arguments stay variables."
function is_test(tables::Tables, s::Statement)
    s.kind == Wire.Inst.CALL && s.callee < 0 || return false
    return builtin_number(constant_of_handle(tables, -1 - s.callee)) in (Wire.Builtin.ISA, Wire.Builtin.EGAL)
end

"""
Whether `@inbounds` makes no difference to a statement: it runs no Julia code. A test must be such a one, so that it can
stand in the `if` itself.
"""
function is_neutral(w::Writer, s::Statement)
    s.kind == Wire.Inst.CALL || return s.kind != Wire.Inst.OPAQUE
    s.callee < 0 || return false
    callee = constant_of_handle(w.f.tables, -1 - s.callee)
    return callee isa Core.IntrinsicFunction || builtin_number(callee) !== nothing
end

"Whether the type of a statement is to be looked at. What is tested in an `if` stays as it is, or inference would not see the test."
is_claim(w::Writer, s::Statement) = w.checked && s.kind in (Wire.Inst.CALL, Wire.Inst.GET_GLOBAL, Wire.Inst.GET_SLOT) && !is_neutral(w, s)

"Looks at the types of a block's parameters, where they have got their values."
function write_claims!(w::Writer, params::Vector{Parameter})
    w.checked || return
    for param in params
        w.uses[param.value + 1] == 0 && continue
        variable = variable!(w, param.value, param.name)
        param.type === Any || push!(w.out, claim(variable, param.type))
    end
end

function write_statement!(w::Writer, s::Statement)
    I = Wire.Inst
    s.kind == I.PI && return write_pi!(w, s)
    # The token of a region has no counterpart in syntax.
    s.kind == I.OPAQUE && s.head === :enter && return
    nest = !is_test(w.f.tables, s) || all(v -> v < 0 || any(p -> p.value == w.roots[v + 1], w.pending), s.args)
    args, depth, inbounds = take!(w, operands(s), is_neutral(w, s) ? nothing : s.inbounds, nest)
    expr = if s.kind == I.CALL
        Expr(:call, args...)
    elseif s.kind == I.NEW
        Expr(:new, args...)
    elseif s.kind == I.OPAQUE
        # A call that the library took for a form has no template.
        s.head === :call ? Expr(:call, args...) : fill_form(s.payload, args)
    elseif s.kind == I.GET_GLOBAL
        GlobalRef(s.payload, s.head)
    elseif s.kind == I.GET_SLOT
        memory!(w, s.number)
    elseif s.kind == I.SET_SLOT
        Expr(:(=), memory!(w, s.number), args[1])
    elseif s.kind == I.IS_DEFINED
        Expr(:isdefined, memory!(w, s.number))
    end
    is_claim(w, s) && (expr = claim(expr, s.type))
    uses = w.uses[s.result + 1]
    if uses == 1 && s.kind in (I.CALL, I.NEW, I.GET_GLOBAL)
        push!(w.pending, Pending(s.result, s.name, expr, inbounds, depth))
        return
    end
    flush!(w)
    if s.kind == I.SET_SLOT
        push_statement!(w, expr, inbounds)
        # A store's value is what it stored.
        uses > 0 && push_statement!(w, Expr(:(=), variable!(w, s.result), memory!(w, s.number)), inbounds)
    elseif uses == 0
        push_statement!(w, expr, inbounds)
    else
        push_statement!(w, Expr(:(=), variable!(w, s.result, s.name), expr), inbounds)
    end
end

"""
A π is the variable that was tested. One of a constant is a variable of its own, and so is one that no test in the code proves any
more: there, the type is asserted.
"""
function write_pi!(w::Writer, s::Statement)
    if s.callee >= 0 && w.roots[s.result + 1] != s.result
        if w.checked
            flush!(w)
            push_statement!(w, claim(simple(w, s.callee), s.type), nothing)
        end
        return
    end
    value = simple(w, s.callee)
    flush!(w)
    s.callee >= 0 && s.type !== Any && (value = Expr(:call, GlobalRef(Core, :typeassert), value, quoted(s.type)))
    w.uses[s.result + 1] == 0 || push_statement!(w, Expr(:(=), variable!(w, s.result, s.name), value), s.inbounds)
end

# Control flow.

"""
Writes all places with these regions around them. `entry` is the piece where control comes in.
"""
function write_places!(w::Writer, frames::Vector{Frame}, entry::Int)
    places = filter(p -> p.frames == frames, w.regions.places)
    find_landings!(w, places)
    if isempty(places) || places[1].piece != entry || haskey(w.landings, places[1])
        push!(w.out, goto!(w, Place(entry, frames)))
    end
    for (n, place) in enumerate(places)
        write_landings!(w, place)
        push!(w.out, Expr(:symboliclabel, label!(w, place)))
        next = n < length(places) ? places[n + 1] : nothing
        write_place!(w, place, next)
    end
end

function write_place!(w::Writer, place::Place, next::Union{Nothing,Place})
    piece = w.regions.pieces[place.piece]
    block = w.f.blocks[piece.block]
    piece.first == 1 && write_claims!(w, block.params)
    for s in block.statements[piece.first:piece.last]
        write_statement!(w, s)
    end
    following = edges(w.f, w.regions, place)
    term = block.terminator
    T = Wire.Term
    if piece.exit !== nothing
        flush!(w)
        end_inbounds!(w)
        push!(w.out, goto!(w, following[1][1]))
    elseif term.kind == T.RETURN
        values, = take!(w, [term.value], false, true)
        flush!(w)
        end_inbounds!(w)
        push!(w.out, Expr(:return, values[1]))
    elseif term.kind == T.UNREACHABLE
        flush!(w)
        end_inbounds!(w)
        push!(w.out, Expr(:call, GlobalRef(Core, :throw), QuoteNode(:unreachable)))
    elseif term.kind == T.ENTER
        write_try!(w, place, term)
    elseif length(following) == 2
        write_branch!(w, term, following, next)
    else
        # A jump, or a branch that goes one way here.
        flush!(w)
        end_inbounds!(w)
        append!(w.out, arm(w, following[1], next))
    end
end

"""
The statements that go to a place: assignments of its parameters, and a jump unless it comes next. What comes next is the
first landing of a place, if it has any.
"""
function arm(w::Writer, (place, target), next::Union{Nothing,Place})
    landings = get(() -> Landing[], w.landings, place)
    at = target === nothing ? nothing : findfirst(landing -> landing.args == target.args, landings)
    if at !== nothing
        at == 1 && place == next && return Any[]
        push!(w.used_labels, landings[at].label)
        return Any[Expr(:symbolicgoto, landings[at].label)]
    end
    statements = moves(w, target)
    place == next && isempty(landings) || push!(statements, goto!(w, place))
    return statements
end

"""
Jumps to one place that pass the same values share their assignments, as they did in the source: in `if b === nothing || v > b; b = v; end`
there is one assignment, and with two of them LLVM made a loop that took three times as long.
"""
function find_landings!(w::Writer, places::Vector{Place})
    found = Dict{Place,Vector{Pair{Target,Int}}}()
    for place in places
        piece = w.regions.pieces[place.piece]
        piece.exit === nothing && w.f.blocks[piece.block].terminator.kind in (Wire.Term.JUMP, Wire.Term.BRANCH) || continue
        for (next, target) in edges(w.f, w.regions, place)
            isempty(target.args) && continue
            groups = get!(() -> Pair{Target,Int}[], found, next)
            at = findfirst(group -> group.first.args == target.args, groups)
            at === nothing ? push!(groups, target => 1) : (groups[at] = target => groups[at].second + 1)
        end
    end
    for place in places, (target, count) in get(() -> Pair{Target,Int}[], found, place)
        count > 1 || continue
        shared = moves(w, target)
        isempty(shared) && continue
        label = Symbol('M', reduce(+, map(length, collect(values(w.landings))); init=0) + 1)
        push!(get!(() -> Landing[], w.landings, place), Landing(target.args, label, shared))
    end
end

"Writes the landings of a place; the last one goes on into it."
function write_landings!(w::Writer, place::Place)
    landings = get(() -> Landing[], w.landings, place)
    for (n, landing) in enumerate(landings)
        push!(w.out, Expr(:symboliclabel, landing.label))
        append!(w.out, landing.moves)
        n == length(landings) || push!(w.out, goto!(w, place))
    end
end

function end_inbounds!(w::Writer)
    w.in_bounds || return
    push!(w.out, Expr(:inbounds, :pop))
    w.in_bounds = false
end

function write_branch!(w::Writer, term::Terminator, following, next::Union{Nothing,Place})
    # A condition inside an `:inbounds` pair cannot be written in the `if`: both of its arms would have to close the pair.
    values, = take!(w, [term.value], false, true)
    flush!(w)
    end_inbounds!(w)
    condition = values[1]
    arms = [arm(w, edge, next) for edge in following]
    push!(w.out, isempty(arms[1]) && length(arms[2]) == 1 ? Expr(:||, condition, arms[2][1]) :
                 isempty(arms[2]) ? Expr(:if, condition, Expr(:block, arms[1]...)) :
                 Expr(:if, condition, Expr(:block, arms[1]...), Expr(:block, arms[2]...)))
end

function write_try!(w::Writer, place::Place, term::Terminator)
    flush!(w)
    end_inbounds!(w)
    append!(w.out, moves(w, term.targets[2]))
    append!(w.out, moves(w, term.targets[1]))
    outer = w.out
    parts = map((:try, :catch), term.targets) do kind, target
        w.out = Any[]
        write_places!(w, vcat(place.frames, (kind, place.piece)), w.regions.first_piece[target.block])
        Expr(:block, w.out...)
    end
    w.out = outer
    push!(w.out, Expr(:try, parts[1], false, parts[2]))
end

"""
The assignments of a jump's arguments to the parameters of its target, as if all happened at once: one whose variable
is still to be read waits, and a ring of them starts with a copy.
"""
function moves(w::Writer, target::Target)
    todo = Tuple{Symbol,Any}[]
    for (param, value) in zip(w.f.blocks[target.block].params, target.args)
        w.uses[param.value + 1] == 0 && continue
        source = simple(w, value)
        variable = variable!(w, param.value, param.name)
        variable === source || push!(todo, (variable, source))
    end
    statements = Any[]
    while !isempty(todo)
        at = findfirst(move -> all(other -> other[2] !== move[1], todo), todo)
        if at === nothing
            # A ring: save one variable, and let its readers read the copy.
            variable = todo[1][1]
            copy = fresh!(w, Symbol("v"))
            push!(w.locals, copy)
            push!(statements, Expr(:(=), copy, variable))
            for n in eachindex(todo)
                todo[n][2] === variable && (todo[n] = (todo[n][1], copy))
            end
            continue
        end
        push!(statements, Expr(:(=), todo[at]...))
        deleteat!(todo, at)
    end
    return statements
end
