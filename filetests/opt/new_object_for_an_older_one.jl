# A rule says of a new array that it is one that was there before. The new one may become the older one; where that is compared or handed out, it does not become
# the new one, however little that costs.

struct Holder
    v::Vector{Int64}
    n::Int64
end
copied(h::Holder) = h.n < 0 ? error("nothing to copy") : copy(h.v)

@rules holders begin
    getproperty(Holder(~v::Vector{Int64}, ~n::Int64), :v) --> ~v
    copied(~h::Holder) --> getproperty(~h, :v)
    if ~z === 0
        materialize(broadcasted(+, ~v::Vector{Int64}, ~z::Comptime{Int64})) --> ~v
    end
    @cost copied 0.1
end

# In a function with a handler the new array is made in any case.
function thrown(same::Bool, v::Vector{Int64})
    try
        throw(v)
    catch caught
        same = caught === getproperty(Holder(v, 1), :v)
    end
    w = materialize(broadcasted(+, v, 0))
    return same, length(w)
end
@saturate holders thrown(::Bool, ::Vector{Int64})

#! run --entry thrown --rules holders --opt --checked "false" "[5, 4, 5]"
#> (true, 3)

# Elsewhere only its cost decides.
function handed_out(h::Holder)
    w = copied(h)
    return h.v, length(w)
end
@saturate holders handed_out(::Holder)

#! opt --entry handed_out --sig Holder --rules holders --calls none
#> # cost 3.1 → 3, optimal
#> function handed_out(%1 h::Holder)::Tuple{Vector{Int64}, Int64}
#> b0:
#>     %2 = getproperty(%1, :v)::Vector{Int64}
#>     %3 = length(%2)::Int64
#>     %4 = tuple(%2, %3)::Tuple{Vector{Int64}, Int64}
#>     return %4
#> end

# Found by a rule, in a call that the source does not have.
hold_again(h::Holder) = Holder(h.v, 2)
@rules again begin
    copied(~h::Holder) --> getproperty(~h, :v)
    hold_again(~h::Holder) --> Holder(getproperty(~h, :v), 2)
    @cost copied 0.1
    @cost hold_again 9
end
function held_again(h::Holder)
    w = copied(h)
    return hold_again(h), length(w)
end
@saturate again held_again(::Holder)

#! opt --entry held_again --sig Holder --rules again --calls none
#> # cost 11.1 → 4, optimal
#> function held_again(%1 h::Holder)::Tuple{Holder, Int64}
#> b0:
#>     %2 = getproperty(%1, :v)::Vector{Int64}
#>     %3 = length(%2)::Int64
#>     %4 = Holder(%2, 2)::Holder
#>     %5 = tuple(%4, %3)::Tuple{Holder, Int64}
#>     return %5
#> end

# First found by another name.
field_of(h::Holder) = h.v
@rules named begin
    copied(~h::Holder) --> getproperty(~h, :v)
    field_of(~h::Holder) --> getproperty(~h, :v)
    @cost copied 0.1
    @cost field_of 9
end
function by_another_name(v::Vector{Int64}, h::Holder)
    w = copied(h)
    return v === field_of(h), length(w)
end
@saturate named by_another_name(::Vector{Int64}, ::Holder)

#! opt --entry by_another_name --sig Vector{Int64},Holder --rules named --calls none
#> # cost 12.1 → 4, optimal
#> function by_another_name(%1 v::Vector{Int64}, %2 h::Holder)::Tuple{Bool, Int64}
#> b0:
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = ===(%1, %3)::Bool
#>     %5 = length(%3)::Int64
#>     %6 = tuple(%4, %5)::Tuple{Bool, Int64}
#>     return %6
#> end

# The twin: nothing tells the two apart, and one sum is enough.
function only_read(h::Holder)
    w = copied(h)
    return sum(w) + sum(h.v)
end
@saturate holders only_read(::Holder)

#! opt --entry only_read --sig Holder --rules holders --calls none
#> # cost 4.1 → 2.1, optimal
#> function only_read(%1 h::Holder)::Int64
#> b0:
#>     %2 = copied(%1)::Vector{Int64}
#>     %3 = sum(%2)::Int64
#>     %4 = +(%3, %3)::Int64
#>     return %4
#> end

# The other way round: a rule says of an array that is found in an object that it is a new one. It is handed out, and is the caller's own.
mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
@rules trays begin
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    getproperty(~t::Tray, :v) --> copy(getproperty(~t, :v))
    @cost getproperty 9
    @cost Tray 9
end
function put_into_a_tray(v::Vector{Int64})
    t = Tray(v)
    return t.v, t
end
@saturate trays put_into_a_tray(::Vector{Int64})

#! opt --entry put_into_a_tray --sig Vector{Int64} --rules trays --calls none
#> # cost 19 → 10, optimal
#> function put_into_a_tray(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Tray}
#> b0:
#>     %2 = Tray(%1)::Tray
#>     %3 = tuple(%1, %2)::Tuple{Vector{Int64}, Tray}
#>     return %3
#> end
