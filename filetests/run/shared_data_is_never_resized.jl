# Data that two arrays have shared belongs to neither alone, also when the other array is gone: as in Julia, no length changes.
kept() = (A = [1 2; 3 4]; v = vec(A); push!(v, 5); (v, A))
#! run --entry kept
#> error: cannot resize array with shared data
gone() = push!(vec([1 2; 3 4]), 5)
#! run --entry gone
#> error: cannot resize array with shared data
given_away() = (v = [1, 2]; reshape(v, 1, 2); push!(v, 3))
#! run --entry given_away
#> error: cannot resize array with shared data
# A vector's own `vec` is the vector.
own() = push!(vec([1, 2]), 3)
#! run --entry own
#> 3-element Vector{Int64}:
#>  1
#>  2
#>  3
