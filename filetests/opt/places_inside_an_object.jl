# What is at one place of an object is one object, whichever rule has put it there, and what is at two places is two: `second` and `pair_of_copies`
# both make the second array of one pair.

mutable struct Pair2
    a::Vector{Float64}
    b::Vector{Float64}
end
pair_of_copies(v::Vector{Float64}, w::Vector{Float64}) = Pair2(copy(v), copy(w))
second(v::Vector{Float64}, w::Vector{Float64}) = Pair2(v, copy(w))
first(v::Vector{Float64}, w::Vector{Float64}) = Pair2(copy(v), w)

@rules pairs begin
    pair_of_copies(~v::Vector{Float64}, ~w::Vector{Float64}) == Pair2(copy(~v::Vector{Float64}), copy(~w::Vector{Float64}))
    second(~v::Vector{Float64}, ~w::Vector{Float64}) == Pair2(~v, copy(~w))
    Pair2(~a::Vector{Float64}, ~b::Vector{Float64}).a --> ~a
    Pair2(~a, ~b).b --> ~b
    @cost getproperty 100
end
@rules also begin
    first(~v::Vector{Float64}, ~w::Vector{Float64}) == Pair2(copy(~v), ~w)
end

function out_of_another(v::Vector{Float64})
    p = Pair2(copy(v), copy(v))
    return Pair2(p.a, p.b)
end
#! opt --entry out_of_another --sig Vector{Float64} --rules pairs --calls none
#> # cost 204 → 3, optimal
#> function out_of_another(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = Pair2(%2, %3)::Pair2
#>     return %4
#> end

function out_of_the_second(v::Vector{Float64})
    p = second(copy(v), v)
    return Pair2(p.a, p.b)
end
#! opt --entry out_of_the_second --sig Vector{Float64} --rules pairs --calls none
#> # cost 203 → 103, optimal
#> function out_of_the_second(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = second(%2, %1)::Pair2
#>     %4 = getproperty(%3, :b)::Vector{Float64}
#>     %5 = Pair2(%2, %4)::Pair2
#>     return %5
#> end

function out_of_both(v::Vector{Float64})
    p = first(v, second(v, v).b)
    return Pair2(p.a, p.b)
end
#! opt --entry out_of_both --sig Vector{Float64} --rules pairs,also --calls none
#> # cost 303 → 203, optimal
#> function out_of_both(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = second(%1, %1)::Pair2
#>     %3 = getproperty(%2, :b)::Vector{Float64}
#>     %4 = first(%1, %3)::Pair2
#>     %5 = getproperty(%4, :a)::Vector{Float64}
#>     %6 = Pair2(%5, %3)::Pair2
#>     return %6
#> end

# The twin: one array at both places, as the source has it.
function one_array(v::Vector{Float64})
    x = copy(v)
    p = Pair2(x, x)
    return Pair2(p.a, p.b)
end
#! opt --entry one_array --sig Vector{Float64} --rules pairs,also --calls none
#> # cost 203 → 2, optimal
#> function one_array(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Pair2(%2, %2)::Pair2
#>     return %3
#> end
