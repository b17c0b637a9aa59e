# Rules make a sum of integers, which is the program's `2`, a complex number as well: `-s` is `-s * one_of(n)`, and `(2 + s) - s` is made of such. It stays what it is: a field is read by
# an integer. Where the two would be one value, the function stays as it is.
@noinline one_of(x::Int64) = Complex(x - x + 1, 0)
@rules literals begin
    ~a::Int64 * ~b::Int64 == ~b * ~a
    (~a::Int64 + ~b::Int64) + ~c::Int64 == ~a + (~b + ~c)
    ~a::Int64 * (~b::Int64 + ~c::Int64) == ~a * ~b + ~a * ~c
    if ~u === 1
        ~a::Int64 * ~u::Comptime{Int64} --> ~a
    end
    ~a::Int64 - ~a --> 0
    ~a::Int64 - ~b::Int64 == ~a + -(~b)
    ~a::Int64 + ~a --> 2 * ~a
    one_of(~x::Int64) --> 1
end
function doubled(n)
    x = one_of((1 + 1) + (sum([1, 2]) - sum([1, 2])))
    v = [Complex(1, 2)]
    for i in 1:2
        y = one_of(n)
        v[1] = y + y
    end
    return v
end
@saturate literals doubled(::Int64)

#! run --opt --strict --entry doubled 2
#> 1-element Vector{Complex{Int64}}:
#>  2 + 0im

#! opt --strict 
#> # cost 88: unchanged, rules have made values of different types equal, and the program looks at both types
#> function doubled(%1 n::Int64)::Vector
#> b0:
#>     %2 = +(1, 1)::Int64 = 2
#>     %3 = vect(1, 2)::Vector{Int64}
#>     %4 = sum(%3)::Int64
#>     %5 = vect(1, 2)::Vector{Int64}
#>     %6 = sum(%5)::Int64
#>     %7 = -(%4, %6)::Int64
#>     %8 = +(%2, %7)::Int64
#>     %9 = one_of(%8)::Complex{Int64}
#>     %10 = Complex(1, 2)::Complex{Int64} = Complex{Int64}(1, 2)
#>     %11 = vect(%10)::Vector
#>     %12 = (:)(1, 2)::UnitRange{Int64} = constant#72
#>     %13 = iterate(%12)::Tuple{Int64, Int64} = (1, 1)
#>     %14 = ===(%13, nothing)::Bool = false
#>     %15 = not_int(%14)::Bool = true
#>     goto b1(%13)
#> b1(%16::Tuple{Int64, Int64}):
#>     %17 = getfield(%16, 1)::Int64
#>     %18 = getfield(%16, 2)::Int64
#>     %19 = one_of(%1)::Complex{Int64}
#>     %20 = +(%19, %19)::Complex{Int64}
#>     %21 = setindex!(%11, %20, 1)::Any
#>     %22 = iterate(%12, %18)::Union{Nothing, Tuple{Int64, Int64}}
#>     %23 = ===(%22, nothing)::Bool
#>     %24 = not_int(%23)::Bool
#>     goto b2 if %24 else b3
#> b2:
#>     %25 = π(%22, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%25)
#> b3:
#>     return %11
#> end
