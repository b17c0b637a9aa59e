# Layers of neural networks, written plainly, become calls of fused functions.
#
# A fused call has no cost of its own, although there is a product in it: one branch may fuse while another keeps the product, and costs
# are summed over both. That the product has no other use on the same path is what the guard says. The other guards say that the
# layer gives an array of the type that the product has, which then takes it: numbers of any type do, and weights that are transposed or symmetric.

using LinearAlgebra

"`σ.(W * x .+ b)` in one array."
@inline function fused_dense(σ, W, x, b)
    y = W * x
    size(y, 1) == length(b) || return σ.(y .+ b)
    for j in 1:size(y, 2)
        for i in 1:size(y, 1)
            @inbounds y[i, j] = σ(y[i, j] + b[i])
        end
    end
    return y
end

"`σ.(W * x .- b)` in one array."
@inline function fused_difference(σ, W, x, b)
    y = W * x
    size(y, 1) == length(b) || return σ.(y .- b)
    for j in 1:size(y, 2)
        for i in 1:size(y, 1)
            @inbounds y[i, j] = σ(y[i, j] - b[i])
        end
    end
    return y
end

"`σ.(W * x + b)` in one array."
@inline function fused_affine(σ, W, x, b)
    size(W, 1) == length(b) || return σ.(W * x + b)
    return fused_dense(σ, W, x, b)
end

"`σ.(W * x - b)` in one array."
@inline function fused_affine_difference(σ, W, x, b)
    size(W, 1) == length(b) || return σ.(W * x - b)
    return fused_difference(σ, W, x, b)
end

"`σ.(W * x)` in one array."
@inline function fused_dense(σ, W, x)
    y = W * x
    for i in eachindex(y)
        @inbounds y[i] = σ(y[i])
    end
    return y
end

@rules nn begin
    # σ.(W x .+ b), for one input or many: the product's array takes the bias and the activation. (exact)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, broadcasted(+, ~W * ~x, ~b)))) === typeof(~W * ~x)
        @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Union{Matrix{<:Number}, Vector{<:Number}}, ~b::Vector{<:Number}))) -->
            fused_dense(~σ, ~W, ~x, ~b)
        # The bias comes first.
        @relaxed materialize(broadcasted(~σ, broadcasted(+, ~b::Vector{<:Real}, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Union{Matrix{<:Number}, Vector{<:Number}}))) -->
            fused_dense(~σ, ~W, ~x, ~b)
    end
    # σ.(W x .- b). (exact)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, broadcasted(-, ~W * ~x, ~b)))) === typeof(~W * ~x)
        @relaxed materialize(broadcasted(~σ, broadcasted(-, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Union{Matrix{<:Number}, Vector{<:Number}}, ~b::Vector{<:Number}))) -->
            fused_difference(~σ, ~W, ~x, ~b)
    end
    # W x + b and W x - b without dots, for one input. (exact)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, ~W * ~x + ~b))) === typeof(~W * ~x)
        @relaxed materialize(broadcasted(~σ, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Vector{<:Number} + ~b::Vector{<:Number})) -->
            fused_affine(~σ, ~W, ~x, ~b)
        @relaxed materialize(broadcasted(~σ, ~b::Vector{<:Real} + ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Vector{<:Number})) -->
            fused_affine(~σ, ~W, ~x, ~b)
    end
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, ~W * ~x - ~b))) === typeof(~W * ~x)
        @relaxed materialize(broadcasted(~σ, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Vector{<:Number} - ~b::Vector{<:Number})) -->
            fused_affine_difference(~σ, ~W, ~x, ~b)
    end
    # Without a bias. (exact)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, ~W * ~x))) === typeof(~W * ~x)
        @relaxed materialize(broadcasted(~σ, ~W::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}, Symmetric{<:Number, <:Matrix}} * ~x::Union{Matrix{<:Number}, Vector{<:Number}})) --> fused_dense(~σ, ~W, ~x)
    end
end
