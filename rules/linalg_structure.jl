# Products that use how a matrix is made: triangles, diagonals, symmetric results, Kronecker products, common factors.
#
#     Matrix(LowerTriangular(A)) * B    is    LowerTriangular(A) * B       the copy with its zeros goes, and the zeros are not multiplied
#     A * transpose(B) + B * transpose(A)     is symmetric: BLAS computes one triangle of it
#     A * B + A * C                     is    A * (B + C)                  one product
#     kron(A, B) * x                    is    vec(B * X * transpose(A))    where X has the elements of x
#
# BLAS does not look at what it multiplies with a zero that is there by structure: 0 · NaN is 0 there. So the laws are about finite values. A result
# that is one triangle is a `Symmetric` matrix; where somebody writes to it, or has no method for it, the optimiser keeps what was written.

using LinearAlgebra
using LinearAlgebra.BLAS: syrk!, syr2k!

const StructureFloat = Union{Float64, Float32, ComplexF64, ComplexF32}
const StructureReal = Union{Float64, Float32}

"The triangle that a symmetric matrix is stored in, as the constructor wants it."
triangle(C) = C.uplo == 'U' ? :U : :L

"`A * transpose(A) + C` for a symmetric `C`: the triangle that `C` has."
function gram_sum(A::Matrix, C::Symmetric)
    size(A, 1) == size(C, 1) || throw(DimensionMismatch("a product of $(size(A, 1)) rows is added to a matrix of $(size(C, 1))"))
    D = copy(C.data)
    syrk!(C.uplo, 'N', one(eltype(A)), A, one(eltype(A)), D)
    return Symmetric(D, triangle(C))
end

"`A * transpose(B) + B * transpose(A) + C` for a symmetric `C`: the triangle that `C` has."
function mixed_gram_sum(A::Matrix, B::Matrix, C::Symmetric)
    size(A, 1) == size(C, 1) && size(B, 1) == size(C, 1) && size(A, 2) == size(B, 2) || throw(DimensionMismatch("factors and sum do not fit"))
    D = copy(C.data)
    syr2k!(C.uplo, 'N', one(eltype(A)), A, B, one(eltype(A)), D)
    return Symmetric(D, triangle(C))
end

"`A * transpose(B) + B * transpose(A)`: its upper triangle."
function mixed_gram(A::Matrix, B::Matrix)
    size(A, 1) == size(B, 1) && size(A, 2) == size(B, 2) || throw(DimensionMismatch("factors do not fit"))
    D = zeros(eltype(A), size(A, 1), size(A, 1))
    syr2k!('U', 'N', one(eltype(A)), A, B, zero(eltype(A)), D)
    return Symmetric(D, :U)
end

"`tril(A) * B`, with the triangle of a square matrix as such."
function lower_product(A::Matrix, B)
    size(A, 1) == size(A, 2) || return tril(A) * B
    return LowerTriangular(A) * B
end

"`triu(A) * B`, likewise."
function upper_product(A::Matrix, B)
    size(A, 1) == size(A, 2) || return triu(A) * B
    return UpperTriangular(A) * B
end

"`Diagonal(v) * B`: the rows of `B` times the elements of `v`, in one pass."
function scaled_rows(v::Vector, B::Matrix)
    length(v) == size(B, 1) || return Diagonal(v) * B
    return v .* B
end

"`kron(A, B) * x` without the large matrix."
function kron_times(A::Matrix, B::Matrix, x::Vector)
    length(x) == size(A, 2) * size(B, 2) || return kron(A, B) * x
    return vec(B * reshape(x, size(B, 2), size(A, 2)) * transpose(A))
end

"`kron(A, B) * kron(C, D)`, by factors where these fit."
function product_of_krons(A, B, C, D)
    size(A, 2) == size(C, 1) && size(B, 2) == size(D, 1) || return kron(A, B) * kron(C, D)
    return kron(A * C, B * D)
end

"The trace of `kron(A, B)`: of square factors, the product of their traces."
function trace_of_kron(A, B)
    size(A, 1) == size(A, 2) && size(B, 1) == size(B, 2) || return tr(kron(A, B))
    return tr(A) * tr(B)
end

@rules structure begin
    # A matrix that is stored in its own way is multiplied as it is. (up to rounding; finite values; errors aside)
    if eltype(~T) === eltype(~B)
        Matrix(~T::Union{LowerTriangular{<:StructureFloat, <:Matrix}, UpperTriangular{<:StructureFloat, <:Matrix}, Diagonal{<:StructureFloat, <:Vector}, Symmetric{<:StructureReal, <:Matrix}}) * ~B::Matrix{<:StructureFloat} --> ~T * ~B
        Matrix(~T::Union{LowerTriangular{<:StructureFloat, <:Matrix}, UpperTriangular{<:StructureFloat, <:Matrix}, Diagonal{<:StructureFloat, <:Vector}, Symmetric{<:StructureReal, <:Matrix}}) * ~B::Vector{<:StructureFloat} --> ~T * ~B
        ~B::Matrix{<:StructureFloat} * Matrix(~T::Union{LowerTriangular{<:StructureFloat, <:Matrix}, UpperTriangular{<:StructureFloat, <:Matrix}, Diagonal{<:StructureFloat, <:Vector}, Symmetric{<:StructureReal, <:Matrix}}) --> ~B * ~T
        # So is a transposed one.
        Matrix(~T::Union{Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> ~T * ~B
        copy(~T::Union{Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> ~T * ~B
        ~B::Matrix{<:StructureFloat} * Matrix(~T::Union{Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}}) --> ~B * ~T
        ~B::Matrix{<:StructureFloat} * copy(~T::Union{Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}}) --> ~B * ~T
    end
    if eltype(~A) === eltype(~B)
        permutedims(~A::Matrix{<:StructureFloat}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> transpose(~A) * ~B
        ~B::Matrix{<:StructureFloat} * permutedims(~A::Matrix{<:StructureFloat}) --> ~B * transpose(~A)
        tril(~A::Matrix{<:StructureFloat}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> lower_product(~A, ~B)
        triu(~A::Matrix{<:StructureFloat}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> upper_product(~A, ~B)
    end
    if eltype(~v) === eltype(~B)
        diagm(~v::Vector{<:StructureFloat}) * ~B::Union{Matrix{<:StructureFloat}, Vector{<:StructureFloat}} --> Diagonal(~v) * ~B
        ~B::Matrix{<:StructureFloat} * diagm(~v::Vector{<:StructureFloat}) --> ~B * Diagonal(~v)
    end

    # Rows times numbers, in one pass. (up to rounding; finite values; errors aside)
    if eltype(~v) === eltype(~B)
        Diagonal(~v::Vector{<:StructureFloat}) * ~B::Matrix{<:StructureFloat} --> scaled_rows(~v, ~B)
    end

    # Sums of several matrices are added from the left; a symmetric one commutes. (exact; errors aside)
    if eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        +(~A::Matrix{<:StructureFloat}, ~B::Matrix{<:StructureFloat}, ~C::Union{Matrix{<:StructureFloat}, Symmetric{<:StructureFloat, <:Matrix}}) --> (~A + ~B) + ~C
        +(~A::Symmetric{<:StructureFloat, <:Matrix}, ~B::Matrix{<:StructureFloat}, ~C::Matrix{<:StructureFloat}) --> (~A + ~B) + ~C
    end
    if eltype(~A) === eltype(~C)
        ~C::Symmetric{<:StructureFloat, <:Matrix} + ~A::Matrix{<:StructureFloat} --> ~A + ~C
    end

    # Of a sum with a symmetric matrix first, the others are added first. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        (~A::Matrix{<:StructureFloat} + ~C::Symmetric{<:StructureFloat, <:Matrix}) + ~B::Matrix{<:StructureFloat} --> (~A + ~B) + ~C
    end

    # A Aᵀ is symmetric, and A Bᵀ + B Aᵀ too: with or without a symmetric matrix that is added, one triangle is enough.
    # (up to rounding; finite values; another type)
    ~A::Matrix{<:StructureReal} * transpose(~A) --> Symmetric(~A * transpose(~A))
    ~A::Matrix{<:StructureReal} * adjoint(~A) --> Symmetric(~A * adjoint(~A))
    if one_use(~A * transpose(~A)) && eltype(~A) === eltype(~C)
        ~A::Matrix{<:StructureFloat} * transpose(~A) + ~C::Symmetric{<:StructureFloat, <:Matrix} --> gram_sum(~A, ~C)
    end
    if one_use(~A * adjoint(~A)) && eltype(~A) === eltype(~C)
        ~A::Matrix{<:StructureReal} * adjoint(~A) + ~C::Symmetric{<:StructureReal, <:Matrix} --> gram_sum(~A, ~C)
    end
    if one_use(~A * transpose(~B)) && one_use(~B * transpose(~A)) && eltype(~A) === eltype(~B)
        ~A::Matrix{<:StructureFloat} * transpose(~B::Matrix{<:StructureFloat}) + ~B * transpose(~A) --> mixed_gram(~A, ~B)
    end
    if one_use(~A * adjoint(~B)) && one_use(~B * adjoint(~A)) && eltype(~A) === eltype(~B)
        ~A::Matrix{<:StructureReal} * adjoint(~B::Matrix{<:StructureReal}) + ~B * adjoint(~A) --> mixed_gram(~A, ~B)
    end
    if one_use(~A * transpose(~B)) && one_use(~B * transpose(~A)) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        (~A::Matrix{<:StructureFloat} * transpose(~B::Matrix{<:StructureFloat}) + ~B * transpose(~A)) + ~C::Symmetric{<:StructureFloat, <:Matrix} --> mixed_gram_sum(~A, ~B, ~C)
    end
    if one_use(~A * adjoint(~B)) && one_use(~B * adjoint(~A)) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        (~A::Matrix{<:StructureReal} * adjoint(~B::Matrix{<:StructureReal}) + ~B * adjoint(~A)) + ~C::Symmetric{<:StructureReal, <:Matrix} --> mixed_gram_sum(~A, ~B, ~C)
    end

    # A common factor: A B + A C = A (B + C), α A + β A = (α + β) A. (up to rounding; finite values; errors aside)
    if one_use(~A * ~B) && one_use(~A * ~C) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        ~A::Matrix{<:StructureFloat} * ~B::Matrix{<:StructureFloat} + ~A * ~C::Matrix{<:StructureFloat} --> ~A * (~B + ~C)
        ~A::Matrix{<:StructureFloat} * ~B::Matrix{<:StructureFloat} - ~A * ~C::Matrix{<:StructureFloat} --> ~A * (~B - ~C)
        ~A::Matrix{<:StructureFloat} * ~B::Vector{<:StructureFloat} + ~A * ~C::Vector{<:StructureFloat} --> ~A * (~B + ~C)
        ~A::Matrix{<:StructureFloat} * ~B::Vector{<:StructureFloat} - ~A * ~C::Vector{<:StructureFloat} --> ~A * (~B - ~C)
    end
    if one_use(~B * ~A) && one_use(~C * ~A) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        ~B::Matrix{<:StructureFloat} * ~A::Matrix{<:StructureFloat} + ~C::Matrix{<:StructureFloat} * ~A --> (~B + ~C) * ~A
        ~B::Matrix{<:StructureFloat} * ~A::Matrix{<:StructureFloat} - ~C::Matrix{<:StructureFloat} * ~A --> (~B - ~C) * ~A
        ~B::Matrix{<:StructureFloat} * ~A::Vector{<:StructureFloat} + ~C::Matrix{<:StructureFloat} * ~A --> (~B + ~C) * ~A
        ~B::Matrix{<:StructureFloat} * ~A::Vector{<:StructureFloat} - ~C::Matrix{<:StructureFloat} * ~A --> (~B - ~C) * ~A
    end
    if eltype(~A) === typeof(~α) && typeof(~α) === typeof(~β)
        ~α::StructureFloat * ~A::Matrix{<:StructureFloat} + ~β::StructureFloat * ~A --> (~α + ~β) * ~A
        ~α::StructureFloat * ~A::Matrix{<:StructureFloat} - ~β::StructureFloat * ~A --> (~α - ~β) * ~A
    end
    # (α A) B = α (A B). (up to rounding; finite values)
    if eltype(~A) === eltype(~B) && typeof(~α) === eltype(~A)
        (~α::StructureFloat * ~A::Matrix{<:StructureFloat}) * ~B::Matrix{<:StructureFloat} --> ~α * (~A * ~B)
        ~A::Matrix{<:StructureFloat} * (~α::StructureFloat * ~B::Matrix{<:StructureFloat}) --> ~α * (~A * ~B)
    end

    # Products of a triangular or diagonal matrix are grouped as it pays. (up to rounding; finite values; errors aside)
    if eltype(~T) === eltype(~A) && eltype(~A) === eltype(~x)
        (~T::Union{LowerTriangular{<:StructureFloat, <:Matrix}, UpperTriangular{<:StructureFloat, <:Matrix}, Diagonal{<:StructureFloat, <:Vector}} * ~A::Union{Matrix{<:StructureFloat}, Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}}) * ~x::Union{Vector{<:StructureFloat}, Matrix{<:StructureFloat}} == ~T * (~A * ~x)
    end
    if eltype(~T) === eltype(~A) && eltype(~A) === eltype(~x)
        (~A::Union{Matrix{<:StructureFloat}, Transpose{<:StructureFloat, <:Matrix}, Adjoint{<:StructureFloat, <:Matrix}} * ~T::Union{LowerTriangular{<:StructureFloat, <:Matrix}, UpperTriangular{<:StructureFloat, <:Matrix}, Diagonal{<:StructureFloat, <:Vector}}) * ~x::Union{Vector{<:StructureFloat}, Matrix{<:StructureFloat}} == ~A * (~T * ~x)
    end

    # (A ⊗ B) x = vec(B X Aᵀ), (A ⊗ B)(C ⊗ D) = A C ⊗ B D, tr(A ⊗ B) = tr A tr B, (A ⊗ B)ᵀ = Aᵀ ⊗ Bᵀ. (up to rounding; finite values; errors aside)
    if one_use(kron(~A, ~B)) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~x)
        kron(~A::Matrix{<:StructureFloat}, ~B::Matrix{<:StructureFloat}) * ~x::Vector{<:StructureFloat} --> kron_times(~A, ~B, ~x)
    end
    if one_use(kron(~A, ~B)) && one_use(kron(~C, ~D)) && eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C) && eltype(~C) === eltype(~D)
        kron(~A::Matrix{<:StructureFloat}, ~B::Matrix{<:StructureFloat}) * kron(~C::Matrix{<:StructureFloat}, ~D::Matrix{<:StructureFloat}) --> product_of_krons(~A, ~B, ~C, ~D)
    end
    if eltype(~A) === eltype(~B)
        tr(kron(~A::Matrix{<:StructureFloat}, ~B::Matrix{<:StructureFloat})) --> trace_of_kron(~A, ~B)
        sum(kron(~A::Matrix{<:StructureFloat}, ~B::Matrix{<:StructureFloat})) --> sum(~A) * sum(~B)
    end

    # These call BLAS with a new array of their own, or read through another shape.
    @effects gram_sum reads alloc throws
    @effects mixed_gram_sum reads alloc throws
    @effects mixed_gram reads alloc throws
    @effects kron_times reads alloc throws

    # As in `linalg`: one is about ten thousand operations; a pass over a matrix costs five times its operations.
    @cost *(A::AbstractMatrix, B::AbstractMatrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(A::AbstractMatrix, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost *(A::Union{Transpose, Adjoint}, B::Symmetric) max(1, size(A, 1) * size(A, 2) * size(B, 2) / 500)
    @cost *(A::Union{LowerTriangular, UpperTriangular}, B::Matrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost *(A::Matrix, B::Union{LowerTriangular, UpperTriangular}) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost *(A::Diagonal, B::Matrix) max(0.5, length(B) / 700)
    @cost scaled_rows(v, B) max(0.5, length(B) / 1400)
    @cost *(A::Matrix, B::Diagonal) max(0.5, length(A) / 1000)
    @cost *(A::Union{LowerTriangular, UpperTriangular}, x::Vector) max(0.5, length(A) / 1500)
    @cost *(A::Diagonal, x::Vector) max(0.3, size(x, 1) / 1000)
    @cost *(A::Matrix, B::Transpose) max(1, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(α::Number, A::AbstractMatrix) max(10, length(A) / 1000)
    @cost +(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost +(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix) max(20, length(A) / 500)
    @cost -(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost tr(A::AbstractMatrix) max(3, size(A, 1) / 25)
    @cost Matrix(A::Union{LowerTriangular, UpperTriangular, Symmetric, Diagonal, Transpose, Adjoint}) max(1, length(A) / 500)
    @cost copy(A::Union{Transpose, Adjoint}) max(1, length(A) / 500)
    @cost permutedims(A::Matrix) max(1, length(A) / 500)
    @cost tril(A::Matrix) max(1, length(A) / 1000)
    @cost triu(A::Matrix) max(1, length(A) / 1000)
    @cost diagm(v::Vector) max(1, size(v, 1)^2 / 1000)
    @cost kron(A::Matrix, B::Matrix) max(1, length(A) * length(B) / 1000)
    @cost gram_sum(A, C) max(2, length(C) / 1000 + size(A, 1) * size(A, 1) * size(A, 2) / 9000)
    @cost mixed_gram_sum(A, B, C) max(2, length(C) / 1000 + size(A, 1) * size(A, 1) * size(A, 2) / 4500)
    @cost mixed_gram(A, B) max(2, size(A, 1)^2 / 1000 + size(A, 1) * size(A, 1) * size(A, 2) / 4500)
    @cost lower_product(A, B::Matrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost upper_product(A, B::Matrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost kron_times(A, B, x) max(2, size(B, 1) * size(A, 2) * (size(B, 2) + size(A, 1)) / 5000)
    @cost product_of_krons(A, B, C, D) max(2, size(A, 1) * size(C, 2) * size(B, 1) * size(D, 2) / 1000)
    @cost trace_of_kron(A, B) max(3, (size(A, 1) + size(B, 1)) / 25)

    @shape scaled_rows(v, B) (size(B, 1), size(B, 2))
    @shape gram_sum(A, C) (size(C, 1), size(C, 1))
    @shape mixed_gram_sum(A, B, C) (size(C, 1), size(C, 1))
    @shape mixed_gram(A, B) (size(A, 1), size(A, 1))
    @shape lower_product(A, B::Matrix) (size(A, 1), size(B, 2))
    @shape upper_product(A, B::Matrix) (size(A, 1), size(B, 2))
end
