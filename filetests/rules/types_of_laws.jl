# Laws that hold for some types of numbers only: each where it holds, and next to it where it does not. `run` with and without
# `--opt` agree.

# Numbers without a sign wrap around, twice; the negative of a `Bool` is an integer.
negative_of_negative(x) = -(-x)
#! opt --rules arithmetic --entry negative_of_negative --sig UInt8
#> # cost 2 → 0, optimal
#> function negative_of_negative(%1 x::UInt8)::UInt8
#> b0:
#>     return %1
#> end
#! opt --rules arithmetic --entry negative_of_negative --sig Bool
#> # cost 2 → 2, optimal
#> function negative_of_negative(%1 x::Bool)::Int64
#> b0:
#>     %2 = -(%1)::Int64
#>     %3 = -(%2)::Int64
#>     return %3
#> end
#! run --entry negative_of_negative true
#> 1
#! run --opt --rules arithmetic --entry negative_of_negative true
#> 1

# The difference of two `Bool`s is an integer, too.
itself_taken_away(x) = x - x
#! opt --rules arithmetic --entry itself_taken_away --sig UInt8
#> # cost 1 → 0, optimal
#> function itself_taken_away(%1 x::UInt8)::UInt8
#> b0:
#>     return 0x00
#> end
#! opt --rules arithmetic --entry itself_taken_away --sig Bool
#> # cost 1 → 1, optimal
#> function itself_taken_away(%1 x::Bool)::Int64
#> b0:
#>     %2 = -(%1, %1)::Int64
#>     return %2
#> end
#! run --opt --rules arithmetic --entry itself_taken_away true
#> 0

itself_and_its_negative(x) = x + -x
#! opt --rules arithmetic --entry itself_and_its_negative --sig Int8
#> # cost 2 → 0, optimal
#> function itself_and_its_negative(%1 x::Int8)::Int8
#> b0:
#>     return Int8(0)
#> end
#! opt --rules arithmetic --entry itself_and_its_negative --sig Bool
#> # cost 2 → 2, optimal
#> function itself_and_its_negative(%1 x::Bool)::Int64
#> b0:
#>     %2 = -(%1)::Int64
#>     %3 = +(%1, %2)::Int64
#>     return %3
#> end
#! run --opt --rules arithmetic --entry itself_and_its_negative true
#> 0

# -y wraps around in the type of y, the sum in the wider type.
sum_with_a_negative(x, y) = x + -y
#! opt --rules arithmetic --entry sum_with_a_negative --sig "Int8, Int8"
#> # cost 2 → 1, optimal
#> function sum_with_a_negative(%1 x::Int8, %2 y::Int8)::Int8
#> b0:
#>     %3 = -(%1, %2)::Int8
#>     return %3
#> end
#! opt --rules arithmetic --entry sum_with_a_negative --sig "Int64, Float64"
#> # cost 2 → 1, optimal
#> function sum_with_a_negative(%1 x::Int64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     return %3
#> end
#! opt --rules arithmetic --entry sum_with_a_negative --sig "Int64, UInt8"
#> # cost 2 → 2, optimal
#> function sum_with_a_negative(%1 x::Int64, %2 y::UInt8)::Int64
#> b0:
#>     %3 = -(%2)::UInt8
#>     %4 = +(%1, %3)::Int64
#>     return %4
#> end
#! run --entry sum_with_a_negative 10 0x03
#> 263
#! run --opt --rules arithmetic --entry sum_with_a_negative 10 0x03
#> 263
#! run --opt --rules arithmetic --entry sum_with_a_negative "Int8(-128)" "Int8(-128)"
#> 0
#! run --opt --rules arithmetic --entry sum_with_a_negative 1.5 "typemin(Int64)"
#> -9.223372036854776e18

difference_with_a_negative(x, y) = x - -y
#! opt --rules arithmetic --entry difference_with_a_negative --sig "UInt8, UInt8"
#> # cost 2 → 1, optimal
#> function difference_with_a_negative(%1 x::UInt8, %2 y::UInt8)::UInt8
#> b0:
#>     %3 = +(%1, %2)::UInt8
#>     return %3
#> end
#! opt --rules arithmetic --entry difference_with_a_negative --sig "Int64, Int8"
#> # cost 2 → 2, optimal
#> function difference_with_a_negative(%1 x::Int64, %2 y::Int8)::Int64
#> b0:
#>     %3 = -(%2)::Int8
#>     %4 = -(%1, %3)::Int64
#>     return %4
#> end
#! run --entry difference_with_a_negative 10 "Int8(-128)"
#> 138
#! run --opt --rules arithmetic --entry difference_with_a_negative 10 "Int8(-128)"
#> 138

negative_of_a_difference(x, y) = -(x - y)
#! opt --rules arithmetic --entry negative_of_a_difference --sig "Int64, UInt8"
#> # cost 2 → 1, optimal
#> function negative_of_a_difference(%1 x::Int64, %2 y::UInt8)::Int64
#> b0:
#>     %3 = -(%2, %1)::Int64
#>     return %3
#> end
#! opt --rules arithmetic --entry negative_of_a_difference --sig "Bool, Float64"
#> # cost 2 → 2, optimal
#> function negative_of_a_difference(%1 x::Bool, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     %4 = -(%3)::Float64
#>     return %4
#> end

# |-3| is 253 for a number without a sign.
size_of_the_negative(x) = abs(-x)
#! opt --rules arithmetic --entry size_of_the_negative --sig Int8
#> # cost 2 → 1, optimal
#> function size_of_the_negative(%1 x::Int8)::Int8
#> b0:
#>     %2 = abs(%1)::Int8
#>     return %2
#> end
#! opt --rules arithmetic --entry size_of_the_negative --sig UInt8
#> # cost 2 → 2, optimal
#> function size_of_the_negative(%1 x::UInt8)::UInt8
#> b0:
#>     %2 = -(%1)::UInt8
#>     %3 = abs(%2)::UInt8
#>     return %3
#> end
#! run --entry size_of_the_negative 0x03
#> 0xfd
#! run --opt --rules arithmetic --entry size_of_the_negative 0x03
#> 0xfd

# A sum that wraps around before it is multiplied by something wide.
common_factor(a, x, y) = a * x + a * y
#! opt --rules arithmetic --entry common_factor --sig "Int64, Int64, Int64"
#> # cost 3 → 2, optimal
#> function common_factor(%1 a::Int64, %2 x::Int64, %3 y::Int64)::Int64
#> b0:
#>     %4 = +(%2, %3)::Int64
#>     %5 = *(%1, %4)::Int64
#>     return %5
#> end
#! opt --rules arithmetic --entry common_factor --sig "Int64, UInt8, UInt8"
#> # cost 3 → 3, optimal
#> function common_factor(%1 a::Int64, %2 x::UInt8, %3 y::UInt8)::Int64
#> b0:
#>     %4 = *(%1, %2)::Int64
#>     %5 = *(%1, %3)::Int64
#>     %6 = +(%4, %5)::Int64
#>     return %6
#> end
#! run --entry common_factor 2 0xff 0x01
#> 512
#! run --opt --rules arithmetic --entry common_factor 2 0xff 0x01
#> 512

# Integers that are multiplied with each other wrap around, those multiplied with a float do not.
large_constants(x) = (x * 10000000000) * 10000000000
#! opt --rules arithmetic,constants --entry large_constants --sig Float64
#> # cost 2 → 2, optimal
#> function large_constants(%1 x::Float64)::Float64
#> b0:
#>     %2 = *(10000000000, %1)::Float64
#>     %3 = *(10000000000, %2)::Float64
#>     return %3
#> end
#! run --entry large_constants 0.5
#> 5.0e19
#! run --opt --rules arithmetic,constants --entry large_constants 0.5
#> 5.0e19
#! opt --rules arithmetic,constants --entry large_constants --sig Int64
#> # cost 2 → 1, optimal
#> function large_constants(%1 x::Int64)::Int64
#> b0:
#>     %2 = *(%1, 7766279631452241920)::Int64
#>     return %2
#> end
#! run --entry large_constants 3
#> 4852094820647174144
#! run --opt --rules arithmetic,constants --entry large_constants 3
#> 4852094820647174144

small_constants(x) = ((x * 3) * 5) * 0.5
#! opt --rules arithmetic,constants --entry small_constants --sig Float64
#> # cost 3 → 1, optimal
#> function small_constants(%1 x::Float64)::Float64
#> b0:
#>     %2 = *(%1, 7.5)::Float64
#>     return %2
#> end

# Here the integers wrap around, and their sum with a float would not.
integer_then_float(x) = (x + 1) + 0.5
#! opt --rules arithmetic,constants --entry integer_then_float --sig Int64
#> # cost 2 → 2, optimal
#> function integer_then_float(%1 x::Int64)::Float64
#> b0:
#>     %2 = +(1, %1)::Int64
#>     %3 = +(0.5, %2)::Float64
#>     return %3
#> end
#! run --entry integer_then_float "typemax(Int64)"
#> -9.223372036854776e18
#! run --opt --rules arithmetic,constants --entry integer_then_float "typemax(Int64)"
#> -9.223372036854776e18

# A constant that is wider than the function's result.
one_of_its_type(x) = 1 - sin(x)^2
#! opt --rules trig --entry one_of_its_type --sig Float32
#> # cost 12 → 11, optimal
#> function one_of_its_type(%1 x::Float32)::Float32
#> b0:
#>     %2 = cos(%1)::Float32
#>     %3 = literal_pow(^, %2, Val{2}())::Float32
#>     return %3
#> end
wider_one(x) = 1.0 - sin(x)^2
#! opt --rules trig --entry wider_one --sig Float64
#> # cost 12 → 11, optimal
#> function wider_one(%1 x::Float64)::Float64
#> b0:
#>     %2 = cos(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     return %3
#> end
#! opt --rules trig --entry wider_one --sig Float32
#> # cost 12 → 12, optimal
#> function wider_one(%1 x::Float32)::Float64
#> b0:
#>     %2 = sin(%1)::Float32
#>     %3 = literal_pow(^, %2, Val{2}())::Float32
#>     %4 = -(1.0, %3)::Float64
#>     return %4
#> end

# The matrix of narrow integers wraps around where the sum of both does not.
trace_of_a_sum(A, B) = tr(A + B)
#! opt --rules linalg --entry trace_of_a_sum --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 14 → 9, optimal
#> function trace_of_a_sum(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = tr(%1)::Float64
#>     %4 = tr(%2)::Float64
#>     %5 = +(%3, %4)::Float64
#>     return %5
#> end
#! opt --rules linalg --entry trace_of_a_sum --sig "Matrix{Int8}, Matrix{Int64}"
#> # cost 14 → 14, optimal
#> function trace_of_a_sum(%1 A::Matrix{Int8}, %2 B::Matrix{Int64})::Int64
#> b0:
#>     %3 = +(%1, %2)::Matrix{Int64}
#>     %4 = tr(%3)::Int64
#>     return %4
#> end

# Of narrow integers, each product has its own way to wrap around.
product_of_three(A, B, x) = A * B * x
#! opt --rules linalg --entry product_of_three --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}"
#> # cost 210 → 20 where sizes are 100, optimal
#> # variant 1: max(max(1.5, (size(A, 1) * size(A, 2) + size(A, 2) * size(B, 2)) / 1000), size(A, 1) * size(B, 2) * (0.001 + size(A, 2) / 5000))
#> #     for 10 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 785, size(A, 2) 40 to 1337, size(B, 2) 2 to 1000
#> # variant 2: max(0.5, size(A, 1) * size(A, 2) / 1000) + max(0.5, size(A, 2) * size(B, 2) / 1000)
#> #     for 90 % of the sizes tried: size(A, 1) 18 to 1000, size(A, 2) 9 to 970, size(B, 2) 17 to 978
#> function product_of_three(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = size(%1, 1)::Int64
#>     %5 = Float64(%4)::Float64
#>     %6 = size(%1, 2)::Int64
#>     %7 = Float64(%6)::Float64
#>     %8 = size(%2, 2)::Int64
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
#>     %31 = *(%1, %2, %3)::Vector{Float64}
#>     return %31
#> b2:
#>     %32 = *(%2, %3)::Vector{Float64}
#>     %33 = *(%1, %32)::Vector{Float64}
#>     return %33
#> end
#! opt --rules linalg --entry product_of_three --sig "Matrix{Int8}, Matrix{Int8}, Vector{Int64}"
#> # cost 210 → 210, optimal
#> function product_of_three(%1 A::Matrix{Int8}, %2 B::Matrix{Int8}, %3 x::Vector{Int64})::Vector{Int64}
#> b0:
#>     %4 = *(%1, %2, %3)::Vector{Int64}
#>     return %4
#> end

# An activation that gives integers: the product's array cannot hold them.
direction(x) = x > 0 ? 1 : -1
half(x) = 0.5 * x
layer_of_directions(W, x, b) = direction.(W * x .+ b)
#! opt --rules nn --entry layer_of_directions --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}"
#> # cost 4 → 4, optimal
#> function layer_of_directions(%1 W::Matrix{Float64}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Int64}
#> b0:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     %5 = broadcasted(+, %4, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %6 = broadcasted(direction, %5)::Broadcasted{Nothing, Nothing, typeof(direction), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}}}
#>     %7 = materialize(%6)::Vector{Int64}
#>     return %7
#> end
#! run --entry layer_of_directions "[1.0 0.0; 0.0 1.0]" "[2.0, -2.0]" "[0.5, 0.5]"
#> 2-element Vector{Int64}:
#>   1
#>  -1
#! run --opt --rules nn --entry layer_of_directions "[1.0 0.0; 0.0 1.0]" "[2.0, -2.0]" "[0.5, 0.5]"
#> 2-element Vector{Int64}:
#>   1
#>  -1
layer_of_halves(W, x, b) = half.(W * x .+ b)
#! opt --rules nn --entry layer_of_halves --sig "Matrix{Float64}, Vector{Float64}, Vector{Float64}"
#> # cost 4 → 1, optimal
#> function layer_of_halves(%1 W::Matrix{Float64}, %2 x::Vector{Float64}, %3 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = fused_dense(half, %1, %2, %3)::Vector{Float64}
#>     return %4
#> end

# Factors that are integers.
scaled_twice(p, s, t) = scale(scale(p, s), t)
#! run --rules transforms2d --entry scaled_twice "[0.5, 1.0]" 10000000000 10000000000
#> 2-element Vector{Float64}:
#>  5.0e19
#>  1.0e20
#! opt --rules transforms2d --entry scaled_twice --sig "Vector{Float64}, Int64, Int64"
#> # cost 10 → 8, optimal
#> function scaled_twice(%1 p::Vector{Float64}, %2 s::Int64, %3 t::Int64)::Vector{Float64}
#> b0:
#>     %4 = float(%2)::Float64
#>     %5 = float(%3)::Float64
#>     %6 = *(%4, %5)::Float64
#>     %7 = scale(%1, %6)::Vector{Float64}
#>     return %7
#> end
#! run --opt --rules transforms2d --entry scaled_twice "[0.5, 1.0]" 10000000000 10000000000
#> 2-element Vector{Float64}:
#>  5.0e19
#>  1.0e20
