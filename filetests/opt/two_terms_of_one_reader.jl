# Two terms of a left side are two objects, however the program comes to the one that it has: a class of readers is equal to several objects, and each term may
# find another of them, but what is handed out is one array twice.
# Found by a random program: one array was handed out for two.
swapped_copies(v, w) = (copy(w), copy(v))
@rules case begin
    tuple(copy(~w), copy(~v)) --> swapped_copies(~v::Vector{Int64}, ~w::Vector{Int64})
    @cost swapped_copies 100
end
function behind_an_equal_pair(a)
    unused = (copy(a), copy(a))
    return swapped_copies(a, a)
end
@saturate case behind_an_equal_pair(::Vector{Int64})

#! opt
#> # cost 103 → 3, optimal
#> # in place of a call: swapped_copies (line 11)
#> function behind_an_equal_pair(%1 a::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = tuple(%2, %3)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %4
#> end
