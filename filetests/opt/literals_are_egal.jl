# A literal in a pattern matches the constant that is egal to it, and nothing that is merely equal.
@rules literals begin
    ~x::Number * 0 --> 0
    ~x::Number + 0.0 --> ~x
    ~x::Number * 1.0 --> ~x
end

times_integer_zero(x::Int64) = x * 0
times_float_zero(x::Int64) = x * 0.0
plus_zero(x::Float64) = x + 0.0
plus_negative_zero(x::Float64) = x + -0.0
plus_integer_zero(x::Float64) = x + 0
times_single_one(x::Float64) = x * 1.0f0
times_one(x::Float64) = x * 1.0
@saturate literals times_integer_zero(::Int64)
@saturate literals times_float_zero(::Int64)
@saturate literals plus_zero(::Float64)
@saturate literals plus_negative_zero(::Float64)
@saturate literals plus_integer_zero(::Float64)
@saturate literals times_single_one(::Float64)
@saturate literals times_one(::Float64)
#! opt
#> # cost 1 → 0, optimal
#> function times_integer_zero(%1 x::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function times_float_zero(%1 x::Int64)::Float64
#> b0:
#>     %2 = *(%1, 0.0)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 0, optimal
#> function plus_zero(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#>
#> # cost 1 → 1, optimal
#> function plus_negative_zero(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(%1, -0.0)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 1, optimal
#> function plus_integer_zero(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(%1, 0)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 1, optimal
#> function times_single_one(%1 x::Float64)::Float64
#> b0:
#>     %2 = *(%1, 1.0f0)::Float64
#>     return %2
#> end
#>
#> # cost 1 → 0, optimal
#> function times_one(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
