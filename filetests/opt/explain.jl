# Which rules led to each change, and which matches were refused.

@rules algebra begin
    ~x::Number * 1 --> ~x
    ~x::Number - ~x --> 0
    getindex(~v, ~i) - getindex(~v, ~i) --> 0
end

function f(v, x)
    y = x * 1
    a = v[1]
    v[1] = 0.0
    b = v[1]
    return (y - x) + (a - b)
end
@saturate algebra f(::Vector{Float64}, ::Float64)

#! opt --explain
#> # cost 7 → 5, optimal
#> function f(%1 v::Vector{Float64}, %2 x::Float64)::Float64
#> b0:
#>     %3 = getindex(%1, 1)::Float64
#>     %4 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %5 = getindex(%1, 1)::Float64
#>     %6 = -(%3, %5)::Float64
#>     %7 = +(0, %6)::Float64
#>     return %7
#> end
#> filetests/opt/explain.jl:10:9  x * 1
#>     is not needed any more
#> filetests/opt/explain.jl:14:13  y - x
#>     is now  0
#>     by      algebra.1  ~x::Number * 1 --> ~x
#>     by      algebra.2  ~x::Number - ~x --> 0
#> refused: algebra.3 at filetests/opt/explain.jl:14:23  a - b
#>     the left side reads memory in different states
