# Functions that call themselves are optimised below: a call goes to the version of what it calls.
@rules ones begin
    ~x::Float64 * 1.0 --> ~x
end

level(x, n) = n == 0 ? x : level(x * 1.0, n - 1) * 1.0
#! opt --entry level --sig Float64,Int64 --rules ones
#> # cost 9 → 5, optimal
#> # level′1 stands for level(::Float64, ::Int64): cost 5 → 3
#> function level(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %1
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = level′1(%1, %4)::Float64
#>     return %5
#> end
#>
#> function level′1(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %1
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = level′1(%1, %4)::Float64
#>     return %5
#> end
#! run --entry level 2.5 3
#> 2.5
#! run --opt --rules ones --entry level 2.5 3
#> 2.5

# Two that call each other.
even(x, n) = n == 0 ? x * 1.0 : odd(x, n - 1)
odd(x, n) = n == 0 ? -x : even(x * 1.0, n - 1)
#! opt --entry even --sig Float64,Int64 --rules ones
#> # cost 11 → 8, optimal
#> # even′1 stands for even(::Float64, ::Int64): cost 4 → 3
#> # odd′2 stands for odd(::Float64, ::Int64): cost 8 → 6
#> function even(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %1
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = odd′2(%1, %4)::Float64
#>     return %5
#> end
#>
#> function even′1(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %1
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = odd′2(%1, %4)::Float64
#>     return %5
#> end
#>
#> function odd′2(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = -(%1)::Float64
#>     return %4
#> b2:
#>     %5 = -(%2, 1)::Int64
#>     %6 = even′1(%1, %5)::Float64
#>     return %6
#> end
#! run --opt --rules ones --entry even 2.5 3
#> -2.5
#! run --opt --rules ones --entry even 2.5 4
#> 2.5

# Nothing to gain: the original is called.
plain(x, n) = n == 0 ? x : plain(x + 1.0, n - 1)
#! opt --entry plain --sig Float64,Int64 --rules ones
#> # cost 4 → 4, optimal
#> function plain(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %1
#> b2:
#>     %4 = +(%1, 1.0)::Float64
#>     %5 = -(%2, 1)::Int64
#>     %6 = plain(%4, %5)::Float64
#>     return %6
#> end

# A rule that gives the body as a call of the function itself does not make the version call itself.
@rules folded begin
    ~x::Float64 + ~x::Float64 --> twice(~x)
end
twice(x) = x + x
calls_twice(x) = (println(x); twice(x))
#! opt --entry calls_twice --sig Float64 --rules folded
#> # cost 2 → 2, optimal
#> function calls_twice(%1 x::Float64)::Float64
#> b0:
#>     %2 = println(%1)::Nothing
#>     %3 = twice(%1)::Float64
#>     return %3
#> end
#! run --opt --rules folded --entry calls_twice 2.5
#> 2.5
#> 5.0
