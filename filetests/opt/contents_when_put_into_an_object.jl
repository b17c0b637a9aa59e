# `Tray(copy(~v))` is about an array that is put into a tray as it was copied. One that was written in between has other contents by then.

mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))

@rules trays begin
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    tray_of_copy(~v::Vector{Int64}) --> Tray(~v)
    getproperty(tray_of_copy(~v::Vector{Int64}), :v) --> copy(~v)
end

function written_before()
    v = copy([1, 2])
    v[1] = 2
    return tray_of_copy(v).v
end

#! run --entry written_before
#> 2-element Vector{Int64}:
#>  2
#>  2
#! run --checked --opt --rules trays --entry written_before
#> 2-element Vector{Int64}:
#>  2
#>  2

function written_after()
    v = copy([1, 2])
    tray = Tray(v)
    v[1] = 2
    return tray.v
end

#! run --checked --opt --rules trays --entry written_after
#> 2-element Vector{Int64}:
#>  2
#>  2

# The twin: nothing is written.
function not_written()
    v = copy([1, 2])
    return tray_of_copy(v).v
end

#! opt --rules trays --calls none --entry not_written
#> # cost 4 → 1, optimal
#> function not_written()::Vector{Int64}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     return %1
#> end
