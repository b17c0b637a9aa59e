# The library is for every floating type: single precision, integer coefficients, transposed factors, differences.
using LinearAlgebra
relu(x) = max(x, zero(x))

# Layers.
layer(W, x, b) = relu.(W * x .+ b)
@saturate nn layer(::Matrix{Float32}, ::Matrix{Float32}, ::Vector{Float32})
@saturate nn layer(::Adjoint{Float64, Matrix{Float64}}, ::Vector{Float64}, ::Vector{Float64})
bias_first(W, x, b) = relu.(b .+ W * x)
@saturate nn bias_first(::Matrix{Float32}, ::Matrix{Float32}, ::Vector{Float32})
difference(W, x, b) = tanh.(W * x - b)
@saturate nn difference(::Matrix{Float32}, ::Vector{Float32}, ::Vector{Float32})
# The bias makes a layer of another type than the product has.
@saturate nn layer(::Matrix{Float32}, ::Matrix{Float32}, ::Vector{Float64})
#! opt
#> # cost 4 → 1, optimal
#> function layer(%1 W::Matrix{Float32}, %2 x::Matrix{Float32}, %3 b::Vector{Float32})::Matrix{Float32}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Matrix{Float32}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function layer(%1 W::Adjoint{Float64, Matrix{Float64}}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function bias_first(%1 W::Matrix{Float32}, %2 x::Matrix{Float32}, %3 b::Vector{Float32})::Matrix{Float32}
#> b0:
#>     %4 = fused_dense(relu, %1, %2, %3)::Matrix{Float32}
#>     return %4
#> end
#>
#> # cost 4 → 1, optimal
#> function difference(%1 W::Matrix{Float32}, %2 x::Vector{Float32}, %3 b::Vector{Float32})::Vector{Float32}
#> b0:
#>     %4 = fused_affine_difference(tanh, %1, %2, %3)::Vector{Float32}
#>     return %4
#> end
#>
#> # cost 4 → 4, optimal
#> function layer(%1 W::Matrix{Float32}, %2 x::Matrix{Float32}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float32}
#>     %5 = broadcasted(+, %4, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float32}, Vector{Float64}}}
#>     %6 = broadcasted(relu, %5)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float32}, Vector{Float64}}}}}
#>     %7 = materialize(%6)::Matrix{Float64}
#>     return %7
#> end

# Products.
function product!(C, A, B, α, β)
    C .= relu.(α * (A * B) + β * C)
    return C
end
#! opt --rules gemm --entry product! --sig Matrix{Float32},Matrix{Float32},Matrix{Float32},Float32,Int64
#> # cost 232 → 202, optimal
#> function product!(%1 C::Matrix{Float32}, %2 A::Matrix{Float32}, %3 B::Matrix{Float32}, %4 α::Float32, %5 β::Int64)::Matrix{Float32}
#> b0:
#>     %6 = gemm!(relu, %1, %2, %3, %4, %5)::Matrix{Float32}
#>     return %1
#> end
#! opt --rules gemm --entry product! --sig Matrix{Float64},Adjoint{Float64,Matrix{Float64}},Matrix{Float64},Int64,Float64
#> # cost 232 → 202, optimal
#> function product!(%1 C::Matrix{Float64}, %2 A::Adjoint{Float64, Matrix{Float64}}, %3 B::Matrix{Float64}, %4 α::Int64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = gemm!(relu, %1, %2, %3, %4, %5)::Matrix{Float64}
#>     return %1
#> end
# A coefficient that makes `Float64`s of `Float32`s.
#! opt --rules gemm --entry product! --sig Matrix{Float32},Matrix{Float32},Matrix{Float32},Float64,Float32
#> # cost 232 → 232, optimal
#> function product!(%1 C::Matrix{Float32}, %2 A::Matrix{Float32}, %3 B::Matrix{Float32}, %4 α::Float64, %5 β::Float32)::Matrix{Float32}
#> b0:
#>     %6 = *(%2, %3)::Matrix{Float32}
#>     %7 = *(%4, %6)::Matrix{Float64}
#>     %8 = *(%5, %1)::Matrix{Float32}
#>     %9 = +(%7, %8)::Matrix{Float64}
#>     %10 = broadcasted(relu, %9)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %11 = materialize!(%1, %10)::Matrix{Float32}
#>     return %1
#> end
minus(A, B, C, β) = 2 * (A * B) - β * C
#! opt --rules gemm --entry minus --sig Matrix{Float64},Matrix{Float64},Matrix{Float64},Float64
#> # cost 230 → 206, optimal
#> function minus(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 β::Float64)::Matrix{Float64}
#> b0:
#>     %5 = -(%4)::Float64
#>     %6 = product_sum(%1, %2, %3, 2, %5)::Matrix{Float64}
#>     return %6
#> end
#! opt --rules gemm --entry minus --sig Matrix{Float32},Matrix{Float32},Matrix{Float32},Float32
#> # cost 230 → 206, optimal
#> function minus(%1 A::Matrix{Float32}, %2 B::Matrix{Float32}, %3 C::Matrix{Float32}, %4 β::Float32)::Matrix{Float32}
#> b0:
#>     %5 = -(%4)::Float32
#>     %6 = product_sum(%1, %2, %3, 2, %5)::Matrix{Float32}
#>     return %6
#> end
#! run --entry minus '[1.0 2.0; 3.0 4.0]' '[1.0 0.0; 0.0 -1.0]' '[1.0 1.0; 1.0 1.0]' 0.5
#> 2×2 Matrix{Float64}:
#>  1.5  -4.5
#>  5.5  -8.5

# Linear algebra.
solved(A, b) = inv(A) * b
#! opt --rules linalg --entry solved --sig Matrix{Float32},Vector{Float32}
#> # cost 210 → 75, optimal
#> function solved(%1 A::Matrix{Float32}, %2 b::Vector{Float32})::Vector{Float32}
#> b0:
#>     %3 = \(%1, %2)::Vector{Float32}
#>     return %3
#> end
chain(A, B, x) = A * B' * x
#! opt --rules linalg --entry chain --sig Matrix{Float32},Matrix{Float32},Vector{Float32}
#> # cost 211 → 21 where sizes are 100, optimal
#> # variant 1: max(max(1.5, (size(A, 1) * size(A, 2) + size(A, 2) * size(B, 1)) / 1000), size(A, 1) * size(B, 1) * (0.001 + size(A, 2) / 5000)) + 1
#> #     for 10 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 785, size(A, 2) 40 to 1337, size(B, 1) 2 to 1000
#> # variant 2: max(0.5, size(A, 1) * size(A, 2) / 1000) + max(0.5, size(A, 2) * size(B, 1) / 1000) + 1
#> #     for 90 % of the sizes tried: size(A, 1) 18 to 1000, size(A, 2) 9 to 970, size(B, 1) 17 to 978
#> function chain(%1 A::Matrix{Float32}, %2 B::Matrix{Float32}, %3 x::Vector{Float32})::Vector{Float32}
#> b0:
#>     %4 = size(%1, 1)::Int64
#>     %5 = Float64(%4)::Float64
#>     %6 = size(%1, 2)::Int64
#>     %7 = Float64(%6)::Float64
#>     %8 = size(%2, 1)::Int64
#>     %9 = Float64(%8)::Float64
#>     %10 = *(%5, %7)::Float64
#>     %11 = *(%7, %9)::Float64
#>     %12 = +(%10, %11)::Float64
#>     %13 = *(%12, 0.001)::Float64
#>     %14 = <(1.5, %13)::Bool
#>     %15 = ifelse(%14, %13, 1.5)::Float64
#>     %16 = *(%5, %9)::Float64
#>     %17 = *(%7, 0.0002)::Float64
#>     %18 = +(0.001, %17)::Float64
#>     %19 = *(%16, %18)::Float64
#>     %20 = <(%15, %19)::Bool
#>     %21 = ifelse(%20, %19, %15)::Float64
#>     %22 = *(%10, 0.001)::Float64
#>     %23 = <(0.5, %22)::Bool
#>     %24 = ifelse(%23, %22, 0.5)::Float64
#>     %25 = *(%11, 0.001)::Float64
#>     %26 = <(0.5, %25)::Bool
#>     %27 = ifelse(%26, %25, 0.5)::Float64
#>     %28 = *(0.9523809523809523, %21)::Float64
#>     %29 = +(%24, %27)::Float64
#>     %30 = <=(%28, %29)::Bool
#>     goto b1 if %30 else b2
#> b1:
#>     %31 = adjoint(%2)::Adjoint{Float32, Matrix{Float32}}
#>     %32 = *(%1, %31, %3)::Vector{Float32}
#>     return %32
#> b2:
#>     %33 = adjoint(%2)::Adjoint{Float32, Matrix{Float32}}
#>     %34 = *(%33, %3)::Vector{Float32}
#>     %35 = *(%1, %34)::Vector{Float32}
#>     return %35
#> end
#! opt --rules linalg --entry chain --sig Matrix{Float64},Matrix{Float64},Vector{Float32}
#> # cost 211 → 211, optimal
#> function chain(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float32})::Vector{Float64}
#> b0:
#>     %4 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %5 = *(%1, %4, %3)::Vector{Float64}
#>     return %5
#> end
trace(A, B) = tr(A' * B)
#! opt --rules linalg --entry trace --sig Matrix{Float64},Matrix{Float64}
#> # cost 205 → 13, optimal
#> function trace(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = trace_of_product(%3, %2)::Float64
#>     return %4
#> end
#! opt --rules linalg --entry trace --sig Matrix{Int64},Matrix{Float64}
#> # cost 202 → 202, optimal
#> function trace(%1 A::Matrix{Int64}, %2 B::Matrix{Float64})::Any
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Int64, Matrix{Int64}}
#>     %4 = *(%3, %2)::Any
#>     %5 = tr(%4)::Any
#>     return %5
#> end

# Motions.
turned(p) = rotate(rotate(p, 0.5f0), -0.5f0)
moved(p) = translate(translate(p, 1, 2.0f0), 3, -2.0f0)
#! opt --rules transforms2d,arithmetic,constants --entry turned --sig Vector{Float32}
#> # cost 80 → 0, optimal
#> function turned(%1 p::Vector{Float32})::Vector{Float32}
#> b0:
#>     return %1
#> end
#! opt --rules transforms2d,arithmetic,constants --entry moved --sig Vector{Float32}
#> # cost 20 → 10, optimal
#> function moved(%1 p::Vector{Float32})::Vector{Float32}
#> b0:
#>     %2 = translate(%1, 4.0f0, 0.0f0)::Vector{Float32}
#>     return %2
#> end
