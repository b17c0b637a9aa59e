# Equal values of different types are not interchangeable for who looks at the type: the states of an iteration over a
# range are elements, over an array they are positions.

@rules lazy begin
    collect(~r::UnitRange{Int64}) --> ~r
end
function loops(n::Int64)
    x = collect(1:n)
    s = 0
    for i in 1:n
        println(i)
        s += x[i]
    end
    return s
end
function loops_over_both(n::Int64)
    s = 0
    for i in 1:n
        s += i
    end
    for i in collect(1:n)
        s += i
    end
    return s
end
function asks(n::Int64)
    return (collect(1:n) isa Vector, (1:n) isa Vector)
end
@saturate lazy loops(::Int64)
@saturate lazy loops_over_both(::Int64)
@saturate lazy asks(::Int64)

#! run --opt --extract chaos --seed 0 --entry loops 2
#> 1
#> 2
#> 3

#! run --opt --extract chaos --seed 1 --entry loops 2
#> 1
#> 2
#> 3

#! run --opt --extract chaos --seed 2 --entry loops 2
#> 1
#> 2
#> 3

#! run --opt --extract chaos --seed 3 --entry loops 2
#> 1
#> 2
#> 3

#! run --opt --entry loops_over_both 3
#> 12

#! run --opt --entry asks 3
#> (true, false)

