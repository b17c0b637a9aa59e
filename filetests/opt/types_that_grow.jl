# Rules that give a class ever new types leave the original possible.

@rules fusion begin
    copy(reverse(~v::Vector{Int64})) --> reverse(~v)
    materialize(broadcasted(*, ~v::Vector{Int64}, 1)) --> copy(~v)
    @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
end
f(v) = reverse(v) .* 1
@saturate fusion f(::Vector{Int64})

#! opt
#> # cost 3 → 1, optimal
#> function f(%1 v::Vector{Int64})::Vector{Int64}
#> b0:
#>     %2 = reverse(%1)::Vector{Int64}
#>     return %2
#> end
