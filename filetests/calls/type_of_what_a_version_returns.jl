# A version of a function returns what callers expect of it. Where a function may return values of several types, each of them is of the type that the source
# returns: callers look at it when they run.

@rules tr begin
    sin(~x::Float64)^2 + cos(~x)^2 --> 1
end
two(x, c) = c ? sin(x)^2 + cos(x)^2 : 2
struct Box{T}
    v::T
end
boxed(x, c) = c ? Box(sin(x)^2 + cos(x)^2) : Box(2)
name(::Box{Float64}) = "a float"
name(::Box{Int64}) = "an integer"
some(x) = x > 0.6 ? sin(x)^2 + cos(x)^2 : x > 0.3 ? 2 : x

# Found by a program written against the contract: all of them saw an integer.
function printed(x::Float64, c::Bool)
    y = two(x, c)
    println(y)
    return typeof(y), y isa Int64
end
tested(x::Float64, c::Bool) = two(x, c) isa Float64 ? "a float" : "an integer"
dispatched(x::Float64, c::Bool) = name(boxed(x, c))
countdown(x, n) = n == 0 ? sin(x)^2 + cos(x)^2 : n == 1 ? 2 : countdown(x, n - 2)
recursive(x::Float64, n::Int64) = countdown(x, n) isa Float64 ? "a float" : "an integer"
handed_over(v::Vector{Float64}) = some.(v)
#! run --rules tr --opt --checked --entry printed 0.5 true
#> 1.0
#> (Float64, false)
#! run --rules tr --opt --checked --entry tested 0.5 true
#> "a float"
#! run --rules tr --opt --checked --entry dispatched 0.5 true
#> "a float"
#! run --rules tr --opt --checked --entry recursive 0.5 2
#> "a float"
#! run --rules tr --opt --checked --entry handed_over "[0.7, 0.1]"
#> 2-element Vector{Float64}:
#>  1.0
#>  0.1

# Where a function returns values of one type, callers are given another one, which equals it.
one_type(x) = sin(x)^2 + cos(x)^2
added(x::Float64) = one_type(x) + 1.0
#! opt --rules tr --entry added --sig Float64
#> # cost 6 → 0, optimal
#> # in place of a call: one_type (line 43)
#> function added(%1 x::Float64)::Float64
#> b0:
#>     return 2.0
#> end
