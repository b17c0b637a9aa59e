# Parts of results: what is not looked at need not be computed.
#
#     (A * B)[:, j]    is    A * B[:, j]           a product with a vector in place of one of matrices
#     (A * B)[i, j]    is    Σₖ A[i, k] B[k, j]    one inner product
#     diag(A + B)      is    diag(A) + diag(B)     no matrix is made
#
# A part of a product is computed by itself only where nothing else needs the product (`one_use`): a loop that reads all elements of a product
# should not compute each of them. Indices are integers, ranges and colons; sizes and bounds are checked by the parts, or by the functions of this
# file, which compute the left side where sizes do not fit.

using LinearAlgebra

const PartsFloat = Union{Float64, Float32, ComplexF64, ComplexF32}
const PartsReal = Union{Float64, Float32}
const PartsNumber = Union{Float64, Float32, ComplexF64, ComplexF32, Int64, Int32}

"Element `i, j` of `A * B`."
function element_of_product(A, B, i, j)
    1 <= i <= size(A, 1) && 1 <= j <= size(B, 2) && size(A, 2) == size(B, 1) || return (A * B)[i, j]
    # Two sums, so that neither waits for the other.
    m = size(A, 2)
    s = zero(eltype(A))
    t = zero(eltype(A))
    k = 1
    while k < m
        @inbounds s += A[i, k] * B[k, j]
        @inbounds t += A[i, k + 1] * B[k + 1, j]
        k += 2
    end
    if k == m
        @inbounds s += A[i, k] * B[k, j]
    end
    return s + t
end

"Element `i` of `A * x`."
function element_of_product(A, x, i)
    1 <= i <= size(A, 1) && size(A, 2) == length(x) || return (A * x)[i]
    s = zero(eltype(A))
    for k in 1:size(A, 2)
        @inbounds s += A[i, k] * x[k]
    end
    return s
end

"The sum of all elements of `A * B`: the sums of the columns of `A` with those of the rows of `B`."
function sum_of_product(A, B)
    size(A, 2) == size(B, 1) || return sum(A * B)
    rows = zeros(eltype(B), size(B, 1))
    for j in 1:size(B, 2)
        for k in 1:size(B, 1)
            @inbounds rows[k] += B[k, j]
        end
    end
    s = zero(eltype(A))
    for k in 1:size(A, 2)
        t = zero(eltype(A))
        for i in 1:size(A, 1)
            @inbounds t += A[i, k]
        end
        @inbounds s += t * rows[k]
    end
    return s
end

"`sum(A .* B)` without the matrix; a row and a column make a matrix of all products."
function sum_of_elementwise(A, B)
    size(A, 1) == size(B, 1) && size(A, 2) == size(B, 2) || return sum(A .* B)
    s = zero(eltype(A))
    for i in eachindex(A)
        @inbounds s += A[i] * B[i]
    end
    return s
end

"The sum of the diagonal, also where the matrix is not square."
function sum_of_diagonal(A)
    s = zero(eltype(A))
    for i in 1:min(size(A, 1), size(A, 2))
        @inbounds s += A[i, i]
    end
    return s
end

@rules parts begin
    # (A ± B)[i, j] = A[i, j] ± B[i, j]; likewise for rows, columns, blocks and elements of vectors. (exact; errors aside)
    if eltype(~A) === eltype(~B)
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[~i::Int64, ~j::Int64] --> (~A)[~i, ~j] + (~B)[~i, ~j]
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[~i::Int64, ~j::Int64] --> (~A)[~i, ~j] - (~B)[~i, ~j]
        (~A::Vector{<:PartsNumber} + ~B::Vector{<:PartsNumber})[~i::Int64] --> (~A)[~i] + (~B)[~i]
        (~A::Vector{<:PartsNumber} - ~B::Vector{<:PartsNumber})[~i::Int64] --> (~A)[~i] - (~B)[~i]
    end
    if one_use(~A + ~B) && eltype(~A) === eltype(~B)
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[:, ~j::Int64] --> (~A)[:, ~j] + (~B)[:, ~j]
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[~i::Int64, :] --> (~A)[~i, :] + (~B)[~i, :]
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[:, ~j::UnitRange{Int64}] --> (~A)[:, ~j] + (~B)[:, ~j]
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[~i::UnitRange{Int64}, :] --> (~A)[~i, :] + (~B)[~i, :]
        (~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber})[~i::UnitRange{Int64}, ~j::UnitRange{Int64}] --> (~A)[~i, ~j] + (~B)[~i, ~j]
        (~A::Vector{<:PartsNumber} + ~B::Vector{<:PartsNumber})[~i::UnitRange{Int64}] --> (~A)[~i] + (~B)[~i]
    end
    if one_use(~A - ~B) && eltype(~A) === eltype(~B)
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[:, ~j::Int64] --> (~A)[:, ~j] - (~B)[:, ~j]
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[~i::Int64, :] --> (~A)[~i, :] - (~B)[~i, :]
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[:, ~j::UnitRange{Int64}] --> (~A)[:, ~j] - (~B)[:, ~j]
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[~i::UnitRange{Int64}, :] --> (~A)[~i, :] - (~B)[~i, :]
        (~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber})[~i::UnitRange{Int64}, ~j::UnitRange{Int64}] --> (~A)[~i, ~j] - (~B)[~i, ~j]
        (~A::Vector{<:PartsNumber} - ~B::Vector{<:PartsNumber})[~i::UnitRange{Int64}] --> (~A)[~i] - (~B)[~i]
    end

    # (α A)[i, j] = α A[i, j]. (exact)
    (~α::PartsNumber * ~A::Matrix{<:PartsNumber})[~i::Int64, ~j::Int64] --> ~α * (~A)[~i, ~j]
    (~α::PartsNumber * ~x::Vector{<:PartsNumber})[~i::Int64] --> ~α * (~x)[~i]
    if one_use(~α * ~A)
        (~α::PartsNumber * ~A::Matrix{<:PartsNumber})[:, ~j::Int64] --> ~α * (~A)[:, ~j]
        (~α::PartsNumber * ~A::Matrix{<:PartsNumber})[~i::Int64, :] --> ~α * (~A)[~i, :]
        (~α::PartsNumber * ~A::Matrix{<:PartsNumber})[:, ~j::UnitRange{Int64}] --> ~α * (~A)[:, ~j]
        (~α::PartsNumber * ~A::Matrix{<:PartsNumber})[~i::UnitRange{Int64}, :] --> ~α * (~A)[~i, :]
    end

    # Elements of a transposed matrix, rows as columns; the adjoint of a complex one has conjugates. (exact)
    transpose(~A::Matrix{<:PartsNumber})[~i::Int64, ~j::Int64] --> (~A)[~j, ~i]
    adjoint(~A::Matrix{<:PartsNumber})[~i::Int64, ~j::Int64] --> conj((~A)[~j, ~i])
    transpose(~A::Matrix{<:PartsNumber})[:, ~j::Int64] --> (~A)[~j, :]
    transpose(~A::Matrix{<:PartsNumber})[~i::Int64, :] --> (~A)[:, ~i]
    adjoint(~A::Matrix{<:PartsReal})[:, ~j::Int64] --> (~A)[~j, :]
    adjoint(~A::Matrix{<:PartsReal})[~i::Int64, :] --> (~A)[:, ~i]

    # A column of a product is a product with a column, a row one with a row, an element an inner product.
    # (up to rounding; finite values; errors aside)
    if one_use(~A * ~B) && eltype(~A) === eltype(~B)
        (~A::Union{Matrix{<:PartsFloat}, Transpose{<:PartsFloat, <:Matrix}, Adjoint{<:PartsFloat, <:Matrix}} * ~B::Matrix{<:PartsFloat})[:, ~j::Int64] --> ~A * (~B)[:, ~j]
        (~A::Matrix{<:PartsFloat} * ~B::Matrix{<:PartsFloat})[~i::Int64, :] --> transpose(~B) * (~A)[~i, :]
        (~A::Union{Matrix{<:PartsFloat}, Transpose{<:PartsFloat, <:Matrix}, Adjoint{<:PartsFloat, <:Matrix}} * ~B::Matrix{<:PartsFloat})[:, ~j::UnitRange{Int64}] --> ~A * (~B)[:, ~j]
        (~A::Matrix{<:PartsFloat} * ~B::Union{Matrix{<:PartsFloat}, Transpose{<:PartsFloat, <:Matrix}, Adjoint{<:PartsFloat, <:Matrix}})[~i::UnitRange{Int64}, :] --> (~A)[~i, :] * ~B
        (~A::Matrix{<:PartsFloat} * ~B::Matrix{<:PartsFloat})[~i::UnitRange{Int64}, ~j::UnitRange{Int64}] --> (~A)[~i, :] * (~B)[:, ~j]
        (~A::Matrix{<:PartsFloat} * ~B::Matrix{<:PartsFloat})[~i::UnitRange{Int64}, ~j::Int64] --> (~A)[~i, :] * (~B)[:, ~j]
        (~A::Matrix{<:PartsFloat} * ~B::Matrix{<:PartsFloat})[~i::Int64, ~j::UnitRange{Int64}] --> transpose((~B)[:, ~j]) * (~A)[~i, :]
        (~A::Union{Matrix{<:PartsFloat}, Transpose{<:PartsFloat, <:Matrix}, Adjoint{<:PartsFloat, <:Matrix}} *
         ~B::Union{Matrix{<:PartsFloat}, Transpose{<:PartsFloat, <:Matrix}, Adjoint{<:PartsFloat, <:Matrix}})[~i::Int64, ~j::Int64] --> element_of_product(~A, ~B, ~i, ~j)
    end
    if one_use(~A * ~x) && eltype(~A) === eltype(~x)
        (~A::Matrix{<:PartsFloat} * ~x::Vector{<:PartsFloat})[~i::Int64] --> element_of_product(~A, ~x, ~i)
        (~A::Matrix{<:PartsFloat} * ~x::Vector{<:PartsFloat})[~i::UnitRange{Int64}] --> (~A)[~i, :] * ~x
    end
    # A column of a solution solves for a column. (up to rounding; finite values; errors aside)
    if one_use(~A \ ~B) && eltype(~A) === eltype(~B)
        (~A::Matrix{<:PartsFloat} \ ~B::Matrix{<:PartsFloat})[:, ~j::Int64] --> ~A \ (~B)[:, ~j]
        (~A::Matrix{<:PartsFloat} \ ~B::Matrix{<:PartsFloat})[:, ~j::UnitRange{Int64}] --> ~A \ (~B)[:, ~j]
    end

    # The diagonal of sums, multiples, transposes. (exact; errors aside)
    if eltype(~A) === eltype(~B)
        diag(~A::Matrix{<:PartsNumber} + ~B::Matrix{<:PartsNumber}) --> diag(~A) + diag(~B)
        diag(~A::Matrix{<:PartsNumber} - ~B::Matrix{<:PartsNumber}) --> diag(~A) - diag(~B)
    end
    diag(~α::PartsNumber * ~A::Matrix{<:PartsNumber}) --> ~α * diag(~A)
    diag(transpose(~A::Matrix{<:PartsNumber})) --> diag(~A)
    diag(adjoint(~A::Matrix{<:PartsReal})) --> diag(~A)

    # tr(α A) = α tr A, tr(Aᵀ B) = Σ Aᵢⱼ Bᵢⱼ. (up to rounding; finite values; errors aside)
    if eltype(~α * ~A) === eltype(~A)
        tr(~α::PartsFloat * ~A::Matrix{<:PartsFloat}) --> ~α * tr(~A)
    end
    if eltype(~A) === eltype(~B)
        tr(transpose(~A::Matrix{<:PartsReal}) * ~B::Matrix{<:PartsReal}) --> dot(~A, ~B)
        tr(adjoint(~A::Matrix{<:PartsFloat}) * ~B::Matrix{<:PartsFloat}) --> dot(~A, ~B)
        tr(~A::Matrix{<:PartsReal} * transpose(~B::Matrix{<:PartsReal})) --> dot(~B, ~A)
        tr(~A::Matrix{<:PartsFloat} * adjoint(~B::Matrix{<:PartsFloat})) --> dot(~B, ~A)
    end

    # Sums of sums, multiples, transposes, products, diagonals. (up to rounding; finite values; errors aside)
    if eltype(~A) === eltype(~B)
        sum(~A::Matrix{<:PartsFloat} + ~B::Matrix{<:PartsFloat}) --> sum(~A) + sum(~B)
        sum(~A::Matrix{<:PartsFloat} - ~B::Matrix{<:PartsFloat}) --> sum(~A) - sum(~B)
        sum(~A::Vector{<:PartsFloat} + ~B::Vector{<:PartsFloat}) --> sum(~A) + sum(~B)
        sum(~A::Vector{<:PartsFloat} - ~B::Vector{<:PartsFloat}) --> sum(~A) - sum(~B)
        sum(~A::Matrix{<:PartsFloat} * ~B::Matrix{<:PartsFloat}) --> sum_of_product(~A, ~B)
    end
    if eltype(~α * ~A) === eltype(~A)
        sum(~α::PartsFloat * ~A::Union{Matrix{<:PartsFloat}, Vector{<:PartsFloat}}) --> ~α * sum(~A)
    end
    sum(transpose(~A::Matrix{<:PartsFloat})) --> sum(~A)
    sum(adjoint(~A::Matrix{<:PartsReal})) --> sum(~A)
    sum(diag(~A::Matrix{<:PartsFloat})) --> sum_of_diagonal(~A)
    if one_use(materialize(broadcasted(*, ~A, ~B))) && eltype(~A) === eltype(~B)
        @relaxed sum(materialize(broadcasted(*, ~A::Matrix{<:PartsFloat}, ~B::Matrix{<:PartsFloat}))) --> sum_of_elementwise(~A, ~B)
    end

    # ‖A‖² = Σ Aᵢⱼ², ‖Aᵀ‖ = ‖A‖, ‖α A‖ = |α| ‖A‖. (up to rounding; finite values)
    norm(~A::Matrix{<:PartsReal})^2 --> dot(~A, ~A)
    norm(transpose(~A::Matrix{<:PartsReal})) --> norm(~A)
    norm(adjoint(~A::Matrix{<:PartsReal})) --> norm(~A)
    if eltype(~α * ~A) === eltype(~A)
        norm(~α::PartsReal * ~A::Union{Matrix{<:PartsReal}, Vector{<:PartsReal}}) --> abs(~α) * norm(~A)
    end

    # An outer product x yᵀ: its elements and columns, its trace, its products with vectors and matrices.
    # (up to rounding; finite values; errors aside)
    if eltype(~x) === eltype(~y)
        (~x::Vector{<:PartsFloat} * adjoint(~y::Vector{<:PartsFloat}))[~i::Int64, ~j::Int64] --> (~x)[~i] * conj((~y)[~j])
        (~x::Vector{<:PartsFloat} * transpose(~y::Vector{<:PartsFloat}))[~i::Int64, ~j::Int64] --> (~x)[~i] * (~y)[~j]
        (~x::Vector{<:PartsFloat} * adjoint(~y::Vector{<:PartsFloat}))[:, ~j::Int64] --> ~x * conj((~y)[~j])
        (~x::Vector{<:PartsFloat} * transpose(~y::Vector{<:PartsFloat}))[:, ~j::Int64] --> ~x * (~y)[~j]
        tr(~x::Vector{<:PartsFloat} * adjoint(~y::Vector{<:PartsFloat})) --> dot(~y, ~x)
        tr(~x::Vector{<:PartsReal} * transpose(~y::Vector{<:PartsReal})) --> dot(~y, ~x)
    end
    if eltype(~x) === eltype(~y) && eltype(~y) === eltype(~z)
        (~x::Vector{<:PartsFloat} * adjoint(~y::Vector{<:PartsFloat})) * ~z::Vector{<:PartsFloat} --> ~x * dot(~y, ~z)
        (~x::Vector{<:PartsReal} * transpose(~y::Vector{<:PartsReal})) * ~z::Vector{<:PartsReal} --> ~x * dot(~y, ~z)
    end

    # As in `linalg`: one is about ten thousand operations; a pass over a matrix costs five times its operations.
    @cost *(A::Union{Matrix, Transpose, Adjoint}, B::Union{Matrix, Transpose, Adjoint}) max(1, (length(A) + length(B)) / 1000, size(A, 1) * size(A, 2) * size(B, 2) / 5000)
    @cost *(A::Union{Matrix, Transpose, Adjoint}, x::AbstractVector) max(0.5, length(A) / 1000)
    @cost *(x::AbstractVector, A::AbstractMatrix) max(1, size(x, 1) * size(A, 2) / 1000)
    @cost *(α::Number, A::AbstractMatrix) max(10, length(A) / 1000)
    @cost +(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost -(A::AbstractMatrix, B::AbstractMatrix) max(10, length(A) / 1000)
    @cost \(A::Matrix, x::AbstractVector) max(15, size(A, 1)^3 * 3 / 40000)
    @cost \(A::Matrix, B::AbstractMatrix) max(18, size(A, 1)^2 * (size(A, 1) * 7 / 100000 + size(B, 2) / 5000))
    # A range is taken to be short: ten rows or columns.
    @cost getindex(A::Matrix, i::Colon, j::UnitRange) max(1, size(A, 1) / 100)
    @cost getindex(A::Matrix, i::UnitRange, j::Colon) max(1, size(A, 2) / 100)
    @cost tr(A::AbstractMatrix) max(3, size(A, 1) / 25)
    @cost +(x::AbstractVector, y::AbstractVector) max(0.5, size(x, 1) / 1000)
    @cost -(x::AbstractVector, y::AbstractVector) max(0.5, size(x, 1) / 1000)
    @cost *(α::Number, x::AbstractVector) max(0.5, size(x, 1) / 1000)
    @cost getindex(A::Matrix, i::Int64, j::Int64) 0.1
    @cost getindex(x::Vector, i::Int64) 0.1
    @cost +(x::Number, y::Number) 0.1
    @cost -(x::Number, y::Number) 0.1
    @cost *(x::Number, y::Number) 0.1
    @cost sum(A::Matrix) max(0.5, length(A) / 10000)
    @cost sum(x::Vector) max(0.3, size(x, 1) / 10000)
    @cost sum(A::Union{Transpose, Adjoint}) max(1, length(A) / 1000)
    @cost norm(A::Matrix) max(1, length(A) / 2000)
    @cost norm(A::Union{Transpose, Adjoint}) max(2, length(A) / 500)
    @cost dot(A::Matrix, B::Matrix) max(0.3, length(A) / 5000)
    @cost element_of_product(A, B::AbstractMatrix, i, j) max(0.3, size(A, 2) * 3 / 1000)
    @cost element_of_product(A, x::AbstractVector, i) max(0.3, size(A, 2) * 3 / 1000)
    @cost sum_of_product(A, B) max(0.5, (length(A) + length(B)) / 2000)
    @cost sum_of_diagonal(A) max(0.3, size(A, 1) / 500)
end
