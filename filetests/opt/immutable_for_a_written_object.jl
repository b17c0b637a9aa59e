# A rule may make an object equal to something immutable. Where the object is written or compared, only a new object can
# stand for it.

@rules lazy begin
    collect(~r::UnitRange{Int64}) --> ~r
    @cost sum(::Vector{Int64}) 10
end
function written(n::Int64)
    y = collect(1:n)
    y[1] = 7
    return sum(y)
end
function compared(n::Int64)
    return collect(1:n) === collect(1:n)
end
function beside_a_handler(n::Int64)
    y = collect(1:n)
    try
        y[n + 1] = 2
    catch
    end
    y[1] = 7
    return sum(y)
end
# The positive twin: nobody writes.
function read(n::Int64)
    return sum(collect(1:n))
end
@saturate lazy written(::Int64)
@saturate lazy compared(::Int64)
@saturate lazy beside_a_handler(::Int64)
@saturate lazy read(::Int64)

#! run --opt --entry written 3
#> 12

#! run --opt --entry compared 3
#> false

#! run --opt --entry beside_a_handler 3
#> 12

#! opt
#> # cost 13 → 13, optimal
#> function written(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = collect(%2)::Vector{Int64}
#>     %4 = setindex!(%3, 7, 1)::Vector{Int64}
#>     %5 = sum(%3)::Int64
#>     return %5
#> end
#>
#> # cost 5 → 4, optimal
#> function compared(%1 n::Int64)::Bool
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = collect(%2)::Vector{Int64}
#>     %4 = collect(%2)::Vector{Int64}
#>     %5 = ===(%3, %4)::Bool
#>     return %5
#> end
#>
#> # cost 15 → 15, optimal
#> function beside_a_handler(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = collect(%2)::Vector{Int64}
#>     try b1 catch b2
#> b1:
#>     %4 = +(%1, 1)::Int64
#>     %5 = setindex!(%3, 2, %4)::Vector{Int64}
#>     %6 = %leave 1::Any
#>     goto b3
#> b2:
#>     %7 = %leave 1::Any
#>     %8 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %9 = setindex!(%3, 7, 1)::Vector{Int64}
#>     %10 = sum(%3)::Int64
#>     return %10
#> end
#>
#> # cost 12 → 2, optimal
#> function read(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = sum(%2)::Int64
#>     return %3
#> end

