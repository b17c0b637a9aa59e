# A function that shortens the array it is broadcast over runs out of elements.

shrinking(x) = (y -> pop!(x)).(x)

#! run --entry shrinking "[1, 2, 3]"
#> error: BoundsError: attempt to access 1-element Vector{Int64} at index [3]
