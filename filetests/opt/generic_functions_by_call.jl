# `@generic` is about the calls that a line covers, all of their arguments at once; other calls of the same function are not freed by it.
# Found by programs written against the contract: both were wrong.

const G = [0]
nz(k, x) = G[1] == 0 ? k : k * k
tofl(x::Int64) = Float64(x)
gen(x::Int64, y::Int64) = nz(1, x)
gen(x::Float64, y::Int64) = nz(1, x)
gen(x::Int64, y::Float64) = nz(2, x)
gen(x::Float64, y::Float64) = nz(3, x)
@rules r begin
    tofl(~x::Int64) --> ~x
    @generic gen(::Real, ::Int64)
end
f(n) = gen(n, n) * 10 + gen(tofl(n), tofl(n))
g(n) = gen(tofl(n), 2) * 10 + gen(n, 2.5)
covered(n) = gen(tofl(n), 2)
#! run --rules r --opt --checked --entry f 3
#> 13
#! run --rules r --opt --checked --extract chaos --seed 1 --entry g 3
#> 12
#! opt --rules r --entry covered --sig "Int64" --calls none
#> # cost 2 → 1, optimal
#> function covered(%1 n::Int64)::Int64
#> b0:
#>     %2 = gen(%1, 2)::Int64
#>     return %2
#> end
