# The forward pass of a dense layer, written plainly. In the inference branch the whole layer becomes one fused call;
# the training branch still needs the logits.
#
#   saturate opt examples/forward.jl

relu(x) = max(x, zero(x))

dropout(x, p) = x .* (1 - p)

function forward(x, W, b, σ, training, p)
    logits = W * x .+ b
    if training
        return σ.(dropout(logits, p))
    else
        return σ.(logits)
    end
end

@saturate broadcast ∪ nn forward(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::typeof(relu), ::Bool, ::Float64)

#! opt
#> # cost 10 → 7, optimal
#> # in place of a call: dropout (line 13)
#> function forward(%1 x::Matrix{Float64}, %2 W::Matrix{Float64}, %3 b::Vector{Float64}, %4 σ::typeof(relu), %5 training::Bool, %6 p::Float64)::Matrix{Float64}
#> b0:
#>     goto b1 if %5 else b2
#> b1:
#>     %7 = *(%2, %1)::Matrix{Float64}
#>     %8 = broadcasted(+, %7, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %9 = -(1, %6)::Float64
#>     %10 = broadcasted(*, %8, %9)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}, Float64}}
#>     %11 = broadcasted(%4, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}, Float64}}}}
#>     %12 = materialize(%11)::Matrix{Float64}
#>     return %12
#> b2:
#>     %13 = fused_dense(%4, %2, %1, %3)::Matrix{Float64}
#>     return %13
#> end
