# Products of matrices with everything that BLAS does in the same call: C ← α A B + β C, and an operation on each element.
#
# Elements are floating-point numbers of one type, real or complex, of any precision: `mul!` takes BLAS where it has the type, and loops where
# it has not. Coefficients are numbers of any type that leaves the type of the result as it is: `2 * (A * B)` is one of `Float32`s for such
# matrices, `2.0 * (A * B)` is not, and then no rule applies. Factors may be transposed or symmetric.
#
# `mul!` refuses to write into one of its factors, and into an array of another size; dots would write a product of one row into each row.
# Where arrays may share memory or sizes differ, the helpers compute what was written. BLAS does not look at what it multiplies
# with zero: 0 · NaN is 0 there.

using LinearAlgebra

"Whether the product of `A` and `B` can be written straight into `C`."
product_fits(C, A, B) = size(C, 1) == size(A, 1) && size(C, 2) == size(B, 2) && !Base.mightalias(C, A) && !Base.mightalias(C, B)

"`C .= f.(α * (A * B) + β * C)` with the product written into `C`."
function gemm!(f, C::Matrix, A, B, α, β)
    product_fits(C, A, B) || return C .= f.(α * (A * B) + β * C)
    mul!(C, A, B, convert(eltype(C), α), convert(eltype(C), β))
    f === identity || (C .= f.(C))
    return C
end

"`C .= f.(α .* (A * B) .+ β .* C)`, likewise."
function dotted_gemm!(f, C::Matrix, A, B, α, β)
    product_fits(C, A, B) || return C .= f.(α .* (A * B) .+ β .* C)
    return gemm!(f, C, A, B, α, β)
end

"`C .= f.(α * (A * B))`, likewise."
function gemm!(f, C::Matrix, A, B, α)
    product_fits(C, A, B) || return C .= f.(α * (A * B))
    return gemm!(f, C, A, B, α, 0)
end

"`α * (A * B) + β * C` in one new array."
function product_sum(A, B, C::Matrix, α, β)
    size(C, 1) == size(A, 1) && size(C, 2) == size(B, 2) || return α * (A * B) + β * C
    D = copy(C)
    mul!(D, A, B, convert(eltype(C), α), convert(eltype(C), β))
    return D
end

"`α * (A * B)` in one array."
function scaled_product(A, B, α)
    D = A * B
    for i in eachindex(D)
        @inbounds D[i] = α * D[i]
    end
    return D
end

@rules gemm begin
    # C .= f.(α A B + β C), with its special cases; `f` is `identity` where the source has none. Where `f` throws, `C` may have been
    # written. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B) + ~β * ~C) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~α::Number * (~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}) + ~β::Number * ~C)) -->
            gemm!(~f, ~C, ~A, ~B, ~α, ~β)
    end
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B) + ~C) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~α::Number * (~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}) + ~C)) -->
            gemm!(~f, ~C, ~A, ~B, ~α, 1)
    end
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~A * ~B + ~β * ~C) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric} + ~β::Number * ~C)) -->
            gemm!(~f, ~C, ~A, ~B, 1, ~β)
    end
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~A * ~B + ~C) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric} + ~C)) -->
            gemm!(~f, ~C, ~A, ~B, 1, 1)
    end
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B)) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~α::Number * (~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}))) -->
            gemm!(~f, ~C, ~A, ~B, ~α)
    end
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~A * ~B) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric})) -->
            gemm!(~f, ~C, ~A, ~B, 1)
    end

    # The same with dots. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B) + ~β * ~C) === typeof(~C)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, broadcasted(+, broadcasted(*, ~α::Number, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}), broadcasted(*, ~β::Number, ~C)))) -->
            dotted_gemm!(~f, ~C, ~A, ~B, ~α, ~β)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(+, broadcasted(*, ~α::Number, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}), broadcasted(*, ~β::Number, ~C))) -->
            dotted_gemm!(identity, ~C, ~A, ~B, ~α, ~β)
        @relaxed materialize!(~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, broadcasted(~f, broadcasted(-, broadcasted(*, ~α::Number, ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}), broadcasted(*, ~β::AbstractFloat, ~C)))) -->
            dotted_gemm!(~f, ~C, ~A, ~B, ~α, -(~β))
    end

    # Sums of matrices commute. (exact)
    if typeof(~A) === typeof(~B)
        ~A::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} + ~B::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} == ~B + ~A
    end
    # α A B is α (A B). (up to rounding; finite values)
    if eltype(~A) === eltype(~B) && typeof(~α * (~A * ~B)) === typeof(~A * ~B)
        *(~α::Number, ~A::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~B::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}) --> ~α * (~A * ~B)
    end
    # A - B is A + (-1) B, and (-1) (β B) is (-β) B: what the other rules say of sums holds for differences. (exact)
    if typeof(~A) === typeof(~B)
        ~A::Matrix{<:AbstractFloat} - ~B::Matrix{<:AbstractFloat} --> ~A + -1 * ~B
    end
    if ~m == -1 && typeof(~β * ~B) === typeof(~B)
        ~m::Comptime{Int64} * (~β::Union{Float64, Float32, Float16} * ~B::Matrix{<:Union{Float64, Float32, Float16}}) --> -(~β) * ~B
    end

    # α A B + β C as a new array: one instead of four. (up to rounding; finite values)
    if one_use(~A * ~B) && eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B) + ~β * ~C) === typeof(~C)
        ~α::Number * (~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}) + ~β::Number * ~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} -->
            product_sum(~A, ~B, ~C, ~α, ~β)
    end
    if one_use(~A * ~B) && eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~α * (~A * ~B) + ~C) === typeof(~C)
        ~α::Number * (~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric}) + ~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} --> product_sum(~A, ~B, ~C, ~α, 1)
    end
    if one_use(~A * ~B) && eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~A * ~B + ~β * ~C) === typeof(~C)
        ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric} + ~β::Number * ~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} --> product_sum(~A, ~B, ~C, 1, ~β)
    end
    if one_use(~A * ~B) && eltype(~A) === eltype(~C) && eltype(~B) === eltype(~C) && typeof(~A * ~B + ~C) === typeof(~C)
        ~A::Union{Matrix, Transpose, Adjoint, Symmetric} * ~B::Union{Matrix, Transpose, Adjoint, Symmetric} + ~C::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} --> product_sum(~A, ~B, ~C, 1, 1)
    end
    # (exact)
    if one_use(~A * ~B) && typeof(~α * (~A * ~B)) === typeof(~A * ~B)
        ~α::Number * (~A::Union{Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Transpose{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Adjoint{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Symmetric{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}} * ~B::Union{Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Transpose{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Adjoint{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Symmetric{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}}) --> scaled_product(~A, ~B, ~α)
    end

    # As in `linalg`: one is about ten thousand operations.
    @cost *(A::Union{Matrix, Transpose, Adjoint}, B::Union{Matrix, Transpose, Adjoint}) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(α::Number, A::AbstractMatrix, B::AbstractMatrix) max(20, length(A) * (size(B, 2) / 5000 + 1 / 1000))
    @cost *(α::Number, A::AbstractMatrix) max(10, length(A) / 1000)
    @cost +(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost -(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost product_sum(A, B, C, α, β) max(5, size(A, 1) * size(B, 2) * (size(A, 2) / 5000 + 1 / 2000))
    @cost scaled_product(A, B, α) max(5, size(A, 1) * size(B, 2) * (size(A, 2) / 5000 + 1 / 2000))
    @cost gemm!(f, C, A, B, α, β) max(3, size(A, 1) * size(B, 2) * (size(A, 2) + 1) / 5000)
    @cost gemm!(f, C, A, B, α) max(3, size(A, 1) * size(B, 2) * (size(A, 2) + 1) / 5000)
    @cost dotted_gemm!(f, C, A, B, α, β) max(3, size(A, 1) * size(B, 2) * (size(A, 2) + 1) / 5000)
end
