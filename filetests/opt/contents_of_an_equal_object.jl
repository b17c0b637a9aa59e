# A copy of an object that was written has the contents that it has now, not those with which it was made.
const TABLE = [3, 1, 4, 1, 5]
@rules copies begin
    copy(copy(~v::Vector{Int64})) --> copy(~v)
    copy(~v::Vector{Int64}) --> ~v
end

function copies_of_what_was_written()
    x = copy(TABLE)
    fill!(x, 1)
    y = copy(copy(x))
    return 1.0, y
end
function copies_beside_what_was_written(v::Vector{Int64})
    x = copy(v)
    x[1] = 2
    y = copy(copy(x))
    return x, y
end
# The twin: nothing was written.
function copies_of_what_was_not(v::Vector{Int64})
    x = copy(v)
    y = copy(copy(x))
    return sum(y)
end
@saturate copies copies_of_what_was_written()
@saturate copies copies_beside_what_was_written(::Vector{Int64})
@saturate copies copies_of_what_was_not(::Vector{Int64})
#! run --opt --entry copies_of_what_was_written
#> (1.0, [1, 1, 1, 1, 1])
#! run --opt --entry copies_beside_what_was_written [1,5]
#> ([2, 5], [2, 5])
#! opt
#> # cost 5 → 3, optimal
#> function copies_of_what_was_written()::Tuple{Float64, Vector{Int64}}
#> b0:
#>     %1 = copy([3, 1, 4, 1, 5])::Vector{Int64}
#>     %2 = fill!(%1, 1)::Vector{Int64}
#>     %3 = tuple(1.0, %1)::Tuple{Float64, Vector{Int64}}
#>     return %3
#> end
#>
#> # cost 5 → 4, optimal
#> function copies_beside_what_was_written(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = setindex!(%2, 2, 1)::Vector{Int64}
#>     %4 = copy(%2)::Vector{Int64}
#>     %5 = tuple(%2, %4)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %5
#> end
#>
#> # cost 4 → 1, optimal
#> function copies_of_what_was_not(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = sum(%1)::Int64
#>     return %2
#> end
