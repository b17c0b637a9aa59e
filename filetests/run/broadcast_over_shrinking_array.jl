# A function that shortens the array it is broadcast over runs out of elements.

f(x) = (y -> pop!(x)).(x)

#! run --entry f "[1, 2, 3]"
#> error: BoundsError: attempt to access 1-element Vector{Int64} at index [3]
