# Which variant was the cheapest the last time.
#
# A function of several variants (variants.jl) computes at entry what each of them costs for the sizes of its arguments. For nine variants of seven products each
# that takes as long as half a product of small matrices. Programs mostly call a function with the sizes that they called it with before, so one with three and
# more variants keeps the number of the last one:
#
#     number = last_variant(memo, size(A, 1), …)              # 0: these are not the sizes of the last call
#     if number == 0
#         …                                                   # the costs
#         number = keep_variant(memo, number of the least cost, size(A, 1), …)
#     end
#
# All of it is one word that is read and written at once: sizes, mixed, in its upper 56 bits, the number in the others. So any number of threads may run the function. Those
# that call it with other sizes at the same time take the word from each other, and compute as if there were none. Two lists of sizes with the same mixture, one pair in 10^17,
# would get one variant: results do not depend on which one runs.

"Where a function keeps the number of its variant for the sizes of its last call."
struct Memo
    word::Threads.Atomic{UInt64}
end
Memo() = Memo(Threads.Atomic{UInt64}(0))
Base.show(io::IO, ::Memo) = print(io, "Saturate.Memo()")

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

"The number of the variant that these sizes had in the last call, or 0."
@inline function last_variant(memo::Memo, sizes::Vararg{Int64,N}) where {N}
    number = memo.word[] ⊻ mixed(sizes)
    return ifelse(number < UInt64(1) << VARIANT_BITS, number % Int64, Int64(0))
end

"Keeps the number of a variant for these sizes, and returns it."
@noinline function keep_variant(memo::Memo, number::Int64, sizes::Vararg{Int64,N}) where {N}
    number < Int64(1) << VARIANT_BITS && (memo.word[] = mixed(sizes) | number % UInt64)
    return number
end
