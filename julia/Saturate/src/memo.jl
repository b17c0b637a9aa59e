# Which variant was the cheapest, for the sizes of the last calls.
#
# A function of several variants (variants.jl) computes at entry what each of them costs for the sizes of its arguments. For nine variants of seven products each
# that takes as long as half a product of small matrices. Programs mostly call a function with few different sizes, so one with three and more variants keeps the
# numbers of those that it took:
#
#     number = last_variant(memo, size(A, 1), …)              # 0: these sizes are not kept
#     if number == 0
#         …                                                   # the costs
#         number = keep_variant(memo, number of the least cost, size(A, 1), …)
#     end
#
# There is a word for each of 64 sorts of sizes, which holds the last ones of its sort: the sizes, mixed, in its upper 56 bits, the number in the others. It is read and written at once, so any
# number of threads may run the function; those that take a word from each other compute as if there were none. Two lists of sizes with the same mixture, one pair in 10^17,
# would get one variant: results do not depend on which one runs.

"Where a function keeps the numbers of its variants for the sizes of its last calls."
struct Memo
    words::Vector{Threads.Atomic{UInt64}}
end
Memo() = Memo([Threads.Atomic{UInt64}(0) for _ in 1:1 << WORD_BITS])
Base.show(io::IO, ::Memo) = print(io, "Saturate.Memo()")

"The number of bits for a word."
const WORD_BITS = 6

"The number of bits for a variant; of more variants, the others are not kept."
const VARIANT_BITS = 8

"A number without pattern for each place of a list (SplitMix64), odd, so that no size is lost."
function multiplier(place::Integer)
    z = place % UInt64 * 0x9e3779b97f4a7c15
    z = (z ⊻ (z >> 30)) * 0xbf58476d1ce4e5b9
    z = (z ⊻ (z >> 27)) * 0x94d049bb133111eb
    return (z ⊻ (z >> 31)) | 0x0000000000000001
end

"Sizes as one number, with room for that of a variant."
@generated function mixed(sizes::NTuple{N,Int64}) where {N}
    terms = Any[:((sizes[$k] % UInt64) * $(multiplier(k))) for k in 1:N]
    return :($(Expr(:meta, :inline)); $(foldl((sum, term) -> :($sum + $term), terms; init=UInt64(0))) << VARIANT_BITS)
end

"The word for mixed sizes: its number is their upper bits, which every size has a part in."
@inline word_for(memo::Memo, mixture::UInt64) = @inbounds memo.words[(mixture >> (64 - WORD_BITS)) % Int + 1]

"The number of the variant that these sizes had when they were kept, or 0."
@inline function last_variant(memo::Memo, sizes::Vararg{Int64,N}) where {N}
    mixture = mixed(sizes)
    number = word_for(memo, mixture)[] ⊻ mixture
    return ifelse(number < UInt64(1) << VARIANT_BITS, number % Int64, Int64(0))
end

"Keeps the number of a variant for these sizes, and returns it."
@noinline function keep_variant(memo::Memo, number::Int64, sizes::Vararg{Int64,N}) where {N}
    mixture = mixed(sizes)
    number < Int64(1) << VARIANT_BITS && (word_for(memo, mixture)[] = mixture | number % UInt64)
    return number
end
