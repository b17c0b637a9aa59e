# Of objects that are made together, each is always the one at the same place. Here the parts of the left side can be exchanged, also when
# their classes have changed their order: were both ways taken, the first sum would be the second, too.

two_sums(v, w, u) = (v + w, v + u)

@rules sums begin
    (~v::Vector{Int64} + ~w::Vector{Int64}, ~v + ~u::Vector{Int64}) --> two_sums(~v, ~w, ~u)
    materialize(broadcasted(+, ~v::Vector{Int64}, ~v)) == ~v + ~v
    @cost two_sums 1
    @cost getindex 0
end

function exchanged()
    x = [1, 2] + [1, 2]
    y = materialize(broadcasted(+, [1, 2], [1, 2]))
    x[1] = 7
    return (x, y)
end

#! run --entry exchanged
#> ([7, 4], [2, 4])
#! run --checked --opt --rules sums --entry exchanged
#> ([7, 4], [2, 4])

function three(v)
    x = v + v
    y = v + v
    z = v + v
    return (x, y, z, x === y, y === z, x === z)
end

#! run --entry three [1,2]
#> ([2, 4], [2, 4], [2, 4], false, false, false)
#! run --checked --opt --rules sums --entry three [1,2]
#> ([2, 4], [2, 4], [2, 4], false, false, false)

function handed_out(v)
    x = v + v
    y = v + v
    z = v + v
    return (x, y, z)
end

#! opt --rules sums --calls none --entry handed_out --sig Vector{Int64}
#> # cost 4 → 3, optimal
#> function handed_out(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = two_sums(%1, %1, %1)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %3 = getindex(%2, 1)::Vector{Int64}
#>     %4 = two_sums(%1, %1, %1)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %5 = getindex(%4, 1)::Vector{Int64}
#>     %6 = getindex(%4, 2)::Vector{Int64}
#>     %7 = tuple(%3, %5, %6)::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#>     return %7
#> end

# The twin: two sums are taken together.
function two(v, w)
    x = v + v
    y = v + w
    return (x, y)
end

#! opt --rules sums --calls none --entry two --sig Vector{Int64},Vector{Int64}
#> # cost 3 → 2, optimal
#> function two(%1 v::Vector{Int64}, %2 w::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %3 = two_sums(%1, %1, %2)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %4 = getindex(%3, 1)::Vector{Int64}
#>     %5 = getindex(%3, 2)::Vector{Int64}
#>     %6 = tuple(%4, %5)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %6
#> end

reversed_and_sorted(v) = (reverse(v), sort(v))

@rules orders begin
    (reverse(~v::Vector{Int64}), sort(~v)) --> reversed_and_sorted(~v)
    sort(sort(~v::Vector{Int64})) --> sort(~v)
    @cost reversed_and_sorted 0
    @cost getindex 0
end

function sorted_again()
    x = sort([2, 1])
    y = sort(sort(x))
    z = reverse(x)
    return (x, y, z)
end

#! opt --rules orders --calls none --entry sorted_again
#> # cost 6 → 3, optimal
#> function sorted_again()::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#> b0:
#>     %1 = vect(2, 1)::Vector{Int64}
#>     %2 = sort(%1)::Vector{Int64}
#>     %3 = reversed_and_sorted(%2)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %4 = getindex(%3, 2)::Vector{Int64}
#>     %5 = getindex(%3, 1)::Vector{Int64}
#>     %6 = tuple(%2, %4, %5)::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#>     return %6
#> end
