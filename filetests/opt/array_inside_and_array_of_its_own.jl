# One reference holds the array that is written, the other one a copy of the array it was made from. A rule says of both that they are `ref_of_copy(v)`; in the first
# one the array inside is that of the source, in the second one it is another. They are two calls, also where their operands are equal.
ref_of(v::Vector{Int64}) = Ref(v)
ref_of_copy(v::Vector{Int64}) = Ref(copy(v))
@rules references begin
    ref_of(~v::Vector{Int64}) == Ref(~v)
    ref_of_copy(~v::Vector{Int64}) == Ref(copy(~v))
    copy(copy(~v::Vector{Int64})) --> copy(~v)
    reverse(reverse(~v::Vector{Int64})) --> copy(~v)
    copy(~v::Vector{Int64}) --> ~v
    ref_of_copy(~v::Vector{Int64}) --> Ref(~v)
end
function of_a_copy()
    v = reverse(reverse([1, 2]))
    r = ref_of_copy(v)
    v[2] = 1
    return 0, r
end
@saturate references of_a_copy()
#! opt
#> # cost 6 → 5, optimal
#> function of_a_copy()::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = setindex!(%2, 1, 2)::Vector{Int64}
#>     %4 = ref_of(%1)::Base.RefValue{Vector{Int64}}
#>     %5 = tuple(0, %4)::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#>     return %5
#> end
#>
#> # cost 6 → 4, optimal
#> function unwritten()::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = getindex(%1, 2)::Int64
#>     %3 = ref_of(%1)::Base.RefValue{Vector{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#>     return %4
#> end
#! run --opt --entry of_a_copy
#> (0, Base.RefValue{Vector{Int64}}([1, 2]))

# The twin: nobody writes, and all of it is one array.
function unwritten()
    v = reverse(reverse([1, 2]))
    r = ref_of_copy(v)
    return v[2], r
end
@saturate references unwritten()
#! opt --entry unwritten --rules references
#> # cost 6 → 4, optimal
#> function unwritten()::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = getindex(%1, 2)::Int64
#>     %3 = ref_of(%1)::Base.RefValue{Vector{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Int64, Base.RefValue{Vector{Int64}}}
#>     return %4
#> end
#! run --opt --entry unwritten
#> (2, Base.RefValue{Vector{Int64}}([1, 2]))
