# Rules that are no laws, each true at first sight: the check must find every one of them.

using LinearAlgebra

"`C .= A * B`, if the product has the size of `C`."
naive_product!(C, A, B) = mul!(C, A, B)

"`σ.(W * x)` for activations that give what they are given."
function naive_layer(σ, W, x)
    y = W * x
    for i in eachindex(y)
        y[i] = σ(y[i])
    end
    return y
end

"`R[:, j] = A * B[:, j]` for all `j` of `r`, if these are all columns, and there are as many of them in `R` and `B`."
naive_columns!(R, A, B, r) = (mul!(R, A, B); nothing)

"`s + x[i] + …` for all `i` of `r`, if none of them is outside of `x`."
naive_sum(s, x, r) = s + sum(x[max(first(r), 1):min(last(r), length(x))])

"`y[i] = 2x[i]` for all `i` of `r`, if all of them are inside of both: else something has been written before the error."
naive_double!(y, x, r) = (y[r] = 2 .* x[r]; nothing)

@rules no_laws begin
    # `Bool`: another type. (exact)
    -(-(~x::Number)) --> ~x
    ~x::Integer - ~x --> zero(~x)
    ~x::Integer + -(~x) --> zero(~x)
    # Narrow integers wrap around before they are added to wider ones. (exact)
    ~x::Integer + -(~y::Integer) --> ~x - ~y
    abs(-(~x::Integer)) --> abs(~x)
    ~a::Integer * ~x::Integer + ~a * ~y::Integer --> ~a * (~x + ~y)
    # Constants wrap around. (up to rounding; finite values)
    (~x::Float64 * ~a::Comptime{Int64}) * ~b::Comptime{Int64} --> ~x * (~a * ~b)
    # The sign of zero, NaN, an overflow. (exact)
    ~x::Float64 + 0 --> ~x
    ~x::Float64 * 0 --> 0.0
    ~x::Float64 - ~x --> 0.0
    # (up to rounding)
    sqrt(~x::Float64^2) --> abs(~x)
    # A literal that may be wider than the rest. (up to rounding; finite values)
    1 - sin(~x::Float32)^2 --> cos(~x)^2
    # Half of the digits. (up to rounding; finite values)
    ~x::Float64 * ~y::Float64 --> Float64(Float32(~x) * Float32(~y))
    # Sizes. (up to rounding; finite values; errors aside)
    det(~A::Matrix{Float64} * ~B::Matrix{Float64}) --> det(~A) * det(~B)
    sum(materialize(broadcasted(*, ~x::Vector{Float64}, ~y::Vector{Float64}))) --> dot(~x, ~y)
    materialize!(~C::Matrix{Float64}, broadcasted(identity, ~A::Matrix{Float64} * ~B::Matrix{Float64})) --> naive_product!(~C, ~A, ~B)
    # An error where the matrix that is solved for is regular. (up to rounding; finite values; errors aside)
    ~A::Matrix{Float64} \ ~b::Vector{Float64} --> (~A - ~A) \ ~b
    # The sum of nothing. (up to rounding; finite values; errors aside)
    sum(materialize(broadcasted(~f, ~x::Vector{Float64}))) --> sum(~f, ~x)
    # What a function gives. (exact; errors aside)
    materialize(broadcasted(~f, ~W::Matrix{Float64} * ~x::Vector{Float64})) --> naive_layer(~f, ~W, ~x)
    # All columns, or some; columns that are factors, too. (up to rounding; finite values)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{Float64})[:, ~j] = ~A::Matrix{Float64} * (~B::Matrix{Float64})[:, ~j]
    end --> naive_columns!(~R, ~A, ~B, ~r)
    # An error. (up to rounding; finite values)
    for ~i in ~r::AbstractUnitRange{Int64}
        ~s::Float64 += (~x::Vector{Float64})[~i]
    end --> naive_sum(~s, ~x, ~r)
    # What was written before one. (exact)
    for ~i in ~r::AbstractUnitRange{Int64}
        (~y::Vector{Float64})[~i] = 2 * (~x::Vector{Float64})[~i]
    end --> naive_double!(~y, ~x, ~r)
    # Another error, a copy that is none. (exact)
    tr(~A::Matrix{Float64} + ~B::Matrix{Float64}) --> tr(~B + ~A) + 0 * length(inv(~A))
    copy(~x::Vector{Float64}) --> ~x
end
