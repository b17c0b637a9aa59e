# `checked_add` has a method for a part of what `xor` gives. A parameter of a wider type, equal to the operand `1` once its branch is
# decided, lets the call give `Any` as well; what is stored is still the `Int64`.
const COUNT = Ref(0)
@rules wider begin
    ~a::Int64 < ~a --> false
    vect(~a::Int64, ~b::Int64)[1] --> ~a
end
function stored(a::Union{Int64, Missing}, n::Int64)
    COUNT[] = checked_add(3, xor(a, 1))
    x = n < n ? 1.5f0 : 1
    return [1, 2][1]
end
@saturate wider stored(::Union{Int64, Missing}, ::Int64)
#! opt
#> # cost 6 → 3, optimal
#> function stored(%1 a::Union{Missing, Int64}, %2 n::Int64)::Int64
#> b0:
#>     %3 = xor(%1, 1)::Union{Missing, Int64}
#>     %4 = checked_add(3, %3)::Int64
#>     %5 = setindex!(COUNT, %4)::Base.RefValue{Int64}
#>     return 1
#> end
#! run --entry stored "4" "1"
#> 1
#! run --opt --entry stored "4" "1"
#> 1
#! run --entry stored "missing" "1"
#> error: MethodError: no method matching checked_add(::Int64, ::Missing)
#! run --opt --entry stored "missing" "1"
#> error: MethodError: no method matching checked_add(::Int64, ::Missing)
