# Laws that hold for some sizes only. Sizes are not in the types, so the right sides look at them: `run` with and without `--opt`
# agree on arrays that fit and on arrays that do not.
using LinearAlgebra

# Square factors, and a column times a row, whose product is square.
determinant(A, B) = det(A * B)
#! opt --rules linalg --entry determinant --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 270 → 141 where sizes are 100, optimal
#> # variant 1: max(10, 7 * size(A, 1)^3 / 100000) + max(max(1, (size(A, 1) * size(A, 2) + size(A, 1) * size(A, 2)) / 1000), size(A, 1) * size(A, 1) * size(A, 2) / 5000)
#> #     for 43 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 4 to 1530, size(A, 2) 3 to 312
#> # variant 2: max(21, 141 * size(A, 1)^3 / 1000000)
#> #     for 57 % of the sizes tried, mostly where size(A, 2) is large: size(A, 1) 33 to 869, size(A, 2) 195 to 2470
#> function determinant(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = Float64(%3)::Float64
#>     %5 = size(%1, 2)::Int64
#>     %6 = Float64(%5)::Float64
#>     %7 = *(%4, %4)::Float64
#>     %8 = *(%7, %4)::Float64
#>     %9 = *(7.0, %8)::Float64
#>     %10 = *(%9, 1.0e-5)::Float64
#>     %11 = <(10.0, %10)::Bool
#>     %12 = ifelse(%11, %10, 10.0)::Float64
#>     %13 = *(141.0, %8)::Float64
#>     %14 = *(%13, 1.0e-6)::Float64
#>     %15 = <(21.0, %14)::Bool
#>     %16 = ifelse(%15, %14, 21.0)::Float64
#>     %17 = *(%4, %6)::Float64
#>     %18 = +(%17, %17)::Float64
#>     %19 = *(%18, 0.001)::Float64
#>     %20 = <(1.0, %19)::Bool
#>     %21 = ifelse(%20, %19, 1.0)::Float64
#>     %22 = *(%4, %4)::Float64
#>     %23 = *(%22, %6)::Float64
#>     %24 = *(%23, 0.0002)::Float64
#>     %25 = <(%21, %24)::Bool
#>     %26 = ifelse(%25, %24, %21)::Float64
#>     %27 = +(%12, %26)::Float64
#>     %28 = *(0.9523809523809523, %27)::Float64
#>     %29 = <=(%28, %16)::Bool
#>     goto b1 if %29 else b2
#> b1:
#>     %30 = *(%1, %2)::Matrix{Float64}
#>     %31 = det(%30)::Float64
#>     return %31
#> b2:
#>     %32 = det_of_product(%1, %2)::Float64
#>     return %32
#> end
#! run --entry determinant "[1.0 2.0; 3.0 4.0]" "[2.0 0.0; 0.0 1.0]"
#> -4.0
#! run --opt --rules linalg --entry determinant "[1.0 2.0; 3.0 4.0]" "[2.0 0.0; 0.0 1.0]"
#> -4.0
#! run --entry determinant "[2.0 3.0]" "reshape([1.0, 2.0], 2, 1)"
#> 8.0
#! run --opt --rules linalg --entry determinant "[2.0 3.0]" "reshape([1.0, 2.0], 2, 1)"
#> 8.0

# A row times a vector is a number: a product with it is a matrix, not a vector.
column_row_vector(A, x, y) = (A * x') * y
#! run --entry column_row_vector "reshape([1.0, 2.0], 2, 1)" "[3.0, 4.0]" "[5.0, 6.0]"
#> 2-element Vector{Float64}:
#>  39.0
#>  78.0
#! run --opt --rules linalg --entry column_row_vector "reshape([1.0, 2.0], 2, 1)" "[3.0, 4.0]" "[5.0, 6.0]"
#> 2-element Vector{Float64}:
#>  39.0
#>  78.0

# A vector of one element is multiplied with all of the other.
inner_product(x, y) = sum(x .* y)
#! opt --rules linalg --entry inner_product --sig "Vector{Float64}, Vector{Float64}"
#> # cost 3 → 1, optimal
#> function inner_product(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = sum_of_products(%1, %2)::Float64
#>     return %3
#> end
#! run --opt --rules linalg --entry inner_product "[1.0, 2.0]" "[3.0, 4.0]"
#> 11.0
#! run --entry inner_product "[1.0, 2.0]" "[3.0]"
#> 9.0
#! run --opt --rules linalg --entry inner_product "[1.0, 2.0]" "[3.0]"
#> 9.0
#! run --opt --rules linalg --entry inner_product "Float64[]" "[3.0]"
#> 0.0

# A product of one row is written into each row.
function into_each_row(C, A, B)
    C .= 0.5 * (A * B)
    return C
end
#! opt --rules gemm --entry into_each_row --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}"
#> # cost 212 → 202, optimal
#> function into_each_row(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = gemm!(identity, %1, %2, %3, 0.5)::Matrix{Float64}
#>     return %1
#> end
#! run --opt --rules gemm --entry into_each_row "zeros(2, 2)" "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  0.5  1.0
#>  1.5  2.0
#! run --entry into_each_row "zeros(2, 2)" "[1.0 2.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  0.5  1.0
#>  0.5  1.0
#! run --opt --rules gemm --entry into_each_row "zeros(2, 2)" "[1.0 2.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  0.5  1.0
#>  0.5  1.0

function scaled_sum(C, A, B, α, β)
    C .= abs.(α .* (A * B) .+ β .* C)
    return C
end
#! opt --rules gemm --entry scaled_sum --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}, Float64, Float64"
#> # cost 205 → 205 where sizes are 100, optimal
#> # variant 1: max(3, (size(A, 1) * size(B, 2) * (1 + size(A, 2))) / 5000)
#> #     for 25 % of the sizes tried, mostly where size(B, 2) is small: size(A, 1) 3 to 464, size(A, 2) 6 to 961, size(B, 2) 3 to 336
#> # variant 2: max(max(1, (size(A, 1) * size(A, 2) + size(A, 2) * size(B, 2)) / 1000), size(A, 1) * size(A, 2) * size(B, 2) / 5000) + 5
#> #     for 75 % of the sizes tried: size(A, 1) 41 to 1333, size(A, 2) 32 to 1000, size(B, 2) 73 to 999
#> function scaled_sum(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = size(%2, 1)::Int64
#>     %7 = Float64(%6)::Float64
#>     %8 = size(%2, 2)::Int64
#>     %9 = Float64(%8)::Float64
#>     %10 = size(%3, 2)::Int64
#>     %11 = Float64(%10)::Float64
#>     %12 = *(%7, %9)::Float64
#>     %13 = *(%9, %11)::Float64
#>     %14 = +(%12, %13)::Float64
#>     %15 = *(%14, 0.001)::Float64
#>     %16 = <(1.0, %15)::Bool
#>     %17 = ifelse(%16, %15, 1.0)::Float64
#>     %18 = *(%12, %11)::Float64
#>     %19 = *(%18, 0.0002)::Float64
#>     %20 = <(%17, %19)::Bool
#>     %21 = ifelse(%20, %19, %17)::Float64
#>     %22 = *(%7, %11)::Float64
#>     %23 = +(1.0, %9)::Float64
#>     %24 = *(%22, %23)::Float64
#>     %25 = *(%24, 0.0002)::Float64
#>     %26 = <(3.0, %25)::Bool
#>     %27 = ifelse(%26, %25, 3.0)::Float64
#>     %28 = +(5.0, %21)::Float64
#>     %29 = *(0.9523809523809523, %28)::Float64
#>     %30 = <=(%27, %29)::Bool
#>     goto b1 if %30 else b2
#> b1:
#>     %31 = dotted_gemm!(abs, %1, %2, %3, %4, %5)::Matrix{Float64}
#>     return %1
#> b2:
#>     %32 = *(%2, %3)::Matrix{Float64}
#>     %33 = broadcasted(*, %4, %32)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}
#>     %34 = broadcasted(*, %5, %1)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}
#>     %35 = broadcasted(+, %33, %34)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}}}
#>     %36 = broadcasted(abs, %35)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Matrix{Float64}}}}}}}
#>     %37 = materialize!(%1, %36)::Matrix{Float64}
#>     return %1
#> end
#! run --entry scaled_sum "ones(2, 2)" "[1.0 2.0]" "[1.0 0.0; 0.0 1.0]" 2.0 1.0
#> 2×2 Matrix{Float64}:
#>  3.0  5.0
#>  3.0  5.0
#! run --opt --rules gemm --entry scaled_sum "ones(2, 2)" "[1.0 2.0]" "[1.0 0.0; 0.0 1.0]" 2.0 1.0
#> 2×2 Matrix{Float64}:
#>  3.0  5.0
#>  3.0  5.0

# The sum of nothing: only the array knows of which type it is.
third(x) = x / 3
sum_of_thirds(x) = sum(third.(x))
#! opt --rules broadcast --entry sum_of_thirds --sig "Vector{Float64}"
#> # cost 3 → 1, optimal
#> function sum_of_thirds(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = sum_of(third, %1)::Float64
#>     return %2
#> end
#! run --opt --rules broadcast --entry sum_of_thirds "[3.0, 6.0]"
#> 3.0
#! run --entry sum_of_thirds "Float64[]"
#> 0.0
#! run --opt --rules broadcast --entry sum_of_thirds "Float64[]"
#> 0.0
product_of_thirds(x) = prod(third.(x))
#! run --entry product_of_thirds "Float64[]"
#> 1.0
#! run --opt --rules broadcast --entry product_of_thirds "Float64[]"
#> 1.0
# An array without dimensions becomes a number, whose sum is itself.
sum_of_a_point(x) = sum(third.(x))
#! opt --rules broadcast --entry sum_of_a_point --sig "Array{Float64, 0}"
#> # cost 3 → 3, optimal
#> function sum_of_a_point(%1 x::Array{Float64, 0})::Any
#> b0:
#>     %2 = broadcasted(third, %1)::Broadcasted{Nothing, Nothing, typeof(third), Tuple{Array{Float64, 0}}}
#>     %3 = materialize(%2)::Float64
#>     %4 = sum(%3)::Any
#>     return %4
#> end

# A bias of one element is added to all; without dots it does not fit.
double(x) = x + x
dotted_layer(W, x, b) = double.(W * x .+ b)
#! run --entry dotted_layer "[1.0 2.0; 3.0 4.0]" "[1.0, 1.0]" "[0.5]"
#> 2-element Vector{Float64}:
#>   7.0
#>  15.0
#! run --opt --rules nn --entry dotted_layer "[1.0 2.0; 3.0 4.0]" "[1.0, 1.0]" "[0.5]"
#> 2-element Vector{Float64}:
#>   7.0
#>  15.0
plain_layer(W, x, b) = double.(W * x + b)
#! opt --rules nn --entry plain_layer --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}"
#> # cost 4 → 1, optimal
#> function plain_layer(%1 W::Matrix{Float64}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = fused_affine(double, %1, %2, %3)::Vector{Float64}
#>     return %4
#> end
#! run --entry plain_layer "[1.0 2.0; 3.0 4.0]" "[1.0, 1.0]" "[0.5]"
#> error: DimensionMismatch: dimensions must match: a has dims (Base.OneTo(2),), b has dims (Base.OneTo(1),), mismatch at 1
#! run --opt --rules nn --entry plain_layer "[1.0 2.0; 3.0 4.0]" "[1.0, 1.0]" "[0.5]"
#> error: DimensionMismatch: dimensions must match: a has dims (Base.OneTo(2),), b has dims (Base.OneTo(1),), mismatch at 1
