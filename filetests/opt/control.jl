# What rules tell of control flow.

@rules flow begin
    ~x::Int64 - ~x --> 0
    ~x::Int64 * 1 --> ~x
    ~a::Comptime{Int64} == ~b::Comptime{Int64} => ~a == ~b
end

# The condition becomes a constant: the other branch is gone, and so is the parameter.
function decided(x)
    if x - x == 0
        y = sin(x)
    else
        y = cos(x)
        println("never")
    end
    return y
end
@saturate flow decided(::Int64)

# Not a constant: both branches stay.
function open_branch(x)
    if x - 1 == 0
        y = sin(x)
    else
        y = cos(x)
    end
    return y
end
@saturate flow open_branch(::Int64)

# Both branches pass the same class: the join has no parameter.
function same_value(x, c)
    if c
        y = x * 1
        println("yes")
    else
        y = x
    end
    return y + x
end
@saturate flow same_value(::Int64, ::Bool)

# In a loop: a parameter that only ever is what it was before the loop.
function invariant(x, n)
    y = x
    i = 0
    while i < n
        y = y * 1
        i += 1
    end
    return y
end
@saturate flow invariant(::Int64, ::Int64)

# Equal to another value of the turn before, which is not the same as that value now.
function lagging(x, n)
    a = x
    b = x
    i = 0
    while i < n
        b = a * 1
        a = a + i
        i += 1
    end
    return b
end
@saturate flow lagging(::Int64, ::Int64)

# Read in a loop that writes: the value of the turn before is not the value now.
function lagging_read(v, n)
    a = v[1]
    i = 0
    while i < n
        v[1] = v[1] + 1
        a = v[1] * 1
        i += 1
    end
    return a
end
@saturate flow lagging_read(::Vector{Int64}, ::Int64)

#! opt
#> # cost 5 → 1, optimal
#> function decided(%1 x::Int64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     return %2
#> end
#>
#> # cost 4 → 4, optimal
#> function open_branch(%1 x::Int64)::Float64
#> b0:
#>     %2 = -(%1, 1)::Int64
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = sin(%1)::Float64
#>     goto b3(%4)
#> b2:
#>     %5 = cos(%1)::Float64
#>     goto b3(%5)
#> b3(%6 y::Float64):
#>     return %6
#> end
#>
#> # cost 3 → 2, optimal
#> function same_value(%1 x::Int64, %2 c::Bool)::Int64
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = println("yes")::Nothing
#>     goto b2
#> b2:
#>     %4 = +(%1, %1)::Int64
#>     return %4
#> end
#>
#> # cost 30 → 20, optimal
#> function invariant(%1 x::Int64, %2 n::Int64)::Int64
#> b0:
#>     goto b1(0)
#> b1(%3 i::Int64):
#>     %4 = <(%3, %2)::Bool
#>     goto b2 if %4 else b3
#> b2:
#>     %5 = +(%3, 1)::Int64
#>     goto b1(%5)
#> b3:
#>     return %1
#> end
#>
#> # cost 40 → 30, optimal
#> function lagging(%1 x::Int64, %2 n::Int64)::Int64
#> b0:
#>     goto b1(%1, %1, 0)
#> b1(%3 a::Int64, %4 b::Int64, %5 i::Int64):
#>     %6 = <(%5, %2)::Bool
#>     goto b2 if %6 else b3
#> b2:
#>     %7 = +(%3, %5)::Int64
#>     %8 = +(%5, 1)::Int64
#>     goto b1(%7, %3, %8)
#> b3:
#>     return %4
#> end
#>
#> # cost 71 → 61, optimal
#> function lagging_read(%1 v::Vector{Int64}, %2 n::Int64)::Int64
#> b0:
#>     %3 = getindex(%1, 1)::Int64
#>     goto b1(%3, 0)
#> b1(%4 a::Int64, %5 i::Int64):
#>     %6 = <(%5, %2)::Bool
#>     goto b2 if %6 else b3
#> b2:
#>     %7 = getindex(%1, 1)::Int64
#>     %8 = +(%7, 1)::Int64
#>     %9 = setindex!(%1, %8, 1)::Vector{Int64}
#>     %10 = getindex(%1, 1)::Int64
#>     %11 = +(%5, 1)::Int64
#>     goto b1(%10, %11)
#> b3:
#>     return %4
#> end
