# while and for with break and continue in nested loops; ranges; several iterators in one for.

function search(n, m)
    found = (0, 0)
    for i in 1:n
        j = 0
        while true
            j += 1
            j > m && break
            (i + j) % 7 == 0 || continue
            found = (i, j)
            break
        end
        found == (0, 0) || break
    end
    found
end
function grid(n)
    s = 0
    for i in 1:n, j in i:n
        j == 4 && break
        s += i * j
    end
    s
end
function steps(r)
    out = Int64[]
    for x in r
        push!(out, x)
    end
    out
end
function collatz(n)
    count = 0
    while n != 1
        n = iseven(n) ? n ÷ 2 : 3n + 1
        count += 1
    end
    count
end
function letters(s)
    n = 0
    for c in s
        if c == 'a'
            n += 1
        elseif c == 'z'
            return -1
        end
    end
    n
end
function over_dict(d)
    s = 0
    for (k, v) in d
        s += k * v
    end
    s
end
function zero_trips(n)
    x = "none"
    for i in 1:n
        x = i
    end
    x
end

#! run --entry search 5 5
#> (2, 5)
#! run --entry grid 5
#> 6
#! run --entry steps 1:2:7
#> 4-element Vector{Int64}:
#>  1
#>  3
#>  5
#>  7
#! run --entry steps 5:-2:1
#> 3-element Vector{Int64}:
#>  5
#>  3
#>  1
#! run --entry steps 3:1
#> Int64[]
#! run --entry collatz 27
#> 111
#! run --entry letters '"banana"'
#> 3
#! run --entry letters '"baz"'
#> -1
#! run --entry over_dict 'Dict(1 => 10, 2 => 20)'
#> 50
#! run --entry zero_trips 0
#> "none"
#! run --entry zero_trips 3
#> 3
