# Partial evaluation: what depends on known arguments alone is computed once.

const W = [1.0 2.0; 3.0 4.0]

layer(x, W) = (W * W) * x
layer_sum(x, W) = sum(W) * x
written(x, W) = (W[1, 1] = x; W * W)
power(x, n) = n == 2 ? x * x : x^n
weights(W) = W * W
weights_changed(W) = (V = W * W; V[1, 1] = 0.0; V)
shown(W) = (V = W * W; println(V); nothing)

@rules fold begin
    @cost (*)(::Matrix{Float64}, ::Matrix{Float64}) 10
    ~a::Comptime{Matrix{Float64}} * ~b::Comptime{Matrix{Float64}} => ~a * ~b
    sum(~a::Comptime{Matrix{Float64}}) => sum(~a)
    @arg(layer, 2) => W
    @arg(layer_sum, 2) => W
    @arg(written, 2) => W
    @arg(power, 2) => 2
    @arg(weights, 1) => W
    @arg(weights_changed, 1) => W
    @arg(shown, 1) => W
end

# The product of the weights is a constant; it is only read.
@saturate fold layer(::Vector{Float64}, ::Matrix{Float64})
@saturate fold layer_sum(::Float64, ::Matrix{Float64})
# The argument is written: it has its value only until then, so nothing is known of it.
@saturate fold written(::Float64, ::Matrix{Float64})
# A scalar decides a branch.
@saturate fold power(::Float64, ::Int64)
# The folded matrix is returned, or written, or handed to code that may keep it: each gets a copy.
@saturate fold weights(::Matrix{Float64})
@saturate fold weights_changed(::Matrix{Float64})
@saturate fold shown(::Matrix{Float64})

#! opt
#> # cost 11 → 1, optimal
#> function layer(%1 x::Vector{Float64}, %2 W::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %3 = *([7.0 10.0; 15.0 22.0], %1)::Vector{Float64}
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function layer_sum(%1 x::Float64, %2 W::Matrix{Float64})::Float64
#> b0:
#>     %3 = *(10.0, %1)::Float64
#>     return %3
#> end
#>
#> # cost 11 → 11, optimal
#> function written(%1 x::Float64, %2 W::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = setindex!(%2, %1, 1, 1)::Matrix{Float64}
#>     %4 = *(%2, %2)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 3 → 1, optimal
#> function power(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = *(%1, %1)::Float64
#>     return %3
#> end
#>
#> # cost 10 → 1, optimal
#> function weights(%1 W::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %2 = copy([7.0 10.0; 15.0 22.0])::Matrix{Float64}
#>     return %2
#> end
#>
#> # cost 11 → 2, optimal
#> function weights_changed(%1 W::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %2 = copy([7.0 10.0; 15.0 22.0])::Matrix{Float64}
#>     %3 = setindex!(%2, 0.0, 1, 1)::Matrix{Float64}
#>     return %2
#> end
#>
#> # cost 11 → 2, optimal
#> function shown(%1 W::Matrix{Float64})::Nothing
#> b0:
#>     %2 = copy([7.0 10.0; 15.0 22.0])::Matrix{Float64}
#>     %3 = println(%2)::Nothing
#>     return nothing
#> end
