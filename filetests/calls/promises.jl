# What callers rely on, a version keeps: the type of what it returns, and that its objects are new.
@rules eager begin
    copy(~v::Vector{Int64}) --> ~v
    widened(~x::Int64) --> float(~x)
    @cost widened 5
    @cost float 1
end
widened(x) = x + 1 - 1

# The copy is written by the caller.
copied(v) = (println("copied"); copy(v))
function caller_writes(v::Vector{Int64})
    w = copied(v)
    w[1] = 9
    return v[1], w[1]
end
#! run --entry caller_writes [1,2]
#> copied
#> (1, 9)
#! run --opt --rules eager --entry caller_writes [1,2]
#> copied
#> (1, 9)

# Two objects in a tuple stay two.
both(v) = (println("both"); (v, copy(v)))
function caller_writes_one(v::Vector{Int64})
    t = both(v)
    t[2][1] = 9
    return t[1][1], t[2][1]
end
#! run --entry caller_writes_one [1,2]
#> both
#> (1, 9)
#! run --opt --rules eager --entry caller_writes_one [1,2]
#> both
#> (1, 9)

# The version would return another type.
counted(x) = x > 5 ? counted(x - 1) : widened(x)
caller_counts(v::Vector{Int64}, x::Int64) = v[counted(x)]
#! opt --entry caller_counts --sig Vector{Int64},Int64 --rules eager
#> # cost 9 → 9, optimal
#> function caller_counts(%1 v::Vector{Int64}, %2 x::Int64)::Int64
#> b0:
#>     %3 = counted(%2)::Int64
#>     %4 = getindex(%1, %3)::Int64
#>     return %4
#> end
#! run --entry caller_counts [1,2,3,4,5] 7
#> 5
#! run --opt --rules eager --entry caller_counts [1,2,3,4,5] 7
#> 5

# A function that calls itself goes on with what it returned.
function nested(v::Vector{Int64}, n::Int64)
    n == 0 && return (v, copy(v))
    t = nested(v, n - 1)
    t[2][1] += 1
    return t[1], t[2]
end
#! run --entry nested [1,2] 2
#> ([1, 2], [3, 2])
#! run --opt --rules eager --entry nested [1,2] 2
#> ([1, 2], [3, 2])
