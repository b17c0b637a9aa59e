# A rule that changes a type makes values of two types equal. A call of a right side may be harmless for one of them and unknown for the
# other: it is made for the one.

halved(x::Float64) = x / 2
halved(x::Int64) = (println("an integer"); x / 2)
half_of(x) = x * 0.5

@rules changes_type begin
    float(~n::Int64) --> ~n
    half_of(~x) --> halved(~x)
    @cost half_of 10
end

harmless_for_the_float(x) = half_of(float(x))
@saturate changes_type harmless_for_the_float(::Int64)
#! opt --rules changes_type --entry harmless_for_the_float --sig Int64
#> # cost 11 → 2, optimal
#> function harmless_for_the_float(%1 x::Int64)::Float64
#> b0:
#>     %2 = float(%1)::Float64
#>     %3 = halved(%2)::Float64
#>     return %3
#> end
#! run --opt --rules changes_type --entry harmless_for_the_float -- 3
#> 1.5

# The twin: of an integer nothing is harmless.
harmful_for_both(x) = half_of(x)
@saturate changes_type harmful_for_both(::Int64)
#! opt --rules changes_type --entry harmful_for_both --sig Int64 --explain
#> # cost 10 → 10, optimal
#> function harmful_for_both(%1 x::Int64)::Float64
#> b0:
#>     %2 = half_of(%1)::Float64
#>     return %2
#> end
#> refused: changes_type.2 at filetests/opt/harmless_for_one_of_the_types.jl:28:23  half_of(x)
#>     the right side has effects and the left side's root is no statement with effects: what `halved(::Int64)` does is not known; if it does not write, say `@effects halved reads alloc`

# An index is an integer, whatever is equal to it: `1` is equal to a float here.
twice(v) = v + v
@rules indexed begin
    sin(~x)^2 + cos(~x)^2 --> 1
    twice(~v::Vector) --> ~v + ~v
    (~v::Vector + ~v)[1] --> ~v[1] + ~v[1]
    @cost twice 100
end
index_is_an_integer(v, x) = (sin(x)^2 + cos(x)^2) * (twice(v)[1])
@saturate indexed index_is_an_integer(::Vector{Float64}, ::Float64)
#! opt --rules indexed --entry index_is_an_integer --sig Vector{Float64},Float64
#> # cost 107 → 3, optimal
#> function index_is_an_integer(%1 v::Vector{Float64}, %2 x::Float64)::Float64
#> b0:
#>     %3 = getindex(%1, 1)::Float64
#>     %4 = +(%3, %3)::Float64
#>     %5 = *(1, %4)::Float64
#>     return %5
#> end
