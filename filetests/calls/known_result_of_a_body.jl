# What inference knows of a call says nothing of the ways through its body that never run: `g(TABLE)` is 1, and so is the parameter of the join that its body
# leads to. The other way passes 2, and 2 is not 1.
const TABLE = [3, 1, 4]
g(v::Vector{Int64}) = [1 2; 3 4] == [1 2; 3 4] ? Ref(1)[] : (7 - 5)
@noinline inc(x::Int64) = x + 1
dec(x::Int64) = x - 1
@rules boxes begin
    getindex(Ref(~a::Int64)) --> ~a
end
@rules steps begin
    dec(inc(~a::Int64)) --> ~a
end

function two_ways()
    x = getindex(Ref(g([1, 2])))
    y = (x < 9 && sum(1:x) > 1)
    [1 2; 3 4][1, 1] = g(TABLE)
    return [1, 2]
end
@saturate boxes two_ways()

# The same at a loop: `last_of(TABLE)` is 2, and its loop variable is 2 only once.
function last_of(v::Vector{Int64})
    i = 2
    j = 0
    while j < 3
        i = 1
        j += 1
    end
    return inc(i)
end
function last_round()
    z = dec(last_of([1, 2]))
    y = last_of(TABLE)
    return ([1, 2, 3], z, y)
end
@saturate steps last_round()

#! run --entry two_ways
#> 2-element Vector{Int64}:
#>  1
#>  2
#! run --opt --entry two_ways
#> 2-element Vector{Int64}:
#>  1
#>  2
#! run --entry last_round
#> ([1, 2, 3], 1, 2)
#! run --opt --entry last_round
#> ([1, 2, 3], 1, 2)
#! opt
#> # cost 15 → 8, optimal
#> # g′1 stands for g(::Vector{Int64}): cost 5 → 2
#> function two_ways()::Vector{Int64}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = g′1(%1)::Int64
#>     %3 = <(%2, 9)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = (:)(1, %2)::UnitRange{Int64}
#>     %5 = sum(%4)::Int64
#>     goto b2
#> b2:
#>     %6 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %7 = setindex!(%6, 1, 1, 1)::Matrix{Int64}
#>     return %1
#> end
#>
#> function g′1(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %3 = ==(%2, %2)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return 1
#> b2:
#>     return 2
#> end
#>
#> # cost 25 → 23, optimal
#> # in place of a call: last_of (line 33)
#> function last_round()::Tuple{Vector{Int64}, Int64, Int64}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     goto b1(2, 0)
#> b1(%2 i::Int64, %3 j::Int64):
#>     %4 = <(%3, 3)::Bool
#>     goto b2 if %4 else b3
#> b2:
#>     %5 = +(%3, 1)::Int64
#>     goto b1(1, %5)
#> b3:
#>     %6 = vect(1, 2, 3)::Vector{Int64}
#>     %7 = tuple(%6, %2, 2)::Tuple{Vector{Int64}, Int64, Int64}
#>     return %7
#> end
