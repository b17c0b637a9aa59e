# Loops that look like the left side of a rule, and are more than that, or less.
twice!(y, x, r) = (println("at once"); for i in r; y[i] = 2 * x[i]; end)
total(s, x, r) = (println("at once"); for i in r; s += x[i]; end; s)
@rules doubling begin
    for ~i in ~r
        (~y::Vector{Int64})[~i] = 2 * (~x::Vector{Int64})[~i]
    end --> twice!(~y, ~x, ~r)
    for ~i in ~r
        ~s::Int64 += (~x::Vector{Int64})[~i]
    end --> total(~s, ~x, ~r)
end

# The loop itself: also of a constant range, of an array, of nothing, inside another loop, below a handler.
function whole(y, x)
    for i in 1:length(x)
        y[i] = 2 * x[i]
    end
    for i in 2:3
        y[i] = 2 * x[i]
    end
    for i in y
        y[i] = 2 * x[i]
    end
    return y
end
@saturate doubling whole(::Vector{Int64}, ::Vector{Int64})

function sums(x)
    s = 0
    t = 1
    for i in 1:2
        for j in eachindex(x)
            s += x[j]
        end
        try
            for j in 1:4
                t += x[j]
            end
        catch
            println("caught")
        end
    end
    return s, t
end
@saturate doubling sums(::Vector{Int64})

# Something else is done in each round.
function prints(y, x)
    for i in eachindex(x)
        y[i] = 2 * x[i]
        println(i)
    end
    return y
end
@saturate doubling prints(::Vector{Int64}, ::Vector{Int64})

# Something else is left behind.
function last_index(y, x)
    k = 0
    for i in eachindex(x)
        y[i] = 2 * x[i]
        k = i
    end
    return y, k
end
@saturate doubling last_index(::Vector{Int64}, ::Vector{Int64})

# The index is another one.
function shifted(y, x)
    for i in 1:2
        y[i] = 2 * x[i + 1]
    end
    return y
end
@saturate doubling shifted(::Vector{Int64}, ::Vector{Int64})

# What is read is another array in each round.
function nested(y, xs)
    for i in 1:2
        y[i] = 2 * xs[i][i]
    end
    return y
end
@saturate doubling nested(::Vector{Int64}, ::Vector{Vector{Int64}})

# It ends early.
function broken_off(y, x)
    for i in eachindex(x)
        x[i] > 2 && break
        y[i] = 2 * x[i]
    end
    return y
end
@saturate doubling broken_off(::Vector{Int64}, ::Vector{Int64})

# The sum is looked at on the way.
function running(x)
    s = 0
    t = Int64[]
    for i in eachindex(x)
        s += x[i]
        push!(t, s)
    end
    return t
end
@saturate doubling running(::Vector{Int64})

# Without elements it goes on elsewhere.
function by_hand(y, x, r)
    it = iterate(r)
    if it === nothing
        println("nothing to do")
        return y
    end
    while true
        i = getfield(it, 1)
        y[i] = 2 * x[i]
        it = iterate(r, getfield(it, 2))
        it === nothing && break
    end
    println("done")
    return y
end
@saturate doubling by_hand(::Vector{Int64}, ::Vector{Int64}, ::UnitRange{Int64})

# Another type.
function floats(y, x)
    for i in eachindex(x)
        y[i] = 2 * x[i]
    end
    return y
end
@saturate doubling floats(::Vector{Float64}, ::Vector{Float64})

#! run --opt --entry whole "[1, 2, 3]" "[3, 2, 1]"
#> at once
#> at once
#> at once
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [6]
#! run --opt --entry sums "[1, 2, 3, 4]"
#> at once
#> at once
#> (20, 21)
#! run --opt --entry sums "[1, 2, 3]"
#> at once
#> caught
#> at once
#> caught
#> (12, 13)
#! run --opt --entry prints "[1, 2, 3]" "[3, 2, 1]"
#> 1
#> 2
#> 3
#> 3-element Vector{Int64}:
#>  6
#>  4
#>  2
#! run --opt --entry last_index "[1, 2, 3]" "[3, 2, 1]"
#> ([6, 4, 2], 3)
#! run --opt --entry shifted "[1, 2, 3]" "[3, 2, 1]"
#> 3-element Vector{Int64}:
#>  4
#>  2
#>  3
#! run --opt --entry nested "[1, 2, 3]" "[[3, 2, 1], [6, 5, 4]]"
#> 3-element Vector{Int64}:
#>   6
#>  10
#>   3
#! run --opt --entry broken_off "[1, 2, 3]" "[1, 2, 3]"
#> 3-element Vector{Int64}:
#>  2
#>  4
#>  3
#! run --opt --entry running "[1, 2, 3]"
#> 3-element Vector{Int64}:
#>  1
#>  3
#>  6
#! run --opt --entry floats "[1.0, 2.0, 3.0]" "[3.0, 2.0, 1.0]"
#> 3-element Vector{Float64}:
#>  6.0
#>  4.0
#>  2.0
#! run --opt --entry by_hand "[1, 2, 3]" "[3, 2, 1]" "1:0"
#> nothing to do
#> 3-element Vector{Int64}:
#>  1
#>  2
#>  3
#! run --opt --entry by_hand "[1, 2, 3]" "[3, 2, 1]" "1:3"
#> done
#> 3-element Vector{Int64}:
#>  6
#>  4
#>  2
