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
# A piece that is reached with two different stacks is written once for each (older versions run the code of a `finally`
# both ways). Where that does not end, the method is not understood.

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
end

"How many places a function may have per piece: beyond it, duplication does not end."
const MAX_PLACES_PER_PIECE = 4

function cut(f::SSAFunction)
    pieces, first_piece = Piece[], Int[]
    for (number, block) in enumerate(f.blocks)
        push!(first_piece, length(pieces) + 1)
        start = 1
        for (at, s) in enumerate(block.statements)
            if s.kind == Wire.Inst.LEAVE || s.kind == Wire.Inst.POP_EXCEPTION
                push!(pieces, Piece(number, start, at - 1, s))
                start = at + 1
            end
        end
        push!(pieces, Piece(number, start, length(block.statements), nothing))
    end
    return pieces, first_piece
end

"Finds the places of all code."
function find_regions(f::SSAFunction)
    pieces, first_piece = cut(f)
    regions = Regions(pieces, first_piece, region_tokens(f, pieces), Place[])
    seen = Set{Place}()
    work = [Place(1, Frame[])]
    push!(seen, work[1])
    while !isempty(work)
        place = pop!(work)
        push!(regions.places, place)
        length(regions.places) <= 16 + MAX_PLACES_PER_PIECE * length(pieces) ||
            not_understood("its `try` regions cannot be written as nested code")
        for next in successors(f, regions, place)
            next in seen && continue
            push!(seen, next)
            push!(work, next)
        end
    end
    sort!(regions.places; by=p -> p.piece)
    return regions
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

"The places where control goes from a place."
function successors(f::SSAFunction, regions::Regions, place::Place)
    piece = regions.pieces[place.piece]
    piece.exit === nothing || return [place_behind(regions, place)]
    term = f.blocks[piece.block].terminator
    at(target, frames) = Place(regions.first_piece[target.block], frames)
    if term.kind == Wire.Term.ENTER
        return [at(term.targets[1], vcat(place.frames, (:try, place.piece))),
                at(term.targets[2], vcat(place.frames, (:catch, place.piece)))]
    end
    return [at(target, place.frames) for target in term.targets]
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
