# An array whose data another one has borrowed never changes its length again, also when the other is gone; the other
# one takes a copy first. As in Julia.
kept() = (A = [1 2; 3 4]; v = vec(A); push!(v, 5); (v, A))
#! run --entry kept
#> ([1, 3, 2, 4, 5], [1 2; 3 4])
gone() = push!(vec([1 2; 3 4]), 5)
#! run --entry gone
#> 5-element Vector{Int64}:
#>  1
#>  3
#>  2
#>  4
#>  5
apart() = (A = [1 2; 3 4]; v = vec(A); v[1] = 7; push!(v, 5); v[1] = 8; A[2] = 9; (v, A))
#! run --entry apart
#> ([8, 3, 2, 4, 5], [7 2; 9 4])
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
