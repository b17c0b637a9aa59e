# A call is there for its exception if the source needs its value for nothing: also where something dead uses it, and
# where inference knows what is computed from it.

at(v::Vector{Int64}, i::Int64) = v[i]
@rules reads begin
    at(~v::Vector{Int64}, ~i::Int64) --> getindex(~v, ~i)
    getindex(~v::Vector{Int64}, 1) --> first(~v)
end
function used_by_dead_code(v)
    x = Float64(at(v, 7))
    return 1
end
@saturate reads used_by_dead_code(::Vector{Int64})
known_without_it(v) = ifelse(false, v[1], 7)
@saturate reads known_without_it(::Vector{Int64})

#! run --opt --entry used_by_dead_code "[1, 2]"
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]

#! run --opt --strict --entry used_by_dead_code "[1, 2]"
#> error: BoundsError: attempt to access 2-element Vector{Int64} at index [7]

#! run --opt --strict --entry known_without_it "Int64[]"
#> error: BoundsError: attempt to access 0-element Vector{Int64} at index [1]
