# A rule makes an array equal to a range. Another array with the same known contents is not thereby equal to that range's class.
@rules case begin
    collect(~r::UnitRange{Int64}) --> ~r
end
function f()
    x2 = collect((1:2))
    return ([1, 2], (x2 .+ 3))
end
@saturate case f()

#! run --entry f
#> ([1, 2], [4, 5])
#! run --opt --extract chaos --seed 0 --entry f
#> ([1, 2], 4:5)
#! run --opt --entry f
#> ([1, 2], 4:5)
