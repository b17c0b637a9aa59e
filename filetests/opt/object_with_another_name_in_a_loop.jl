# An object has several names, one of them in a loop: it is still made once, and returned.

struct Holder
    v::Vector{Int64}
    n::Int64
end
mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
@rules case begin
    getproperty(Holder(~v::Vector{Int64}, ~n::Int64), :v) --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
end
function f()
    x7 = copy([1, 2])
    x8 = Tray(x7)
    for x11 in 1:2
        x10 = getproperty(Holder(x7, 1), :v)
    end
    return (x8, x7)
end
@saturate case f()
function are_one()
    x7 = copy([1, 2])
    x8 = Tray(x7)
    for x11 in 1:2
        x10 = getproperty(Holder(x7, 1), :v)
    end
    x7[1] = 5
    return x8.v[1]
end
@saturate case are_one()

#! run --opt --extract chaos --seed 0 --entry are_one
#> 5

#! opt --extract chaos --seed 0
#> # cost 74 → 44
#> function f()::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     goto b1((1, 1))
#> b1(%4::Tuple{Int64, Int64}):
#>     %5 = getfield(%4, 2)::Int64
#>     %6 = iterate(constant#69, %5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b2 if %8 else b3
#> b2:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%9)
#> b3:
#>     %10 = tuple(%3, %2)::Tuple{Tray, Vector{Int64}}
#>     return %10
#> end
#>
#> # cost 76 → 46
#> function are_one()::Int64
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     goto b1((1, 1))
#> b1(%4::Tuple{Int64, Int64}):
#>     %5 = getfield(%4, 2)::Int64
#>     %6 = iterate(constant#69, %5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b2 if %8 else b3
#> b2:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%9)
#> b3:
#>     %10 = setindex!(%2, 5, 1)::Vector{Int64}
#>     %11 = getproperty(%3, :v)::Vector{Int64}
#>     %12 = getindex(%11, 1)::Int64
#>     return %12
#> end
