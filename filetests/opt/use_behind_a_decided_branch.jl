# With `--strict`, a call that may throw stays if a rule has decided the branch that holds a use of its value: no rule has
# said anything about that use, it is just gone.

at(v::Vector{Int64}, i::Int64) = v[i]
@rules decides begin
    at(~v::Vector{Int64}, ~i::Int64) --> getindex(~v, ~i)
    at(~v::Vector{Int64}, ~i::Int64) * 0 --> 0
    ~a::Int64 == ~a --> true
end
function cut_off(v::Vector{Int64}, i::Int64, y::Int64)
    x = at(v, i)
    if y == y
        return 1
    end
    return x
end
@saturate decides cut_off(::Vector{Int64}, ::Int64, ::Int64)

# The same through an argument of a jump that is not taken.
function passed_on(v::Vector{Int64}, i::Int64, y::Int64)
    x = at(v, i)
    r = 1
    if !(y == y)
        r = x
    end
    return r
end
@saturate decides passed_on(::Vector{Int64}, ::Int64, ::Int64)

# The only use is on the way that is taken, and went through a rule that covers the call.
function on_the_way(v::Vector{Int64}, i::Int64, y::Int64)
    x = at(v, i)
    if y == y
        return x * 0
    end
    return 1
end
@saturate decides on_the_way(::Vector{Int64}, ::Int64, ::Int64)

#! run --opt --strict --entry cut_off "[1, 2]" 7 1
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]
#! run --opt --strict --extract chaos --seed 1 --entry cut_off "[1, 2]" 7 1
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]
#! run --opt --strict --extract chaos --seed 2 --entry cut_off "[1, 2]" 7 1
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]
#! run --opt --strict --entry passed_on "[1, 2]" 7 1
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]
#! run --opt --strict --extract chaos --seed 1 --entry passed_on "[1, 2]" 7 1
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]
#! run --opt --strict --entry on_the_way "[1, 2]" 7 1
#> 0
#! run --opt --strict --entry on_the_way "[1, 2]" 2 1
#> 0
#! opt --strict
#> # cost 2 → 1, optimal
#> function cut_off(%1 v::Vector{Int64}, %2 i::Int64, %3 y::Int64)::Int64
#> b0:
#>     %4 = at(%1, %2)::Int64
#>     return 1
#> end
#>
#> # cost 3 → 1, optimal
#> function passed_on(%1 v::Vector{Int64}, %2 i::Int64, %3 y::Int64)::Int64
#> b0:
#>     %4 = at(%1, %2)::Int64
#>     return 1
#> end
#>
#> # cost 3 → 0, optimal
#> function on_the_way(%1 v::Vector{Int64}, %2 i::Int64, %3 y::Int64)::Int64
#> b0:
#>     return 0
#> end
