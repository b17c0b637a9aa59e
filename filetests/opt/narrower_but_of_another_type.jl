# A class may have a member of any type, by a rule's right side; that does not make what rules call equal, and is of another
# type, an argument of a call that has no method for it.

keep(v::Vector{Int64}) = (println(length(v)); v)
@rules retypes begin
    if ~z === 0
        materialize(broadcasted(+, ~v::Vector{Int64}, ~z::Comptime{Int64})) --> copy(~v)
    end
    collect(~r::UnitRange{Int64}) --> ~r
end
function kept()
    x = collect(1:2)
    y = keep(x .+ 0)
    return length(y)
end
@saturate retypes kept()

#! run --entry kept
#> 2
#> 2
#! run --opt --entry kept
#> 2
#> 2
#! run --opt --extract chaos --seed 1 --entry kept
#> 2
#> 2
#! run --opt --extract chaos --seed 2 --entry kept
#> 2
#> 2
