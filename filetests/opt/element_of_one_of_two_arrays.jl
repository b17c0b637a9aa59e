# Rules make an array of complex numbers equal to one of integers, of which inference knows more: its elements are `Int64`, and those of the source's array anything. What is printed is an element of
# the array of the source.
@noinline one_of(x::Int64) = Complex(x - x + 1, 0)
@rules arrays begin
    vect(~a::Int64, ~b::Int64)[1] --> ~a
    fill(~a::Int64, 2) == vect(~a, ~a)
    one_of(~x::Int64) --> 1
end
function printed(x)
    v = fill(one_of(x), 2)
    println(v[1])
    return length(v)
end
@saturate arrays printed(::Int64)

#! run --opt --entry printed 5
#> 1 + 0im
#> 2

#! opt
#> # cost 5 → 4, optimal
#> function printed(%1 x::Int64)::Int64
#> b0:
#>     %2 = fill(Complex{Int64}(1, 0), 2)::Array
#>     %3 = getindex(%2, 1)::Any
#>     %4 = println(%3)::Nothing
#>     %5 = length(%2)::Int64
#>     return %5
#> end
