# `===`, `!==`, `objectid` and functions that use them look at which object they are given.

same(a, b) = a === b
@rules none begin
end
by_objectid() = objectid([4, 5]) == objectid([4, 5])
@saturate none by_objectid()
by_egal() = [4, 5] === [4, 5]
@saturate none by_egal()
by_not_egal() = [4, 5] !== [4, 5]
@saturate none by_not_egal()
by_function() = same([4, 5], [4, 5])
@saturate none by_function()

# Equal arrays that nobody tells apart are one.
by_contents() = sum([4, 5]) - sum([4, 5])
@saturate none by_contents()

#! opt
#> # cost 5 → 5, optimal
#> function by_objectid()::Bool
#> b0:
#>     %1 = vect(4, 5)::Vector{Int64}
#>     %2 = objectid(%1)::UInt64
#>     %3 = vect(4, 5)::Vector{Int64}
#>     %4 = objectid(%3)::UInt64
#>     %5 = ==(%2, %4)::Bool
#>     return %5
#> end
#>
#> # cost 3 → 3, optimal
#> function by_egal()::Bool
#> b0:
#>     %1 = vect(4, 5)::Vector{Int64}
#>     %2 = vect(4, 5)::Vector{Int64}
#>     %3 = ===(%1, %2)::Bool
#>     return %3
#> end
#>
#> # cost 3 → 3, optimal
#> function by_not_egal()::Bool
#> b0:
#>     %1 = vect(4, 5)::Vector{Int64}
#>     %2 = vect(4, 5)::Vector{Int64}
#>     %3 = !==(%1, %2)::Bool
#>     return %3
#> end
#>
#> # cost 3 → 3, optimal
#> function by_function()::Bool
#> b0:
#>     %1 = vect(4, 5)::Vector{Int64}
#>     %2 = vect(4, 5)::Vector{Int64}
#>     %3 = same(%1, %2)::Bool
#>     return %3
#> end
#>
#> # cost 5 → 3, optimal
#> function by_contents()::Int64
#> b0:
#>     %1 = vect(4, 5)::Vector{Int64}
#>     %2 = sum(%1)::Int64
#>     %3 = -(%2, %2)::Int64
#>     return %3
#> end
