# An object that is written is made once, wherever its value is wanted: a random program must not make it twice.

@rules none begin
end
function written(x)
    v = [1, 2]
    v[1] = x
    return v
end
@saturate none written(::Int64)

#! run --opt --extract chaos --seed 0 --entry written 5
#> 2-element Vector{Int64}:
#>  5
#>  2

#! run --opt --extract chaos --seed 1 --entry written 5
#> 2-element Vector{Int64}:
#>  5
#>  2

#! run --opt --extract chaos --seed 2 --entry written 5
#> 2-element Vector{Int64}:
#>  5
#>  2

#! run --opt --extract chaos --seed 3 --entry written 5
#> 2-element Vector{Int64}:
#>  5
#>  2
