# A value that is no object itself but leads to a new one: two of them lead to two, whichever side of a rule makes them.

flipped(A::Matrix{Int64}) = transpose(A * A)
alias(x) = x

@rules there begin
    flipped(~A::Matrix{Int64}) --> transpose(~A * ~A)
end
@rules back begin
    transpose(~A::Matrix{Int64} * ~A) --> flipped(~A)
    @cost *(::Matrix{Int64}, ::Matrix{Int64}) 10
end
@rules both begin
    flipped(~A::Matrix{Int64}) == transpose(~A * ~A)
    alias(~x) --> ~x
end
@rules spectrum begin
    eigvals(~A::Matrix{Float64}) --> eigen(~A).values
    @cost eigvals 1000
    @cost eigen 1000
end
two_calls(A) = (flipped(A), flipped(A))
@saturate there two_calls(::Matrix{Int64})
two_calls_both_ways(A) = (flipped(A), flipped(A))
@saturate both two_calls_both_ways(::Matrix{Int64})
# That they are equal is found out later.
two_calls_of_an_alias(A) = (flipped(A), flipped(alias(A)))
@saturate both two_calls_of_an_alias(::Matrix{Int64})
two_products(A) = (transpose(A * A), transpose(A * A))
@saturate back two_products(::Matrix{Int64})
two_spectra(A) = (eigvals(A), eigvals(A))
@saturate spectrum two_spectra(::Matrix{Float64})

# One of them is free to become part of what something else makes.
spectrum_and_more(A) = (eigen(A), eigvals(A))
@saturate spectrum spectrum_and_more(::Matrix{Float64})
# Nobody can tell two that are only read from one.
two_that_are_read(A) = flipped(A)[2, 1] + flipped(A)[1, 2]
@saturate both two_that_are_read(::Matrix{Int64})

#! opt
#> # cost 3 → 3, optimal
#> function two_calls(%1 A::Matrix{Int64})::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#> b0:
#>     %2 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %3 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#>     return %4
#> end
#>
#> # cost 3 → 3, optimal
#> function two_calls_both_ways(%1 A::Matrix{Int64})::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#> b0:
#>     %2 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %3 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#>     return %4
#> end
#>
#> # cost 4 → 3, optimal
#> function two_calls_of_an_alias(%1 A::Matrix{Int64})::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#> b0:
#>     %2 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %3 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#>     return %4
#> end
#>
#> # cost 23 → 3, optimal
#> function two_products(%1 A::Matrix{Int64})::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#> b0:
#>     %2 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %3 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %4 = tuple(%2, %3)::Tuple{Transpose{Int64, Matrix{Int64}}, Transpose{Int64, Matrix{Int64}}}
#>     return %4
#> end
#>
#> # cost 2001 → 2001, optimal
#> function two_spectra(%1 A::Matrix{Float64})::Tuple{Vector, Vector}
#> b0:
#>     %2 = eigvals(%1)::Vector
#>     %3 = eigvals(%1)::Vector
#>     %4 = tuple(%2, %3)::Tuple{Vector, Vector}
#>     return %4
#> end
#>
#> # cost 2001 → 1002, optimal
#> function spectrum_and_more(%1 A::Matrix{Float64})::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Vector{Complex{Float64}}, Vector{Float64}}}
#> b0:
#>     %2 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     %3 = getproperty(%2, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %4 = tuple(%2, %3)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Vector{Complex{Float64}}, Vector{Float64}}}
#>     return %4
#> end
#>
#> # cost 5 → 4, optimal
#> function two_that_are_read(%1 A::Matrix{Int64})::Int64
#> b0:
#>     %2 = flipped(%1)::Transpose{Int64, Matrix{Int64}}
#>     %3 = getindex(%2, 2, 1)::Int64
#>     %4 = getindex(%2, 1, 2)::Int64
#>     %5 = +(%3, %4)::Int64
#>     return %5
#> end
