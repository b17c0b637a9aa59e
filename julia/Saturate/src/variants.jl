# Variants: programs for different sizes of the arguments.
#
# Where rules give costs by size (`@cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)`) and no program is the best at all sizes, the
# code computes at entry what each variant costs for the sizes that the arguments have, and goes on with the cheapest:
#
#     # variant 1: 2 * size(A, 1) * size(A, 2) * size(C, 2) + 2 * size(A, 2) * size(B, 2) * size(C, 2)
#     #     for 49 % of the sizes tried: size(A, 1) 19 to 1064, …
#     # variant 2, the source: …
#
# The sizes that are tried are the same on every machine.

"""
    Variant

One of the programs among which an optimised method picks by size: whether it is the original, its cost as a formula, the part of
the sizes tried for which it is picked, and between which sizes that is mostly so.
"""
struct Variant
    is_source::Bool
    cost::String
    share::Float64
    ranges::Vector{Tuple{String,Float64,Float64}}
end

"Reads the words of a line of crates/saturate-capi/src/report.rs."
function read_variant(words)
    ranges = [(String(words[n]), parse(Float64, words[n + 1]), parse(Float64, words[n + 2])) for n in 4:3:length(words)]
    return Variant(words[1] == "1", String(words[3]), parse(Float64, words[2]), ranges)
end

"Two lines about a variant."
function show_variant(io::IO, indent::String, number::Integer, v::Variant)
    println(io, indent, "variant ", number, v.is_source ? ", the source" : "", ": ", v.cost)
    print(io, indent, "    for ", round(Int, 100v.share), " % of the sizes tried")
    for (n, (name, from, to)) in enumerate(v.ranges)
        print(io, n == 1 ? ": " : ", ", name, ' ', round(Int, from), " to ", round(Int, to))
    end
    println(io)
end
