# What is known of an argument is known where the function itself is asked for. Below another function it is called with what stands there.
const W = [1.0, 2.0]
weighted(v, V) = sum(V) + v[1]

@rules fold begin
    sum(~a::Comptime{Vector{Float64}}) => sum(~a)
    @arg(weighted, 2) => W
end

called_with_others(v::Vector{Float64}) = (weighted(v, v), weighted(W, v), weighted(v, copy(W)))
#! run --entry called_with_others [1.0]
#> (2.0, 2.0, 4.0)
#! run --opt --rules fold --entry called_with_others [1.0]
#> (2.0, 2.0, 4.0)

called_around_a_write(v::Vector{Float64}) = (a = weighted(v, W); W[1] = 5.0; (a, weighted(v, W)))
#! run --entry called_around_a_write [1.0]
#> (4.0, 8.0)
#! run --opt --rules fold --entry called_around_a_write [1.0]
#> (4.0, 8.0)

# The function that calls itself is asked for with the known argument, and goes on with another one.
function descended(n::Int64, V::Vector{Float64})
    n == 0 && return sum(V)
    return descended(n - 1, [10.0]) + sum(V)
end
@rules descent begin
    sum(~a::Comptime{Vector{Float64}}) => sum(~a)
    @arg(descended, 2) => W
end
#! run --entry descended 2 W
#> 23.0
#! run --opt --rules descent --entry descended 2 W
#> 23.0

# The twin: asked for by itself.
#! opt --entry weighted --sig Vector{Float64},Vector{Float64} --rules fold
#> # cost 3 → 2, optimal
#> function weighted(%1 v::Vector{Float64}, %2 V::Vector{Float64})::Float64
#> b0:
#>     %3 = getindex(%1, 1)::Float64
#>     %4 = +(3.0, %3)::Float64
#>     return %4
#> end
