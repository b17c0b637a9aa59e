# Source takes the place of the function that it was made from. Where that calls itself, the new function does: what it returns is what its own code goes on with.
const W = [1, 2]
@rules eager begin
    copy(~v::Vector{Int64}) --> ~v
    @cost copy 5
end
@rules known begin
    sum(~v::Comptime{Vector{Int64}}) => sum(~v)
    @arg(descended, 2) => W
end

# The copy is written by the caller, which is the function itself.
function counted_copy(v::Vector{Int64}, n::Int64)
    n == 0 && return copy(v)
    w = counted_copy(v, n - 1)
    w[1] += 1
    return w
end
#! opt --entry counted_copy --sig "Vector{Int64}, Int64" --rules eager --emit julia
#> # cost 21 → 21, optimal
#> function counted_copy(v::Vector{Int64}, n::Int64)
#>     if n == 0
#>         return copy(v)
#>     end
#>     w = counted_copy(v, n - 1)
#>     w[1] = w[1] + 1
#>     return w
#> end

# Over another function.
passed_on(v, n) = counted_elsewhere(v, n - 1)
function counted_elsewhere(v::Vector{Int64}, n::Int64)
    n == 0 && return copy(v)
    w = passed_on(v, n)
    w[1] += 1
    return w
end
#! opt --entry counted_elsewhere --sig "Vector{Int64}, Int64" --rules eager --emit julia
#> # cost 20 → 20, optimal
#> function counted_elsewhere(v::Vector{Int64}, n::Int64)
#>     if n == 0
#>         return copy(v)
#>     end
#>     w = passed_on(v, n)
#>     w[1] = w[1] + 1
#>     return w
#> end

# What is known of an argument is not known of the call inside.
function descended(n::Int64, V::Vector{Int64})
    n == 0 && return sum(V)
    return descended(n - 1, [10]) + sum(V)
end
#! opt --entry descended --sig "Int64, Vector{Int64}" --rules known --emit julia
#> # cost 13 → 10, optimal
#> # descended′1 stands for descended(::Int64, ::Vector{Int64}): cost 7 → 6
#> function var"descended′1"(n::Int64, V::Vector{Int64})
#>     v3 = n == 0
#>     v4 = sum(V)
#>     if v3
#>         return v4
#>     end
#>     return var"descended′1"(n - 1, [10]) + v4
#> end
#>
#> function descended(n::Int64, V::Vector{Int64})
#>     if n == 0
#>         return 3
#>     end
#>     return var"descended′1"(n - 1, [10]) + 3
#> end

# The twin: nobody but its callers goes on with what is returned.
copied(v::Vector{Int64}, n::Int64) = n == 0 ? copy(v) : v
#! opt --entry copied --sig "Vector{Int64}, Int64" --rules eager --emit julia
#> # cost 6 → 1, optimal
#> function copied(v::Vector{Int64}, n::Int64)
#>     if n == 0
#>         return v
#>     end
#>     return v
#> end
