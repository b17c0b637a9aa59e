# The library's `nn`.

relu(x) = max(x, zero(x))

layer(W, x, b) = relu.(W * x .+ b)
@saturate nn layer(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})
@saturate nn layer(::Matrix{Float64}, ::Vector{Float64}, ::Vector{Float64})
plain_layer(W, x, b) = tanh.(W * x + b)
@saturate nn plain_layer(::Matrix{Float64}, ::Vector{Float64}, ::Vector{Float64})
without_bias(W, x) = relu.(W * x)
@saturate nn without_bias(::Matrix{Float64}, ::Matrix{Float64})
@saturate nn without_bias(::Matrix{Float64}, ::Vector{Float64})

# Over several lines, together with `broadcast`.
function lines(W, x, b)
    z = W * x
    y = z .+ b
    return relu.(y)
end
@saturate nn ∪ broadcast lines(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})

# The product has another use: it would be computed twice.
function product_too(W, x, b)
    z = W * x
    return relu.(z .+ b), z
end
@saturate nn ∪ broadcast product_too(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})

# A bias that is a matrix is no bias; a subtraction is no addition; integers have no fused function.
matrix_bias(W, x, b) = relu.(W * x .+ b)
@saturate nn matrix_bias(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})
subtraction(W, x, b) = relu.(W * x .- b)
@saturate nn subtraction(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})
@saturate nn layer(::Matrix{Int64}, ::Matrix{Int64}, ::Vector{Int64})

# The input changes between the product and the activation.
function input_changes(W, x, b)
    z = W * x .+ b
    x[1] = 0.0
    return relu.(z)
end
@saturate nn ∪ broadcast input_changes(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64})

#! opt
#> # cost 4 → 1, optimal
#> function layer(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function layer(%1 W::Matrix{Float64}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function plain_layer(%1 W::Matrix{Float64}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = fused_affine(tanh, %1, %2, %3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 3 → 1, optimal
#> function without_bias(%1 W::Matrix{Float64}, %2 x::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = fused_dense(relu, %1, %2)::Matrix{Float64}
#>     return %3
#> end
#>
#> # cost 3 → 1, optimal
#> function without_bias(%1 W::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = fused_dense(relu, %1, %2)::Vector{Float64}
#>     return %3
#> end
#>
#> # cost 5 → 1, optimal
#> function lines(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 5 → 5, optimal
#> function product_too(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = broadcasted(+, %4, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %6 = broadcasted(relu, %5)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}}}
#>     %7 = materialize(%6)::Matrix{Float64}
#>     %8 = tuple(%7, %4)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %8
#> end
#>
#> # cost 4 → 4, optimal
#> function matrix_bias(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = broadcasted(+, %4, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Matrix{Float64}}}
#>     %6 = broadcasted(relu, %5)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Matrix{Float64}}}}}
#>     %7 = materialize(%6)::Matrix{Float64}
#>     return %7
#> end
#>
#> # cost 4 → 1, optimal
#> function subtraction(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %4 = fused_difference(relu, %1, %2, %3)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function layer(%1 W::Matrix{Int64}, %2 x::Matrix{Int64}, %3 b::Vector{Int64})::Matrix{Int64}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Matrix{Int64}
#>     return %4
#> end
#>
#> # cost 6 → 6, optimal
#> function input_changes(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = broadcasted(+, %4, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %6 = materialize(%5)::Matrix{Float64}
#>     %7 = setindex!(%2, 0.0, 1)::Matrix{Float64}
#>     %8 = broadcasted(relu, %6)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     return %9
#> end
#! run --entry layer '[1.0 2.0; 3.0 -4.0]' '[1.0 0.0; 0.0 1.0]' '[0.5, -0.5]'
#> 2×2 Matrix{Float64}:
#>  1.5  2.5
#>  2.5  0.0
