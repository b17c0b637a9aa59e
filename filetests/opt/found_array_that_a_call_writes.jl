# A rule says of an array that is found in an object that it is a new one, a copy. Until the next write, that is: also one by a call that is not given the array.

mutable struct Tray
    v::Vector{Int64}
end
const TABLE = [3, 1, 4]
bump() = (TABLE[1] += 1; TABLE[1])

@rules trays begin
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    getproperty(~t::Tray, :v) --> copy(getproperty(~t, :v))
    sum(copy(~v::Vector{Int64})) --> sum(~v)
end

read_behind() = getproperty(Tray(TABLE), :v) .* bump()
@saturate trays read_behind()

#! run --entry read_behind --rules trays --opt --checked
#> 3-element Vector{Int64}:
#>  16
#>   4
#>  16

# The twin: it is read before.
function read_before(t::Tray)
    s = sum(copy(t.v))
    n = bump()
    return s * n
end
@saturate trays read_before(::Tray)

#! opt --entry read_before --sig Tray --rules trays --calls none
#> # cost 5 → 4, optimal
#> function read_before(%1 t::Tray)::Int64
#> b0:
#>     %2 = getproperty(%1, :v)::Vector{Int64}
#>     %3 = sum(%2)::Int64
#>     %4 = bump()::Int64
#>     %5 = *(%3, %4)::Int64
#>     return %5
#> end
