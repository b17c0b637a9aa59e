# Every form of a call as Julia source that loads: keyword arguments, operators, literals of arrays, and locals that have
# the name of a function.

@rules algebra begin
    ~x::Int64 + 0 --> ~x
    ~x::Float64 * 2.0 --> twice(~x)
end

twice(x) = x + x
scaled(x; factor = 1, offset = 0) = factor * x + offset

# A call with keyword arguments is one again.
keyword_call(x) = scaled(x; factor = 2) + scaled(x, factor = x, offset = 3)
@saturate algebra keyword_call(::Int64)

#! opt --emit julia --entry keyword_call --sig Int64
#> # cost 5 → 5, optimal
#> function keyword_call(x::Int64)
#>     return scaled(x; factor = 2) + scaled(x; factor = x, offset = 3)
#> end

# The defaults of an entry point's own keywords are what the call without them means.
function with_default(x; shift = 10, other = x)
    y = x + shift
    return y * other
end
@saturate algebra with_default(::Int64)

#! opt --emit julia --entry with_default --sig Int64
#> # cost 2 → 2, optimal
#> function with_default(other::Int64)
#>     shift = 10
#>     x = other
#>     return (x + shift) * other
#> end

# A default that is computed: the call that passes it on.
computed_default(x; k = x + 1) = k * x
@saturate algebra computed_default(::Int64)

#! opt --emit julia --entry computed_default --sig Int64
#> # cost 2 → 2, optimal
#> function computed_default(x::Int64)
#>     v2 = x + 1
#>     return computed_default(x; k = v2)
#> end

# `&(a, b)` and `vect(a, b)` do not load.
operators(a, b) = ([a, b], a & b, a | b, a ⊻ b, a ÷ b, -a, a << b, (-2) ^ a, !(a < b))
@saturate algebra operators(::Int64, ::Int64)

#! opt --emit julia --entry operators --sig Int64,Int64
#> # cost 11 → 11, optimal
#> function operators(a::Int64, b::Int64)
#>     return ([a, b], a & b, a | b, a ⊻ b, a ÷ b, -a, a << b, (-2)^a, !(a < b))
#> end

# A rule makes a call of a function that a local has the name of.
shadow(twice::Float64) = twice * 2.0
@saturate algebra shadow(::Float64)

#! opt --emit julia --rules algebra --entry shadow --sig Float64
#> # cost 1 → 1, optimal
#> function shadow(twice_1::Float64)
#>     return twice(twice_1)
#> end

# Without a call of it, the local keeps its name.
no_shadow(twice::Float64) = twice * 3.0
@saturate algebra no_shadow(::Float64)

#! opt --emit julia --entry no_shadow --sig Float64
#> # cost 1 → 1, optimal
#> function no_shadow(twice::Float64)
#>     return twice * 3.0
#> end

# A variable number of arguments is as many as there are: the method for others stays.
collected(x, xs...) = x + length(xs)
@saturate algebra collected(::Int64, ::Int64, ::Float64)

#! opt --emit julia --entry collected --sig Int64,Int64,Float64
#> # cost 2 → 2, optimal
#> function collected(x::Int64, argument_1::Int64, argument_2::Float64)
#>     xs = (argument_1, argument_2)
#>     return x + length(xs)
#> end

# Closures have no name in source: structs stand for them.
mapped(v, a) = map(x -> a * x, map(x -> x + 1, v))
@saturate algebra mapped(::Vector{Int64}, ::Int64)

#! opt --emit julia --entry mapped --sig Vector{Int64},Int64
#> # cost 3 → 3, optimal
#> struct mapped_closure1{A1} <: Function
#>     a::A1
#> end
#> function (v1::mapped_closure1)(x::Any)
#>     return getfield(v1, :a) * x
#> end
#> struct mapped_closure2 <: Function
#> end
#> function (::mapped_closure2)(x::Any)
#>     return x + 1
#> end
#> function mapped(v::Vector{Int64}, a::Int64)
#>     return map(mapped_closure1(a), map(mapped_closure2(), v))
#> end
