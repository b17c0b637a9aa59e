# `printed` is new, and `println` may keep it: it leads to what everybody knows, as the argument does, and the two are one class. Yet it has the contents of
# the argument only since it was made: what the argument was before `fill!` is not what `printed` is.
@rules negations begin
    -(-(~v::Vector{Int64})) --> copy(~v)
    -(-(~v::Vector{Int64})) --> ~v
end
function before_and_after(v::Vector{Int64})
    before = -(-v)
    fill!(v, 1)
    negated = -v
    printed = -negated
    println(printed)
    return before
end
@saturate negations before_and_after(::Vector{Int64})
#! opt
#> # cost 6 → 3, optimal
#> function before_and_after(%1 v::Vector{Int64})::Vector{Int64}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = fill!(%1, 1)::Vector{Int64}
#>     %4 = println(%1)::Nothing
#>     return %2
#> end
#! run --opt --entry before_and_after "Int64[-1, -2, 5]"
#> [1, 1, 1]
#> 3-element Vector{Int64}:
#>  -1
#>  -2
#>   5
