# A right side that makes an object around an older one is no alias of that: two of them are two.

mutable struct Tray
    v::Vector{Int64}
end
ref_of(v::Vector{Int64}) = Ref(v)
ref_of_copy(v::Vector{Int64}) = Ref(copy(v))
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
@rules wraps begin
    ref_of(~v::Vector{Int64}) == Ref(~v)
    ref_of_copy(~v::Vector{Int64}) == Ref(copy(~v))
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    @cost ref_of 5
    @cost ref_of_copy 5
    @cost tray_of_copy 5
end
two_references(v::Vector{Int64}) = (ref_of(v), ref_of(v))
@saturate wraps two_references(::Vector{Int64})
two_trays(v::Vector{Int64}) = (tray_of_copy(v), tray_of_copy(v))
@saturate wraps two_trays(::Vector{Int64})

# The copy inside is no other copy, either.
two_copies(v::Vector{Int64}) = (ref_of_copy(v), copy(v))
@saturate wraps two_copies(::Vector{Int64})

# Nobody can tell: one does.
read_only(v::Vector{Int64}) = sum(ref_of(v)[]) + sum(ref_of(v)[])
@saturate wraps read_only(::Vector{Int64})

#! opt
#> # cost 11 → 3, optimal
#> function two_references(%1 v::Vector{Int64})::Tuple{Base.RefValue{Vector{Int64}}, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %2 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %3 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Base.RefValue{Vector{Int64}}, Base.RefValue{Vector{Int64}}}
#>     return %4
#> end
#>
#> # cost 11 → 5, optimal
#> function two_trays(%1 v::Vector{Int64})::Tuple{Tray, Tray}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = copy(%1)::Vector{Int64}
#>     %5 = Tray(%4)::Tray
#>     %6 = tuple(%3, %5)::Tuple{Tray, Tray}
#>     return %6
#> end
#>
#> # cost 7 → 4, optimal
#> function two_copies(%1 v::Vector{Int64})::Tuple{Base.RefValue{Vector{Int64}}, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = Ref(%3)::Base.RefValue{Vector{Int64}}
#>     %5 = tuple(%4, %2)::Tuple{Base.RefValue{Vector{Int64}}, Vector{Int64}}
#>     return %5
#> end
#>
#> # cost 15 → 4, optimal
#> function read_only(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %3 = getindex(%2)::Vector{Int64}
#>     %4 = sum(%3)::Int64
#>     %5 = +(%4, %4)::Int64
#>     return %5
#> end
#! opt --strict
#> # cost 11 → 3, optimal
#> function two_references(%1 v::Vector{Int64})::Tuple{Base.RefValue{Vector{Int64}}, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %2 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %3 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Base.RefValue{Vector{Int64}}, Base.RefValue{Vector{Int64}}}
#>     return %4
#> end
#>
#> # cost 11 → 5, optimal
#> function two_trays(%1 v::Vector{Int64})::Tuple{Tray, Tray}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = copy(%1)::Vector{Int64}
#>     %5 = Tray(%4)::Tray
#>     %6 = tuple(%3, %5)::Tuple{Tray, Tray}
#>     return %6
#> end
#>
#> # cost 7 → 4, optimal
#> function two_copies(%1 v::Vector{Int64})::Tuple{Base.RefValue{Vector{Int64}}, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = Ref(%3)::Base.RefValue{Vector{Int64}}
#>     %5 = tuple(%4, %2)::Tuple{Base.RefValue{Vector{Int64}}, Vector{Int64}}
#>     return %5
#> end
#>
#> # cost 15 → 4, optimal
#> function read_only(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = Ref(%1)::Base.RefValue{Vector{Int64}}
#>     %3 = getindex(%2)::Vector{Int64}
#>     %4 = sum(%3)::Int64
#>     %5 = +(%4, %4)::Int64
#>     return %5
#> end
