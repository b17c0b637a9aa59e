# Defects that were found and fixed, each under the name of what it got wrong.

@rules simple begin
    ~x::Number - ~x --> 0
end

# A bit array was taken for a type with one instance, so that any other one could be returned for it.
bit_array_is_no_singleton(v) = v .> 1
@saturate simple bit_array_is_no_singleton(::Vector{Float64})

# And for immutable, so that a write to it did not start a new epoch.
function bit_array_is_mutable(n)
    b = falses(n)
    x = count(b)
    b[1] = true
    return count(b) - x
end
@saturate simple bit_array_is_mutable(::Int64)

#! opt
#> # cost 2 → 2, optimal
#> function bit_array_is_no_singleton(%1 v::Vector{Float64})::BitArray{1}
#> b0:
#>     %2 = broadcasted(>, %1, 1)::Broadcasted{Nothing, Nothing, typeof(>), Tuple{Vector{Float64}, Int64}}
#>     %3 = materialize(%2)::BitArray{1}
#>     return %3
#> end
#>
#> # cost 5 → 5, optimal
#> function bit_array_is_mutable(%1 n::Int64)::Int64
#> b0:
#>     %2 = falses(%1)::BitArray{1}
#>     %3 = count(%2)::Int64
#>     %4 = setindex!(%2, true, 1)::Any
#>     %5 = count(%2)::Int64
#>     %6 = -(%5, %3)::Int64
#>     return %6
#> end
