# if/elseif/else, ternary, && and ||, while, for, break, continue, return.

function sign_name(x)
    if x > 0
        "positive"
    elseif x < 0
        "negative"
    else
        "zero"
    end
end
clamp01(x) = x < 0 ? 0 : x > 1 ? 1 : x
function odds(n)
    found = Int[]
    for i in 1:n
        i % 2 == 0 && continue
        i > 9 && break
        push!(found, i)
    end
    return found
end
function collatz(n)
    steps = 0
    while n != 1
        n = iseven(n) ? n ÷ 2 : 3n + 1
        steps += 1
    end
    steps
end
function pairs_below(n)
    out = []
    for i in 1:n, j in i:n
        i + j == n && push!(out, (i, j))
    end
    out
end
function first_negative(xs)
    for x in xs
        x < 0 || continue
        return x
    end
    return nothing
end

#! run --entry sign_name 3
#> "positive"
#! run --entry sign_name -3
#> "negative"
#! run --entry sign_name 0
#> "zero"
#! run --entry clamp01 1.5
#> 1
#! run --entry odds 20
#> 5-element Vector{Int64}:
#>  1
#>  3
#>  5
#>  7
#>  9
#! run --entry collatz 27
#> 111
#! run --entry pairs_below 6
#> 3-element Vector{Any}:
#>  (1, 5)
#>  (2, 4)
#>  (3, 3)
#! run --entry first_negative '[1, -2, -3]'
#> -2
#! run --entry first_negative '[1, 2]'

# A condition that is not a Bool.
bad(x) = x ? 1 : 2
#! run --entry bad 1
#> error: TypeError: non-boolean (Int64) used in boolean context
