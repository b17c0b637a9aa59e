# A rule makes a number equal to one of another type. Where the source says less of a value than what it is when the program runs (a union, `Any`), its type alone does not tell
# which of the two it is: who looks sees what the source computes.
# Found by programs written against the contract: all of them were wrong.

const G = [0]
nz(k, x) = G[1] == 0 ? k : k * k
tofl(x::Int64) = Float64(x)
kind(x::Float64) = nz(1, x)
kind(x::Int64) = nz(2, x)
pick(n) = n > 0 ? n : 0.5
keep(x) = x
@rules r begin
    tofl(~x::Int64) --> ~x
    keep(~x::Union{Int64, Float64}) --> float(~x)
    @cost keep 10
end

# What meets at a join is equal, and of another type on each way.
printed(c, n) = println(c ? tofl(n) : n)
looked_at(c, n) = (y = c ? tofl(n) : n; y isa Float64 ? sqrt(y) : -1.0)
taken(c, n) = kind(c ? tofl(n) : n)
#! run --rules r --opt --checked --entry printed true 3
#> 3.0
#! run --rules r --opt --checked --extract chaos --seed 1 --entry looked_at true 4
#> 2.0
#! run --rules r --opt --checked --strict --entry taken true 3
#> 1

# A call gives the same abstract type for operands of either type.
chosen(n, v) = kind(ifelse(n > 0, tofl(n), v[1]))
referred(n) = kind(Ref{Any}(tofl(n))[])
added(n, v) = (tofl(n) + v[1]) isa Float64
shown(n, v) = println(tofl(n) + v[1])
#! run --rules r --opt --checked --entry chosen 3 "Any[2]"
#> 1
#! run --rules r --opt --checked --entry referred 3
#> 1
#! run --rules r --opt --checked --strict --entry added 3 "Real[2]"
#> true
#! run --rules r --opt --checked --entry shown 3 "Real[2]"
#> 5.0

# An operand of a union.
given(n) = println(keep(pick(n)))
handed(n) = kind(keep(pick(n)))
#! run --rules r --opt --checked --entry given 3
#> 3
#! run --rules r --opt --checked --strict --entry handed 3
#> 2

# Two calls of one function see different types of one value, the one under the other: the function stays as it is.
flo(x) = Float64(x) + 0.0 * G[1]
@rules wide begin
    flo(~x::Union{Int64, Float64}) --> ~x
end
twice(n) = (z = pick(n); kind(z) * 10 + kind(flo(z)))
compared(n) = (z = pick(n); y = flo(z); (z === 3, y === 3.0))
#! run --rules wide --opt --checked --entry twice 3
#> 21
#! run --rules wide --opt --checked --entry compared 3
#> (true, true)

# Where nobody looks, any will do.
handed_out(n, v) = ifelse(n > 0, tofl(n), v[1])
#! opt --rules r --entry handed_out --sig "Int64, Vector{Any}"
#> # cost 4 → 3, optimal
#> function handed_out(%1 n::Int64, %2 v::Vector{Any})::Any
#> b0:
#>     %3 = >(%1, 0)::Bool
#>     %4 = getindex(%2, 1)::Any
#>     %5 = ifelse(%3, %1, %4)::Any
#>     return %5
#> end

# A rule finds more of a value than the source knows, and of an equal one something else.
# Found by a random program: it printed `1`.
unit_of(x::Int64) = Complex(x - x + 1, 0)
@rules found begin
    iseven(~a::Int64 + ~a) --> true
    unit_of(~x::Int64) --> 1
end
decided(n::Int64) = println(ifelse(iseven(n + n), unit_of([1, 2][2]), 1))
#! run --rules found --opt --checked --entry decided 3
#> 1 + 0im
