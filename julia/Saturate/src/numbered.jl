# A list that only grows, and that may be read while it does: by generated code, which must not wait for a lock, and from several threads.
#
# Chunk `k` has room for `2^(k - 1)` things and is never moved: a reader finds what was there before it, whatever a writer is doing.

struct Numbered{T}
    chunks::Vector{Vector{T}}
    count::Base.RefValue{Int}
    lock::ReentrantLock
end

Numbered{T}() where {T} = Numbered{T}([T[] for _ in 1:8 * sizeof(Int) - 1], Ref(0), ReentrantLock())

"Chunk and place in it of a number."
function place_of(n::Int)
    chunk = 8 * sizeof(Int) - leading_zeros(n)
    return chunk, n - (1 << (chunk - 1)) + 1
end

"Appends, and gives the number."
function number!(list::Numbered{T}, @nospecialize(x)) where {T}
    lock(list.lock)
    try
        n = list.count[] + 1
        chunk, place = place_of(n)
        isempty(list.chunks[chunk]) && (list.chunks[chunk] = Vector{T}(undef, 1 << (chunk - 1)))
        list.chunks[chunk][place] = x
        return list.count[] = n
    finally
        unlock(list.lock)
    end
end

function Base.getindex(list::Numbered, n::Int)
    chunk, place = place_of(n)
    return list.chunks[chunk][place]
end

Base.length(list::Numbered) = list.count[]
