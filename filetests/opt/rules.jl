# Every form of rule.

@rules forms begin
    # One way, both ways, typed, repeated.
    sin(~x::Number)^2 + cos(~x)^2 --> 1
    ~a::Number + ~b::Number == ~b + ~a
    ~x::Number - ~x --> 0
    # Constants at compile time.
    ~a::Comptime{Int64} * ~b::Comptime{Int64} => ~a * ~b
    # Any number of arguments.
    max(~xs..., ~x, ~x) --> max(~xs..., ~x)
    # A function as a variable, and in head position.
    map(identity, ~x) --> copy(~x)
    (~f)(ifelse(~c, ~a, ~a)) --> (~f)(~a)
    # A guard.
    if ~n > 2
        ~x::Int64 * ~n::Comptime{Int64} --> mul_large(~x, ~n)
    end
    @cost mul_large 0.5
end
mul_large(x, n) = x * n

pythagoras(α) = cos(α)^2 + sin(α)^2
@saturate forms pythagoras(::Float64)
difference(x) = x - x
@saturate forms difference(::Float64)
folded(x) = x + 3 * 4
@saturate forms folded(::Int64)
variadic(x, y) = max(y, x, x)
@saturate forms variadic(::Int64, ::Int64)
mapped(v) = map(identity, v)
@saturate forms mapped(::Vector{Float64})
head(c, x) = abs(ifelse(c, x, x))
@saturate forms head(::Bool, ::Float64)
guarded_small(x) = x * 2
@saturate forms guarded_small(::Int64)
guarded_large(x) = x * 5
@saturate forms guarded_large(::Int64)

# Strings are no numbers: the typed rule does not match.
concatenated(s) = s * s
@saturate forms concatenated(::String)

#! opt
#> # cost 5 → 0, optimal
#> function pythagoras(%1 α::Float64)::Int64
#> b0:
#>     return 1
#> end
#>
#> # cost 1 → 0, optimal
#> function difference(%1 x::Float64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function folded(%1 x::Int64)::Int64
#> b0:
#>     %2 = +(%1, 12)::Int64
#>     return %2
#> end
#>
#> # cost 1 → 1, optimal
#> function variadic(%1 x::Int64, %2 y::Int64)::Int64
#> b0:
#>     %3 = max(%2, %1)::Int64
#>     return %3
#> end
#>
#> # cost 1 → 1, optimal
#> function mapped(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function head(%1 c::Bool, %2 x::Float64)::Float64
#> b0:
#>     %3 = abs(%2)::Float64
#>     return %3
#> end
#>
#> # cost 1 → 1, optimal
#> function guarded_small(%1 x::Int64)::Int64
#> b0:
#>     %2 = *(%1, 2)::Int64
#>     return %2
#> end
#>
#> # cost 1 → 0.5, optimal
#> function guarded_large(%1 x::Int64)::Int64
#> b0:
#>     %2 = mul_large(%1, 5)::Int64
#>     return %2
#> end
#>
#> # cost 1 → 1, optimal
#> function concatenated(%1 s::String)::String
#> b0:
#>     %2 = *(%1, %1)::String
#>     return %2
#> end
