# Calls that may throw, with `strict` and without.

struct Overflow <: Exception
end

# Throws where the product does not fit; the comparison stands for the hardware's flag.
checked(a, b) = a * b > 1000000 ? throw(Overflow()) : a * b

@rules simple begin
    ~x::Int64 - ~x --> 0
    checked(~a, ~a) * 0 --> 0
    div(~a::Int64, 1) --> ~a
end

# The rule does not cover the check: strict keeps it, once.
same(a, b) = checked(a, b) - checked(a, b)
@saturate simple same(::Int64, ::Int64)

# The rule has the check in its left side: its author has licensed that it goes.
licensed(a) = checked(a, a) * 0
@saturate simple licensed(::Int64)

# One use went through a rule that covers the check, the other through one that does not.
function both(a)
    x = checked(a, a)
    return (x * 0, x - x)
end
@saturate simple both(::Int64)

# What is printed before an exception is printed before it; what is printed behind it is not printed.
function ordered(a, b)
    x = checked(a, b)
    println("behind the check")
    return x - x
end
@saturate simple ordered(::Int64, ::Int64)

# A call whose value the source never used is there for its exception, strict or not.
function only_check(a, b)
    checked(a, b)
    return a - a
end
@saturate simple only_check(::Int64, ::Int64)

#! opt
#> # cost 3 → 0, optimal
#> function same(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 2 → 0, optimal
#> function licensed(%1 a::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 4 → 0, optimal
#> function both(%1 a::Int64)::Tuple{Int64, Int64}
#> b0:
#>     return (0, 0)
#> end
#>
#> # cost 3 → 1, optimal
#> function ordered(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = println("behind the check")::Nothing
#>     return 0
#> end
#>
#> # cost 2 → 1, optimal
#> function only_check(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = checked(%1, %2)::Int64
#>     return 0
#> end
#! opt --strict
#> # cost 3 → 1, optimal
#> function same(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = checked(%1, %2)::Int64
#>     return 0
#> end
#>
#> # cost 2 → 0, optimal
#> function licensed(%1 a::Int64)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 4 → 1, optimal
#> function both(%1 a::Int64)::Tuple{Int64, Int64}
#> b0:
#>     %2 = checked(%1, %1)::Int64
#>     return (0, 0)
#> end
#>
#> # cost 3 → 2, optimal
#> function ordered(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = checked(%1, %2)::Int64
#>     %4 = println("behind the check")::Nothing
#>     return 0
#> end
#>
#> # cost 2 → 1, optimal
#> function only_check(%1 a::Int64, %2 b::Int64)::Int64
#> b0:
#>     %3 = checked(%1, %2)::Int64
#>     return 0
#> end
