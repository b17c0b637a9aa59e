# A right side may be the very array that the left side has read (`~v`). In an epoch that no other follows the two are equal for good, and yet
# not from the start: what was read of the array before the write is not equal to what was made from it after.

@rules turned begin
    reverse(reverse(~v::Vector{Int64})) --> copy(~v)
    reverse(reverse(~v::Vector{Int64})) --> ~v
end

function before_and_after(x::Int64)
    v = [1, 2]
    before = reverse(reverse(v))
    v[1] = x
    after = reverse(reverse(v))
    return (before, after)
end
@saturate turned before_and_after(::Int64)

#! run --entry before_and_after "7"
#> ([1, 2], [7, 2])
#! run --opt --entry before_and_after "7"
#> ([1, 2], [7, 2])

function after_only(v::Vector{Int64}, x::Int64)
    v[1] = x
    return reverse(reverse(v))
end
@saturate turned after_only(::Vector{Int64}, ::Int64)

@rules copies begin
    copy(copy(~A::Matrix{Int64})) --> copy(~A)
    copy(~A::Matrix{Int64}) --> ~A
end

function copy_of_what_was_written()
    a = copy([1 2; 3 4])
    a[1, 2] = 1
    b = copy(copy(a))
    c = copy(a)
    println(c)
    return (b, a)
end
@saturate copies copy_of_what_was_written()

#! run --opt --entry copy_of_what_was_written
#> [1 1; 3 4]
#> ([1 1; 3 4], [1 1; 3 4])
#! run --opt --extract chaos --seed 0 --entry copy_of_what_was_written
#> [1 1; 3 4]
#> ([1 1; 3 4], [1 1; 3 4])

#! opt
#> # cost 7 → 4, optimal
#> function before_and_after(%1 x::Int64)::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = vect(1, 2)::Vector{Int64}
#>     %3 = copy(%2)::Vector{Int64}
#>     %4 = setindex!(%2, %1, 1)::Vector{Int64}
#>     %5 = tuple(%3, %2)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %5
#> end
#>
#> # cost 3 → 1, optimal
#> function after_only(%1 v::Vector{Int64}, %2 x::Int64)::Vector{Int64}
#> b0:
#>     %3 = setindex!(%1, %2, 1)::Vector{Int64}
#>     return %1
#> end
#>
#> # cost 8 → 6, optimal
#> function copy_of_what_was_written()::Tuple{Matrix{Int64}, Matrix{Int64}}
#> b0:
#>     %1 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %2 = copy(%1)::Matrix{Int64}
#>     %3 = setindex!(%2, 1, 1, 2)::Matrix{Int64}
#>     %4 = println(%2)::Nothing
#>     %5 = copy(%2)::Matrix{Int64}
#>     %6 = tuple(%5, %2)::Tuple{Matrix{Int64}, Matrix{Int64}}
#>     return %6
#> end
