# Linear algebra.
#
# Costs depend on sizes. One is about ten thousand operations: of matrices with a hundred rows and columns, a product is 200, one with a
# vector 10, eigenvalues 1000 and of a symmetric matrix 150. Rules only say what is equal; which form is cheapest, given what else the program
# computes, is found by these costs; where that depends on the sizes, the function picks when it is called.
#
# Sizes are not in the types. Where a law holds for some sizes only, the right side is a function of this file that looks at them
# and computes the left side where they do not fit: `det(A * B)` is `det(A) det(B)` if both are square.

using LinearAlgebra

"The diagonal of `A * B` without the product."
function diag_of_product(A, B)
    n, m = size(A, 1), size(A, 2)
    size(B, 1) == m && size(B, 2) == n || return diag(A * B)
    d = zeros(eltype(A), n)
    # Some columns of `A` at a time: `B` is read along its columns, and neither leaves the cache before it was used.
    for first in 1:128:m
        last = min(first + 127, m)
        for i in 1:n
            @inbounds d[i] += row_times_column(A, B, i, i, first, last)
        end
    end
    return d
end

"The trace of `A * B` without the product."
function trace_of_product(A, B)
    n, m = size(A, 1), size(A, 2)
    size(B, 1) == m && size(B, 2) == n || return tr(A * B)
    s = zero(eltype(A))
    for first in 1:128:m
        last = min(first + 127, m)
        for i in 1:n
            s += row_times_column(A, B, i, i, first, last)
        end
    end
    return s
end

"The part of element `i, j` of `A * B` that columns `first` to `last` of `A` make: two sums, so that neither waits for the other."
@inline function row_times_column(A, B, i, j, first, last)
    s = zero(eltype(A))
    t = zero(eltype(A))
    k = first
    while k < last
        @inbounds s += A[i, k] * B[k, j]
        @inbounds t += A[i, k + 1] * B[k + 1, j]
        k += 2
    end
    if k == last
        @inbounds s += A[i, k] * B[k, j]
    end
    return s + t
end

"The determinant of `A * B`: of square factors without the product."
function det_of_product(A, B)
    n = size(A, 1)
    size(A, 2) == n && size(B, 1) == n && size(B, 2) == n || return det(A * B)
    return det(A) * det(B)
end

"`sum(x .* y)` without the array; a vector of one element is multiplied with all of the other."
function sum_of_products(x, y)
    length(x) == length(y) || return sum(x .* y)
    return dot(x, y)
end

@rules linalg begin
    # The trace is the sum of the eigenvalues, the determinant their product; they are real for a real matrix.
    # (up to rounding; finite values; errors aside)
    tr(~A::Matrix{<:Union{Float64, Float32}}) --> real(sum(eigen(~A).values))
    det(~A::Matrix{<:Union{Float64, Float32}}) --> real(prod(eigen(~A).values))
    # The eigenvalues alone, where the whole decomposition is there. (up to rounding; finite values; errors aside)
    eigvals(~A::Matrix{<:Union{Float64, Float32}}) --> eigen(~A).values

    # A + Aᵀ is symmetric. (exact; another type)
    ~A::Matrix{<:Real} + transpose(~A) --> Symmetric(~A + transpose(~A))
    ~A::Matrix{<:Real} + adjoint(~A) --> Symmetric(~A + adjoint(~A))
    transpose(~A::Matrix{<:Real}) + ~A --> Symmetric(transpose(~A) + ~A)
    adjoint(~A::Matrix{<:Real}) + ~A --> Symmetric(adjoint(~A) + ~A)
    # So is Pᵀ B P if B is, nearly. (up to rounding; finite values; another type)
    (transpose(~P::Matrix{<:Union{Float64, Float32}}) * ~B::Symmetric{<:Union{Float64, Float32}, <:Matrix}) * ~P --> Symmetric((transpose(~P) * ~B) * ~P)
    (adjoint(~P::Matrix{<:Union{Float64, Float32}}) * ~B::Symmetric{<:Union{Float64, Float32}, <:Matrix}) * ~P --> Symmetric((adjoint(~P) * ~B) * ~P)
    # Aᵀ A is symmetric. (up to rounding; another type)
    transpose(~A::Matrix{<:Union{Float64, Float32}}) * ~A --> Symmetric(transpose(~A) * ~A)
    adjoint(~A::Matrix{<:Union{Float64, Float32}}) * ~A --> Symmetric(adjoint(~A) * ~A)

    # (Aᵀ)ᵀ = A. (exact)
    transpose(transpose(~A::Matrix)) --> ~A
    adjoint(adjoint(~A::Matrix)) --> ~A
    # Aᵀ + Bᵀ = (A + B)ᵀ. (exact; another type)
    transpose(~A::Matrix) + transpose(~B::Matrix) --> transpose(~A + ~B)
    # The imaginary part of a sum of a real and a complex number has another zero. (exact; sign of zero aside; another type)
    adjoint(~A::Matrix) + adjoint(~B::Matrix) --> adjoint(~A + ~B)
    # Bᵀ Aᵀ = (A B)ᵀ. (up to rounding; finite values; another type)
    if eltype(~A) === eltype(~B)
        transpose(~A::Matrix{<:Union{Float64, Float32}} * ~B::Matrix{<:Union{Float64, Float32}}) == transpose(~B) * transpose(~A)
    end
    if eltype(~A) === eltype(~B)
        adjoint(~A::Matrix{<:Union{Float64, Float32}} * ~B::Matrix{<:Union{Float64, Float32}}) == adjoint(~B) * adjoint(~A)
    end

    # A⁻¹ b is the solution of A x = b, and more accurate as such. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~b)
        inv(~A::Matrix{<:Union{Float64, Float32, ComplexF64, ComplexF32}}) * ~b::Union{Vector{<:Union{Float64, Float32, ComplexF64, ComplexF32}}, Matrix{<:Union{Float64, Float32, ComplexF64, ComplexF32}}} --> ~A \ ~b
    end
    # (A⁻¹)⁻¹ = A. (up to rounding; finite values; errors aside; may alias)
    inv(inv(~A::Matrix{<:Union{Float64, Float32}})) --> ~A

    # det Aᵀ = det A, tr Aᵀ = tr A, det(A B) = det A det B for square factors, tr(A + B) = tr A + tr B.
    # (up to rounding; finite values; errors aside)
    det(transpose(~A::Matrix{<:Union{Float64, Float32}})) --> det(~A)
    det(adjoint(~A::Matrix{<:Union{Float64, Float32}})) --> det(~A)
    tr(transpose(~A::Union{Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Matrix{Int64}})) --> tr(~A)
    tr(adjoint(~A::Union{Matrix{<:AbstractFloat}, Matrix{Int64}})) --> tr(~A)
    if eltype(~A) === eltype(~B)
        det(~A::Matrix{<:Union{Float64, Float32, ComplexF64, ComplexF32}} * ~B::Matrix{<:Union{Float64, Float32, ComplexF64, ComplexF32}}) --> det_of_product(~A, ~B)
        tr(~A::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} + ~B::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}) --> tr(~A) + tr(~B)
        tr(~A::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} - ~B::Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}) --> tr(~A) - tr(~B)
    end
    # Of a product, only the diagonal is needed; integers of one type wrap around alike. (up to rounding; finite values)
    if eltype(~A * ~B) === eltype(~A) && eltype(~A) === eltype(~B)
        diag(~A::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}} *
             ~B::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}}) --> diag_of_product(~A, ~B)
        tr(~A::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}} *
           ~B::Union{Matrix{<:Number}, Transpose{<:Number, <:Matrix}, Adjoint{<:Number, <:Matrix}}) --> trace_of_product(~A, ~B)
    end

    # A product of many is grouped from the left; any grouping is equal, among elements of one type.
    # (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~B) && eltype(~B) === eltype(~C)
        *(~A::AbstractMatrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~B::AbstractMatrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~C::AbstractArray{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~Ds...) --> *(~A * ~B, ~C, ~Ds...)
        # A row (`x'`) is no factor of this: `x' * y` is a number, and `A * (x' * y)` a matrix where `(A * x') * y` is a vector.
        (~A::Union{Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Transpose{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Adjoint{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Symmetric{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}} *
         ~B::Union{Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Transpose{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Adjoint{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Symmetric{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}}) *
            ~C::Union{Vector{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Matrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, Transpose{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Adjoint{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}, Symmetric{<:Union{AbstractFloat, Complex{<:AbstractFloat}}, <:Matrix}} == ~A * (~B * ~C)
    end
    # Factors that are stored in their own ways may give a product that is.
    # (up to rounding; finite values; another type; errors aside)
    if eltype(~A) === eltype(~B) && eltype(~α * ~A) === eltype(~A)
        *(~α::Union{AbstractFloat, Integer}, ~A::AbstractMatrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~B::AbstractArray{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}, ~Cs...) --> ~α * *(~A, ~B, ~Cs...)
    end
    # Scalars move to the smaller factor: (α A) x = α (A x). (up to rounding; finite values)
    if eltype(~A) === eltype(~x) && eltype(~α * ~A) === eltype(~A)
        (~α::Union{AbstractFloat, Integer} * ~A::AbstractMatrix{<:Union{AbstractFloat, Complex{<:AbstractFloat}}}) * ~x::AbstractVector{<:Union{AbstractFloat, Complex{<:AbstractFloat}}} --> ~α * (~A * ~x)
    end

    # Σ xᵢ yᵢ = x · y, ‖x‖² = x · x. (up to rounding; finite values)
    if one_use(materialize(broadcasted(*, ~x, ~y))) && eltype(~x) === eltype(~y)
        @relaxed sum(materialize(broadcasted(*, ~x::Vector{<:AbstractFloat}, ~y::Vector{<:AbstractFloat}))) --> sum_of_products(~x, ~y)
    end
    norm(~x::Vector{<:Union{Float64, Float32}})^2 --> dot(~x, ~x)

    # Costs by size: one is about ten thousand floating-point operations, what goes through memory once costs five times its operations,
    # and however small the matrices are, a product costs as much as any other call, and what factors or inverts as much as a few of them.
    @cost *(A::AbstractMatrix, B::AbstractMatrix) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(A::AbstractMatrix, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix) max(2, size(A, 1) * size(B, 2) * (size(A, 2) + size(C, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, x::AbstractVector) max(1.5, (length(A) + length(B)) / 1000, size(A, 1) * size(B, 2) * (size(A, 2) / 5000 + 1 / 1000))
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix) max(3, size(A, 1) * (size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, x::AbstractVector) max(2.5, size(A, 1) * (size(B, 2) * (size(A, 2) + size(C, 2)) / 5000 + size(C, 2) / 1000))
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix) max(4, size(A, 1) * (size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, x::AbstractVector) max(4.5, size(A, 1) * ((size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2)) / 5000 + size(D, 2) / 1000))
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, F::AbstractMatrix) max(5, size(A, 1) * (size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2) + size(E, 2) * size(F, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, x::AbstractVector) max(5.5, size(A, 1) * ((size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2)) / 5000 + size(E, 2) / 1000))
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, F::AbstractMatrix, G::AbstractMatrix) max(6, size(A, 1) * (size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2) + size(E, 2) * size(F, 2) + size(F, 2) * size(G, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, F::AbstractMatrix, x::AbstractVector) max(6.5, size(A, 1) * ((size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2) + size(E, 2) * size(F, 2)) / 5000 + size(F, 2) / 1000))
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, F::AbstractMatrix, G::AbstractMatrix, H::AbstractMatrix) max(7, size(A, 1) * (size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2) + size(E, 2) * size(F, 2) + size(F, 2) * size(G, 2) + size(G, 2) * size(H, 2)) / 5000)
    @cost *(A::AbstractMatrix, B::AbstractMatrix, C::AbstractMatrix, D::AbstractMatrix, E::AbstractMatrix, F::AbstractMatrix, G::AbstractMatrix, x::AbstractVector) max(7.5, size(A, 1) * ((size(A, 2) * size(B, 2) + size(B, 2) * size(C, 2) + size(C, 2) * size(D, 2) + size(D, 2) * size(E, 2) + size(E, 2) * size(F, 2) + size(F, 2) * size(G, 2)) / 5000 + size(G, 2) / 1000))
    # No library routine multiplies a transposed matrix by a `Symmetric` one; before Julia 1.11 that is a plain loop, while
    # `Symmetric` times a matrix is fast everywhere. So Pᵀ (B P), not (Pᵀ B) P.
    @cost *(A::Union{Transpose, Adjoint}, B::Symmetric) max(1, size(A, 1) * size(A, 2) * size(B, 2) / 500)
    @cost *(A::Union{Transpose, Adjoint}, B::Symmetric, C::AbstractMatrix) max(2, size(A, 1) * size(B, 2) * (size(A, 2) / 500 + size(C, 2) / 5000))
    @cost *(α::Number, A::AbstractMatrix) max(10, length(A) / 1000)
    @cost *(α::Number, A::AbstractMatrix, B::AbstractMatrix) max(20, length(A) * (size(B, 2) / 5000 + 1 / 1000))
    @cost *(α::Number, A::AbstractMatrix, x::AbstractVector) max(15, length(A) / 500)
    @cost +(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost -(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost inv(A::AbstractMatrix) max(20, size(A, 1)^3 / 5000)
    @cost \(A::AbstractMatrix, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 40000)
    @cost \(A::AbstractMatrix, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000))
    @cost det(A::AbstractMatrix) max(10, size(A, 1)^3 * 7 / 100000)
    @cost tr(A::AbstractMatrix) max(3, size(A, 1) / 25)
    @cost eigen(A::AbstractMatrix) max(40, size(A, 1)^3 / 400)
    @cost eigen(A::Symmetric) max(30, size(A, 1)^3 * 9 / 10000)
    @cost eigvals(A::AbstractMatrix) max(25, size(A, 1)^3 / 1000)
    # LAPACK's symmetric solver is slower than the general one from 6 rows to 30: measured on 1.5.3, 22 µs against 17 for ten rows, 63 against 48 for twenty.
    @cost eigvals(A::Symmetric) max(min(3 * size(A, 1), 25), size(A, 1)^2 / 40 + size(A, 1)^3 / 6000)
    @cost diag_of_product(A, B) max(0.5, length(A) * 3 / 2500)
    @cost trace_of_product(A, B) max(0.3, length(A) * 3 / 2500)
    @cost det_of_product(A, B) max(21, size(A, 1)^3 * 141 / 1000000)
end
