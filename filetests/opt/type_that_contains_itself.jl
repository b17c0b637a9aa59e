# An immutable type with a field of its own type is no singleton and no plain bits; asking must end. So must it for a type
# whose field is of ever larger types.

struct Chain
    x::Int64
    next::Chain
    Chain(x) = new(x)
end
struct Growing{T}
    x::Int64
    next::Growing{Growing{T}}
    Growing{T}(x) where {T} = new(x)
end
@rules sums begin
    ~a::Int64 + ~b::Int64 --> ~b + ~a
    ~a::Int64 - ~a --> 0
end
first_of(c) = (c.x + 1) - (1 + c.x)
second_of(c) = c.next
@saturate sums first_of(::Chain)
@saturate sums first_of(::Growing{Int64})
@saturate sums second_of(::Chain)

#! opt
#> # cost 5 → 0, optimal
#> function first_of(%1 c::Chain)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 5 → 0, optimal
#> function first_of(%1 c::Growing{Int64})::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 1 → 1, optimal
#> function second_of(%1 c::Chain)::Chain
#> b0:
#>     %2 = getproperty(%1, :next)::Chain
#>     return %2
#> end
