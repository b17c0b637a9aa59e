# The paper's two use cases as a user writes them, for arrays of any kind. The evaluation measures them, the tests compare results.

relu(x) = max(x, zero(x))
dropout(x, p) = x .* (one(p) - p)

function forward(x, W, b, σ, training, p)
    logits = W * x .+ b
    if training
        return σ.(dropout(logits, p))
    else
        return σ.(logits)
    end
end

# Two values of one input: gates of a recurrent cell, two right sides of one matrix.
sigmoid(x) = one(x) / (one(x) + exp(-x))
function gates(x, h)
    update = sigmoid.(x .+ h)
    candidate = tanh.(x .+ h)
    return update, candidate
end
both_sides(A, X, Y) = (A * X, A * Y)

function gemm(C, A, B, f, g, α, β)
    C .= relu.(α * (f.(A) * g.(B)) + β * C)
    return C
end
