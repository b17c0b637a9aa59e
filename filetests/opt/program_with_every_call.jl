# The key of `get` is a value of which the source knows no type, and equal to what is returned, which is computed from what `get` gives. The call on the type of the source was left out, since one on a
# narrower type can be used: and then there is no program. Where there is none, all calls are offered.
const BOOK = Dict{Int64, Int64}()
@rules pairs begin
    getindex(tuple(~a, ~b), 1) --> ~a
end
function looked_up()
    key = getindex(tuple(1, getindex(tuple(maximum([1, 2]), view([1, 2], 1:2)[1]), 1)), 1)
    return getindex(tuple(1, getindex(tuple(1, get(BOOK, key, 0)), 1)), 1)
end
@saturate pairs looked_up()

#! run --opt --entry looked_up
#> 1

#! opt --calls none
#> # cost 14 → 10, optimal
#> function looked_up()::Any
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = maximum(%1)::Int64
#>     %3 = vect(1, 2)::Vector{Int64}
#>     %4 = view(%3, constant#66)::Any
#>     %5 = getindex(%4, 1)::Any
#>     %6 = tuple(%2, %5)::Tuple{Int64, Any}
#>     %7 = getindex(%6, 1)::Any
#>     %8 = tuple(1, %7)::Tuple{Int64, Any}
#>     %9 = getindex(%8, 1)::Any
#>     %10 = get(BOOK, %9, 0)::Any
#>     return %9
#> end
