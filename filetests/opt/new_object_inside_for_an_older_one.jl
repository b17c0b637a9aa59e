# Two rules say together that an array which is found in a new tray is one that was there before. The new one may become the older one. Where the older one is handed
# out, it does not become the new one: neither alone nor inside another tray.

mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
pair_of_copies(v::Vector{Int64}) = (copy(v), copy(v))

@rules toward begin
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    tray_of_copy(~v::Vector{Int64}) --> Tray(~v)
    pair_of_copies(~v::Vector{Int64}) --> (~v, ~v)
    getindex((~a, ~b), 1) --> ~a
end
@rules away begin
    Tray(~v::Vector{Int64}) --> tray_of_copy(~v)
    @cost tray_of_copy 0
end

# Found by the fuzzer: any choice among what is equal must do, and one of them returned the copy twice.
function found_in_a_tray(x::Vector{Int64})
    t = tray_of_copy(x)
    y = t.v
    return (x, y)
end
#! opt --rules toward --calls none --entry found_in_a_tray --sig "Vector{Int64}" --extract chaos --seed 1 --strict
#> # cost 3 → 1
#> function found_in_a_tray(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = tuple(%1, %1)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %2
#> end
#! opt --rules toward --calls none --entry found_in_a_tray --sig "Vector{Int64}"
#> # cost 3 → 1, optimal
#> function found_in_a_tray(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = tuple(%1, %1)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %2
#> end

# The two trays are equal, and only one of them has the caller's array inside.
function found_in_two_trays(x::Vector{Int64})
    s = Tray(x)
    t = tray_of_copy(x)
    return (x, s.v, t.v)
end
#! opt --rules toward --calls none --entry found_in_two_trays --sig "Vector{Int64}" --extract chaos --seed 3
#> # cost 5 → 3
#> function found_in_two_trays(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = tray_of_copy(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = tuple(%1, %1, %3)::Tuple{Vector{Int64}, Vector{Int64}, Vector{Int64}}
#>     return %4
#> end

function found_in_a_pair(x::Vector{Int64})
    p = pair_of_copies(x)
    return (x, p[1])
end
#! opt --rules toward --calls none --entry found_in_a_pair --sig "Vector{Int64}" --extract chaos --seed 3
#> # cost 3 → 3
#> function found_in_a_pair(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = pair_of_copies(%1)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %3 = getindex(%2, 1)::Vector{Int64}
#>     %4 = tuple(%1, %3)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %4
#> end

# A tray that has the caller's array inside is none with a copy, however little that costs: where it is handed out, or what is inside.
function handed_out(x::Vector{Int64})
    s = Tray(x)
    return (x, s)
end
#! opt --rules away --calls none --entry handed_out --sig "Vector{Int64}"
#> # cost 2 → 2, optimal
#> function handed_out(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Tray}
#> b0:
#>     %2 = Tray(%1)::Tray
#>     %3 = tuple(%1, %2)::Tuple{Vector{Int64}, Tray}
#>     return %3
#> end

function inside_handed_out(x::Vector{Int64})
    s = Tray(x)
    return (x, s.v)
end
#! opt --rules away --calls none --entry inside_handed_out --sig "Vector{Int64}"
#> # cost 3 → 3, optimal
#> function inside_handed_out(%1 x::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = Tray(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = tuple(%1, %3)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %4
#> end

# The twin: nobody sees which array is inside.
function only_read(x::Vector{Int64})
    s = Tray(x)
    return length(s.v)
end
#! opt --rules away --calls none --entry only_read --sig "Vector{Int64}"
#> # cost 3 → 2, optimal
#> function only_read(%1 x::Vector{Int64})::Int64
#> b0:
#>     %2 = tray_of_copy(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = length(%3)::Int64
#>     return %4
#> end
