# A function `promote_rule` of the program's own is no rule, and numbers of Base promote as ever.

struct Mod7 <: Number
    v::Int64
end
promote_rule(::Type{Mod7}, ::Type{Int64}) = Mod7
Base.:+(a::Mod7, b::Mod7) = Mod7(mod(a.v + b.v, 7))

no_rule() = Mod7(3) + 9

#! run --entry no_rule
#> error: promotion of types Mod7 and Int64 failed to change any arguments

own() = (promote_rule(Mod7, Int64), Base.promote_rule(Mod7, Int64), Base.promote_rule(Int64, Int64))

#! run --entry own
#> (Mod7, Union{}, Union{})

# Without a `convert`, the constructor converts.
struct Wrapped <: Number
    v::Int64
end
Base.promote_rule(::Type{Wrapped}, ::Type{Int64}) = Wrapped
Base.:+(a::Wrapped, b::Wrapped) = Wrapped(a.v + b.v)

constructed() = (Wrapped(3) + 9, convert(Wrapped, 4.0), zero(Wrapped), sum(Wrapped[]))

#! run --entry constructed
#> (Wrapped(12), Wrapped(4), Wrapped(0), Wrapped(0))

inexact() = convert(Wrapped, 4.5)

#! run --entry inexact
#> error: InexactError: Int64(4.5)

built_in(x::Int64, y::Float64, z::Float32) = (x + y, x * z, x == y, x < z, max(x, y), x / x, x^x, z + true)

#! lower --entry built_in
#> function built_in(%1 x::Int64, %2 y::Float64, %3 z::Float32)::Tuple{Float64, Float32, Bool, Bool, Float64, Float64, Int64, Float32}
#> b0:
#>     %4 = +(%1, %2)::Float64
#>     %5 = *(%1, %3)::Float32
#>     %6 = ==(%1, %2)::Bool
#>     %7 = <(%1, %3)::Bool
#>     %8 = max(%1, %2)::Float64
#>     %9 = /(%1, %1)::Float64
#>     %10 = ^(%1, %1)::Int64
#>     %11 = +(%3, true)::Float32
#>     %12 = tuple(%4, %5, %6, %7, %8, %9, %10, %11)::Tuple{Float64, Float32, Bool, Bool, Float64, Float64, Int64, Float32}
#>     return %12
#> end
#! run --entry built_in 2 3.0 1.5f0
#> (5.0, 3.0f0, false, false, 3.0, 1.0, 4, 2.5f0)

builtin_conversions() = (convert(Float64, 1), convert(Complex{Float64}, 2), convert(Float64, 1.0 + 0im), convert(Real, 1), convert(Integer, 2.0))

#! run --entry builtin_conversions
#> (1.0, 2.0 + 0.0im, 1.0, 1, 2)

builtin_types() = (promote_type(Int64, Float32), promote_type(Complex{Int64}, Float32), promote_type(typeof(π), Int64),
    promote_type(typeof(π), Float32), promote_type(typeof(π), typeof(ℯ)), promote_type(Int64, String), promote_type(Bool, Complex{Bool}))

#! run --entry builtin_types
#> (Float32, Complex{Float32}, Float64, Float32, Float64, Any, Complex{Bool})

irrationals() = (π + 1, π * 1.5f0, π == 3, π < ℯ, [π, 1], [1im, π])

#! run --entry irrationals
#> (4.141592653589793, 4.712389f0, false, false, [3.141592653589793, 1.0], Complex{Float64}[0.0 + 1.0im, 3.141592653589793 + 0.0im])
