# An object is made at one place and is of the type that the source gives it, whatever makes it. Where that type does not say all (`Array`) and somebody
# minds, it is made of operands of the types of the source: an array filled with an equal integer takes no complex number.
# Found by a random program: it threw an InexactError.
unit_of(x::Int64) = Complex(x - x + 1, 0)
@rules case begin
    unit_of(~x::Int64) --> 1
end
function grown(x)
    z = fill(-unit_of(x), 2)
    push!(z, Complex(1, 2))
    return z
end
@saturate case grown(::Int64)

#! run --entry grown 3
#> 3-element Vector{Complex{Int64}}:
#>  -1 + 0im
#>  -1 + 0im
#>   1 + 2im
#! run --opt --entry grown 3
#> 3-element Vector{Complex{Int64}}:
#>  -1 + 0im
#>  -1 + 0im
#>   1 + 2im
#! run --opt --strict --entry grown 3
#> 3-element Vector{Complex{Int64}}:
#>  -1 + 0im
#>  -1 + 0im
#>   1 + 2im
#! opt
#> # cost 4 → 3, optimal
#> function grown(%1 x::Int64)::Array
#> b0:
#>     %2 = -(Complex{Int64}(1, 0))::Complex{Int64}
#>     %3 = fill(%2, 2)::Array
#>     %4 = push!(%3, Complex{Int64}(1, 2))::Any
#>     return %3
#> end
#! opt --strict
#> # cost 4 → 3, optimal
#> function grown(%1 x::Int64)::Array
#> b0:
#>     %2 = -(Complex{Int64}(1, 0))::Complex{Int64}
#>     %3 = fill(%2, 2)::Array
#>     %4 = push!(%3, Complex{Int64}(1, 2))::Any
#>     return %3
#> end
