# A broadcast does what its function does: `materialize!` writes its first argument, and whatever the function writes besides.
const HITS = [0]
poke(x::Int64) = (HITS[1] += 1; x + HITS[1])
function poked(v::Vector{Int64})
    o = similar(v)
    o .= poke.(v)
    return o[1]
end

# A callable object with memory of its own.
mutable struct Counter
    n::Int64
end
(c::Counter)(x::Int64) = (c.n += 1; x + c.n)
function counted(c::Counter, v::Vector{Int64})
    o = similar(v)
    o .= c.(v)
    return o[1]
end

# A closure that writes what it captures.
function tallied(seen::Vector{Int64}, v::Vector{Int64})
    o = similar(v)
    o .= (x -> (seen[1] += 1; x + seen[1])).(v)
    return o[1]
end

plain(x::Int64) = x + 1
function plainly(v::Vector{Int64})
    o = similar(v)
    o .= plain.(v)
    return o[1]
end

@rules none begin
end
global_function(v::Vector{Int64}) = (HITS[1] = 0; (poked(v), poked(v), HITS[1]))
callable_object(v::Vector{Int64}) = (c = Counter(0); (counted(c, v), counted(c, v), c.n))
closure(v::Vector{Int64}) = (seen = [0]; (tallied(seen, v), tallied(seen, v), seen[1]))
pure_function(v::Vector{Int64}) = plainly(v) + plainly(v)
@saturate none global_function(::Vector{Int64})
@saturate none callable_object(::Vector{Int64})
@saturate none closure(::Vector{Int64})
@saturate none pure_function(::Vector{Int64})

#! run --opt --entry global_function [10,20]
#> (11, 13, 4)
#! run --opt --entry callable_object [10,20]
#> (11, 13, 4)
#! run --opt --entry closure [10,20]
#> (11, 13, 4)
# Twice the same value.
#! opt --entry pure_function --sig Vector{Int64} --rules none
#> # cost 3 → 2, optimal
#> function pure_function(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = plainly(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
