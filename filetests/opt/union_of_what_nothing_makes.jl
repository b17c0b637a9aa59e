# `<` of an unknown value may be missing, and stays where it is. `either` has a method for `true` and `false` only: the call is for the union,
# since nothing makes the part without `missing`, however far above the call that is.

either(c::Bool, a, b) = c ? a : b

@rules second begin
    getindex(tuple(~a, ~b), 2) --> ~b
end

negated(t::Any, n::Int64) = either(!(getindex(tuple(t, 1), 2) < n), 1, 2)
@saturate second negated(::Any, ::Int64)

negated_twice(t::Any, n::Int64) = either(!!(getindex(tuple(t, 1), 2) < n), 1, 2)
@saturate second negated_twice(::Any, ::Int64)

#! opt
#> # cost 5 → 5, optimal
#> function negated(%1 t::Any, %2 n::Int64)::Int64
#> b0:
#>     %3 = tuple(%1, 1)::Tuple{Any, Int64}
#>     %4 = getindex(%3, 2)::Any
#>     %5 = <(%4, %2)::Union{Missing, Bool}
#>     %6 = !(%5)::Union{Missing, Bool}
#>     %7 = either(%6, 1, 2)::Int64
#>     return %7
#> end
#>
#> # cost 6 → 6, optimal
#> function negated_twice(%1 t::Any, %2 n::Int64)::Int64
#> b0:
#>     %3 = tuple(%1, 1)::Tuple{Any, Int64}
#>     %4 = getindex(%3, 2)::Any
#>     %5 = <(%4, %2)::Union{Missing, Bool}
#>     %6 = !(%5)::Union{Missing, Bool}
#>     %7 = !(%6)::Union{Missing, Bool}
#>     %8 = either(%7, 1, 2)::Int64
#>     return %8
#> end
#! run --opt --entry negated "nothing" "2"
#> 2
