# What stands behind a loop that is the whole body of another is written. The inner loop is left to the next turn of the outer one, and that is not a block behind the
# inner loop: it was taken for one, and the function was nothing but a jump to a label that nobody wrote.

@rules none begin
end

function filled(v)
    for i in 1:2
        for j in 1:2
            v[1] = v[1] + 2.0
        end
    end
    return v
end
@saturate none filled(::Vector{Float64})

#! opt --emit julia --entry filled --sig Vector{Float64}
#> # cost 850 → 740, optimal
#> function filled(v::Vector{Float64})
#>     for _ in 1:2
#>         for _ in 1:2
#>             v[1] = v[1] + 2.0
#>         end
#>     end
#>     return v
#> end

# The same of loops with a condition.
function lowered(v)
    while v[1] > 0
        while v[1] > -1
            v[2] -= 1
            v[1] -= 1
        end
    end
    return v
end
@saturate none lowered(::Vector{Float64})

#! opt --emit julia --entry lowered --sig Vector{Float64}
#> # cost 820 → 820, optimal
#> function lowered(v::Vector{Float64})
#>     while v[1] > 0
#>         while v[1] > -1
#>             v[2] = v[2] - 1
#>             v[1] = v[1] - 1
#>         end
#>     end
#>     return v
#> end

# The negative twin: the outer loop goes on behind the inner one, and the way out is a block behind it.
function raised(v)
    while v[1] > 0
        while v[1] > 3
            v[2] -= 1
            v[1] -= 1
        end
        v[1] -= 1
    end
    return v
end
@saturate none raised(::Vector{Float64})

#! opt --emit julia --entry raised --sig Vector{Float64}
#> # cost 850 → 840, optimal
#> function raised(v::Vector{Float64})
#>     local v4
#>     while v[1] > 0
#>         while true
#>             v4 = v[1]
#>             if !(v4 > 3)
#>                 break
#>             end
#>             v[2] = v[2] - 1
#>             v[1] = v[1] - 1
#>         end
#>         v[1] = v4 - 1
#>     end
#>     return v
#> end

# Three loops: the innermost is left to the second, and that one to the first.
function counted(n)
    k = 0
    for a in 1:2
        for b in 1:3
            for c in 1:2
                k += n
            end
        end
    end
    return k
end
@saturate none counted(::Int64)

#! opt --emit julia --entry counted --sig Int64
#> # cost 6550 → 5440, optimal
#> function counted(n::Int64)
#>     k = 0
#>     for _ in 1:2
#>         for _ in 1:3
#>             for _ in 1:2
#>                 k = k + n
#>             end
#>         end
#>     end
#>     return k
#> end

# A jump from the third loop to the next turn of the first goes to the end of its body: a jump to the `for` would begin with the first element again.
function skipped(n)
    for a in 1:n
        for b in 1:3
            for c in 1:3
                if c == n
                    @goto next
                end
                println(a, b, c)
            end
            println(b)
        end
        println(a)
        @label next
    end
    return n
end
@saturate none skipped(::Int64)

#! opt --emit julia --entry skipped --sig Int64
#> # cost 7664 → 7664, optimal
#> function skipped(n::Int64)
#>     for a in 1:n
#>         for b in 1:3
#>             for c in 1:3
#>                 if c == n
#>                     @goto b31
#>                 end
#>                 println(a, b, c)
#>             end
#>             println(b)
#>         end
#>         println(a)
#>         @label b31
#>     end
#>     return n
#> end

# Of a `while`, the jump goes to its condition.
function skipped_while(n)
    while n > 0
        n -= 1
        for b in 1:3
            for c in 1:3
                if c == n
                    @goto next
                end
                println(b, c)
            end
            println(b)
        end
        println(n)
        @label next
    end
    return n
end
@saturate none skipped_while(::Int64)

#! opt --emit julia --entry skipped_while --sig Int64
#> # cost 7630 → 7630, optimal
#> function skipped_while(n::Int64)
#>     @label b1
#>     while n > 0
#>         n = n - 1
#>         for b in 1:3
#>             for c in 1:3
#>                 if c == n
#>                     @goto b1
#>                 end
#>                 println(b, c)
#>             end
#>             println(b)
#>         end
#>         println(n)
#>     end
#>     return n
#> end
