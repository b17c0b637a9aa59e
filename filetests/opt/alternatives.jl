# Right sides with effects: alternatives for the statement at the root of the left side.

relu(x) = max(x, zero(x))

# Prints its argument and returns it: an effect that shows in the output.
function note(x)
    println("note ", x)
    return x
end
function quiet(x)
    print("quiet ")
    return x
end

@rules gemm begin
    @cost (*)(::Matrix{Float64}, ::Matrix{Float64}) 100
    @cost mul! 100
    @cost (*)(::Float64, ::Matrix{Float64}) 10
    @cost (+)(::Matrix{Float64}, ::Matrix{Float64}) 10
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}) + ~β::Float64 * ~C)) -->
        materialize!(~C, broadcasted(~f, mul!(~C, ~A, ~B, ~α, ~β)))
end

@rules unrelaxed begin
    materialize!(~C::Matrix{Float64}, broadcasted(~f, ~A::Matrix{Float64} * ~B::Matrix{Float64})) -->
        materialize!(~C, broadcasted(~f, mul!(~C, ~A, ~B)))
end

# Two effects: mul! writes the product into C, the broadcast works on it in place. One alternative runs.
function layer!(C, A, B, α, β)
    C .= relu.(α * (A * B) + β * C)
    return nothing
end
@saturate gemm layer!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)

# The product is also returned: it is needed in any case, so the alternative does not pay.
function layer_and_product!(C, A, B, α, β)
    P = A * B
    C .= relu.(α * P + β * C)
    return P
end
@saturate gemm layer_and_product!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)

# C changes between its scaling and the broadcast: the left side reads two states of memory.
function layer_after_write!(C, A, B, α, β)
    D = β * C
    C[1] = 1.0
    C .= relu.(α * (A * B) + D)
    return nothing
end
@saturate gemm layer_after_write!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)

# Without @relaxed a statement with effects is not matched.
function product!(C, A, B)
    C .= relu.(A * B)
    return nothing
end
@saturate unrelaxed product!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

# An effect in a loop that may run zero times stays there, once a turn.
@rules notes begin
    @cost note 100
    @relaxed note(~x) --> quiet(~x)
    # The order of two effects side by side does not follow from data.
    @relaxed note(~x::Float64) --> quiet(quiet(1.0) + quiet(~x))
    # The left side's root is no statement.
    ~x::Int64 + 0 --> quiet(~x)
end
function notes(n)
    s = 0
    for i in 1:n
        s += note(i)
    end
    return s + 0
end
@saturate notes notes(::Int64)
half(x) = note(x) / 2
@saturate notes half(::Float64)

#! opt
#> # cost 132 → 102, optimal
#> function layer!(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Nothing
#> b0:
#>     %6 = mul!(%1, %2, %3, %4, %5)::Matrix{Float64}
#>     %7 = broadcasted(relu, %6)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %8 = materialize!(%1, %7)::Matrix{Float64}
#>     return nothing
#> end
#>
#> # cost 132 → 132, optimal
#> function layer_and_product!(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Matrix{Float64}
#> b0:
#>     %6 = *(%2, %3)::Matrix{Float64}
#>     %7 = *(%4, %6)::Matrix{Float64}
#>     %8 = *(%5, %1)::Matrix{Float64}
#>     %9 = +(%7, %8)::Matrix{Float64}
#>     %10 = broadcasted(relu, %9)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %11 = materialize!(%1, %10)::Matrix{Float64}
#>     return %6
#> end
#>
#> # cost 133 → 133, optimal
#> function layer_after_write!(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64}, %4 α::Float64, %5 β::Float64)::Nothing
#> b0:
#>     %6 = *(%5, %1)::Matrix{Float64}
#>     %7 = setindex!(%1, 1.0, 1)::Matrix{Float64}
#>     %8 = *(%2, %3)::Matrix{Float64}
#>     %9 = *(%4, %8)::Matrix{Float64}
#>     %10 = +(%9, %6)::Matrix{Float64}
#>     %11 = broadcasted(relu, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %12 = materialize!(%1, %11)::Matrix{Float64}
#>     return nothing
#> end
#>
#> # cost 3 → 3, optimal
#> function product!(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Nothing
#> b0:
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     %5 = broadcasted(relu, %4)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %6 = materialize!(%1, %5)::Matrix{Float64}
#>     return nothing
#> end
#>
#> # cost 1065 → 75, optimal
#> function notes(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = iterate(%2)::Union{Nothing, Tuple{Int64, Int64}}
#>     %4 = ===(%3, nothing)::Bool
#>     %5 = not_int(%4)::Bool
#>     goto b1 if %5 else b4(0)
#> b1:
#>     %6 = π(%3, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0, %6)
#> b2(%7 s::Int64, %8::Tuple{Int64, Int64}):
#>     %9 = getfield(%8, 1)::Int64
#>     %10 = getfield(%8, 2)::Int64
#>     %11 = quiet(%9)::Int64
#>     %12 = +(%7, %11)::Int64
#>     %13 = iterate(%2, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %14 = ===(%13, nothing)::Bool
#>     %15 = not_int(%14)::Bool
#>     goto b3 if %15 else b4(%12)
#> b3:
#>     %16 = π(%13, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%12, %16)
#> b4(%17 s::Int64):
#>     %18 = +(%17, 0)::Int64
#>     return %18
#> end
#>
#> # cost 101 → 2, optimal
#> function half(%1 x::Float64)::Float64
#> b0:
#>     %2 = quiet(%1)::Float64
#>     %3 = /(%2, 2)::Float64
#>     return %3
#> end
