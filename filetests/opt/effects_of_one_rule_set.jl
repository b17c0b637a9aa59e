# What a rule set declares of effects holds for the entries that use it, and for no other.
noisy(x::Int64) = (println("x = ", x); x + 1)

@rules quiet begin
    @effects noisy pure
end
@rules honest begin
end

quietly(x::Int64) = noisy(x) + noisy(x)
honestly(x::Int64) = noisy(x) + noisy(x)
@saturate quiet quietly(::Int64)
@saturate honest honestly(::Int64)
@saturate quiet ∪ honest quietly(::Int64)

#! opt
#> # cost 3 → 2, optimal
#> function quietly(%1 x::Int64)::Int64
#> b0:
#>     %2 = noisy(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
#>
#> # cost 3 → 3, optimal
#> function honestly(%1 x::Int64)::Int64
#> b0:
#>     %2 = noisy(%1)::Int64
#>     %3 = noisy(%1)::Int64
#>     %4 = +(%2, %3)::Int64
#>     return %4
#> end
#>
#> # cost 3 → 2, optimal
#> function quietly(%1 x::Int64)::Int64
#> b0:
#>     %2 = noisy(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
#! run --opt --entry honestly 1
#> x = 1
#> x = 1
#> 4
