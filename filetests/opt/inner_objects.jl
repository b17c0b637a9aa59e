# Objects that are made inside a right side: temporaries, unless the result keeps them or something writes them.

double(x) = x + x
flip(x) = transpose(x + x)

@rules inner begin
    @cost double(::Vector{Float64}) 100
    @cost flip(::Vector{Float64}) 100
    double(~x::Vector{Float64}) --> copy(~x) + copy(~x)
    flip(~x::Vector{Float64}) --> transpose(copy(~x) + copy(~x))
end

# Both results are written, so there are two of them; the copies inside are read only, and one does for all.
function temporaries(x)
    a = double(x)
    b = double(x)
    a[1] = 0.0
    b[2] = 0.0
    return a, b
end

# The result keeps the sum that is made inside: there must be two sums.
function kept(x)
    a = flip(x)
    b = flip(x)
    a[1, 1] = 0.0
    return a, b
end

@saturate inner temporaries(::Vector{Float64})
@saturate inner kept(::Vector{Float64})

#! opt
#> # cost 203 → 6, optimal
#> function temporaries(%1 x::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = +(%2, %2)::Vector{Float64}
#>     %4 = setindex!(%3, 0.0, 1)::Vector{Float64}
#>     %5 = +(%2, %2)::Vector{Float64}
#>     %6 = setindex!(%5, 0.0, 2)::Vector{Float64}
#>     %7 = tuple(%3, %5)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#>
#> # cost 202 → 202, optimal
#> function kept(%1 x::Vector{Float64})::Tuple{Transpose{Float64, Vector{Float64}}, Transpose{Float64, Vector{Float64}}}
#> b0:
#>     %2 = flip(%1)::Transpose{Float64, Vector{Float64}}
#>     %3 = flip(%1)::Transpose{Float64, Vector{Float64}}
#>     %4 = setindex!(%2, 0.0, 1, 1)::Any
#>     %5 = tuple(%2, %3)::Tuple{Transpose{Float64, Vector{Float64}}, Transpose{Float64, Vector{Float64}}}
#>     return %5
#> end
#! run --entry temporaries --opt --rules inner [1.0,2.0]
#> ([0.0, 4.0], [2.0, 0.0])
#! run --entry kept --opt --rules inner [1.0,2.0]
#> ([0.0 4.0], [2.0 4.0])
#! run --entry kept [1.0,2.0]
#> ([0.0 4.0], [2.0 4.0])
