# The library's `trig`.

pythagoras(x) = sin(x)^2 + cos(x)^2
@saturate trig pythagoras(::Float64)
@saturate trig pythagoras(::Float32)
turned(x) = cos(x)^2 + sin(x)^2
@saturate trig turned(::Float64)
@saturate trig turned(::Float32)
# Two different angles.
two_angles(x, y) = sin(x)^2 + cos(y)^2
@saturate trig two_angles(::Float64, ::Float64)
# Another power.
cubes(x) = sin(x)^3 + cos(x)^3
@saturate trig cubes(::Float64)

rest(x) = 1 - sin(x)^2
@saturate trig rest(::Float64)
other_rest(x) = 1 - cos(x)^2
@saturate trig other_rest(::Float64)
from_two(x) = 2 - cos(x)^2
@saturate trig from_two(::Float64)

tangent(x) = sin(x) / cos(x)
@saturate trig tangent(::Float64)
cotangent(x) = cos(x) / sin(x)
@saturate trig cotangent(::Float64)

sine_of_sum(x, y) = sin(x) * cos(y) + cos(x) * sin(y)
@saturate trig sine_of_sum(::Float64, ::Float64)
sine_of_difference(x, y) = sin(x) * cos(y) - cos(x) * sin(y)
@saturate trig sine_of_difference(::Float64, ::Float64)
cosine_of_sum(x, y) = cos(x) * cos(y) - sin(x) * sin(y)
@saturate trig cosine_of_sum(::Float64, ::Float64)
cosine_of_difference(x, y) = cos(x) * cos(y) + sin(x) * sin(y)
@saturate trig cosine_of_difference(::Float64, ::Float64)
# Sine and cosine of the same angle in the wrong places.
no_sum(x, y) = sin(x) * cos(x) + cos(y) * sin(y)
@saturate trig no_sum(::Float64, ::Float64)

negative(x) = (sin(-x), cos(-x), tan(-x))
@saturate trig negative(::Float64)

#! opt
#> # cost 23 → 0, optimal
#> function pythagoras(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#>
#> # cost 23 → 0, optimal
#> function pythagoras(%1 x::Float32)::Float32
#> b0:
#>     return 1.0f0
#> end
#>
#> # cost 23 → 0, optimal
#> function turned(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#>
#> # cost 23 → 0, optimal
#> function turned(%1 x::Float32)::Float32
#> b0:
#>     return 1.0f0
#> end
#>
#> # cost 23 → 23, optimal
#> function two_angles(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = sin(%1)::Float64
#>     %4 = literal_pow(^, %3, Val{2}())::Float64
#>     %5 = cos(%2)::Float64
#>     %6 = literal_pow(^, %5, Val{2}())::Float64
#>     %7 = +(%4, %6)::Float64
#>     return %7
#> end
#>
#> # cost 23 → 23, optimal
#> function cubes(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{3}())::Float64
#>     %4 = cos(%1)::Float64
#>     %5 = literal_pow(^, %4, Val{3}())::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 12 → 11, optimal
#> function rest(%1 x::Float64)::Float64
#> b0:
#>     %2 = cos(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     return %3
#> end
#>
#> # cost 12 → 11, optimal
#> function other_rest(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     return %3
#> end
#>
#> # cost 12 → 12, optimal
#> function from_two(%1 x::Float64)::Float64
#> b0:
#>     %2 = cos(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     %4 = -(2, %3)::Float64
#>     return %4
#> end
#>
#> # cost 21 → 12, optimal
#> function tangent(%1 x::Float64)::Float64
#> b0:
#>     %2 = tan(%1)::Float64
#>     return %2
#> end
#>
#> # cost 21 → 21, optimal
#> function cotangent(%1 x::Float64)::Float64
#> b0:
#>     %2 = cos(%1)::Float64
#>     %3 = sin(%1)::Float64
#>     %4 = /(%2, %3)::Float64
#>     return %4
#> end
#>
#> # cost 43 → 11, optimal
#> function sine_of_sum(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = +(%1, %2)::Float64
#>     %4 = sin(%3)::Float64
#>     return %4
#> end
#>
#> # cost 43 → 11, optimal
#> function sine_of_difference(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     %4 = sin(%3)::Float64
#>     return %4
#> end
#>
#> # cost 43 → 11, optimal
#> function cosine_of_sum(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = +(%1, %2)::Float64
#>     %4 = cos(%3)::Float64
#>     return %4
#> end
#>
#> # cost 43 → 11, optimal
#> function cosine_of_difference(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = -(%1, %2)::Float64
#>     %4 = cos(%3)::Float64
#>     return %4
#> end
#>
#> # cost 43 → 43, optimal
#> function no_sum(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = sin(%1)::Float64
#>     %4 = cos(%1)::Float64
#>     %5 = *(%3, %4)::Float64
#>     %6 = cos(%2)::Float64
#>     %7 = sin(%2)::Float64
#>     %8 = *(%6, %7)::Float64
#>     %9 = +(%5, %8)::Float64
#>     return %9
#> end
#>
#> # cost 36 → 34, optimal
#> function negative(%1 x::Float64)::Tuple{Float64, Float64, Float64}
#> b0:
#>     %2 = -(%1)::Float64
#>     %3 = sin(%2)::Float64
#>     %4 = tan(%2)::Float64
#>     %5 = cos(%1)::Float64
#>     %6 = tuple(%3, %5, %4)::Tuple{Float64, Float64, Float64}
#>     return %6
#> end
