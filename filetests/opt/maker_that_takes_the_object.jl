# A call that makes an object of the program anew, and takes the program's own as well, has two where there is one.

mutable struct Pair2
    a::Vector{Float64}
    b::Vector{Float64}
end
pair_with_a_copy(v::Vector{Float64}, w::Vector{Float64}) = Pair2(copy(v), w)

@rules halves begin
    Pair2(copy(~v::Vector{Float64}), ~w::Vector{Float64}) --> pair_with_a_copy(~v, ~w)
    @cost pair_with_a_copy 0
end

function one_array(v::Vector{Float64})
    x = copy(v)
    return Pair2(x, x)
end
#! opt --entry one_array --sig Vector{Float64} --rules halves --calls none
#> # cost 2 → 2, optimal
#> function one_array(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Pair2(%2, %2)::Pair2
#>     return %3
#> end

function one_array_written(v::Vector{Float64})
    x = copy(v)
    b = Pair2(x, x)
    b.a[1] = 9.0
    return b.b[1]
end
@saturate halves one_array_written(::Vector{Float64})
#! run --entry one_array_written --rules halves --opt --checked "[5.0, 4.0]"
#> 9.0

# Found behind another call.
same(w::Vector{Float64}) = w
function one_array_by_two_names(v::Vector{Float64})
    x = copy(v)
    return Pair2(x, same(x))
end
#! opt --entry one_array_by_two_names --sig Vector{Float64} --rules halves --calls none
#> # cost 3 → 3, optimal
#> function one_array_by_two_names(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = same(%2)::Vector{Float64}
#>     %4 = Pair2(%2, %3)::Pair2
#>     return %4
#> end

# In a call that only returns: no statement makes the array.
both_fields(x::Vector{Float64}) = Pair2(x, x)
copied_into_both(v::Vector{Float64}) = both_fields(copy(v))
@rules inner begin
    copied_into_both(~v::Vector{Float64}) --> both_fields(copy(~v))
    both_fields(~x::Vector{Float64}) --> Pair2(~x, ~x)
    Pair2(copy(~v::Vector{Float64}), ~w::Vector{Float64}) --> pair_with_a_copy(~v, ~w)
    @cost copied_into_both 100
    @cost both_fields 100
    @cost pair_with_a_copy 0
end
function made_by_a_rule(v::Vector{Float64})
    return copied_into_both(v)
end
#! opt --entry made_by_a_rule --sig Vector{Float64} --rules inner --calls none
#> # cost 100 → 2, optimal
#> function made_by_a_rule(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Pair2(%2, %2)::Pair2
#>     return %3
#> end

# The twins: another array, and the caller's own.
function two_arrays(v::Vector{Float64})
    x = copy(v)
    y = copy(v)
    return Pair2(x, y)
end
#! opt --entry two_arrays --sig Vector{Float64} --rules halves --calls none
#> # cost 3 → 1, optimal
#> function two_arrays(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = pair_with_a_copy(%1, %2)::Pair2
#>     return %3
#> end

function with_the_argument(v::Vector{Float64})
    x = copy(v)
    return Pair2(x, v)
end
#! opt --entry with_the_argument --sig Vector{Float64} --rules halves --calls none
#> # cost 2 → 0, optimal
#> function with_the_argument(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = pair_with_a_copy(%1, %1)::Pair2
#>     return %2
#> end
