# A layer of a neural network becomes one call.
using LinearAlgebra
relu(x) = max(x, zero(x))
forward(x, W, b) = relu.(W * x .+ b)
over_lines(x, W, b) = (z = W * x; y = z .+ b; relu.(y))
other_order(x, W, b) = relu.(b .+ W * x)
without_dots(x, W, b) = relu.(W * x + b)
difference(x, W, b) = relu.(W * x .- b)
adjoint_weights(x, W, b) = relu.(W' * x .+ b)
in_a_branch(x, W, b, c) = c ? relu.(W * x .+ b) : x
in_try(x, W, b) = try; relu.(W * x .+ b); catch; x; end
stored(x, W, b, out) = (out[1] = relu.(W * x .+ b); out)

@saturate nn ∪ broadcast forward(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})        # as printed | 1
@saturate nn ∪ broadcast over_lines(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})     # over lines | 1
@saturate nn ∪ broadcast other_order(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})    # other order | 1
@saturate nn ∪ broadcast without_dots(::Vector{Float64}, ::Matrix{Float64}, ::Vector{Float64})   # without dots | 1
@saturate nn ∪ broadcast difference(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})     # subtraction | 1
@saturate nn ∪ broadcast in_a_branch(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::Bool) # in a branch | 1
@saturate nn ∪ broadcast in_try(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})         # in `try` | 1
@saturate nn ∪ broadcast stored(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::Vector{Matrix{Float64}}) # stored into an array | 2
@saturate nn ∪ broadcast forward(::Matrix{Float16}, ::Matrix{Float16}, ::Vector{Float16})        # `Float16` | 1
@saturate nn ∪ broadcast forward(::Matrix{Float32}, ::Matrix{Float32}, ::Vector{Float32})        # `Float32` | 1
@saturate nn ∪ broadcast forward(::Matrix{BigFloat}, ::Matrix{BigFloat}, ::Vector{BigFloat})     # `BigFloat` | 1
@saturate nn ∪ broadcast forward(::Matrix{Int64}, ::Matrix{Int64}, ::Vector{Int64})              # `Int64` | 1
@saturate nn ∪ broadcast adjoint_weights(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}) # adjoint | 2
@saturate nn ∪ broadcast forward(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}}, ::Vector{Float64}) # `Symmetric` | 1
