# Effects stay, in order; a relaxed rule may detach them.

function shout(x)
    println("shout ", x)
    return x
end

@rules plain begin
    shout(~x) --> ~x
end
@rules loosened begin
    @relaxed shout(~x) --> ~x
end

loud(x) = shout(x) + 1
@saturate plain loud(::Int64)
@saturate loosened loud(::Int64)

function two_prints(x)
    println("a")
    y = x * 2
    println("b", y)
    return y + x * 2
end
@saturate plain two_prints(::Int64)

#! opt
#> # cost 2 → 2, optimal
#> function loud(%1 x::Int64)::Int64
#> b0:
#>     %2 = shout(%1)::Int64
#>     %3 = +(%2, 1)::Int64
#>     return %3
#> end
#>
#> # cost 2 → 1, optimal
#> function loud(%1 x::Int64)::Int64
#> b0:
#>     %2 = +(%1, 1)::Int64
#>     return %2
#> end
#>
#> # cost 5 → 4, optimal
#> function two_prints(%1 x::Int64)::Int64
#> b0:
#>     %2 = println("a")::Nothing
#>     %3 = *(%1, 2)::Int64
#>     %4 = println("b", %3)::Nothing
#>     %5 = +(%3, %3)::Int64
#>     return %5
#> end
