# A rule says `1`, and the source has a `Float64`. Who must have a `Float64`, because another method would run for an `Int64`, gets `1.0`:
# an element of an array, what is printed, an argument of an unknown function.
@noinline large(x) = x + 1.0
@noinline half(x) = x + 1
@noinline below(x) = x * 2
@rules literals begin
    sin(~x)^2 + cos(~x)^2 --> 1
    ~x::Number - ~x --> 0
    large(~x) --> 9007199254740993
    half(~x) --> 0.5
    below(~x) --> -0.0
end
stored(x, r) = (r[1] = sin(x)^2 + cos(x)^2; r)
printed(x) = println(x - x)
@noinline observed(x) = (println(x); x)
passed(x) = observed(x - x) + 1.0
narrow(x) = println(x - x)
for_good(x, r) = (r[1] = sin(x)^2 + cos(x)^2; r[2] = r[1] - r[1]; r)

# No `Float64` is equal to the first, no `Int64` to the second, and the `Int64` `0` is not `-0.0` again.
too_large(x) = println(large(x))
no_whole(x) = println(half(x))
lost_sign(x) = println(below(x))

# What is computed from the literal goes by the arithmetic of integers, which wraps around where that of floats does not.
wrapped(x) = println((x - x) + typemax(Int64) + 1)

@saturate literals stored(::Float64, ::Vector{Float64})
@saturate literals printed(::Float64)
@saturate literals printed(::Float32)
@saturate literals printed(::ComplexF64)
@saturate literals passed(::Float64)
@saturate literals narrow(::UInt8)
@saturate literals for_good(::Float32, ::Vector{Float32})
@saturate literals too_large(::Float64)
@saturate literals no_whole(::Int64)
@saturate literals lost_sign(::Int64)
@saturate literals wrapped(::Float64)
#! opt
#> # cost 6 → 1, optimal
#> function stored(%1 x::Float64, %2 r::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = setindex!(%2, 1.0, 1)::Vector{Float64}
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function printed(%1 x::Float64)::Nothing
#> b0:
#>     %2 = println(0.0)::Nothing
#>     return nothing
#> end
#>
#> # cost 2 → 1, optimal
#> function printed(%1 x::Float32)::Nothing
#> b0:
#>     %2 = println(0.0f0)::Nothing
#>     return nothing
#> end
#>
#> # cost 2 → 1, optimal
#> function printed(%1 x::Complex{Float64})::Nothing
#> b0:
#>     %2 = println(Complex{Float64}(0.0, 0.0))::Nothing
#>     return nothing
#> end
#>
#> # cost 3 → 2, optimal
#> # observed stays a call: its author wants no copies of it
#> function passed(%1 x::Float64)::Float64
#> b0:
#>     %2 = observed(0.0)::Float64
#>     %3 = +(%2, 1.0)::Float64
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function narrow(%1 x::UInt8)::Nothing
#> b0:
#>     %2 = println(0x00)::Nothing
#>     return nothing
#> end
#>
#> # cost 10 → 2, optimal
#> function for_good(%1 x::Float32, %2 r::Vector{Float32})::Vector{Float32}
#> b0:
#>     %3 = setindex!(%2, 1.0f0, 1)::Vector{Float32}
#>     %4 = setindex!(%2, 0.0f0, 2)::Vector{Float32}
#>     return %2
#> end
#>
#> # cost 2 → 2, optimal
#> function too_large(%1 x::Float64)::Nothing
#> b0:
#>     %2 = large(%1)::Float64
#>     %3 = println(%2)::Nothing
#>     return nothing
#> end
#>
#> # cost 2 → 2, optimal
#> function no_whole(%1 x::Int64)::Nothing
#> b0:
#>     %2 = half(%1)::Int64
#>     %3 = println(%2)::Nothing
#>     return nothing
#> end
#>
#> # cost 2 → 2, optimal
#> function lost_sign(%1 x::Int64)::Nothing
#> b0:
#>     %2 = below(%1)::Int64
#>     %3 = println(%2)::Nothing
#>     return nothing
#> end
#>
#> # cost 3 → 2, optimal
#> function wrapped(%1 x::Float64)::Nothing
#> b0:
#>     %2 = +(0.0, 9223372036854775807, 1)::Float64
#>     %3 = println(%2)::Nothing
#>     return nothing
#> end
