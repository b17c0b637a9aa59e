# A value that is stored in an object or captured does not become an alias of something else; one that is returned may.
@rules copies begin
    copy(~v) --> ~v
end
captured(v::Vector{Int64}) = (c = copy(v); () -> c)
in_a_reference(v::Vector{Int64}) = Ref(copy(v))
in_an_array(v::Vector{Int64}) = [copy(v)]
returned(v::Vector{Int64}) = copy(v)
read_only(v::Vector{Int64}) = sum(copy(v))
@saturate copies captured(::Vector{Int64})
@saturate copies in_a_reference(::Vector{Int64})
@saturate copies in_an_array(::Vector{Int64})
@saturate copies returned(::Vector{Int64})
@saturate copies read_only(::Vector{Int64})

#! opt
#> # cost 2 → 2, optimal
#> function captured(%1 v::Vector{Int64})::var"#1#2"{Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = %new var"#1#2"(%2)::var"#1#2"{Vector{Int64}}
#>     return %3
#> end
#>
#> # cost 2 → 2, optimal
#> function in_a_reference(%1 v::Vector{Int64})::Base.RefValue{Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Ref(%2)::Base.RefValue{Vector{Int64}}
#>     return %3
#> end
#>
#> # cost 2 → 2, optimal
#> function in_an_array(%1 v::Vector{Int64})::Vector
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = vect(%2)::Vector
#>     return %3
#> end
#>
#> # cost 1 → 0, optimal
#> function returned(%1 v::Vector{Int64})::Vector{Int64}
#> b0:
#>     return %1
#> end
#>
#> # cost 2 → 1, optimal
#> function read_only(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = sum(%1)::Int64
#>     return %2
#> end
