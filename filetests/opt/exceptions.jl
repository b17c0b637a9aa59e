# Calls that may throw: dropped where a rewrite took their value away, kept otherwise, never moved where they did not run.

@rules algebra begin
    ~x::Number - ~x --> 0
    ~x::Number * 0 --> 0
end

# The division is no longer needed: it may go (not in strict mode).
vanishing(a, b) = div(a, b) - div(a, b)
@saturate algebra vanishing(::Int64, ::Int64)

# A value that the source never used: the call is there for its exception.
function dead_call(a, b)
    div(a, b)
    return a
end
@saturate algebra dead_call(::Int64, ::Int64)

# Not out of the branch, and not into the loop.
function guarded(a, b)
    if b != 0
        return div(a, b)
    end
    return 0
end
@saturate algebra guarded(::Int64, ::Int64)
function zero_times(a, b, n)
    s = 0
    for i in 1:n
        s += div(a, b)
    end
    return s
end
@saturate algebra zero_times(::Int64, ::Int64, ::Int64)

# Pure code that does not change leaves the loop.
function invariant(x, n)
    s = 0.0
    for i in 1:n
        s += x * x
    end
    return s
end
@saturate algebra invariant(::Float64, ::Int64)

# A call that is valid only below its test stays there.
narrowed(x) = x isa Float64 ? x * 2.0 : 0.0
@saturate algebra narrowed(::Union{Float64, Nothing})

#! opt
#> # cost 3 → 0, optimal
#> function vanishing(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function dead_call(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = div(%1, %2)::Int64
#>     return %1
#> end
#>
#> # cost 2 → 2, optimal
#> function guarded(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = !=(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = div(%1, %2)::Int64
#>     return %4
#> b2:
#>     return 0
#> end
#>
#> # cost 74 → 55, optimal
#> function zero_times(%1 a::Int64, %2 b::Int64, %3 n::Int64)::Int64
#> b0:
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = iterate(%4)::Union{Nothing, Tuple{Int64, Int64}}
#>     %6 = ===(%5, nothing)::Bool
#>     %7 = not_int(%6)::Bool
#>     goto b1 if %7 else b4(0)
#> b1:
#>     %8 = π(%5, !Nothing)::Tuple{Int64, Int64}
#>     %9 = div(%1, %2)::Int64
#>     goto b2(0, %8)
#> b2(%10 s::Int64, %11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 2)::Int64
#>     %13 = +(%10, %9)::Int64
#>     %14 = iterate(%4, %12)::Union{Nothing, Tuple{Int64, Int64}}
#>     %15 = ===(%14, nothing)::Bool
#>     %16 = not_int(%15)::Bool
#>     goto b3 if %16 else b4(%13)
#> b3:
#>     %17 = π(%14, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%13, %17)
#> b4(%18 s::Int64):
#>     return %18
#> end
#>
#> # cost 74 → 55, optimal
#> function invariant(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = (:)(1, %2)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4(0.0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     %8 = *(%1, %1)::Float64
#>     goto b2(0.0, %7)
#> b2(%9 s::Float64, %10::Tuple{Int64, Int64}):
#>     %11 = getfield(%10, 2)::Int64
#>     %12 = +(%9, %8)::Float64
#>     %13 = iterate(%3, %11)::Union{Nothing, Tuple{Int64, Int64}}
#>     %14 = ===(%13, nothing)::Bool
#>     %15 = not_int(%14)::Bool
#>     goto b3 if %15 else b4(%12)
#> b3:
#>     %16 = π(%13, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%12, %16)
#> b4(%17 s::Float64):
#>     return %17
#> end
#>
#> # cost 2 → 2, optimal
#> function narrowed(%1 x::Union{Nothing, Float64})::Float64
#> b0:
#>     %2 = isa(%1, Float64)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = π(%1, Float64)::Float64
#>     %4 = *(%3, 2.0)::Float64
#>     return %4
#> b2:
#>     return 0.0
#> end
