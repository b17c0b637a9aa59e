# What a call costs, and where it is charged.

# By signature: of all costs that fit the arguments, the last one counts.
slow(x) = x + x
fast(x) = 2x
@rules either begin
    slow(~x::Number) == fast(~x)
    @cost slow 5
    @cost slow(::Int64) 50
    @cost fast(::Number) 20
    @cost fast(::Float64) 2
end
which(x) = slow(x)
@saturate either which(::Int64)
@saturate either which(::Float64)
@saturate either which(::Float32)

# By both arguments: the cost is that of the types which are chosen.
@rules products begin
    ~a::Number * ~b::Number == ~b * ~a
    @cost (*)(::Int64, ::Float64) 30
    @cost (*)(::Float64, ::Int64) 3
end
product(n, x) = n * x
@saturate products product(::Int64, ::Float64)

# An invariant of two loops is charged before both, those of the inner loop before it, the rest in it: of the 20 + 600 of the
# original, 100 for `x * y` become 1, and 200 for `i * x` and its sum become 20.
function invariants(x, y, n)
    s = 0
    i = 0
    while i < n
        j = 0
        while j < n
            s = s + (x * y + i * x)
            j = j + 1
        end
        i = i + 1
    end
    return s
end
@rules none begin
end
@saturate none invariants(::Int64, ::Int64, ::Int64)

# What may throw stays in the loop, and pays for it.
function checked(v, n)
    s = 0.0
    i = 0
    while i < n
        s = s + v[1]
        i = i + 1
    end
    return s
end
@saturate none checked(::Vector{Float64}, ::Int64)

# One by one, the shortcuts are cheaper; together, what they share is. Greedy need not see that, but never returns what costs more
# than the original.
shared(x) = x * x
left(x) = 3x
right(x) = 5x
left_of(s) = s + 1
right_of(s) = s + 2
@rules shortcuts begin
    left_of(shared(~x::Int64)) --> left(~x)
    right_of(shared(~x::Int64)) --> right(~x)
    @cost shared 20
    @cost left 25
    @cost right 25
    @cost left_of 10
    @cost right_of 10
end
both(x) = left_of(shared(x)) * right_of(shared(x))
@saturate shortcuts both(::Int64)
function both_by_hand(x)
    s = shared(x)
    return left_of(s) * right_of(s)
end
@saturate shortcuts both_by_hand(::Int64)
single(x) = left_of(shared(x))
@saturate shortcuts single(::Int64)

#! opt
#> # cost 50 → 20, optimal
#> function which(%1 x::Int64)::Int64
#> b0:
#>     %2 = fast(%1)::Int64
#>     return %2
#> end
#>
#> # cost 5 → 2, optimal
#> function which(%1 x::Float64)::Float64
#> b0:
#>     %2 = fast(%1)::Float64
#>     return %2
#> end
#>
#> # cost 5 → 5, optimal
#> function which(%1 x::Float32)::Float32
#> b0:
#>     %2 = slow(%1)::Float32
#>     return %2
#> end
#>
#> # cost 30 → 3, optimal
#> function product(%1 n::Int64, %2 x::Float64)::Float64
#> b0:
#>     %3 = *(%2, %1)::Float64
#>     return %3
#> end
#>
#> # cost 620 → 341, optimal
#> function invariants(%1 x::Int64, %2 y::Int64, %3 n::Int64)::Int64
#> b0:
#>     %4 = *(%1, %2)::Int64
#>     goto b1(0, 0)
#> b1(%5 s::Int64, %6 i::Int64):
#>     %7 = <(%6, %3)::Bool
#>     %8 = *(%6, %1)::Int64
#>     %9 = +(%4, %8)::Int64
#>     goto b2(%5, 0) if %7 else b5
#> b2(%10 s::Int64, %11 j::Int64):
#>     %12 = <(%11, %3)::Bool
#>     goto b3 if %12 else b4
#> b3:
#>     %13 = +(%10, %9)::Int64
#>     %14 = +(%11, 1)::Int64
#>     goto b2(%13, %14)
#> b4:
#>     %15 = +(%6, 1)::Int64
#>     goto b1(%10, %15)
#> b5:
#>     return %5
#> end
#>
#> # cost 40 → 40, optimal
#> function checked(%1 v::Vector{Float64}, %2 n::Int64)::Float64
#> b0:
#>     goto b1(0.0, 0)
#> b1(%3 s::Float64, %4 i::Int64):
#>     %5 = <(%4, %2)::Bool
#>     goto b2 if %5 else b3
#> b2:
#>     %6 = getindex(%1, 1)::Float64
#>     %7 = +(%3, %6)::Float64
#>     %8 = +(%4, 1)::Int64
#>     goto b1(%7, %8)
#> b3:
#>     return %3
#> end
#>
#> # cost 61 → 41, optimal
#> function both(%1 x::Int64)::Int64
#> b0:
#>     %2 = shared(%1)::Int64
#>     %3 = left_of(%2)::Int64
#>     %4 = right_of(%2)::Int64
#>     %5 = *(%3, %4)::Int64
#>     return %5
#> end
#>
#> # cost 41 → 41, optimal
#> function both_by_hand(%1 x::Int64)::Int64
#> b0:
#>     %2 = shared(%1)::Int64
#>     %3 = left_of(%2)::Int64
#>     %4 = right_of(%2)::Int64
#>     %5 = *(%3, %4)::Int64
#>     return %5
#> end
#>
#> # cost 30 → 25, optimal
#> function single(%1 x::Int64)::Int64
#> b0:
#>     %2 = left(%1)::Int64
#>     return %2
#> end

#! opt --extract greedy --entry both --sig Int64 --rules shortcuts
#> # cost 61 → 51
#> function both(%1 x::Int64)::Int64
#> b0:
#>     %2 = left(%1)::Int64
#>     %3 = right(%1)::Int64
#>     %4 = *(%2, %3)::Int64
#>     return %4
#> end

#! opt --extract greedy --entry both_by_hand --sig Int64 --rules shortcuts
#> # cost 41: unchanged, no cheaper program was found
#> function both_by_hand(%1 x::Int64)::Int64
#> b0:
#>     %2 = shared(%1)::Int64
#>     %3 = left_of(%2)::Int64
#>     %4 = right_of(%2)::Int64
#>     %5 = *(%3, %4)::Int64
#>     return %5
#> end
