# A tray and the array in it, one found in the other: rules know several ways to make them, but they are made in one.

mutable struct Tray
    v::Vector{Int64}
end
struct Shelf
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
shelf_of_copy(v::Vector{Int64}) = Shelf(copy(v))
flipped_product(a::Matrix{Int64}, b::Matrix{Int64}) = transpose(a * b)
@rules case begin
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    shelf_of_copy(~v::Vector{Int64}) == Shelf(copy(~v))
    getproperty(Shelf(~v::Vector{Int64}), :v) --> ~v
    flipped_product(~A::Matrix{Int64}, ~B::Matrix{Int64}) == transpose(~A * ~B)
    parent(transpose(~A::Matrix{Int64})) --> ~A
    @cost getproperty 100
    @cost parent 100
    @cost transpose 100
    @cost Tray 100
    @cost Shelf 100
end
function of_a_call(v)
    t = tray_of_copy(v)
    return (t, t.v)
end
@saturate case of_a_call(::Vector{Int64})
function of_parts(v)
    t = Tray(copy(v))
    return (t, t.v)
end
@saturate case of_parts(::Vector{Int64})
function of_a_value(v)
    t = shelf_of_copy(v)
    return (t, t.v)
end
@saturate case of_a_value(::Vector{Int64})
function of_a_wrapper(a, b)
    t = flipped_product(a, b)
    return (t, parent(t))
end
@saturate case of_a_wrapper(::Matrix{Int64}, ::Matrix{Int64})
# Where only the inside is used, the outside need not be made.
function inside(v)
    t = tray_of_copy(v)
    return (t.v, t.v)
end
@saturate case inside(::Vector{Int64})
function outside(v)
    t = Tray(copy(v))
    return (t, t)
end
@saturate case outside(::Vector{Int64})

# The same, and a look at whether they are one.
function call_is_one()
    t = tray_of_copy([1, 2])
    w = t.v
    w[1] = 5
    return t.v[1]
end
@saturate case call_is_one()
function parts_are_one()
    t = Tray(copy([1, 2]))
    w = t.v
    w[1] = 5
    return t.v[1]
end
@saturate case parts_are_one()

#! run --opt --entry call_is_one
#> 5

#! run --opt --entry parts_are_one
#> 5

#! opt
#> # cost 102 → 102, optimal
#> function of_a_call(%1 v::Vector{Int64})::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %2 = tray_of_copy(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = tuple(%2, %3)::Tuple{Tray, Vector{Int64}}
#>     return %4
#> end
#>
#> # cost 202 → 102, optimal
#> function of_parts(%1 v::Vector{Int64})::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = tuple(%3, %2)::Tuple{Tray, Vector{Int64}}
#>     return %4
#> end
#>
#> # cost 102 → 102, optimal
#> function of_a_value(%1 v::Vector{Int64})::Tuple{Shelf, Vector{Int64}}
#> b0:
#>     %2 = shelf_of_copy(%1)::Shelf
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = tuple(%2, %3)::Tuple{Shelf, Vector{Int64}}
#>     return %4
#> end
#>
#> # cost 102 → 102, optimal
#> function of_a_wrapper(%1 a::Matrix{Int64}, %2 b::Matrix{Int64})::Tuple{Transpose{Int64, Matrix{Int64}}, Any}
#> b0:
#>     %3 = flipped_product(%1, %2)::Transpose{Int64, Matrix{Int64}}
#>     %4 = parent(%3)::Any
#>     %5 = tuple(%3, %4)::Tuple{Transpose{Int64, Matrix{Int64}}, Any}
#>     return %5
#> end
#>
#> # cost 202 → 2, optimal
#> function inside(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = tuple(%2, %2)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %3
#> end
#>
#> # cost 102 → 2, optimal
#> function outside(%1 v::Vector{Int64})::Tuple{Tray, Tray}
#> b0:
#>     %2 = tray_of_copy(%1)::Tray
#>     %3 = tuple(%2, %2)::Tuple{Tray, Tray}
#>     return %3
#> end
#>
#> # cost 204 → 204, optimal
#> function call_is_one()::Int64
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = tray_of_copy(%1)::Tray
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = setindex!(%3, 5, 1)::Vector{Int64}
#>     %5 = getproperty(%2, :v)::Vector{Int64}
#>     %6 = getindex(%5, 1)::Int64
#>     return %6
#> end
#>
#> # cost 304 → 304, optimal
#> function parts_are_one()::Int64
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     %4 = getproperty(%3, :v)::Vector{Int64}
#>     %5 = setindex!(%4, 5, 1)::Vector{Int64}
#>     %6 = getproperty(%3, :v)::Vector{Int64}
#>     %7 = getindex(%6, 1)::Int64
#>     return %7
#> end
