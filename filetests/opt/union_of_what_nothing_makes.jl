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
#> # cost 5 → 3, optimal
#> function negated(%1 t::Any, %2 n::Int64)::Int64
#> b0:
#>     %3 = <(1, %2)::Union{Missing, Bool}
#>     %4 = !(%3)::Union{Missing, Bool}
#>     %5 = either(%4, 1, 2)::Int64
#>     return %5
#> end
#>
#> # cost 6 → 4, optimal
#> function negated_twice(%1 t::Any, %2 n::Int64)::Int64
#> b0:
#>     %3 = <(1, %2)::Union{Missing, Bool}
#>     %4 = !(%3)::Union{Missing, Bool}
#>     %5 = !(%4)::Union{Missing, Bool}
#>     %6 = either(%5, 1, 2)::Int64
#>     return %6
#> end
#! run --opt --entry negated "nothing" "2"
#> 2
