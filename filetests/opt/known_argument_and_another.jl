# A known argument may be the same object as another one: where that may be written, its contents are not known.
const W = [1.0, 2.0]
aliased(x, V) = (x[1] = 9.0; sum(V))
through_a_call(x, V) = (set_first(x); sum(V))
set_first(x) = (x[1] = 9.0; nothing)
through_a_global(V) = (W[1] = 9.0; sum(V))
compared(x, V) = x === V
returned(V) = V
# The twin: what is written is new.
own_memory(x, V) = (r = copy(x); r[1] = 9.0; sum(V) + r[1])

@rules fold begin
    sum(~a::Comptime{Vector{Float64}}) => sum(~a)
    @arg(aliased, 2) => W
    @arg(through_a_call, 2) => W
    @arg(through_a_global, 1) => W
    @arg(compared, 2) => W
    @arg(returned, 1) => W
    @arg(own_memory, 2) => W
end
@saturate fold aliased(::Vector{Float64}, ::Vector{Float64})
@saturate fold through_a_call(::Vector{Float64}, ::Vector{Float64})
@saturate fold through_a_global(::Vector{Float64})
@saturate fold compared(::Vector{Float64}, ::Vector{Float64})
@saturate fold returned(::Vector{Float64})
@saturate fold own_memory(::Vector{Float64}, ::Vector{Float64})

#! run --opt --entry aliased W W
#> 11.0
#! run --opt --entry through_a_call W W
#> 11.0
#! run --opt --entry through_a_global W
#> 11.0
#! run --opt --entry compared W W
#> true
#! opt --entry returned --sig Vector{Float64} --rules fold
#> # cost 0 → 0, optimal
#> function returned(%1 V::Vector{Float64})::Vector{Float64}
#> b0:
#>     return %1
#> end
#! opt --entry own_memory --sig Vector{Float64},Vector{Float64} --rules fold
#> # cost 5 → 4, optimal
#> function own_memory(%1 x::Vector{Float64}, %2 V::Vector{Float64})::Float64
#> b0:
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = setindex!(%3, 9.0, 1)::Vector{Float64}
#>     %5 = getindex(%3, 1)::Float64
#>     %6 = +(3.0, %5)::Float64
#>     return %6
#> end
