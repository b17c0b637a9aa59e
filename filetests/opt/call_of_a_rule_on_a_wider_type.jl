# A rule about arrays of integers matches an array that equals one, since another rule says of its elements, complex numbers, that they are `1`. The call that it makes is not for the
# array as it is: there is no method for it.

at(v::Vector{Int64}, i::Int64) = v[i]
unit_of(x::Int64) = Complex(x - x + 1, 0)

@rules units begin
    at(~v::Vector{Int64}, ~i::Int64) == getindex(~v, ~i)
    unit_of(~x::Int64) --> 1
    @cost getindex 5
end

function first_unit(x::Int64)
    y = unit_of(x)
    return [y, y][1]
end
#! run --entry first_unit "3"
#> 1 + 0im
#! run --opt --rules units --entry first_unit "3"
#> 1 + 0im
#! opt --rules units --calls none --entry first_unit --sig Int64
#> # cost 7 → 6, optimal
#> function first_unit(%1 x::Int64)::Any
#> b0:
#>     %2 = vect(Complex{Int64}(1, 0), Complex{Int64}(1, 0))::Vector
#>     %3 = getindex(%2, 1)::Any
#>     return %3
#> end

# The twin: arrays of integers.
function first_of_two(x::Int64)
    return [x, x][1]
end
#! opt --rules units --calls none --entry first_of_two --sig Int64
#> # cost 6 → 2, optimal
#> function first_of_two(%1 x::Int64)::Int64
#> b0:
#>     %2 = vect(%1, %1)::Vector{Int64}
#>     %3 = at(%2, 1)::Int64
#>     return %3
#> end

# A call of the source stays, though it may throw.
function at_any(v, x::Int64)
    return at(v, x)
end
#! opt --rules units --calls none --entry at_any --sig "Any, Int64"
#> # cost 1 → 1, optimal
#> function at_any(%1 v::Any, %2 x::Int64)::Any
#> b0:
#>     %3 = at(%1, %2)::Any
#>     return %3
#> end
