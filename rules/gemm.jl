# Products of matrices with everything that BLAS does in the same call: C ← α A B + β C, and an operation on each element.
#
# `mul!` refuses to write into one of its factors, and into an array of another size; dots would write a product of one row into each row.
# Where arrays may share memory or sizes differ, the helpers compute what was written. BLAS does not look at what it multiplies
# with zero: 0 · NaN is 0 there.

using LinearAlgebra

"Whether the product of `A` and `B` can be written straight into `C`."
product_fits(C, A, B) = size(C, 1) == size(A, 1) && size(C, 2) == size(B, 2) && !Base.mightalias(C, A) && !Base.mightalias(C, B)

"`C .= f.(α * (A * B) + β * C)` with the product written into `C`."
function gemm!(f, C, A, B, α, β)
    product_fits(C, A, B) || return C .= f.(α * (A * B) + β * C)
    mul!(C, A, B, α, β)
    f === identity || (C .= f.(C))
    return C
end

"`C .= f.(α .* (A * B) .+ β .* C)`, likewise."
function dotted_gemm!(f, C, A, B, α, β)
    product_fits(C, A, B) || return C .= f.(α .* (A * B) .+ β .* C)
    return gemm!(f, C, A, B, α, β)
end

"`C .= f.(α * (A * B))`, likewise."
function gemm!(f, C, A, B, α)
    product_fits(C, A, B) || return C .= f.(α * (A * B))
    return gemm!(f, C, A, B, α, 0.0)
end

"`α * (A * B) + β * C` in one new array."
function product_sum(A, B, C, α, β)
    size(C, 1) == size(A, 1) && size(C, 2) == size(B, 2) || return α * (A * B) + β * C
    D = copy(C)
    mul!(D, A, B, α, β)
    return D
end

"`α * (A * B)` in one array."
function scaled_product(A, B, α)
    D = Matrix{Float64}(undef, size(A, 1), size(B, 2))
    mul!(D, A, B, α, 0.0)
    return D
end

@rules gemm begin
    # C .= f.(α A B + β C), with its special cases; `f` is `identity` where the source has none. Where `f` throws, `C` may have been
    # written. (up to rounding; finite values; errors aside)
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}) + ~β::Float64 * ~C)) -->
        gemm!(~f, ~C, ~A, ~B, ~α, ~β)
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, ~A::Matrix{Float64} * ~B::Matrix{Float64} + ~C)) -->
        gemm!(~f, ~C, ~A, ~B, 1.0, 1.0)
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}))) -->
        gemm!(~f, ~C, ~A, ~B, ~α)
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, ~A::Matrix{Float64} * ~B::Matrix{Float64})) -->
        gemm!(~f, ~C, ~A, ~B, 1.0)

    # The same with dots. (up to rounding; finite values; errors aside)
    @relaxed materialize!(~C::Matrix{Float64}, broadcasted(~f, broadcasted(+, broadcasted(*, ~α::Float64, ~A::Matrix{Float64} * ~B::Matrix{Float64}), broadcasted(*, ~β::Float64, ~C)))) -->
        dotted_gemm!(~f, ~C, ~A, ~B, ~α, ~β)

    # Sums of matrices commute. (exact)
    ~A::Matrix{Float64} + ~B::Matrix{Float64} == ~B + ~A
    # α A B is α (A B). (up to rounding; finite values)
    *(~α::Float64, ~A::Matrix{Float64}, ~B::Matrix{Float64}) --> ~α * (~A * ~B)

    # α A B + β C as a new array: one instead of four. (up to rounding; finite values)
    if one_use(~A * ~B)
        ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}) + ~β::Float64 * ~C::Matrix{Float64} -->
            product_sum(~A, ~B, ~C, ~α, ~β)
        ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}) + ~C::Matrix{Float64} --> product_sum(~A, ~B, ~C, ~α, 1.0)
        ~A::Matrix{Float64} * ~B::Matrix{Float64} + ~C::Matrix{Float64} --> product_sum(~A, ~B, ~C, 1.0, 1.0)
        ~α::Float64 * (~A::Matrix{Float64} * ~B::Matrix{Float64}) --> scaled_product(~A, ~B, ~α)
    end

    @cost *(::Matrix, ::Matrix) 200
    @cost *(::Number, ::Matrix, ::Matrix) 210
    @cost *(::Number, ::Matrix) 10
    @cost +(::Matrix, ::Matrix) 10
    @cost product_sum 205
    @cost scaled_product 205
    @cost gemm! 202
    @cost dotted_gemm! 202
end
