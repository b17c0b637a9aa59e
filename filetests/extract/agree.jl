# Three ways to solve the same problem agree: our own search, an ILP of the whole problem, the paper's formulation.
#! requires highs
using LinearAlgebra

# eigen(A) is computed once, trace and determinant reuse it. Reading a field is free here: the paper's formulation reads
# `values` in each branch, ours once before them.
function eigen_reuse(A, c)
    eig = eigen(A)
    if c
        x = tr(A)
    else
        x = det(A)
    end
    return eig, x
end
@rules spectrum begin
    tr(~A::AbstractMatrix) --> sum(eigen(~A).values)
    det(~A::AbstractMatrix) --> prod(eigen(~A).values)
    @cost tr 10
    @cost det 100
    @cost eigen 1000
    @cost getproperty 0
end

# The fused call in the inference branch, product and bias only in the training branch.
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
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::AbstractMatrix * ~x::AbstractMatrix, ~b::AbstractVector))) -->
        fused_dense(~σ, ~W, ~x, ~b)
end

@saturate spectrum eigen_reuse(::Matrix{Float64}, ::Bool)
@saturate dense forward(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::typeof(relu), ::Bool, ::Float64)

#! opt --extract exact
#! opt --extract ilp
#! opt --extract paper
