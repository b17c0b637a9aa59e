# Protected regions: which code stands inside which `try`, and which inside which `catch`.
#
# SSA has edges where Julia's syntax has nesting. Blocks are cut behind each `leave` and `pop_exception`, and each piece
# gets the stack of regions around it, by following the edges from the entry:
#
#     b1: try b2 catch b4        b1 ()      try … b2 … goto L3 catch … b4 … goto L3 end
#     b2: … leave 1; goto b3     b2 (try b1)
#     b3: …                      b3 ()
#     b4: … pop_exception        b4 (catch b1)
#
# A piece that is reached with two different stacks is written once for each: the code of a `finally` runs both ways, and
# then asks a flag which way it was. In the copy inside the `catch`, the flag is a constant, and the branch on it is not one:
# otherwise everything behind the `finally`, perhaps the loop around it, would be copied, too. Where copying does not end
# even so, the method is not understood.

"Part of a block: statements `first:last`, then `exit`: its terminator, or a `leave` or `pop_exception` before the next piece."
struct Piece
    block::Int
    first::Int
    last::Int
    exit::Union{Nothing,Statement}
end

"A region around a piece: `:try` or `:catch`, and the piece that entered it."
const Frame = Tuple{Symbol,Int}

"A piece in its place among the regions."
struct Place
    piece::Int
    frames::Vector{Frame}
end

Base.:(==)(a::Place, b::Place) = a.piece == b.piece && a.frames == b.frames
Base.hash(p::Place, h::UInt) = hash(p.frames, hash(p.piece, h))

struct Regions
    pieces::Vector{Piece}
    first_piece::Vector{Int}            # of each block
    tokens::Dict{Int,Int}               # the piece that enters the region of a token
    places::Vector{Place}               # reachable, in the order of the pieces
    definitions::Dict{Int,Statement}    # of values that are results
    homes::Dict{Int,Int}                # block of values that are parameters
    # What a parameter is inside a handler: the operand of a constant, or `nothing` if it varies.
    flags::Dict{Tuple{Vector{Frame},Int},Union{Nothing,Int}}
end

"How many places a function may have per piece: beyond it, duplication does not end."
const MAX_PLACES_PER_PIECE = 4

function cut(f::SSAFunction)
    pieces, first_piece = Piece[], Int[]
    handlers = Set(block.terminator.targets[2].block for block in f.blocks if block.terminator.kind == Wire.Term.ENTER)
    for (number, block) in enumerate(f.blocks)
        push!(first_piece, length(pieces) + 1)
        start = 1
        for (at, s) in enumerate(block.statements)
            # A handler leaves its own region first of all; in syntax, a `catch` is outside of it anyway.
            at == start && start == 1 && number in handlers && s.kind == Wire.Inst.LEAVE && s.number == 1 &&
                (start = 2; continue)
            if s.kind == Wire.Inst.LEAVE || s.kind == Wire.Inst.POP_EXCEPTION
                push!(pieces, Piece(number, start, at - 1, s))
                start = at + 1
            end
        end
        push!(pieces, Piece(number, start, length(block.statements), nothing))
    end
    return pieces, first_piece
end

"""
Finds the places of all code: a conditional propagation (Wegman and Zadeck) of what parameters are inside handlers. A
place is looked at again when something that it may have relied on has turned out to vary.
"""
function find_regions(f::SSAFunction)
    pieces, first_piece = cut(f)
    definitions, homes = Dict{Int,Statement}(), Dict{Int,Int}()
    for (number, block) in enumerate(f.blocks)
        foreach(s -> definitions[s.result] = s, block.statements)
        foreach(param -> homes[param.value] = number, block.params)
    end
    regions = Regions(pieces, first_piece, region_tokens(f, pieces), Place[], definitions, homes,
                      Dict{Tuple{Vector{Frame},Int},Union{Nothing,Int}}())
    seen = Set([Place(1, Frame[])])
    work = collect(seen)
    while !isempty(work)
        place = pop!(work)
        for (next, target) in edges(f, regions, place)
            varies = target !== nothing && pass_flags!(f, regions, place, next, target)
            if !(next in seen)
                push!(seen, next)
                push!(work, next)
                length(seen) <= 16 + MAX_PLACES_PER_PIECE * length(pieces) ||
                    not_understood("its `try` regions cannot be written as nested code")
            end
            varies && append!(work, seen)
        end
    end
    append!(regions.places, seen)
    sort!(regions.places; by=p -> (p.piece, length(p.frames), string(p.frames)))
    return regions
end

"The regions up to the innermost handler, or `nothing` outside of any."
function handler_frames(frames::Vector{Frame})
    at = findlast(frame -> frame[1] === :catch, frames)
    return at === nothing ? nothing : frames[1:at]
end

"What a value is inside the handlers of `frames`: the operand of a constant, or `nothing`."
function flag(regions::Regions, frames::Vector{Frame}, value::Int)
    value < 0 && return value
    inside = handler_frames(frames)
    return inside === nothing ? nothing : get(regions.flags, (inside, value), nothing)
end

"Notes what a jump passes, for every handler it is in; whether a parameter has thereby turned out to vary."
function pass_flags!(f::SSAFunction, regions::Regions, place::Place, next::Place, target::Target)
    varies = false
    for (n, frame) in enumerate(next.frames)
        frame[1] === :catch || continue
        inside = next.frames[1:n]
        for (param, argument) in zip(f.blocks[target.block].params, target.args)
            key = (inside, param.value)
            passed = flag(regions, place.frames, argument)
            known = get(regions.flags, key, missing)
            known === missing && (regions.flags[key] = passed)
            if known !== missing && known !== nothing && known != passed
                regions.flags[key] = nothing
                varies = true
            end
        end
    end
    return varies
end

"""
Which way a branch goes at a place: 1 if it is true there, 2 if it is false, 0 if that is not known. Known are only
comparisons, inside a handler, of a parameter that every jump in the handler gives the same constant.
"""
function way(f::SSAFunction, regions::Regions, place::Place)
    piece = regions.pieces[place.piece]
    inside = handler_frames(place.frames)
    inside === nothing && return 0
    test = get(regions.definitions, f.blocks[piece.block].terminator.value, nothing)
    test !== nothing && test.kind == Wire.Inst.CALL && test.callee < 0 && length(test.args) == 2 || return 0
    constant_of_handle(f.tables, -1 - test.callee) === (===) || return 0
    for value in test.args
        # Were the parameter set before the handler starts, its value could be an older one.
        value >= 0 && !set_in_handler(f, regions, inside, value) && return 0
    end
    a, b = flag(regions, place.frames, test.args[1]), flag(regions, place.frames, test.args[2])
    (a === nothing || b === nothing) && return 0
    # Handles are equal exactly where constants are egal.
    return a == b ? 1 : 2
end

"Whether control comes to a handler without passing the block of a parameter, so that it is the handler that sets it."
function set_in_handler(f::SSAFunction, regions::Regions, inside::Vector{Frame}, value::Int)
    home = get(regions.homes, value, 0)
    home == 0 && return false
    enter = regions.pieces[inside[end][2]].block
    home == 1 && return false
    seen, work = Set([1]), [1]
    while !isempty(work)
        block = pop!(work)
        block == enter && return true
        for target in f.blocks[block].terminator.targets
            (target.block == home || target.block in seen) && continue
            push!(seen, target.block)
            push!(work, target.block)
        end
    end
    return false
end

"The piece that enters the region of each token value."
function region_tokens(f::SSAFunction, pieces::Vector{Piece})
    tokens = Dict{Int,Int}()
    for (number, piece) in enumerate(pieces)
        piece.exit === nothing || continue
        block = f.blocks[piece.block]
        block.terminator.kind == Wire.Term.ENTER || continue
        for s in block.statements[piece.first:piece.last]
            s.kind == Wire.Inst.OPAQUE && s.head === :enter && (tokens[s.result] = number)
        end
    end
    return tokens
end

"The places where control goes from a place, each with the jump that goes there, or `nothing` behind a `leave`."
function edges(f::SSAFunction, regions::Regions, place::Place)
    found = Tuple{Place,Union{Nothing,Target}}[]
    piece = regions.pieces[place.piece]
    if piece.exit !== nothing
        push!(found, (place_behind(regions, place), nothing))
        return found
    end
    term = f.blocks[piece.block].terminator
    taken = term.kind == Wire.Term.BRANCH ? way(f, regions, place) : 0
    for (n, target) in enumerate(term.targets)
        taken == 0 || taken == n || continue
        frames = term.kind == Wire.Term.ENTER ? vcat(place.frames, (n == 1 ? :try : :catch, place.piece)) : place.frames
        push!(found, (Place(regions.first_piece[target.block], frames), target))
    end
    return found
end

"""
The place behind a `leave` or `pop_exception`. Several may follow each other, and only behind the last of them need the
regions be nested properly: a `return` in a `catch` first leaves the `try` around it, then ends the handler.
"""
function place_behind(regions::Regions, place::Place)
    number, frames = place.piece, place.frames
    while true
        piece = regions.pieces[number]
        frames = frames_after(piece.exit, frames, regions.tokens)
        number += 1
        next = regions.pieces[number]
        (next.exit === nothing || next.first <= next.last) && break
    end
    frames == place.frames[1:length(frames)] ||
        not_understood("it leaves a `try` from inside a `catch` in a way this package does not know")
    return Place(number, frames)
end

"The regions around the code behind one `leave` or `pop_exception`."
function frames_after(s::Statement, frames::Vector{Frame}, tokens)
    left = copy(frames)
    if s.kind == Wire.Inst.LEAVE
        for _ in 1:s.number
            at = findlast(frame -> frame[1] === :try, left)
            at === nothing && not_understood("it leaves a `try` that it is not in")
            deleteat!(left, at)
        end
        return left
    end
    at = findlast(==((:catch, get(tokens, s.callee, 0))), left)
    at === nothing && not_understood("it ends a handler that it is not in")
    # The exceptions of handlers inside of it end with it.
    return Frame[frame for (n, frame) in enumerate(left) if n < at || frame[1] === :try]
end
