# A right side with two terms that make objects makes two, though equal calls are one node.

mutable struct Pair2
    a::Vector{Float64}
    b::Vector{Float64}
end
pair_of_copies(v::Vector{Float64}, w::Vector{Float64}) = Pair2(copy(v), copy(w))
twice(v::Vector{Float64}) = (copy(v), copy(v))
sum_of_two(v::Vector{Float64}) = sum(copy(v)) + sum(copy(v))
are_two(v::Vector{Float64}) = copy(v) !== copy(v)

@rules pairs begin
    pair_of_copies(~v::Vector{Float64}, ~w::Vector{Float64}) --> Pair2(copy(~v), copy(~w))
    twice(~v::Vector{Float64}) --> (copy(~v), copy(~v))
    sum_of_two(~v::Vector{Float64}) --> sum(copy(~v)) + sum(copy(~v))
    are_two(~v::Vector{Float64}) --> copy(~v) !== copy(~v)
    @cost pair_of_copies 100
    @cost twice 100
    @cost sum_of_two 100
    @cost are_two 100
end
@rules turned begin
    pair_of_copies(~v::Vector{Float64}, ~w::Vector{Float64}) --> Pair2(copy(~v), copy(~w))
    reverse(reverse(~v::Vector{Float64})) --> ~v
    @cost pair_of_copies 100
    @cost reverse 100
end

# Only returned: whoever gets it sees what is inside.
function returned(v::Vector{Float64})
    return pair_of_copies(v, v)
end
#! opt --entry returned --sig Vector{Float64} --rules pairs --calls none
#> # cost 100 → 3, optimal
#> function returned(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = Pair2(%2, %3)::Pair2
#>     return %4
#> end

function returned_in_a_tuple(v::Vector{Float64})
    return twice(v)
end
#! opt --entry returned_in_a_tuple --sig Vector{Float64} --rules pairs --calls none
#> # cost 100 → 3, optimal
#> function returned_in_a_tuple(%1 v::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = tuple(%2, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %4
#> end

# Two are handed out: they have an identity, and so has what is inside each.
function two_returned(v::Vector{Float64})
    b = pair_of_copies(v, v)
    c = pair_of_copies(v, v)
    return b, c
end
#! opt --entry two_returned --sig Vector{Float64} --rules pairs --calls none
#> # cost 201 → 7, optimal
#> function two_returned(%1 v::Vector{Float64})::Tuple{Pair2, Pair2}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = Pair2(%2, %3)::Pair2
#>     %5 = copy(%1)::Vector{Float64}
#>     %6 = copy(%1)::Vector{Float64}
#>     %7 = Pair2(%5, %6)::Pair2
#>     %8 = tuple(%4, %7)::Tuple{Pair2, Pair2}
#>     return %8
#> end

# The two become equal when the rule has been applied.
function equal_later(v::Vector{Float64})
    return pair_of_copies(v, reverse(reverse(v)))
end
#! opt --entry equal_later --sig Vector{Float64} --rules turned --calls none
#> # cost 300 → 3, optimal
#> function equal_later(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = Pair2(%2, %3)::Pair2
#>     return %4
#> end
function two_equal_later(v::Vector{Float64})
    b = pair_of_copies(v, reverse(reverse(v)))
    return b, length(v), pair_of_copies(v, v)
end
#! opt --entry two_equal_later --sig Vector{Float64} --rules turned --calls none
#> # cost 402 → 8, optimal
#> function two_equal_later(%1 v::Vector{Float64})::Tuple{Pair2, Int64, Pair2}
#> b0:
#>     %2 = length(%1)::Int64
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = copy(%1)::Vector{Float64}
#>     %5 = Pair2(%3, %4)::Pair2
#>     %6 = copy(%1)::Vector{Float64}
#>     %7 = copy(%1)::Vector{Float64}
#>     %8 = Pair2(%6, %7)::Pair2
#>     %9 = tuple(%5, %2, %8)::Tuple{Pair2, Int64, Pair2}
#>     return %9
#> end

# Compared inside the right side: no site says which is which, and the call stays.
function compared(v::Vector{Float64})
    return are_two(v)
end
@saturate pairs compared(::Vector{Float64})
#! run --entry compared --rules pairs --opt --checked "[5.0, 4.0]"
#> true
#! opt --entry compared --sig Vector{Float64} --rules pairs --calls none --explain
#> # cost 100 → 100, optimal
#> function compared(%1 v::Vector{Float64})::Bool
#> b0:
#>     %2 = are_two(%1)::Bool
#>     return %2
#> end
#> refused: pairs.4 at filetests/opt/two_objects_of_a_right_side.jl:110:12  are_two(v)
#>     two objects that the right side makes would be one

# The twin: where only contents matter, one array is enough.
function summed(v::Vector{Float64})
    return sum_of_two(v)
end
#! opt --entry summed --sig Vector{Float64} --rules pairs --calls none
#> # cost 100 → 3, optimal
#> function summed(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = sum(%2)::Float64
#>     %4 = +(%3, %3)::Float64
#>     return %4
#> end
