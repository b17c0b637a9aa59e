# The forward pass of a dense layer, written plainly. In the inference branch the whole layer becomes one fused call;
# the training branch still needs the logits.
#
#   saturate opt examples/forward.jl

# What a framework would provide: one pass over the product, no temporaries.
function fused_dense(σ, W, x, b)
    y = W * x
    for j in 1:size(y, 2)
        for i in 1:size(y, 1)
            y[i, j] = σ(y[i, j] + b[i])
        end
    end
    return y
end

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

@rules dense begin
    # A broadcast over the result of an earlier line needs no temporary array.
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::AbstractMatrix * ~x::AbstractMatrix, ~b::AbstractVector))) -->
        fused_dense(~σ, ~W, ~x, ~b)
end

@saturate dense forward(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::typeof(relu), ::Bool, ::Float64)
