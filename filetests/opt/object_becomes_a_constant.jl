# A rule makes an operand equal to something of another type, and the call over that is no object any more but a value that
# is known. Where the source writes the object, that is not it.

@rules retypes begin
    collect(~r::UnitRange{Int64}) --> ~r
end
function written()
    x = collect(1:2)
    y = x .+ 0
    fill!(y, 1)
    return y, 1.0
end
@saturate retypes written()
function read_only()
    x = collect(1:2)
    y = x .+ 0
    return sum(y)
end
@saturate retypes read_only()

#! run --entry written
#> ([1, 1], 1.0)
#! run --opt --entry written
#> ([1, 1], 1.0)
#! run --opt --extract chaos --seed 1 --entry written
#> ([1, 1], 1.0)
#! opt
#> # cost 5 → 5, optimal
#> function written()::Tuple{Vector{Int64}, Float64}
#> b0:
#>     %1 = collect(constant#64)::Vector{Int64}
#>     %2 = broadcasted(+, %1, 0)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Int64}, Int64}}
#>     %3 = materialize(%2)::Vector{Int64}
#>     %4 = fill!(%3, 1)::Vector{Int64}
#>     %5 = tuple(%3, 1.0)::Tuple{Vector{Int64}, Float64}
#>     return %5
#> end
#>
#> # cost 4 → 0, optimal
#> function read_only()::Int64
#> b0:
#>     return 3
#> end
