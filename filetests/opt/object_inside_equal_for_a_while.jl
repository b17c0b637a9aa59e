# The copy inside the first tray is the copy inside the second one: the second tray finds it in the first, where it is equal to the copy only
# for a while. A rule that makes a tray with a copy of its own makes another array, which `bump!` does not reach.

mutable struct Tray
    v::Vector{Int64}
end
const TABLE = [3, 1, 4, 1, 5]
bump!(v::Vector{Int64}) = (v[1] = v[1] + 1; v)
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
ref_of_copy(v::Vector{Int64}) = Ref(copy(v))

@rules trays begin
    Tray(~v::Vector{Int64}).v --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    ref_of_copy(~v::Vector{Int64}) == Ref(copy(~v))
end

function one_array_in_two_trays()
    first = Tray(copy(TABLE))
    inside = first.v
    second = Tray(inside)
    found = second.v
    bump!(inside)
    return found
end
@saturate trays one_array_in_two_trays()

#! run --entry one_array_in_two_trays
#> 5-element Vector{Int64}:
#>  4
#>  1
#>  4
#>  1
#>  5
#! run --opt --entry one_array_in_two_trays
#> 5-element Vector{Int64}:
#>  4
#>  1
#>  4
#>  1
#>  5

function one_array_in_two_references()
    tray = Tray(copy([1, 2]))
    inside = tray.v
    kept = Ref([1, 2])
    other = Ref(inside)
    kept[] = inside
    return kept[] === other[]
end
@saturate trays one_array_in_two_references()

#! run --opt --entry one_array_in_two_references
#> true
#! run --opt --extract chaos --seed 1 --entry one_array_in_two_references
#> true

function a_tray_of_its_own(v::Vector{Int64})
    tray = Tray(copy(v))
    return sum(tray.v)
end
@saturate trays a_tray_of_its_own(::Vector{Int64})

# With a rule that lets the second tray hold the first one's array, the two trays are equal for a while; the arrays inside are still two.
@rules borrowed begin
    Tray(~v::Vector{Int64}).v --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    tray_of_copy(~v::Vector{Int64}) --> Tray(~v)
end

function two_arrays_in_two_trays()
    first = Tray(copy(TABLE))
    inside = first.v
    second = Tray(copy(inside))
    found = second.v
    bump!(inside)
    return found
end
@saturate borrowed two_arrays_in_two_trays()

#! run --opt --entry two_arrays_in_two_trays
#> 5-element Vector{Int64}:
#>  3
#>  1
#>  4
#>  1
#>  5

#! opt
#> # cost 6 → 6, optimal
#> function one_array_in_two_trays()::Vector{Int64}
#> b0:
#>     %1 = copy([3, 1, 4, 1, 5])::Vector{Int64}
#>     %2 = Tray(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = Tray(%3)::Tray
#>     %5 = getproperty(%4, :v)::Vector{Int64}
#>     %6 = bump!(%3)::Vector{Int64}
#>     return %5
#> end
#>
#> # cost 11 → 11, optimal
#> function one_array_in_two_references()::Bool
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = getproperty(%3, :v)::Vector{Int64}
#>     %5 = vect(1, 2)::Vector{Int64}
#>     %6 = Ref(%5)::Base.RefValue{Vector{Int64}}
#>     %7 = Ref(%4)::Base.RefValue{Vector{Int64}}
#>     %8 = setindex!(%6, %4)::Any
#>     %9 = getindex(%6)::Vector{Int64}
#>     %10 = getindex(%7)::Vector{Int64}
#>     %11 = ===(%9, %10)::Bool
#>     return %11
#> end
#>
#> # cost 4 → 2, optimal
#> function a_tray_of_its_own(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = sum(%2)::Int64
#>     return %3
#> end
#>
#> # cost 7 → 4, optimal
#> function two_arrays_in_two_trays()::Vector{Int64}
#> b0:
#>     %1 = copy([3, 1, 4, 1, 5])::Vector{Int64}
#>     %2 = Tray(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = bump!(%3)::Vector{Int64}
#>     return [3, 1, 4, 1, 5]
#> end
