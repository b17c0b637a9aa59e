# The first step of the iteration is known by what the rule finds: a tuple, where the source has a tuple or nothing. `isa` looks at the type that the source has, and
# the only other value of that type is made further down.
mutable struct Cell
    x::Int64
end
hidden_cell(x::Int64) = Cell(x)
@rules cells begin
    @relaxed getproperty(hidden_cell(~a::Int64), :x) --> ~a
    @effects hidden_cell alloc other
end
function stepped(log::Vector{Any})
    x = getproperty(hidden_cell(1), :x)
    t = iterate(1:3, x)
    push!(log, isa(t, Nothing))
    if x > 5
        t = iterate(1:3, x + 1)
    end
    push!(log, isa(t, Nothing))
    return log
end
@saturate cells stepped(::Vector{Any})
#! opt
#> # cost 10 → 3, optimal
#> function stepped(%1 log::Vector{Any})::Vector{Any}
#> b0:
#>     %2 = isa((2, 2), Nothing)::Bool
#>     %3 = push!(%1, %2)::Any
#>     %4 = push!(%1, %2)::Any
#>     return %1
#> end
#>
#> # cost 5 → 1, optimal
#> function present()::Int64
#> b0:
#>     %1 = π((2, 2), !Nothing)::Tuple{Int64, Int64}
#>     %2 = getindex(%1, 1)::Int64
#>     return %2
#> end
#! run --opt --entry stepped "Any[]"
#> 2-element Vector{Any}:
#>  false
#>  false

# Whether something is `nothing` is the same of all that it equals.
function present()
    t = iterate(1:3, getproperty(hidden_cell(1), :x))
    return t === nothing ? 0 : t[1]
end
@saturate cells present()
#! opt --entry present --rules cells
#> # cost 5 → 1, optimal
#> function present()::Int64
#> b0:
#>     %1 = π((2, 2), !Nothing)::Tuple{Int64, Int64}
#>     %2 = getindex(%1, 1)::Int64
#>     return %2
#> end
