# With `--strict`, a call that may throw is not replaced by an equal one further down: what lies between them would run first.

at(v::Vector{Int64}, i::Int64) = v[i]
@rules equal begin
    at(~v::Vector{Int64}, ~i::Int64) --> getindex(~v, ~i)
    @cost getindex 0
end
function twice(i::Int64)
    x = at([4, 5, 6], i)
    println("between")
    y = at([4, 5, 6], i)
    return x + y
end
@saturate equal twice(::Int64)

#! run --opt --strict --entry twice 2
#> between
#> 10

#! run --opt --strict --entry twice 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]

#! run --opt --strict --extract chaos --seed 1 --entry twice 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]

#! run --opt --strict --extract chaos --seed 2 --entry twice 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]

#! opt --strict
#> # cost 6 → 4, optimal
#> function twice(%1 i::Int64)::Int64
#> b0:
#>     %2 = vect(4, 5, 6)::Vector{Int64}
#>     %3 = at(%2, %1)::Int64
#>     %4 = println("between")::Nothing
#>     %5 = +(%3, %3)::Int64
#>     return %5
#> end

