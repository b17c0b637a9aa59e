# Solving: by the structure of the matrix, and by blocks.
#
#     inv(UpperTriangular(A)) * b    is    UpperTriangular(A) \ b
#     [A 0; 0 D] \ B                 is    [A \ B₁; D \ B₂]
#
# Sizes are not in the types: the functions of this file compute the left side where a matrix is not square, or blocks do not fit. A matrix that is
# singular is an error of the same type on both sides; which column is named may differ.

using LinearAlgebra

const SolvesFloat = Union{Float64, Float32, ComplexF64, ComplexF32}
const SolvesReal = Union{Float64, Float32}

"`[A 0; 0 D] \\ B` for a matrix `B`, each block by itself."
function block_diagonal_solve(A, D, B::Matrix)
    m, n = size(A, 1), size(D, 1)
    size(A, 2) == m && size(D, 2) == n && size(B, 1) == m + n || return [A zeros(m, size(D, 2)); zeros(n, size(A, 2)) D] \ B
    return vcat(A \ view(B, 1:m, :), D \ view(B, m+1:m+n, :))
end

"The same for a vector."
function block_diagonal_solve(A, D, b::Vector)
    m, n = size(A, 1), size(D, 1)
    size(A, 2) == m && size(D, 2) == n && size(b, 1) == m + n || return [A zeros(m, size(D, 2)); zeros(n, size(A, 2)) D] \ b
    return vcat(A \ view(b, 1:m), D \ view(b, m+1:m+n))
end

@rules solves begin
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

    # As in `linalg`: one is about ten thousand operations.
    @cost *(A::AbstractMatrix, B::AbstractMatrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(A::AbstractMatrix, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost inv(A::AbstractMatrix) max(20, size(A, 1)^3 / 5000)
    @cost inv(A::Union{LowerTriangular, UpperTriangular}) max(20, size(A, 1)^3 / 15000)
    @cost inv(A::Diagonal) max(0.3, size(A, 1) / 1000)
    @cost \(A::AbstractMatrix, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 40000)
    @cost \(A::AbstractMatrix, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000))
    @cost \(A::Union{LowerTriangular, UpperTriangular}, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost \(A::Union{LowerTriangular, UpperTriangular}, B::AbstractMatrix) max(1, size(A, 1)^2 * size(B, 2) / 9000)
    @cost \(A::Diagonal, x::AbstractVector) max(0.3, size(x, 1) / 500)
    @cost \(A::Diagonal, B::AbstractMatrix) max(0.5, length(B) / 500)
    @cost \(A::Symmetric, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 50000)
    @cost \(A::Symmetric, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 6 / 100000 + size(B, 2) / 5000))
    @cost diagm(v::Vector) max(1, size(v, 1)^2 / 1000)
    @cost det(A::AbstractMatrix) max(10, size(A, 1)^3 * 7 / 100000)
    @cost hvcat(rows, A::Matrix, B::Matrix, C::Matrix, D::Matrix) max(1, (length(A) + length(B) + length(C) + length(D)) / 500)
    @cost zeros(m::Int64, n::Int64) max(0.3, m * n / 2000)
    @cost block_diagonal_solve(A, D, b::AbstractVector) max(20, (size(A, 1)^3 + size(D, 1)^3) * 3 / 40000)
    @cost block_diagonal_solve(A, D, B::AbstractMatrix) max(20, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000) + size(D, 1)^2 * (size(D, 1) * 7 / 100000 + size(B, 2) / 5000))

    @shape block_diagonal_solve(A, D, B::AbstractMatrix) (size(B, 1), size(B, 2))
end
