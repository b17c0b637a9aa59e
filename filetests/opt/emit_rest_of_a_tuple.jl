# What `a, b... = t` gives to `b` is made by `Base.rest`. `Base.Iterators.rest`, which was written for it, is another function: it makes an iterator, no tuple.

@rules none begin
end

function slurped(w)
    a, b... = (1, w, 2)
    return b
end
@saturate none slurped(::Int64)

#! opt --emit julia --entry slurped --sig Int64
#> # cost 5 → 4, optimal
#> function slurped(w::Int64)
#>     v2 = (1, w, 2)
#>     return Base.rest(v2, getfield(Base.indexed_iterate(v2, 1), 2))
#> end

#! run --opt --entry slurped 7
#> (7, 2)

# The negative twin: what stands in `Base.Iterators` stays there.
taken(v) = collect(Base.Iterators.take(v, 2))
@saturate none taken(::Vector{Float64})

#! opt --emit julia --entry taken --sig Vector{Float64}
#> # cost 4 → 4, optimal
#> function taken(v::Vector{Float64})
#>     return collect(Base.Iterators.take(v, 2))
#> end
