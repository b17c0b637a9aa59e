# A call that finds an object is equal to what made it. If that is written, it is no other object, whatever rules say of the call that finds it.
mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
# The third line says that the array inside may be the one that was copied: a licence for the tray, and not for what else is copied.
@rules trays begin
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    tray_of_copy(~v::Vector{Int64}) --> Tray(~v)
end

function copied_then_written(a::Vector{Int64})
    own = copy(a)
    found = tray_of_copy(own).v
    push!(own, 1)
    return found
end
@saturate trays copied_then_written(::Vector{Int64})
changed(a::Vector{Int64}) = (copied_then_written(a), a)
#! run --entry copied_then_written [4,5]
#> 2-element Vector{Int64}:
#>  4
#>  5
#! run --opt --entry copied_then_written [4,5]
#> 2-element Vector{Int64}:
#>  4
#>  5
#! opt --entry copied_then_written --sig Vector{Int64} --rules trays
#> # cost 4 → 2, optimal
#> function copied_then_written(%1 a::Vector{Int64})::Vector{Int64}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = push!(%2, 1)::Vector{Int64}
#>     return %1
#> end

# Nothing is written: the array that was copied will do.
function copied(a::Vector{Int64})
    own = copy(a)
    return sum(tray_of_copy(own).v)
end
#! opt --entry copied --sig Vector{Int64} --rules trays
#> # cost 4 → 1, optimal
#> function copied(%1 a::Vector{Int64})::Int64
#> b0:
#>     %2 = sum(%1)::Int64
#>     return %2
#> end
