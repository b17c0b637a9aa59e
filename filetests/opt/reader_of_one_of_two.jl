# A tuple that nobody looks at takes any of two equal arrays; what a rule makes of it is about neither. The tuple beside the array that is handed out has
# that one inside, and is another one.
# Found by a random program: the array in the tuple was a new one.
swapped_copies(v, w) = (copy(w), copy(v))
@rules case begin
    tuple(copy(~w), copy(~v)) --> swapped_copies(~v::Vector{Int64}, ~w::Vector{Int64})
end
function beside_its_array(v, w)
    unused = (copy(w), copy(v))
    x = copy(w)
    return (x, (x, copy(v)))
end
@saturate case beside_its_array(::Vector{Int64}, ::Vector{Int64})

#! opt
#> # cost 7 → 4, optimal
#> function beside_its_array(%1 v::Vector{Int64}, %2 w::Vector{Int64})::Tuple{Vector{Int64}, Tuple{Vector{Int64}, Vector{Int64}}}
#> b0:
#>     %3 = copy(%2)::Vector{Int64}
#>     %4 = copy(%1)::Vector{Int64}
#>     %5 = tuple(%3, %4)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %6 = tuple(%3, %5)::Tuple{Vector{Int64}, Tuple{Vector{Int64}, Vector{Int64}}}
#>     return %6
#> end
