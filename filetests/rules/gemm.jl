# The library's `gemm`.
using LinearAlgebra

relu(x) = max(x, zero(x))

function full(C, A, B, α, β)
    C .= relu.(α * (A * B) + β * C)
    return C
end
@saturate gemm full(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)

new_array(A, B, C, α, β) = α * (A * B) + β * C
@saturate gemm new_array(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)
turned(A, B, C, α, β) = β * C + α * A * B
@saturate gemm turned(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)
scaled(A, B, α) = α * (A * B)
@saturate gemm scaled(::Matrix{Float64}, ::Matrix{Float64}, ::Float64)
added(A, B, C) = A * B + C
@saturate gemm added(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})
scaled_added(A, B, C, α) = α * (A * B) + C
@saturate gemm scaled_added(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64)

# The product has another use.
product_too(A, B, C) = (P = A * B; (P, P + C))
@saturate gemm product_too(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})
# Products with a vector, and of integers, stay.
vector(A, x, y) = A * x + y
@saturate gemm vector(::Matrix{Float64}, ::Vector{Float64}, ::Vector{Float64})
@saturate gemm added(::Matrix{Int64}, ::Matrix{Int64}, ::Matrix{Int64})

#! opt
#> # cost 232 → 202, optimal
#> function full(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = gemm!(relu, %1, %2, %3, %4, %5)::Matrix{Float64}
#>     return %1
#> end
#>
#> # cost 230 → 205, optimal
#> function new_array(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = product_sum(%1, %2, %3, %4, %5)::Matrix{Float64}
#>     return %6
#> end
#>
#> # cost 230 → 205, optimal
#> function turned(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = product_sum(%1, %2, %3, %4, %5)::Matrix{Float64}
#>     return %6
#> end
#>
#> # cost 210 → 205, optimal
#> function scaled(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 α::Float64)::Matrix{Float64}
#> b0:
#>     %4 = scaled_product(%1, %2, %3)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 210 → 205, optimal
#> function added(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = product_sum(%1, %2, %3, 1, 1)::Matrix{Float64}
#>     return %4
#> end
#>
#> # cost 220 → 205, optimal
#> function scaled_added(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 α::Float64)::Matrix{Float64}
#> b0:
#>     %5 = product_sum(%1, %2, %3, %4, 1)::Matrix{Float64}
#>     return %5
#> end
#>
#> # cost 211 → 211, optimal
#> function product_too(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Tuple{Matrix{Float64}, Matrix{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = +(%3, %4)::Matrix{Float64}
#>     %6 = tuple(%4, %5)::Tuple{Matrix{Float64}, Matrix{Float64}}
#>     return %6
#> end
#>
#> # cost 2 → 2, optimal
#> function vector(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     %5 = +(%4, %3)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 210 → 210, optimal
#> function added(%1 A::Matrix{Int64}, %2 B::Matrix{Int64}, %3 C::Matrix{Int64})::Matrix{Int64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Int64}
#>     %5 = +(%4, %3)::Matrix{Int64}
#>     return %5
#> end
#! run --entry full '[1.0 1.0; 1.0 1.0]' '[1.0 2.0; 3.0 4.0]' '[1.0 0.0; 0.0 -1.0]' 2.0 0.5
#> 2×2 Matrix{Float64}:
#>  2.5  0.0
#>  6.5  0.0
