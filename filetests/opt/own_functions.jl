# A rule of the program means the program's own function where that has the name of one of Base; `Base.f` means Base's, and
# so do the rules of the library.

sign(x) = x > 0 ? 7x / x : 7.0
sin(x) = x + 1

@rules own begin
    sign(~x::Float64) --> 7.0
end

@rules of_base begin
    Base.sign(~x::Int64) * Base.abs(~x) --> ~x
end

# `sign` in a rule is the program's: Base's is left alone, and printed with its module.
own_sign(x) = (sign(x), Base.sign(x))
#! opt --entry own_sign --sig Float64 --rules own
#> # cost 3 → 2, optimal
#> function own_sign(%1 x::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %2 = Base.sign(%1)::Float64
#>     %3 = tuple(7.0, %2)::Tuple{Float64, Float64}
#>     return %3
#> end
#! run --entry own_sign -2.0 --opt --rules own
#> (7.0, -1.0)

sign_of_base(x) = (Base.sign(x) * abs(x), sign(x))
#! opt --entry sign_of_base --sig Int64 --rules of_base
#> # cost 7 → 4, optimal
#> function sign_of_base(%1 x::Int64)::Tuple{Int64, Float64}
#> b0:
#>     %2 = sign(%1)::Float64
#>     %3 = tuple(%1, %2)::Tuple{Int64, Float64}
#>     return %3
#> end
#! run --entry sign_of_base -2 --opt --rules of_base
#> (-2, 7.0)

# The law of the library is one of Base's `sin`.
own_sine(x) = sin(x)^2 + cos(x)^2
#! opt --entry own_sine --sig Float64 --rules trig
#> # cost 14 → 14, optimal
#> function own_sine(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     %4 = cos(%1)::Float64
#>     %5 = literal_pow(^, %4, Val{2}())::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#! run --entry own_sine 0.5 --opt --rules trig
#> 3.02015115293407

sine_of_base(x) = Base.sin(x)^2 + cos(x)^2
#! opt --entry sine_of_base --sig Float64 --rules trig
#> # cost 23 → 0, optimal
#> function sine_of_base(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end

@saturate own own_sign(::Float64)
@saturate of_base sign_of_base(::Int64)
@saturate trig own_sine(::Float64)
@saturate trig sine_of_base(::Float64)
#! opt --emit julia
#> # cost 3 → 2, optimal
#> function own_sign(x::Float64)
#>     return (7.0, Base.sign(x))
#> end
#>
#> # cost 7 → 4, optimal
#> function sign_of_base(x::Int64)
#>     return (x, sign(x))
#> end
#>
#> # cost 14 → 14, optimal
#> function own_sine(x::Float64)
#>     return sin(x)^2 + cos(x)^2
#> end
#>
#> # cost 23 → 0, optimal
#> function sine_of_base(x::Float64)
#>     return 1.0
#> end
