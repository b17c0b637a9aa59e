# Two parts that are the same the other way round, and a guard that looks at one of them: the pair is found whichever comes first.
@rules pairs begin
    if ~x === 7
        (~a::Int64 * ~x::Comptime{Int64}, ~a * ~y::Comptime{Int64}) --> both(~a, ~x, ~y)
    end
    @cost (*) 100
    @cost both 10
    @opaque both
end
both(a, x, y) = (a * x, a * y)
first_is_seven(a) = (a * 7, a * 8)
second_is_seven(a) = (a * 8, a * 7)
none_is_seven(a) = (a * 9, a * 8)
#! opt --rules pairs --entry first_is_seven --sig Int64
#> # cost 201 → 13, optimal
#> function first_is_seven(%1 a::Int64)::Tuple{Int64, Int64}
#> b0:
#>     %2 = both(%1, 7, 8)::Tuple{Int64, Int64}
#>     %3 = getindex(%2, 1)::Int64
#>     %4 = getindex(%2, 2)::Int64
#>     %5 = tuple(%3, %4)::Tuple{Int64, Int64}
#>     return %5
#> end
#! opt --rules pairs --entry second_is_seven --sig Int64
#> # cost 201 → 13, optimal
#> function second_is_seven(%1 a::Int64)::Tuple{Int64, Int64}
#> b0:
#>     %2 = both(%1, 7, 8)::Tuple{Int64, Int64}
#>     %3 = getindex(%2, 2)::Int64
#>     %4 = getindex(%2, 1)::Int64
#>     %5 = tuple(%3, %4)::Tuple{Int64, Int64}
#>     return %5
#> end
#! opt --rules pairs --entry none_is_seven --sig Int64
#> # cost 201 → 201, optimal
#> function none_is_seven(%1 a::Int64)::Tuple{Int64, Int64}
#> b0:
#>     %2 = *(%1, 9)::Int64
#>     %3 = *(%1, 8)::Int64
#>     %4 = tuple(%2, %3)::Tuple{Int64, Int64}
#>     return %4
#> end
