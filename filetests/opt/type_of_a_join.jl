# A rule gives a value of another type. Where values of several types meet, what goes on with them finds its methods when it runs: there is
# none for a number in place of a complex one.

unit_of(x::Int64) = Complex(x - x + 1, 0)
turned(z::Complex{Int64}) = Complex(-imag(z), real(z))
@rules units begin
    unit_of(~x::Int64) --> 1
end

other = Complex(2, 3)
met(c, x) = turned(c ? other : unit_of(x))
@saturate units met(::Bool, ::Int64)

#! run --entry met --rules units --opt "false" "5"
#> 0 + 1im

#! opt --entry met --sig Bool,Int64 --rules units
#> # cost 2 → 1, optimal
#> function met(%1 c::Bool, %2 x::Int64)::Any
#> b0:
#>     goto b1 if %1 else b2(Complex{Int64}(1, 0))
#> b1:
#>     %3 = %global other::Any
#>     goto b2(%3)
#> b2(%4::Any):
#>     %5 = turned(%4)::Any
#>     return %5
#> end

# In a loop.
function rounds(n, x)
    z = other
    for i in 1:n
        z = i < n ? turned(z) : unit_of(x)
    end
    return turned(z)
end
@saturate units rounds(::Int64, ::Int64)

#! run --entry rounds --rules units --opt "2" "5"
#> 0 + 1im

# Where all that meet are of one type, all may be of the other.
same(c, x) = (c ? unit_of(x) : unit_of(2x)) + x
@saturate units same(::Bool, ::Int64)

#! opt --entry same --sig Bool,Int64 --rules units
#> # cost 4 → 1, optimal
#> function same(%1 c::Bool, %2 x::Int64)::Int64
#> b0:
#>     goto b1 if %1 else b1
#> b1:
#>     %3 = +(1, %2)::Int64
#>     return %3
#> end
