# The number in a reference equals what was put there while nobody writes it; a number is the same later on, so that calls that take it may be anywhere.
@rules references begin
    getindex(Ref(~a::Int64)) --> ~a
    issorted(sort(~v::Vector{Int64})) --> true
end
function decided(w)
    n = 1
    if issorted(sort([4, 5, 6]))
    else
        n = w[1]
    end
    m = checked_mul(1, getindex(Ref(n)))
    return m + 1
end
@saturate references decided(::Any)
#! opt
#> # cost 8 → 2, optimal
#> function decided(%1 w::Any)::Any
#> b0:
#>     %2 = checked_mul(1, 1)::Int64
#>     %3 = +(%2, 1)::Any
#>     return %3
#> end
#! run --opt --entry decided "Any[:x]"
#> 2
