# Solving: by the structure of the matrix, by blocks, with one factorisation for all that is asked of a matrix.
#
#     S \ b, inv(S)                  for a symmetric `S` by Cholesky's factorisation, if it has one
#     A \ b, A \ c, det(A)           with one factorisation of `A`
#     (I - A * B) * x                is    x - A * (B * x)
#     inv(UpperTriangular(A)) * b    is    UpperTriangular(A) \ b
#     [A 0; 0 D] \ B                 is    [A \ B₁; D \ B₂]
#
# A rule says what is equal; a function whose arguments have no types would be given any of the equal values, a plain matrix in place of a `Symmetric` one. So
# these say what they take. Sizes are not in the types: the functions of this file compute the left side where a matrix is not square, or blocks do not fit. A matrix that is
# singular is an error of the same type on both sides; which column is named may differ.

using LinearAlgebra
using LinearAlgebra.LAPACK: getrf!, potrf!

const SolvesFloat = Union{Float64, Float32, ComplexF64, ComplexF32}
const SolvesReal = Union{Float64, Float32}

"`[A 0; 0 D] \\ B` for a matrix `B`, each block by itself."
function block_diagonal_solve(A::Matrix, D::Matrix, B::Matrix)
    m, n = size(A, 1), size(D, 1)
    size(A, 2) == m && size(D, 2) == n && size(B, 1) == m + n || return [A zeros(m, size(D, 2)); zeros(n, size(A, 2)) D] \ B
    return vcat(A \ view(B, 1:m, :), D \ view(B, m+1:m+n, :))
end

"The same for a vector."
function block_diagonal_solve(A::Matrix, D::Matrix, b::Vector)
    m, n = size(A, 1), size(D, 1)
    size(A, 2) == m && size(D, 2) == n && size(b, 1) == m + n || return [A zeros(m, size(D, 2)); zeros(n, size(A, 2)) D] \ b
    return vcat(A \ view(b, 1:m), D \ view(b, m+1:m+n))
end

"""
Cholesky's factorisation of a symmetric matrix, which may have failed. Whether there is one, its computation finds out; a diagonal element that is
not positive says before that there is none.
"""
function symmetric_factor(S::Symmetric)
    for i in 1:size(S, 1)
        S.data[i, i] > 0 || return Cholesky(S.data[1:0, 1:0], S.uplo, 1)
    end
    factors, info = potrf!(S.uplo, copy(S.data))
    return Cholesky(factors, S.uplo, info)
end

"`S \\ B` with this factorisation, and without it where it has failed."
function symmetric_solve(F, S::Symmetric, B)
    issuccess(F) && size(S, 1) == size(B, 1) || return S \ B
    return F \ B
end

"`inv(S)` with this factorisation, likewise."
function symmetric_inverse(F, S::Symmetric)
    issuccess(F) && size(S, 1) > 0 || return inv(S)
    return Symmetric(inv(F))
end

"`B' * inv(S) * B` with this factorisation, likewise: half of the solution, multiplied with itself."
function symmetric_form(F, S::Symmetric, B::Matrix)
    issuccess(F) && size(S, 1) == size(B, 1) || return adjoint(B) * inv(S) * B
    if F.uplo === 'U'
        half = permutedims(B) / UpperTriangular(F.factors)
        return half * adjoint(half)
    end
    half = LowerTriangular(F.factors) \ B
    return adjoint(half) * half
end

"A factorisation of a square matrix with row exchanges, which may have failed; of another matrix, none."
function general_factor(A::Matrix)
    factors, pivots, info = getrf!(size(A, 1) == size(A, 2) ? copy(A) : zeros(eltype(A), 1, 1))
    return LU(factors, pivots, info)
end

"`A \\ B` with this factorisation, and without it where it has failed."
function general_solve(F, A::Matrix, B)
    issuccess(F) && size(A, 1) == size(B, 1) || return A \ B
    return F \ B
end

"`det(A)` with this factorisation; that of a matrix that is not square is an error."
function general_det(F, A::Matrix)
    issuccess(F) || return det(A)
    return det(F)
end

"`inv(A)`, likewise."
function general_inverse(F, A::Matrix)
    issuccess(F) && size(A, 1) > 0 || return inv(A)
    return inv(F)
end

"`B * inv(A)` with this factorisation."
function general_right_solve(B::Matrix, F, A::Matrix)
    issuccess(F) && size(A, 1) == size(B, 2) || return B * inv(A)
    return permutedims(transpose(F) \ permutedims(B))
end

@rules solves begin
    # Products that are symmetric, nearly. (up to rounding; finite values; another type)
    (~A::Matrix{<:SolvesReal} * ~W::Union{Diagonal{<:SolvesReal, <:Vector}, Symmetric{<:SolvesReal, <:Matrix}}) * adjoint(~A) --> Symmetric((~A * ~W) * adjoint(~A))
    (~A::Matrix{<:SolvesReal} * ~W::Union{Diagonal{<:SolvesReal, <:Vector}, Symmetric{<:SolvesReal, <:Matrix}}) * transpose(~A) --> Symmetric((~A * ~W) * transpose(~A))
    (adjoint(~A::Matrix{<:SolvesReal}) * ~W::Diagonal{<:SolvesReal, <:Vector}) * ~A --> Symmetric((adjoint(~A) * ~W) * ~A)

    # So is (Zᵀ A) W (Aᵀ Z), whose factors on both sides are transposes of each other. (up to rounding; finite values; another type)
    if eltype(~A) === eltype(~Z) && eltype(~A) === eltype(~W)
        ((adjoint(~Z::Matrix{<:SolvesReal}) * ~A::Matrix{<:SolvesReal}) * ~W::Symmetric{<:SolvesReal, <:Matrix}) * (adjoint(~A) * ~Z) --> Symmetric(((adjoint(~Z) * ~A) * ~W) * (adjoint(~A) * ~Z))
        ((adjoint(~Z::Matrix{<:SolvesReal}) * ~A::Symmetric{<:SolvesReal, <:Matrix}) * ~W::Symmetric{<:SolvesReal, <:Matrix}) * (~A * ~Z) --> Symmetric(((adjoint(~Z) * ~A) * ~W) * (~A * ~Z))
    end
    if eltype(~A) === eltype(~Z)
        (adjoint(~Z::Matrix{<:SolvesReal}) * ~A::Matrix{<:SolvesReal}) * (adjoint(~A) * ~Z) --> Symmetric((adjoint(~Z) * ~A) * (adjoint(~A) * ~Z))
    end

    # A symmetric matrix is solved for, and inverted, by Cholesky's factorisation if it has one. (up to rounding; finite values; errors aside)
    if eltype(~S) === eltype(~b)
        ~S::Symmetric{<:SolvesReal, <:Matrix} \ ~b::Union{Vector{<:SolvesReal}, Matrix{<:SolvesReal}} --> symmetric_solve(symmetric_factor(~S), ~S, ~b)
    end
    inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> symmetric_inverse(symmetric_factor(~S), ~S)
    # B S⁻¹ = (S⁻¹ Bᵀ)ᵀ for a symmetric S. (up to rounding; finite values; errors aside; another type)
    if eltype(~S) === eltype(~B)
        adjoint(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> adjoint(~S \ ~B)
        transpose(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> transpose(~S \ ~B)
        ~B::Matrix{<:SolvesReal} * inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> transpose(~S \ permutedims(~B))
    end
    # The same as a new array, for a result that is kept. (up to rounding; finite values; errors aside)
    if eltype(~S) === eltype(~B)
        adjoint(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> permutedims(~S \ ~B)
        transpose(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix}) --> permutedims(~S \ ~B)
    end

    # Bᵀ S⁻¹ B is the product of a matrix and its transpose. (up to rounding; finite values; errors aside; another type)
    if eltype(~S) === eltype(~B)
        (adjoint(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix})) * ~B --> Symmetric(symmetric_form(symmetric_factor(~S), ~S, ~B))
        (transpose(~B::Matrix{<:SolvesReal}) * inv(~S::Symmetric{<:SolvesReal, <:Matrix})) * ~B --> Symmetric(symmetric_form(symmetric_factor(~S), ~S, ~B))
    end

    # One factorisation for several questions. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~b)
        ~A::Matrix{<:SolvesFloat} \ ~b::Union{Vector{<:SolvesFloat}, Matrix{<:SolvesFloat}} --> general_solve(general_factor(~A), ~A, ~b)
        ~b::Matrix{<:SolvesFloat} * inv(~A::Matrix{<:SolvesFloat}) --> general_right_solve(~b, general_factor(~A), ~A)
    end
    det(~A::Matrix{<:SolvesFloat}) --> general_det(general_factor(~A), ~A)
    inv(~A::Matrix{<:SolvesFloat}) --> general_inverse(general_factor(~A), ~A)

    # The inverse of a transposed matrix is that of the matrix, transposed. (up to rounding; finite values; errors aside; another type)
    inv(adjoint(~A::Matrix{<:SolvesFloat})) --> adjoint(inv(~A))
    inv(transpose(~A::Matrix{<:SolvesFloat})) --> transpose(inv(~A))

    # (I - A) x = x - A x, (-A) B = -(A B). (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~x)
        (~J::UniformScaling{Bool} - ~A::Matrix{<:SolvesFloat}) * ~x::Vector{<:SolvesFloat} --> ~J * ~x - ~A * ~x
        (~J::UniformScaling{Bool} + ~A::Matrix{<:SolvesFloat}) * ~x::Vector{<:SolvesFloat} --> ~J * ~x + ~A * ~x
        ~x::Matrix{<:SolvesFloat} * (~J::UniformScaling{Bool} - ~A::Matrix{<:SolvesFloat}) --> ~x * ~J - ~x * ~A
    end
    # The same for matrices, where nothing is left of the unit matrix. (up to rounding; finite values; errors aside)
    if ~J === I && eltype(~A) === eltype(~B)
        (~J::UniformScaling{Bool} - ~A::Matrix{<:SolvesFloat}) * ~B::Union{Matrix{<:SolvesFloat}, Symmetric{<:SolvesReal, <:Matrix}} --> ~B - ~A * ~B
        (~A::Matrix{<:SolvesFloat} - ~J::UniformScaling{Bool}) * ~B::Union{Matrix{<:SolvesFloat}, Symmetric{<:SolvesReal, <:Matrix}} --> ~A * ~B - ~B
        ~B::Union{Matrix{<:SolvesFloat}, Symmetric{<:SolvesReal, <:Matrix}} * (~J::UniformScaling{Bool} - ~A::Matrix{<:SolvesFloat}) --> ~B - ~B * ~A
    end
    if eltype(~T) === eltype(~B)
        (-(~T::Union{LowerTriangular{<:SolvesFloat, <:Matrix}, UpperTriangular{<:SolvesFloat, <:Matrix}, Matrix{<:SolvesFloat}})) * ~B::Matrix{<:SolvesFloat} --> -(~T * ~B)
        ~B::Matrix{<:SolvesFloat} * inv(~T::Union{LowerTriangular{<:SolvesFloat, <:Matrix}, UpperTriangular{<:SolvesFloat, <:Matrix}}) --> ~B / ~T
    end

    # The inverse of a triangular or diagonal matrix is not needed either. (up to rounding; finite values; errors aside)
    if eltype(~T) === eltype(~b)
        inv(~T::Union{LowerTriangular{<:SolvesFloat, <:Matrix}, UpperTriangular{<:SolvesFloat, <:Matrix}, Diagonal{<:SolvesFloat, <:Vector}}) * ~b::Union{Vector{<:SolvesFloat}, Matrix{<:SolvesFloat}} --> ~T \ ~b
        inv(~T::Symmetric{<:SolvesReal, <:Matrix}) * ~b::Union{Vector{<:SolvesReal}, Matrix{<:SolvesReal}} --> ~T \ ~b
    end
    # A diagonal matrix is not made to be solved for. (up to rounding; finite values; errors aside)
    if eltype(~v) === eltype(~b)
        diagm(~v::Vector{<:SolvesFloat}) \ ~b::Union{Vector{<:SolvesFloat}, Matrix{<:SolvesFloat}} --> Diagonal(~v) \ ~b
    end

    # det A⁻¹ = 1 / det A. (up to rounding; finite values; errors aside)
    det(inv(~A::Matrix{<:SolvesFloat})) --> inv(det(~A))

    # Blocks that nothing couples are solved for by themselves. (up to rounding; finite values; errors aside)
    hvcat((2, 2), ~A::Matrix{Float64}, zeros(size(~A, 1), size(~D, 2)), zeros(size(~D, 1), size(~A, 2)), ~D::Matrix{Float64}) \ ~B::Union{Matrix{Float64}, Vector{Float64}} --> block_diagonal_solve(~A, ~D, ~B)
    hvcat((2, 2), ~A::Matrix{Float64}, zeros(size(~A, 1), size(~A, 2)), zeros(size(~D, 1), size(~D, 2)), ~D::Matrix{Float64}) \ ~B::Union{Matrix{Float64}, Vector{Float64}} --> block_diagonal_solve(~A, ~D, ~B)

    # Views of the right side are read, and nothing is written.
    @effects block_diagonal_solve reads alloc throws
    @effects symmetric_factor reads alloc throws
    @effects symmetric_solve reads alloc throws
    @effects symmetric_inverse reads alloc throws
    @effects symmetric_form reads alloc throws
    @effects general_factor reads alloc throws
    @effects general_solve reads alloc throws
    @effects general_det reads throws
    @effects general_inverse reads alloc throws
    @effects general_right_solve reads alloc throws

    # As in `linalg`: one is about ten thousand operations.
    @cost *(A::Union{Matrix, Transpose, Adjoint}, B::Union{Matrix, Transpose, Adjoint}) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(A::Union{Matrix, Transpose, Adjoint}, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost inv(A::AbstractMatrix) max(20, size(A, 1)^3 / 5000)
    @cost inv(A::Union{LowerTriangular, UpperTriangular}) max(20, size(A, 1)^3 / 15000)
    @cost inv(A::Diagonal) max(0.3, size(A, 1) / 1000)
    @cost \(A::AbstractMatrix, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 40000)
    @cost \(A::AbstractMatrix, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000))
    @cost \(A::Union{LowerTriangular, UpperTriangular}, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost \(A::Union{LowerTriangular, UpperTriangular}, B::AbstractMatrix) max(1, size(A, 1)^2 * size(B, 2) / 9000)
    @cost \(A::Diagonal, x::AbstractVector) max(0.3, size(x, 1) / 1000)
    @cost \(A::Diagonal, B::AbstractMatrix) max(0.5, length(B) / 700)
    @cost \(A::Symmetric, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 50000)
    @cost \(A::Symmetric, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 6 / 100000 + size(B, 2) / 5000))
    @cost diagm(v::Vector) max(1, size(v, 1)^2 / 1000)
    @cost det(A::AbstractMatrix) max(10, size(A, 1)^3 * 7 / 100000)
    @cost hvcat(rows, A::Matrix, B::Matrix, C::Matrix, D::Matrix) max(1, (length(A) + length(B) + length(C) + length(D)) / 500)
    @cost zeros(m::Int64, n::Int64) max(0.3, m * n / 2000)
    @cost symmetric_factor(S) max(5, size(S, 1)^3 * 4 / 100000)
    @cost symmetric_solve(F, S, b::AbstractVector) max(1, length(S) / 1000)
    @cost symmetric_solve(F, S, B::AbstractMatrix) max(2, length(S) * size(B, 2) / 5000)
    @cost symmetric_inverse(F, S) max(5, size(S, 1)^3 * 8 / 100000)
    @cost symmetric_form(F, S, B) max(3, size(B, 1) * size(B, 2) * (size(S, 1) + size(B, 2)) / 9000)
    @cost general_factor(A) max(14, size(A, 1)^3 * 7 / 100000)
    @cost general_solve(F, A, b::AbstractVector) max(2, length(A) / 900)
    @cost general_solve(F, A, B::AbstractMatrix) max(5, length(A) * size(B, 2) / 4900)
    @cost general_right_solve(B, F, A) max(6, length(A) * size(B, 1) / 4500)
    @cost general_det(F, A) max(1, size(A, 1) / 100)
    @cost general_inverse(F, A) max(10, size(A, 1)^3 * 135 / 1000000)
    @cost /(B::Matrix, T::Union{LowerTriangular, UpperTriangular}) max(1, size(T, 1)^2 * size(B, 1) / 9000)
    @cost permutedims(A::Matrix) max(1, length(A) / 500)
    @cost -(A::AbstractMatrix) max(1, length(A) / 1000)
    @cost +(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost -(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost block_diagonal_solve(A, D, b::AbstractVector) max(20, (size(A, 1)^3 + size(D, 1)^3) * 3 / 40000)
    @cost block_diagonal_solve(A, D, B::AbstractMatrix) max(20, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000) + size(D, 1)^2 * (size(D, 1) * 7 / 100000 + size(B, 2) / 5000))

    @shape symmetric_solve(F, S, B::AbstractMatrix) (size(B, 1), size(B, 2))
    @shape symmetric_solve(F, S, b::AbstractVector) (size(b, 1),)
    @shape symmetric_inverse(F, S) (size(S, 1), size(S, 1))
    @shape symmetric_form(F, S, B) (size(B, 2), size(B, 2))
    @shape general_solve(F, A, B::AbstractMatrix) (size(A, 2), size(B, 2))
    @shape general_solve(F, A, b::AbstractVector) (size(A, 2),)
    @shape general_right_solve(B, F, A) (size(B, 1), size(A, 1))
    @shape general_inverse(F, A) (size(A, 1), size(A, 1))
    @shape block_diagonal_solve(A, D, B::AbstractMatrix) (size(B, 1), size(B, 2))
end
