# Properties of matrices: which values have them, and what they offer.
#
#     @assume issymmetric(A)          A is offered as Symmetric(A) to whoever has a faster method for it
#     issymmetric(A + A')             is    true
#     issymmetric(A * B)              is asked by a guard, and stays open
#
# A property is the call of a predicate that is equal to `true` (docs/properties.md). Only what holds to the last bit is said here: a program may ask as well, and
# takes another way by the answer. So A Aᵀ counts, which Julia makes from one triangle, and A⁻¹ of a symmetric A does not. Predicates find no symmetry in NaN.

using LinearAlgebra

const PropertiesReal = Union{Float64, Float32}
const PropertiesFloat = Union{Float64, Float32, ComplexF64, ComplexF32}

"`A * B` for an upper triangular `A`: a square one as such."
function upper_times(A::Matrix, B)
    size(A, 1) == size(A, 2) || return A * B
    return UpperTriangular(A) * B
end

"The same for a lower triangular one."
function lower_times(A::Matrix, B)
    size(A, 1) == size(A, 2) || return A * B
    return LowerTriangular(A) * B
end

"The determinant of a triangular matrix."
function triangular_det(A::Matrix)
    size(A, 1) == size(A, 2) || return det(A)
    return prod(diag(A))
end

@rules properties begin
    # A symmetric matrix is offered as one. (exact; sign of zero aside; another type)
    if issymmetric(~A)
        ~A::Matrix{<:Real} --> Symmetric(~A)
    end
    # A positive definite one is symmetric. (exact; sign of zero aside; another type)
    if isposdef(~A)
        ~A::Matrix{<:PropertiesReal} --> Symmetric(~A)
    end
    # Aᵀ = A. (exact; sign of zero aside; another type; may alias)
    if issymmetric(~A)
        transpose(~A::Matrix{<:Real}) --> ~A
        adjoint(~A::Matrix{<:Real}) --> ~A
    end

    # What is symmetric. (exact; finite values; errors aside)
    issymmetric(~A::Matrix{<:PropertiesReal} + transpose(~A)) --> true
    issymmetric(~A::Matrix{<:PropertiesReal} + adjoint(~A)) --> true
    issymmetric(transpose(~A::Matrix{<:PropertiesReal}) * ~A) --> true
    issymmetric(adjoint(~A::Matrix{<:PropertiesReal}) * ~A) --> true
    issymmetric(~A::Matrix{<:PropertiesReal} * transpose(~A)) --> true
    issymmetric(~A::Matrix{<:PropertiesReal} * adjoint(~A)) --> true
    # Sums and multiples of such. (exact; finite values; errors aside)
    if issymmetric(~A) && issymmetric(~B)
        issymmetric(~A::Matrix{<:PropertiesReal} + ~B::Matrix{<:PropertiesReal}) --> true
        issymmetric(~A::Matrix{<:PropertiesReal} - ~B::Matrix{<:PropertiesReal}) --> true
    end
    if issymmetric(~A)
        issymmetric(~α::PropertiesReal * ~A::Matrix{<:PropertiesReal}) --> true
    end
    # A transposed matrix is symmetric if the matrix is; a positive definite one is. (exact)
    issymmetric(transpose(~A::Matrix{<:PropertiesReal})) --> issymmetric(~A)
    if isposdef(~A)
        issymmetric(~A::Matrix{<:PropertiesReal}) --> true
    end
    # What is triangular. (exact)
    istriu(triu(~A::Matrix{<:PropertiesFloat})) --> true
    istril(tril(~A::Matrix{<:PropertiesFloat})) --> true
    istriu(Matrix(~A::UpperTriangular{<:PropertiesFloat, <:Matrix})) --> true
    istril(Matrix(~A::LowerTriangular{<:PropertiesFloat, <:Matrix})) --> true

    # Products and determinants of triangular matrices. (up to rounding; finite values; errors aside)
    if istriu(~A) && eltype(~A) === eltype(~B)
        ~A::Matrix{<:PropertiesFloat} * ~B::Matrix{<:PropertiesFloat} --> upper_times(~A, ~B)
    end
    if istril(~A) && eltype(~A) === eltype(~B)
        ~A::Matrix{<:PropertiesFloat} * ~B::Matrix{<:PropertiesFloat} --> lower_times(~A, ~B)
    end
    if istriu(~A) || istril(~A)
        det(~A::Matrix{<:PropertiesFloat}) --> triangular_det(~A)
    end

    # As in `linalg`: one is about ten thousand operations.
    @cost *(A::Matrix, B::Matrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost upper_times(A, B) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost lower_times(A, B) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 9000)
    @cost det(A::AbstractMatrix) max(10, size(A, 1)^3 * 7 / 100000)
    @cost triangular_det(A) max(1, size(A, 1) / 100)

    @shape upper_times(A, B) (size(A, 1), size(B, 2))
    @shape lower_times(A, B) (size(A, 1), size(B, 2))
end
