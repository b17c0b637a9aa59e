# A rule that takes an object out of another one and says it is a copy: true of the contents, but a write must reach the
# object itself.

mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
@rules opens begin
    getproperty(tray_of_copy(~v::Vector{Int64}), :v) --> copy(~v)
    @cost tray_of_copy 50
end
function written(v::Vector{Int64})
    t = tray_of_copy(v)
    t.v[1] = 7
    return t.v[1], v[1]
end
@saturate opens written(::Vector{Int64})
function compared(v::Vector{Int64})
    t = tray_of_copy(v)
    w = t.v
    return w === t.v
end
@saturate opens compared(::Vector{Int64})
# The same in an object that is immutable itself.
struct Holder
    v::Vector{Int64}
end
held_copy(h::Holder) = Holder(copy(h.v))
@rules holds begin
    getproperty(held_copy(~h::Holder), :v) --> copy(getproperty(~h, :v))
    @cost held_copy 50
end
function held(v::Vector{Int64})
    h = Holder(v)
    p = held_copy(h).v
    q = copy(h.v)
    p[1] = 7
    return q[1], p[1]
end

# Read only: nobody can tell.
function read_only(v::Vector{Int64})
    t = tray_of_copy(v)
    return sum(t.v)
end
@saturate opens read_only(::Vector{Int64})

#! run --entry written [1,2]
#> (7, 1)
#! run --opt --entry written [1,2]
#> (7, 1)
#! run --opt --extract chaos --seed 1 --entry written [1,2]
#> (7, 1)
#! run --opt --extract chaos --seed 2 --entry written [1,2]
#> (7, 1)
#! run --opt --rules holds --entry held [1,2]
#> (1, 7)
#! run --opt --rules holds --extract chaos --seed 1 --entry held [1,2]
#> (1, 7)
#! run --opt --rules holds --extract chaos --seed 2 --entry held [1,2]
#> (1, 7)
#! run --opt --entry compared [1,2]
#> true
#! run --opt --extract chaos --seed 1 --entry compared [1,2]
#> true
#! opt --rules opens --entry read_only --sig "Vector{Int64}"
#> # cost 52 → 2, optimal
#> function read_only(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = sum(%2)::Int64
#>     return %3
#> end
