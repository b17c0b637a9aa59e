# A rule finds the value of an operand, and a call is of a narrower type by that, one that its user has no method for. The source
# would throw there; it stays possible.

pick(c::Bool, a, b) = c ? a : b
half(i::Int64) = div(i, 2)
@rules contents begin
    getindex(Ref(~a::Int64)) --> ~a
end
narrowed() = half(pick(true, -1.5, Ref(1)[]))
@saturate contents narrowed()

# A method for the narrower type is used.
wide(c::Bool) = pick(c, -1.5, Ref(1)[]) + 1
@saturate contents wide(::Bool)

#! run --entry narrowed
#> error: MethodError: no method matching half(::Float64)
#! run --opt --entry narrowed
#> error: MethodError: no method matching half(::Float64)
#! run --opt --strict --entry narrowed
#> error: MethodError: no method matching half(::Float64)
#! run --opt --entry wide true
#> -0.5
#! opt
#> # cost 4 → 1, optimal
#> function narrowed()::Int64
#> b0:
#>     %1 = half(-1.5)::Int64
#>     return %1
#> end
#>
#> # cost 4 → 2, optimal
#> function wide(%1 c::Bool)::Union{Float64, Int64}
#> b0:
#>     %2 = pick(%1, -1.5, 1)::Union{Float64, Int64}
#>     %3 = +(%2, 1)::Union{Float64, Int64}
#>     return %3
#> end
