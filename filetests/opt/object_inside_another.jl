# A rule that has an object inside another one on its left side, and makes both anew: the inner one must not be in use elsewhere, as
# the two would be told apart.

mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
@rules packs begin
    Tray(copy(~v::Vector{Int64})) --> tray_of_copy(~v)
    @cost copy 50
end
function written(v::Vector{Int64})
    c = copy(v)
    t = Tray(c)
    c[1] = 7
    return t.v[1], v[1]
end
@saturate packs written(::Vector{Int64})
function handed_out(v::Vector{Int64})
    c = copy(v)
    return Tray(c), c
end
@saturate packs handed_out(::Vector{Int64})
function is_same(v::Vector{Int64})
    t, c = handed_out(v)
    return t.v === c
end

# Nobody else has the copy: the tray may make its own.
packed(v::Vector{Int64}) = Tray(copy(v))
@saturate packs packed(::Vector{Int64})

#! run --entry written [1,2]
#> (7, 1)
#! run --opt --entry written [1,2]
#> (7, 1)
#! run --opt --extract chaos --seed 1 --entry written [1,2]
#> (7, 1)
#! run --opt --extract chaos --seed 2 --entry written [1,2]
#> (7, 1)
#! opt
#> # cost 56 → 56, optimal
#> function written(%1 v::Vector{Int64})::Tuple{Int64, Int64}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = setindex!(%2, 7, 1)::Vector{Int64}
#>     %5 = getproperty(%3, :v)::Vector{Int64}
#>     %6 = getindex(%5, 1)::Int64
#>     %7 = getindex(%1, 1)::Int64
#>     %8 = tuple(%6, %7)::Tuple{Int64, Int64}
#>     return %8
#> end
#>
#> # cost 52 → 52, optimal
#> function handed_out(%1 v::Vector{Int64})::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = tuple(%3, %2)::Tuple{Tray, Vector{Int64}}
#>     return %4
#> end
#>
#> # cost 51 → 1, optimal
#> function packed(%1 v::Vector{Int64})::Tray
#> b0:
#>     %2 = tray_of_copy(%1)::Tray
#>     return %2
#> end
