# A range stands for the array that it is collected into, where whoever takes it takes a range. A closure takes anything, and what it calls
# does not: inference finds nothing for the range in it. It may look at the type of what it captures as well, so that it captures what the source gives it.
second(i::Int64, v::Vector{Int64}) = v[mod(i, length(v)) + 1]
@rules ranges begin
    collect(~r::UnitRange{Int64}) --> ~r
end
function captured()
    v = collect(1:2)
    return sum(x -> second(x, v), [1, 2])
end
function captured_and_read()
    v = collect(1:2)
    return sum(x -> v[x], [1, 2])
end
@saturate ranges captured()
@saturate ranges captured_and_read()
#! opt
#> # cost 4 → 4, optimal
#> function captured()::Int64
#> b0:
#>     %1 = collect(constant#61)::Vector{Int64}
#>     %2 = %new var"#1#2"(%1)::var"#1#2"{Vector{Int64}}
#>     %3 = vect(1, 2)::Vector{Int64}
#>     %4 = sum(%2, %3)::Int64
#>     return %4
#> end
#>
#> # cost 4 → 4, optimal
#> function captured_and_read()::Int64
#> b0:
#>     %1 = collect(constant#61)::Vector{Int64}
#>     %2 = %new var"#3#4"(%1)::var"#3#4"{Vector{Int64}}
#>     %3 = vect(1, 2)::Vector{Int64}
#>     %4 = sum(%2, %3)::Int64
#>     return %4
#> end
#! run --opt --entry captured
#> 3
#! run --opt --entry captured_and_read
#> 3
