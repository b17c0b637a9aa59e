# Recursion, mutual recursion, type-unstable code.

fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
is_even(n) = n == 0 ? true : is_odd(n - 1)
is_odd(n) = n == 0 ? false : is_even(n - 1)
ackermann(m, n) = m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1))
hanoi(n, a, b, c) = n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
depth(t) = t isa Tuple ? 1 + maximum(map(depth, t)) : 0
unstable(n) = n > 0 ? n : n < 0 ? "negative" : nothing
function widening(n)
    x = 1
    for i in 1:n
        x = x / 2
    end
    x
end
mixed() = [unstable(1), unstable(-1), unstable(0)]
function any_vector()
    v = Any[1, "a", 2.5]
    push!(v, :s)
    [typeof(x) for x in v]
end
deep(n) = n == 0 ? 0 : 1 + deep(n - 1)

#! run --entry fib 15
#> 610
#! run --entry is_even 10
#> true
#! run --entry ackermann 2 3
#> 9
#! run --entry hanoi 5 1 2 3
#> 31
#! run --entry depth '((1, 2), ((3,),))'
#> 3
#! run --entry widening 0
#> 1
#! run --entry widening 2
#> 0.25
#! run --entry mixed
#> 3-element Vector{Any}:
#>  1
#>   "negative"
#>   nothing
#! run --entry any_vector
#> 4-element Vector{DataType}:
#>  Int64
#>  String
#>  Float64
#>  Symbol
#! run --entry deep 5000
#> 5000

# The types of recursive functions are found.
#! lower --entry fib --sig "Int64"
#> function fib(%1 n::Int64)::Int64
#> b0:
#>     %2 = <(%1, 2)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return %1
#> b2:
#>     %3 = -(%1, 1)::Int64
#>     %4 = fib(%3)::Int64
#>     %5 = -(%1, 2)::Int64
#>     %6 = fib(%5)::Int64
#>     %7 = +(%4, %6)::Int64
#>     return %7
#> end
#! lower --entry is_even --sig "Int64"
#> function is_even(%1 n::Int64)::Bool
#> b0:
#>     %2 = ==(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return true
#> b2:
#>     %3 = -(%1, 1)::Int64
#>     %4 = is_odd(%3)::Bool
#>     return %4
#> end
#! lower --entry unstable --sig "Int64"
#> function unstable(%1 n::Int64)::Union{Nothing, Int64, String}
#> b0:
#>     %2 = >(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return %1
#> b2:
#>     %3 = <(%1, 0)::Bool
#>     goto b3 if %3 else b4
#> b3:
#>     return "negative"
#> b4:
#>     return nothing
#> end
