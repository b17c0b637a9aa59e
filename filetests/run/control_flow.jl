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
#! run --entry sign_name -3
#! run --entry sign_name 0
#! run --entry clamp01 1.5
#! run --entry odds 20
#! run --entry collatz 27
#! run --entry pairs_below 6
#! run --entry first_negative '[1, -2, -3]'
#! run --entry first_negative '[1, 2]'

# A condition that is not a Bool.
bad(x) = x ? 1 : 2
#! run --entry bad 1
