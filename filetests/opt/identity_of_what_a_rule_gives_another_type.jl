# A rule makes a value equal to one of another type. Whether `===` holds is a matter of the types that the program has: two equal values of different types
# are not identical, and a value is identical to itself whatever rules say that it equals.
@rules others begin
    if issymmetric(~A)
        transpose(~A::Matrix{Int64}) --> ~A
    end
    ~a::Int64 * 1.0 --> ~a
end
function assumed(A::Matrix{Int64})
    @assume issymmetric(A)
    v = [1.0, 2.5]
    if A === A
        v[1] = 0.5
    end
    transpose(A)
    return v
end
itself(a::Int64) = (b = a * 1.0; b === b)
another(a::Int64) = (b = a * 1.0; (b !== b, b === a, objectid(b) == objectid(b)))
@saturate others assumed(::Matrix{Int64})
@saturate others itself(::Int64)
@saturate others another(::Int64)
#! opt
#> # cost 4 → 3, optimal
#> function assumed(%1 A::Matrix{Int64})::Vector{Float64}
#> b0:
#>     %2 = vect(1.0, 2.5)::Vector{Float64}
#>     %3 = ===(%1, %1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = setindex!(%2, 0.5, 1)::Vector{Float64}
#>     goto b2
#> b2:
#>     return %2
#> end
#>
#> # cost 2 → 2, optimal
#> function itself(%1 a::Int64)::Bool
#> b0:
#>     %2 = *(%1, 1.0)::Float64
#>     %3 = ===(%2, %2)::Bool
#>     return %3
#> end
#>
#> # cost 6 → 5, optimal
#> function another(%1 a::Int64)::Tuple{Bool, Bool, Bool}
#> b0:
#>     %2 = *(%1, 1.0)::Float64
#>     %3 = !==(%2, %2)::Bool
#>     %4 = objectid(%2)::UInt64
#>     %5 = ==(%4, %4)::Bool
#>     %6 = tuple(%3, false, %5)::Tuple{Bool, Bool, Bool}
#>     return %6
#> end
#! run --opt --entry assumed "[3 0; 0 0]"
#> 2-element Vector{Float64}:
#>  0.5
#>  2.5
#! run --opt --entry itself 3
#> true
#! run --opt --entry another 3
#> (false, false, true)
