# Under `--strict` a call that may throw goes only where a rule's author has seen it go. Here a decided branch leaves one type of two, so
# that `y === nothing` is known without `y`: nobody has seen the call go.

hidden_copy(v) = copy(v)

@rules hidden begin
    ~p::Bool | ~q::Bool == ~q | ~p
    ~p::Bool | ~q::Comptime{Bool} --> ifelse(~q, true, ~p)
    @relaxed getindex(hidden_copy(~v::Vector{Int64}), ~i::Int64) --> getindex(~v, ~i)
    @effects hidden_copy unknown
end

function compared(v, x)
    y = (true | x) ? getindex(hidden_copy(v), 9) : nothing
    return y === nothing
end

#! run --entry compared [1,2] false
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [9]
#! run --opt --strict --rules hidden --entry compared [1,2] false
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [9]

# The twin: the value is used, and the author has seen the copy go.
function used(v, x)
    y = (true | x) ? getindex(hidden_copy(v), 2) : nothing
    return y
end

#! opt --strict --rules hidden --entry used --sig Vector{Int64},Bool
#> # cost 3 → 1, optimal
#> function used(%1 v::Vector{Int64}, %2 x::Bool)::Int64
#> b0:
#>     %3 = getindex(%1, 2)::Int64
#>     return %3
#> end
