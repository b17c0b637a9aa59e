# A rule gives a value the type it really has, for which a call has no method (the program throws there): the value is still one of the
# type that the source gives it, so that the rest is optimised.

mutable struct Cell
    x::Int64
end
either(c::Bool, a, b) = c ? a : b
hidden_cell(x::Int64) = Cell(x)
@rules case begin
    either(true, ~x, ~y) --> ~x
    @relaxed getproperty(hidden_cell(~a::Int64), :x) --> ~a
    @effects hidden_cell alloc other
end
function f()
    x6 = getproperty(hidden_cell(1), :x)
    x7 = either(true, (*)(1.0, 1), x6)
    [1 2; 3 4][1, 2] = xor(x7, x7)
    return true
end
@saturate case f()

#! run --entry f
#> error: MethodError: no method matching xor(::Float64, ::Float64)

#! run --opt --entry f
#> error: MethodError: no method matching xor(::Float64, ::Float64)

#! opt
#> # cost 6 → 3, optimal
#> function f()::Bool
#> b0:
#>     %1 = xor(1.0, 1.0)::Int64
#>     %2 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %3 = setindex!(%2, %1, 1, 2)::Matrix{Int64}
#>     return true
#> end
