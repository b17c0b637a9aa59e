# A loop that writes nothing is in the epoch before it, also behind a loop that writes: the copy that is iterated over there is the array
# itself. (The second loop had an epoch of its own, and the extraction was not valid.)
const TABLE = [3, 1, 4, 1, 5]
mutable struct Adder
    n::Int64
end
(a::Adder)(x::Int64) = (a.n += x; a.n)
@rules alias begin
    copy(~v::Vector{Int64}) --> ~v
end
function behind_a_loop(n)
    while n > 0
        n -= 1
        TABLE[1] = 1
    end
    Adder(1)(1)
    s = 0
    for x in copy(TABLE)
        s += x
    end
    return s
end
# In this one the array is written while it is iterated over.
function written_in_the_loop(n)
    while n > 0
        n -= 1
        TABLE[1] = 1
    end
    s = 0
    for x in copy(TABLE)
        s += x
        TABLE[5] = 100
    end
    TABLE[5] = 5
    return s
end
#! opt --rules alias --entry behind_a_loop --sig Int64
#> # cost 96 → 95, optimal
#> function behind_a_loop(%1 n::Int64)::Int64
#> b0:
#>     goto b1(%1)
#> b1(%2 n::Int64):
#>     %3 = >(%2, 0)::Bool
#>     goto b2 if %3 else b3
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = setindex!([3, 1, 4, 1, 5], 1, 1)::Vector{Int64}
#>     goto b1(%4)
#> b3:
#>     %6 = Adder(1)::Adder
#>     %7 = %6(1)::Int64
#>     %8 = iterate([3, 1, 4, 1, 5])::Union{Nothing, Tuple{Int64, Int64}}
#>     %9 = ===(%8, nothing)::Bool
#>     %10 = not_int(%9)::Bool
#>     goto b4 if %10 else b7(0)
#> b4:
#>     %11 = π(%8, !Nothing)::Tuple{Int64, Int64}
#>     goto b5(0, %11)
#> b5(%12 s::Int64, %13::Tuple{Int64, Int64}):
#>     %14 = getfield(%13, 1)::Int64
#>     %15 = getfield(%13, 2)::Int64
#>     %16 = +(%12, %14)::Int64
#>     %17 = iterate([3, 1, 4, 1, 5], %15)::Union{Nothing, Tuple{Int64, Int64}}
#>     %18 = ===(%17, nothing)::Bool
#>     %19 = not_int(%18)::Bool
#>     goto b6 if %19 else b7(%16)
#> b6:
#>     %20 = π(%17, !Nothing)::Tuple{Int64, Int64}
#>     goto b5(%16, %20)
#> b7(%21 s::Int64):
#>     return %21
#> end
#! run --opt --rules alias --entry behind_a_loop "1"
#> 12
#! opt --rules alias --entry written_in_the_loop --sig Int64
#> # cost 105 → 105, optimal
#> function written_in_the_loop(%1 n::Int64)::Int64
#> b0:
#>     goto b1(%1)
#> b1(%2 n::Int64):
#>     %3 = >(%2, 0)::Bool
#>     goto b2 if %3 else b3
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = setindex!([3, 1, 4, 1, 5], 1, 1)::Vector{Int64}
#>     goto b1(%4)
#> b3:
#>     %6 = iterate([3, 1, 4, 1, 5])::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b4 if %8 else b7(0)
#> b4:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     %10 = copy([3, 1, 4, 1, 5])::Vector{Int64}
#>     goto b5(0, %9)
#> b5(%11 s::Int64, %12::Tuple{Int64, Int64}):
#>     %13 = getfield(%12, 1)::Int64
#>     %14 = getfield(%12, 2)::Int64
#>     %15 = +(%11, %13)::Int64
#>     %16 = setindex!([3, 1, 4, 1, 5], 100, 5)::Vector{Int64}
#>     %17 = iterate(%10, %14)::Union{Nothing, Tuple{Int64, Int64}}
#>     %18 = ===(%17, nothing)::Bool
#>     %19 = not_int(%18)::Bool
#>     goto b6 if %19 else b7(%15)
#> b6:
#>     %20 = π(%17, !Nothing)::Tuple{Int64, Int64}
#>     goto b5(%15, %20)
#> b7(%21 s::Int64):
#>     %22 = setindex!([3, 1, 4, 1, 5], 5, 5)::Vector{Int64}
#>     return %21
#> end
#! run --entry written_in_the_loop "1"
#> 12
#! run --opt --rules alias --entry written_in_the_loop "1"
#> 12
