# A reference, or an array of arrays, is new, but what it holds is not: a write through it is a write to what it was given.

function through_references(x)
    p = Ref(copy(x))
    q = Ref(copy(x))
    p[][1] = 7.0
    return q[][1], p[][1]
end

# One copy does where nothing is written.
function read_only(x)
    p = Ref(copy(x))
    q = Ref(copy(x))
    return q[][1] + p[][1]
end

function through_elements(x)
    a = copy(x)
    b = copy(x)
    p = identity.([a, a])
    p[1][1] = 7.0
    return a[1], b[1]
end

#! run --entry through_references [1.0,2.0]
#> (1.0, 7.0)
#! run --entry through_references --opt --rules constants [1.0,2.0]
#> (1.0, 7.0)
#! run --entry through_elements [1.0,2.0]
#> (7.0, 1.0)
#! run --entry through_elements --opt --rules constants [1.0,2.0]
#> (7.0, 1.0)
#! opt --entry read_only --sig "Vector{Float64}"
#> # cost 9 → 5, optimal
#> function read_only(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Ref(%2)::Base.RefValue{Vector{Float64}}
#>     %4 = getindex(%3)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = +(%5, %5)::Float64
#>     return %6
#> end
