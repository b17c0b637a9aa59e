# The last element of a collection that is never empty is read behind the loop: the variable is declared outside, and `outer` says that the loop assigns it. The loop had
# one of its own, and what was read had never been assigned.

@rules none begin
end

function last_of(n)
    b = n
    for k in 1:3
        println(k)
        b = k
    end
    return b
end
@saturate none last_of(::Int64)

#! opt --emit julia --entry last_of --sig Int64
#> # cost 60 → 60, optimal
#> function last_of(n::Int64)
#>     local k
#>     for outer k in 1:3
#>         println(k)
#>     end
#>     return k
#> end

# The same inside of another loop.
function last_of_each(n)
    b = n
    for i in 1:n
        for k in 1:3
            println(k)
            b = k
        end
        println(b)
    end
    return n
end
@saturate none last_of_each(::Int64)

#! opt --emit julia --entry last_of_each --sig Int64
#> # cost 664 → 654, optimal
#> function last_of_each(n::Int64)
#>     local k
#>     for _ in 1:n
#>         for outer k in 1:3
#>             println(k)
#>         end
#>         println(k)
#>     end
#>     return n
#> end

# The negative twin: a collection that may be empty. What the loop does not assign, the variable has before, and it is another than the element.
function last_of_any(n)
    b = n
    for k in 1:n
        println(k)
        b = k
    end
    return b
end
@saturate none last_of_any(::Int64)

#! opt --emit julia --entry last_of_any --sig Int64
#> # cost 64 → 64, optimal
#> function last_of_any(n::Int64)
#>     b = n
#>     for k in 1:n
#>         println(k)
#>         b = k
#>     end
#>     return b
#> end
