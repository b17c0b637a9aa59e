# The library's `constants`. Inference folds what it sees by itself; the rules fold what other rules have made.

@rules given begin
    three(~x) --> 3
    minus_four(~x) --> -4.0
end
three(x) = x
minus_four(x) = x

arithmetic_(x) = (three(x) + 2, three(x) - 2, three(x) * 2, three(x) / 2, -three(x))
@saturate given ∪ constants arithmetic_(::Int64)
powers(x) = (three(x)^2, three(x)^three(x))
@saturate given ∪ constants powers(::Int64)
functions(x) = (abs(minus_four(x)), sqrt(three(x)), exp(three(x)), log(three(x)))
@saturate given ∪ constants functions(::Float64)
circles(x) = (sin(three(x)), cos(three(x)), tan(three(x)))
@saturate given ∪ constants circles(::Float64)
extremes(x) = (min(three(x), minus_four(x)), max(three(x), minus_four(x)))
@saturate given ∪ constants extremes(::Float64)
comparisons(x) = (three(x) < 4, three(x) <= 3, three(x) > 4, three(x) >= 4, !(three(x) < 4))
@saturate given ∪ constants comparisons(::Int64)

# Known matrices.
const M = [2.0 0.0; 1.0 4.0]
products(A, v) = (A * A, 2.0 * A, transpose(A) + A, A' - A)
whole(A) = (inv(A), det(A), tr(A), sum(A))
@rules weights begin
    @arg(products, 1) => M
    @arg(whole, 1) => M
    # A folded matrix that is returned is copied, which must be cheaper.
    @cost *(::Matrix, ::Matrix) 10
    @cost *(::Float64, ::Matrix) 5
    @cost +(::AbstractMatrix, ::AbstractMatrix) 5
    @cost -(::AbstractMatrix, ::AbstractMatrix) 5
    @cost inv(::Matrix) 10
end
@saturate weights ∪ constants products(::Matrix{Float64}, ::Vector{Float64})
@saturate weights ∪ constants whole(::Matrix{Float64})
# The same without knowing the matrix.
@saturate constants whole(::Matrix{Float64})

# A call that throws stays where it is.
complex_root(x) = sqrt(minus_four(x))
@saturate given ∪ constants complex_root(::Float64)
# Nothing is known of x.
unknown(x) = x + three(x)
@saturate given ∪ constants unknown(::Int64)

#! opt
#> # cost 11 → 0, optimal
#> function arithmetic_(%1 x::Int64)::Tuple{Int64, Int64, Int64, Float64, Int64}
#> b0:
#>     return (5, 1, 6, 1.5, -3)
#> end
#>
#> # cost 6 → 0, optimal
#> function powers(%1 x::Int64)::Tuple{Int64, Int64}
#> b0:
#>     return (9, 27)
#> end
#>
#> # cost 9 → 0, optimal
#> function functions(%1 x::Float64)::NTuple{4, Float64}
#> b0:
#>     return (4.0, 1.7320508075688772, 20.085536923187668, 1.0986122886681098)
#> end
#>
#> # cost 7 → 0, optimal
#> function circles(%1 x::Float64)::Tuple{Float64, Float64, Float64}
#> b0:
#>     return (0.1411200080598672, -0.9899924966004454, -0.1425465430742778)
#> end
#>
#> # cost 7 → 0, optimal
#> function extremes(%1 x::Float64)::Tuple{Float64, Float64}
#> b0:
#>     return (-4.0, 3.0)
#> end
#>
#> # cost 12 → 0, optimal
#> function comparisons(%1 x::Int64)::NTuple{5, Bool}
#> b0:
#>     return (true, true, false, false, false)
#> end
#>
#> # cost 28 → 5, optimal
#> function products(%1 A::Matrix{Float64}, %2 v::Vector{Float64})::NTuple{4, Matrix{Float64}}
#> b0:
#>     %3 = copy([4.0 0.0; 6.0 16.0])::Matrix{Float64}
#>     %4 = copy([4.0 0.0; 2.0 8.0])::Matrix{Float64}
#>     %5 = copy([4.0 1.0; 1.0 8.0])::Matrix{Float64}
#>     %6 = copy([0.0 1.0; -1.0 0.0])::Matrix{Float64}
#>     %7 = tuple(%3, %4, %5, %6)::NTuple{4, Matrix{Float64}}
#>     return %7
#> end
#>
#> # cost 14 → 2, optimal
#> function whole(%1 A::Matrix{Float64})::Tuple{Matrix{Float64}, Float64, Float64, Float64}
#> b0:
#>     %2 = copy([0.5 0.0; -0.125 0.25])::Matrix{Float64}
#>     %3 = tuple(%2, 8.0, 6.0, 7.0)::Tuple{Matrix{Float64}, Float64, Float64, Float64}
#>     return %3
#> end
#>
#> # cost 5 → 5, optimal
#> function whole(%1 A::Matrix{Float64})::Tuple{Matrix{Float64}, Float64, Float64, Float64}
#> b0:
#>     %2 = inv(%1)::Matrix{Float64}
#>     %3 = det(%1)::Float64
#>     %4 = tr(%1)::Float64
#>     %5 = sum(%1)::Float64
#>     %6 = tuple(%2, %3, %4, %5)::Tuple{Matrix{Float64}, Float64, Float64, Float64}
#>     return %6
#> end
#>
#> # cost 2 → 1, optimal
#> function complex_root(%1 x::Float64)::Float64
#> b0:
#>     %2 = sqrt(-4.0)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function unknown(%1 x::Int64)::Int64
#> b0:
#>     %2 = +(%1, 3)::Int64
#>     return %2
#> end
