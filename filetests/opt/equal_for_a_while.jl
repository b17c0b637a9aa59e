# Two values that equal the same array for a while are not equal to each other: one is the array, the other a copy of it.

struct Holder
    v::Vector{Int64}
    n::Int64
end
@rules same begin
    getproperty(Holder(~v::Vector{Int64}, ~n::Int64), :v) --> ~v
    copy(~v::Vector{Int64}) --> ~v
end
function written(x::Vector{Int64})
    n = sum(copy(x))
    y = Holder(x, n).v
    push!(y, n)
    return x
end
function read_later(x::Vector{Int64})
    c = copy(x)
    y = Holder(x, 1).v
    x[1] = 9
    return c[1] + y[1]
end
@saturate same written(::Vector{Int64})
@saturate same read_later(::Vector{Int64})

#! run --opt --entry written "[1, 2]"
#> 3-element Vector{Int64}:
#>  1
#>  2
#>  3

#! run --opt --extract chaos --seed 1 --entry written "[1, 2]"
#> 3-element Vector{Int64}:
#>  1
#>  2
#>  3

#! run --opt --extract chaos --seed 2 --entry written "[1, 2]"
#> 3-element Vector{Int64}:
#>  1
#>  2
#>  3

#! run --opt --entry read_later "[1, 2]"
#> 10

#! run --opt --extract chaos --seed 1 --entry read_later "[1, 2]"
#> 10

#! run --opt --extract chaos --seed 2 --entry read_later "[1, 2]"
#> 10

