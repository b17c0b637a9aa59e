# A rule gives a value the type it really has, for which a call has no method (the program throws there): the original is given back,
# and does what it did. It would be better to optimise the rest.

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
#> # cost 6: unchanged, root class2 cannot be extracted: each of its nodes is unusable or needs the root itself
#> function f()::Bool
#> b0:
#>     %1 = hidden_cell(1)::Cell
#>     %2 = getproperty(%1, :x)::Int64
#>     %3 = *(1.0, 1)::Float64 = 1.0
#>     %4 = either(true, %3, %2)::Union{Float64, Int64}
#>     %5 = xor(%4, %4)::Int64
#>     %6 = tuple(2, 2)::Tuple{Int64, Int64} = (2, 2)
#>     %7 = hvcat(%6, 1, 2, 3, 4)::Matrix{Int64}
#>     %8 = setindex!(%7, %5, 1, 2)::Matrix{Int64}
#>     return true
#> end
