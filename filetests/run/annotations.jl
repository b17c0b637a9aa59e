# @inbounds, @inline, @views, @view, @simd, @assert, @show: read and kept, or expanded.

@inline add(a, b) = a + b
function total(v)
    s = zero(eltype(v))
    @inbounds for i in 1:length(v)
        s = add(s, v[i])
    end
    s
end
function dot2(a, b)
    s = 0.0
    @inbounds @simd for i in eachindex(a)
        s += a[i] * b[i]
    end
    s
end
@views halves(v) = (sum(v[1:2]), sum(v[3:end]))
function through_view(v)
    w = @view v[2:3]
    w[1] = 100
    v
end
checked(x) = (@assert x > 0 "positive, please"; sqrt(x))
shown(x) = @show x + 1
function bounds(v)
    @boundscheck checkbounds(v, 1)
    v[1]
end
dotted(x, y) = @. x^2 + sin(y) * 2

#! run --entry total '[1, 2, 3]'
#> 6
#! run --entry dot2 '[1.0, 2.0]' '[3.0, 4.0]'
#> 11.0
#! run --entry halves '[1, 2, 3, 4]'
#> (3, 7)
#! run --entry through_view '[1, 2, 3, 4]'
#> 4-element Vector{Int64}:
#>    1
#>  100
#>    3
#>    4
#! run --entry checked 4.0
#> 2.0
#! run --entry checked 0.0
#> error: AssertionError: positive, please
#! run --entry shown 1
#> x + 1 = 2
#> 2
#! run --entry bounds '[7]'
#> 7
#! run --entry bounds 'Int64[]'
#> error: BoundsError: attempt to access 0-element Vector{Int64} at index [1]
#! run --entry dotted '[1.0, 2.0]' '[0.0, 0.0]'
#> 2-element Vector{Float64}:
#>  1.0
#>  4.0
