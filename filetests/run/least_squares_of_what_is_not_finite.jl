# Numbers that are not finite leave no least solution.
none(A) = A \ [1.0, 2.0, 3.0]
#! run --entry none "[NaN 1.0; 2.0 3.0; 4.0 5.0]"
#> 2-element Vector{Float64}:
#>  NaN
#>  NaN
wide() = [1.0 Inf 2.0; 1.0 3.0 2.0] \ [1.0, 2.0]
#! run --entry wide
#> 3-element Vector{Float64}:
#>  NaN
#>  NaN
#>  NaN
