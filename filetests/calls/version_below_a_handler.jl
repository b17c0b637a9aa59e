# Who catches an exception sees whether it came, also where it comes from a call further down: below a `try`, a version drops nothing that may throw, unless
# a rule covers it. The same function has another version where nobody catches.
@rules zeros begin
    if ~z === 0
        ~a::Int64 * ~z::Comptime{Int64} --> ~z
    end
end
function shout(x::Int64)
    println("shout ", x)
    return x + 1
end
function inner(n::Int64)
    shout(div(n, 0) * 0)
    shout(n * 0)
    return 1
end
outer(n::Int64) = inner(n)
function watched(n::Int64)
    try
        outer(n)
    catch
        println("caught")
    end
    return 2
end
unwatched(n::Int64) = outer(n)
both(n::Int64) = (watched(n); outer(n))
@saturate zeros watched(::Int64)
@saturate zeros unwatched(::Int64)
@saturate zeros both(::Int64)
#! opt
#> # cost 6 → 4, optimal
#> # inner′1 stands for inner(::Int64): cost 5 → 3
#> # outer′2 stands for outer(::Int64): cost 5 → 3
#> function watched(%1 n::Int64)::Int64
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = outer′2(%1)::Int64 = 1
#>     %3 = %leave 1::Any
#>     goto b3
#> b2:
#>     %4 = %leave 1::Any
#>     %5 = println("caught")::Nothing
#>     %6 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     return 2
#> end
#>
#> function inner′1(%1 n::Int64)::Int64
#> b0:
#>     %2 = div(%1, 0)::Int64
#>     %3 = shout(0)::Int64
#>     %4 = shout(0)::Int64
#>     return 1
#> end
#>
#> function outer′2(%1 n::Int64)::Int64
#> b0:
#>     %2 = inner′1(%1)::Int64 = 1
#>     return 1
#> end
#>
#> # cost 5 → 2, optimal
#> # inner′3 stands for inner(::Int64): cost 5 → 2
#> # outer′4 stands for outer(::Int64): cost 5 → 2
#> function unwatched(%1 n::Int64)::Int64
#> b0:
#>     %2 = outer′4(%1)::Int64 = 1
#>     return 1
#> end
#>
#> function inner′3(%1 n::Int64)::Int64
#> b0:
#>     %2 = shout(0)::Int64
#>     %3 = shout(0)::Int64
#>     return 1
#> end
#>
#> function outer′4(%1 n::Int64)::Int64
#> b0:
#>     %2 = inner′3(%1)::Int64 = 1
#>     return 1
#> end
#>
#> # cost 11 → 6, optimal
#> # inner′5 stands for inner(::Int64): cost 5 → 3
#> # outer′6 stands for outer(::Int64): cost 5 → 3
#> # watched′7 stands for watched(::Int64): cost 6 → 4
#> # inner′8 stands for inner(::Int64): cost 5 → 2
#> # outer′9 stands for outer(::Int64): cost 5 → 2
#> function both(%1 n::Int64)::Int64
#> b0:
#>     %2 = watched′7(%1)::Int64 = 2
#>     %3 = outer′9(%1)::Int64 = 1
#>     return 1
#> end
#>
#> function inner′5(%1 n::Int64)::Int64
#> b0:
#>     %2 = div(%1, 0)::Int64
#>     %3 = shout(0)::Int64
#>     %4 = shout(0)::Int64
#>     return 1
#> end
#>
#> function outer′6(%1 n::Int64)::Int64
#> b0:
#>     %2 = inner′5(%1)::Int64 = 1
#>     return 1
#> end
#>
#> function watched′7(%1 n::Int64)::Int64
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = outer′6(%1)::Int64 = 1
#>     %3 = %leave 1::Any
#>     goto b3
#> b2:
#>     %4 = %leave 1::Any
#>     %5 = println("caught")::Nothing
#>     %6 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     return 2
#> end
#>
#> function inner′8(%1 n::Int64)::Int64
#> b0:
#>     %2 = shout(0)::Int64
#>     %3 = shout(0)::Int64
#>     return 1
#> end
#>
#> function outer′9(%1 n::Int64)::Int64
#> b0:
#>     %2 = inner′8(%1)::Int64 = 1
#>     return 1
#> end
#! run --entry watched 3
#> caught
#> 2
#! run --opt --entry watched 3
#> caught
#> 2
