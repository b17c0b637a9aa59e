# A call that looks at a type sees the one that the source gave: a rule that makes one type of several does not decide it.
pick(n::Int64) = n > 0 ? n : 0.5
keep(x) = x
@rules r begin
    keep(~x::Union{Int64, Float64}) --> float(~x)
    @cost keep 10
end

looks(n) = typeof(keep(pick(n)))
#! opt --entry looks --sig Int64 --rules r
#> # cost 12 → 12, optimal
#> function looks(%1 n::Int64)::Type
#> b0:
#>     %2 = pick(%1)::Union{Float64, Int64}
#>     %3 = keep(%2)::Union{Float64, Int64}
#>     %4 = typeof(%3)::Type
#>     return %4
#> end
#! run --entry looks 2
#> Int64
#! run --opt --rules r --entry looks 2
#> Int64

# Nobody looks: the rule's value will do.
adds(n) = keep(pick(n)) + 1.0
#! opt --entry adds --sig Int64 --rules r
#> # cost 12 → 3, optimal
#> function adds(%1 n::Int64)::Float64
#> b0:
#>     %2 = pick(%1)::Union{Float64, Int64}
#>     %3 = float(%2)::Float64
#>     %4 = +(%3, 1.0)::Float64
#>     return %4
#> end
#! run --opt --rules r --entry adds 2
#> 3.0
