# What a rule says of a new object holds until the object is written.

@rules fresh begin
    getindex(zeros(2), 1) --> 0.0
end
function written()
    z = zeros(2)
    z[1] = 5.0
    return z[1]
end
@saturate fresh written()

# Before the write it holds.
function before_written()
    z = zeros(2)
    a = z[1]
    z[1] = 5.0
    return (a, z)
end
@saturate fresh before_written()

# Through an alias.
function written_through_alias(c)
    z = zeros(2)
    w = c ? z : zeros(3)
    w[1] = 5.0
    return z[1]
end
@saturate fresh written_through_alias(::Bool)

#! opt
#> # cost 3 → 3, optimal
#> function written()::Float64
#> b0:
#>     %1 = zeros(2)::Vector{Float64}
#>     %2 = setindex!(%1, 5.0, 1)::Vector{Float64}
#>     %3 = getindex(%1, 1)::Float64
#>     return %3
#> end
#>
#> # cost 4 → 3, optimal
#> function before_written()::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %1 = zeros(2)::Vector{Float64}
#>     %2 = setindex!(%1, 5.0, 1)::Vector{Float64}
#>     %3 = tuple(0.0, %1)::Tuple{Float64, Vector{Float64}}
#>     return %3
#> end
#>
#> # cost 4 → 4, optimal
#> function written_through_alias(%1 c::Bool)::Float64
#> b0:
#>     %2 = zeros(2)::Vector{Float64}
#>     goto b2(%2) if %1 else b1
#> b1:
#>     %3 = zeros(3)::Vector{Float64}
#>     goto b2(%3)
#> b2(%4 w::Vector{Float64}):
#>     %5 = setindex!(%4, 5.0, 1)::Vector{Float64}
#>     %6 = getindex(%2, 1)::Float64
#>     return %6
#> end

#! run --opt --entry written
#> 5.0

#! run --opt --entry written_through_alias true
#> 5.0
