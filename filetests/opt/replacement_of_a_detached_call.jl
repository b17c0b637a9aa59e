# What replaces a detached call is an object of its own: it must not be shared with an equal one.

hidden_copy(v::Vector{Int64}) = copy(v)
@rules copies begin
    @effects hidden_copy unknown
    @relaxed hidden_copy(~v::Vector{Int64}) --> copy(~v)
end
function f(v)
    a = copy(v)
    b = hidden_copy(v)
    b[1] = 9
    return sum(a)
end
@saturate copies f(::Vector{Int64})

#! run --entry f "[1, 2]"
#> 3

#! run --opt --entry f "[1, 2]"
#> 3

#! opt
#> # cost 4 → 4, optimal
#> function f(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = setindex!(%3, 9, 1)::Vector{Int64}
#>     %5 = sum(%2)::Int64
#>     return %5
#> end
