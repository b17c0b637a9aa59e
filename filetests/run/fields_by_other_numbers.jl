# A field is read by a name or by an `Int`, and by no other number that equals one: a call with another one has no type, so that none is written.
second(x::Float64) = 2
@rules numbers begin
    second(~x::Float64) --> ~x
end
function read(t, x)
    return getfield(t, second(x))
end
wrong(t, x) = getfield(t, x)
named(t, x) = getproperty(t, x)
@saturate numbers read(::Tuple{Int64, Int64}, ::Float64)
@saturate numbers wrong(::Tuple{Int64, Int64}, ::Float64)
@saturate numbers named(::Tuple{Int64, Int64}, ::Complex{Int64})

#! run --entry read (5,6) 2.0
#> 6

#! run --opt --entry read (5,6) 2.0
#> 6

#! run --entry wrong (5,6) 2.0
#> error: TypeError: in getfield, expected Symbol, got a value of type Float64

#! run --opt --entry wrong (5,6) 2.0
#> error: TypeError: in getfield, expected Symbol, got a value of type Float64

#! run --entry named (5,6) 2im
#> error: MethodError: no method matching getproperty(::Tuple{Int64, Int64}, ::Complex{Int64})

#! run --opt --entry named (5,6) 2im
#> error: MethodError: no method matching getproperty(::Tuple{Int64, Int64}, ::Complex{Int64})

#! opt --entry read --sig Tuple{Int64,Int64},Float64
#> # cost 1 → 1, optimal
#> function read(%1 t::Tuple{Int64, Int64}, %2 x::Float64)::Int64
#> b0:
#>     %3 = getfield(%1, 2)::Int64
#>     return %3
#> end
