# The library's `arithmetic`: each law where it applies, and next to it where it must not.

# Neutral elements, only where the type stays.
plus_zero(x) = x + 0
@saturate arithmetic plus_zero(::Float64)
@saturate arithmetic plus_zero(::Int64)
plus_zero_float(x) = x + 0.0
@saturate arithmetic plus_zero_float(::Float32)
@saturate arithmetic plus_zero_float(::Int64)
times_one(x) = (1 * x) / 1
@saturate arithmetic times_one(::Float64)
@saturate arithmetic times_one(::Int64)
minus_zero(x) = x - 0
@saturate arithmetic minus_zero(::Float32)
plus_one(x) = x + 1
@saturate arithmetic plus_one(::Float64)

# x · 0: a law of integers, not of floats.
times_zero(x) = x * 0
@saturate arithmetic times_zero(::Int64)
@saturate arithmetic times_zero(::Float64)

# What cancels; the type of the result stays.
itself(x) = x - x
@saturate arithmetic itself(::Float64)
@saturate arithmetic itself(::Int64)
other(x, y) = x - y
@saturate arithmetic other(::Float64, ::Float64)
opposite(x) = -x + x
@saturate arithmetic opposite(::Float64)
quotient(x) = x / x
@saturate arithmetic quotient(::Float64)
@saturate arithmetic quotient(::Int64)
there_and_back(x, y) = (y + x) - y
@saturate arithmetic there_and_back(::Float64, ::Float64)
back_and_there(x, y) = (x - y) + y
@saturate arithmetic back_and_there(::Float64, ::Float64)

# Signs.
twice(x) = -(-x)
@saturate arithmetic twice(::Int64)
plus_minus(x, y) = x + -y
@saturate arithmetic plus_minus(::Float64, ::Float64)
minus_minus(x, y) = x - -y
@saturate arithmetic minus_minus(::Float64, ::Float64)
turned(x, y) = -(x - y)
@saturate arithmetic turned(::Float64, ::Float64)
# A sum of arrays is no sum of numbers.
arrays(x, y) = x + -y
@saturate arithmetic arrays(::Vector{Float64}, ::Vector{Float64})

# Constants gather.
gathered(x) = (x + 1) + 2
@saturate arithmetic gathered(::Float64)
multiplied(x) = 2 * (x * 3)
@saturate arithmetic multiplied(::Int64)

# A common factor; not for matrices, whose products do not commute.
factor(a, x, y) = a * x + y * a
@saturate arithmetic factor(::Float64, ::Float64, ::Float64)
difference(a, x, y) = a * x - a * y
@saturate arithmetic difference(::Float64, ::Float64, ::Float64)
no_factor(a, x, y) = a * x + y * a
@saturate arithmetic no_factor(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

# Roots, absolute values, exponentials.
root(x) = sqrt(x^2)
@saturate arithmetic root(::Float64)
@saturate arithmetic root(::Int64)
square(x) = abs(x)^2
@saturate arithmetic square(::Float64)
positive(x) = abs(-x)
@saturate arithmetic positive(::Float64)
logarithm(x) = log(exp(x))
@saturate arithmetic logarithm(::Float64)
exponential(x) = exp(log(x))
@saturate arithmetic exponential(::Float64)
exponentials(x, y) = exp(x) * exp(y)
@saturate arithmetic exponentials(::Float64, ::Float64)

#! opt
#> # cost 1 → 0, optimal
#> function plus_zero(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 1 → 0, optimal
#> function plus_zero(%1 x::Int64)::Int64
#> b0:
#>     return %1
#> end
#>
#> # cost 1 → 1, optimal
#> function plus_zero_float(%1 x::Float32)::Float64
#> b0:
#>     %2 = +(0.0, %1)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 1, optimal
#> function plus_zero_float(%1 x::Int64)::Float64
#> b0:
#>     %2 = +(0.0, %1)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 0, optimal
#> function times_one(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 1, optimal
#> function times_one(%1 x::Int64)::Float64
#> b0:
#>     %2 = /(%1, 1)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 0, optimal
#> function minus_zero(%1 x::Float32)::Float32
#> b0:
#>     return %1
#> end
#>
#> # cost 1 → 1, optimal
#> function plus_one(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(1, %1)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 0, optimal
#> function times_zero(%1 x::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function times_zero(%1 x::Float64)::Float64
#> b0:
#>     %2 = *(0, %1)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 0, optimal
#> function itself(%1 x::Float64)::Float64
#> b0:
#>     return 0.0
#> end
#>
#> # cost 1 → 0, optimal
#> function itself(%1 x::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function other(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 0, optimal
#> function opposite(%1 x::Float64)::Float64
#> b0:
#>     return 0.0
#> end
#>
#> # cost 1 → 0, optimal
#> function quotient(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#>
#> # cost 1 → 1, optimal
#> function quotient(%1 x::Int64)::Float64
#> b0:
#>     %2 = /(%1, %1)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 0, optimal
#> function there_and_back(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 0, optimal
#> function back_and_there(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 0, optimal
#> function twice(%1 x::Int64)::Int64
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 1, optimal
#> function plus_minus(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function minus_minus(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = +(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function turned(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%2, %1)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 2, optimal
#> function arrays(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = -(%2)::Vector{Float64}
#>     %4 = +(%1, %3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 2 → 1, optimal
#> function gathered(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(%1, 3)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function multiplied(%1 x::Int64)::Int64
#> b0:
#>     %2 = *(%1, 6)::Int64
#>     return %2
#> end
#>
#> # cost 3 → 2, optimal
#> function factor(%1 a::Float64, %2 x::Float64, %3 y::Float64)::Float64
#> b0:
#>     %4 = +(%2, %3)::Float64
#>     %5 = *(%1, %4)::Float64
#>     return %5
#> end
#>
#> # cost 3 → 2, optimal
#> function difference(%1 a::Float64, %2 x::Float64, %3 y::Float64)::Float64
#> b0:
#>     %4 = -(%2, %3)::Float64
#>     %5 = *(%1, %4)::Float64
#>     return %5
#> end
#>
#> # cost 3 → 3, optimal
#> function no_factor(%1 a::Matrix{Float64}, %2 x::Matrix{Float64}, %3 y::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = *(%3, %1)::Matrix{Float64}
#>     %6 = +(%4, %5)::Matrix{Float64}
#>     return %6
#> end
#>
#> # cost 2 → 1, optimal
#> function root(%1 x::Float64)::Float64
#> b0:
#>     %2 = abs(%1)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 2, optimal
#> function root(%1 x::Int64)::Float64
#> b0:
#>     %2 = literal_pow(^, %1, Val{2}())::Int64
#>     %3 = sqrt(%2)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function square(%1 x::Float64)::Float64
#> b0:
#>     %2 = literal_pow(^, %1, Val{2}())::Float64
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function positive(%1 x::Float64)::Float64
#> b0:
#>     %2 = abs(%1)::Float64
#>     return %2
#> end
#>
#> # cost 2 → 0, optimal
#> function logarithm(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 0, optimal
#> function exponential(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 3 → 2, optimal
#> function exponentials(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = +(%1, %2)::Float64
#>     %4 = exp(%3)::Float64
#>     return %4
#> end
