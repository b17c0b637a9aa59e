# A left side with two terms that make objects speaks of two objects. A program that uses one object twice is not what it says.

mutable struct Pair2
    a::Vector{Float64}
    b::Vector{Float64}
end
mutable struct Held
    v::Vector{Float64}
end
held(v::Vector{Float64}) = Held(copy(v))
pair_of_copies(v::Vector{Float64}, w::Vector{Float64}) = Pair2(copy(v), copy(w))
two_sums(v::Vector{Float64}, w::Vector{Float64}) = sum(v) + sum(w)
distinct(a, b) = a !== b
link(a::Held, b::Held) = (a, b)
link_of_copies(v::Vector{Float64}, w::Vector{Float64}) = (held(v), held(w))

@rules pairs begin
    Pair2(copy(~v::Vector{Float64}), copy(~w::Vector{Float64})) --> pair_of_copies(~v, ~w)
    link(held(~v::Vector{Float64}), held(~w::Vector{Float64})) --> link_of_copies(~v, ~w)
    sum(copy(~v::Vector{Float64})) + sum(copy(~w::Vector{Float64})) --> two_sums(~v, ~w)
    @cost copy 50
    @cost held 50
    @cost pair_of_copies 2
    @cost link_of_copies 2
    @cost two_sums 1
end
@rules tests begin
    copy(~v::Vector{Float64}) === copy(~w::Vector{Float64}) --> false
    distinct(copy(~v::Vector{Float64}), copy(~w::Vector{Float64})) --> true
    Ref(~x::Float64) === Ref(~y::Float64) --> false
end

# What is written through the one field is seen through the other.
function written(v::Vector{Float64})
    x = copy(v)
    b = Pair2(x, x)
    b.a[1] = 9.0
    return b.b[1]
end
@saturate pairs written(::Vector{Float64})
#! run --entry written --rules pairs --opt --checked "[5.0, 4.0]"
#> 9.0
#! opt --entry written --sig Vector{Float64} --rules pairs --calls none --explain
#> # cost 55 → 55, optimal
#> function written(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Pair2(%2, %2)::Pair2
#>     %4 = getproperty(%3, :a)::Vector{Float64}
#>     %5 = setindex!(%4, 9.0, 1)::Vector{Float64}
#>     %6 = getproperty(%3, :b)::Vector{Float64}
#>     %7 = getindex(%6, 1)::Float64
#>     return %7
#> end
#> refused: pairs.1 at filetests/opt/one_object_matched_twice.jl:36:9  Pair2(x, x)
#>     two terms of the left side that make objects are one and the same object here

# The caller gets one array, in both fields.
function returned(v::Vector{Float64})
    x = copy(v)
    return Pair2(x, x)
end
#! opt --entry returned --sig Vector{Float64} --rules pairs --calls none
#> # cost 51 → 51, optimal
#> function returned(%1 v::Vector{Float64})::Pair2
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Pair2(%2, %2)::Pair2
#>     return %3
#> end

function linked(v::Vector{Float64})
    t = held(v)
    return link(t, t)
end
#! opt --entry linked --sig Vector{Float64} --rules pairs --calls none
#> # cost 51 → 51, optimal
#> function linked(%1 v::Vector{Float64})::Tuple{Held, Held}
#> b0:
#>     %2 = held(%1)::Held
#>     %3 = link(%2, %2)::Tuple{Held, Held}
#>     return %3
#> end

# It is compared with itself.
function compared(v::Vector{Float64})
    x = copy(v)
    return x === x, distinct(x, x)
end
@saturate tests compared(::Vector{Float64})
#! run --entry compared --rules tests --opt --checked "[5.0, 4.0]"
#> (true, false)
function compared_references(x::Float64)
    r = Ref(x)
    return r === r
end
@saturate tests compared_references(::Float64)
#! run --entry compared_references --rules tests --opt --checked "5.0"
#> true

# The twins: two objects are two, and where only the contents matter one is as good.
function two_arrays(v::Vector{Float64})
    b = Pair2(copy(v), copy(v))
    b.a[1] = 9.0
    return b.b[1]
end
@saturate pairs two_arrays(::Vector{Float64})
#! run --entry two_arrays --rules pairs --opt --checked "[5.0, 4.0]"
#> 5.0
#! opt --entry two_arrays --sig Vector{Float64} --rules pairs --calls none
#> # cost 105 → 6, optimal
#> function two_arrays(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = pair_of_copies(%1, %1)::Pair2
#>     %3 = getproperty(%2, :a)::Vector{Float64}
#>     %4 = setindex!(%3, 9.0, 1)::Vector{Float64}
#>     %5 = getproperty(%2, :b)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     return %6
#> end

function compared_with_another(v::Vector{Float64})
    x = copy(v)
    y = copy(v)
    return x === y, distinct(x, y)
end
#! opt --entry compared_with_another --sig Vector{Float64} --rules tests --calls none
#> # cost 5 → 0, optimal
#> function compared_with_another(%1 v::Vector{Float64})::Tuple{Bool, Bool}
#> b0:
#>     return (false, true)
#> end

function summed_twice(v::Vector{Float64})
    x = copy(v)
    return sum(x) + sum(x)
end
#! opt --entry summed_twice --sig Vector{Float64} --rules pairs --calls none
#> # cost 53 → 1, optimal
#> function summed_twice(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = two_sums(%1, %1)::Float64
#>     return %2
#> end

# Nothing but its contents is asked of the one that is handed out as well.
function summed_and_returned(v::Vector{Float64})
    x = copy(v)
    s = sum(x) + sum(x)
    return x, s
end
#! opt --entry summed_and_returned --sig Vector{Float64} --rules pairs --calls none
#> # cost 54 → 52, optimal
#> function summed_and_returned(%1 v::Vector{Float64})::Tuple{Vector{Float64}, Float64}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = two_sums(%1, %1)::Float64
#>     %4 = tuple(%2, %3)::Tuple{Vector{Float64}, Float64}
#>     return %4
#> end

# A write to the one object is no write to the other.
bump!(v::Vector{Float64}) = (v[1] = v[1] + 1.0; v)
total(v::Vector{Float64}, w::Vector{Float64}) = sum(v) + sum(w)
total_of(v::Vector{Float64}, w::Vector{Float64}) = sum(v) + 1.0 + sum(w)
@rules bumps begin
    @relaxed total(bump!(copy(~v::Vector{Float64})), copy(~w::Vector{Float64})) --> total_of(~v, ~w)
    @cost copy 50
    @cost total 50
    @cost total_of 1
end
function bumped(v::Vector{Float64})
    x = copy(v)
    y = bump!(x)
    return total(y, x)
end
@saturate bumps bumped(::Vector{Float64})
#! run --entry bumped --rules bumps --opt --checked "[5.0, 4.0]"
#> 20.0
function bumped_beside_another(v::Vector{Float64})
    x = copy(v)
    z = copy(v)
    y = bump!(x)
    return total(y, z)
end
@saturate bumps bumped_beside_another(::Vector{Float64})
#! run --entry bumped_beside_another --rules bumps --opt --checked "[5.0, 4.0]"
#> 19.0
#! opt --entry bumped_beside_another --sig Vector{Float64} --rules bumps --calls none
#> # cost 151 → 1, optimal
#> function bumped_beside_another(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = total_of(%1, %1)::Float64
#>     return %2
#> end
