# Products of matrices through cuBLAS, as LinearAlgebra has them: `*`, `mul!`, with transposed operands.

struct Product
    type::Int32
    transpose_a::Int32
    transpose_b::Int32
    epilogue::Int32
    m::Int64
    n::Int64
    k::Int64
    lda::Int64
    ldb::Int64
    ldc::Int64
    alpha::Float64
    beta::Float64
    a::Ptr{Cvoid}
    b::Ptr{Cvoid}
    c::Ptr{Cvoid}
    bias::Ptr{Cvoid}
    d::Ptr{Cvoid}
end

@enum Epilogue::Int32 NOTHING = 0 RELU = 1 GELU = 2

type_number(::Type{Float16}) = Int32(0)
type_number(::Type{Float32}) = Int32(1)
type_number(::Type{Float64}) = Int32(2)

const Operand{T} = Union{DeviceMatrix{T},Flipped{T}}
is_flipped(::DeviceArray) = Int32(0)
is_flipped(::Flipped) = Int32(1)
storage(A::DeviceArray) = A
storage(A::Flipped) = parent(A)

"The request for D ← epilogue(α A B + β C + bias); all are checked to fit."
function product(D::DeviceArray{T}, A::Operand{T}, B::AbstractArray{T}, α::Number, β::Number, C::DeviceArray{T}=D,
                 bias::Union{Nothing,DeviceVector{T}}=nothing, epilogue::Epilogue=NOTHING) where {T}
    m, k = size(A)
    n = size(B, 2)
    size(B, 1) == k || throw(DimensionMismatch("A has size $(size(A)), B has size $(size(B))"))
    size(D, 1) == m && size(D, 2) == n || throw(DimensionMismatch("the product has size $((m, n)), the result $(size(D))"))
    bias === nothing || length(bias) == m || throw(DimensionMismatch("the product has $m rows, the bias $(length(bias))"))
    max(m, n, k) <= typemax(Int32) || throw(ArgumentError("a matrix is too large for cuBLAS: $m, $n, $k"))
    return Product(type_number(T), is_flipped(A), is_flipped(B), Int32(epilogue), m, n, k, max(1, size(storage(A), 1)), max(1, size(storage(B), 1)),
                   max(1, m), α, β, pointer(storage(A)), pointer(storage(B)), pointer(C), bias === nothing ? C_NULL : pointer(bias), pointer(D))
end

"C ← α A B + β C."
function gemm_into!(C::DeviceArray{T}, A::Operand{T}, B::AbstractArray{T}, α::Number, β::Number) where {T}
    request = product(C, A, B, α, β)
    isempty(C) && return C
    if request.k == 0
        # Nothing is summed.
        iszero(β) ? fill!(C, 0) : broadcast_into!(C, lazy(*, C, T(β)))
        return C
    end
    d = device()
    GC.@preserve A B C checked(d, ccall(d.gemm, Int32, (Ptr{Cvoid}, Ref{Product}), d.handle, request))
    return C
end

"The product in a new array."
@noinline product_new(A::Operand{T}, B::Operand{T}) where {T} = gemm_into!(DeviceMatrix{T}(undef, (size(A, 1), size(B, 2))), A, B, 1, 0)
@noinline product_new(A::Operand{T}, x::DeviceVector{T}) where {T} = gemm_into!(DeviceVector{T}(undef, (size(A, 1),)), A, x, 1, 0)

"""
`(A * X, A * Y)`: one call of cuBLAS where that is the faster way. A batch of two wants its second matrices behind the first ones, so that the lower result goes with
the lower factor.
"""
@noinline function two_products(A::DeviceMatrix{T}, X::DeviceArray{T,N}, Y::DeviceArray{T,N}) where {T,N}
    m, n, k = size(A, 1), size(X, 2), size(A, 2)
    size(X) == size(Y) && size(X, 1) == k && m * n * k > 0 && way(:two_products, T, m, n, k) === :batch || return (product_new(A, X), product_new(A, Y))
    dims = (m, Base.tail(size(X))...)
    one, other = DeviceArray{T,N}(undef, dims), DeviceArray{T,N}(undef, dims)
    in_order = (memory_of(X) <= memory_of(Y)) == (memory_of(one) < memory_of(other))
    U, V = in_order ? (one, other) : (other, one)
    (B, D), (B2, D2) = memory_of(U) < memory_of(V) ? ((X, U), (Y, V)) : ((Y, V), (X, U))
    d, request = device(), product(D, A, B, 1, 0)
    GC.@preserve A B B2 D D2 checked(d, ccall(d.gemm_pair, Int32, (Ptr{Cvoid}, Ref{Product}, Ptr{Cvoid}, Ptr{Cvoid}), d.handle, request, B2.pointer, D2.pointer))
    return (U, V)
end

@noinline function product_into!(C::DeviceArray{T}, A::Operand{T}, B::AbstractArray{T}, α::Number, β::Number) where {T}
    (memory_of(C) == memory_of(A) || memory_of(C) == memory_of(B)) && throw(ArgumentError("the result of a product must not be one of its factors"))
    return gemm_into!(C, A, B, α, β)
end

# One method for each pair of kinds: LinearAlgebra has methods for its own wrappers, and none may be ambiguous.
for X in (:(DeviceMatrix{T}), :(Transpose{T,DeviceMatrix{T}}), :(Adjoint{T,DeviceMatrix{T}}))
    for Y in (:(DeviceMatrix{T}), :(Transpose{T,DeviceMatrix{T}}), :(Adjoint{T,DeviceMatrix{T}}))
        @eval Base.:*(A::$X, B::$Y) where {T<:DeviceFloat} = product_new(A, B)
        @eval LinearAlgebra.mul!(C::DeviceMatrix{T}, A::$X, B::$Y) where {T<:DeviceFloat} = product_into!(C, A, B, true, false)
        @eval LinearAlgebra.mul!(C::DeviceMatrix{T}, A::$X, B::$Y, α::Number, β::Number) where {T<:DeviceFloat} = product_into!(C, A, B, α, β)
    end
    @eval Base.:*(A::$X, x::DeviceVector{T}) where {T<:DeviceFloat} = product_new(A, x)
    @eval LinearAlgebra.mul!(y::DeviceVector{T}, A::$X, x::DeviceVector{T}) where {T<:DeviceFloat} = product_into!(y, A, x, true, false)
    @eval LinearAlgebra.mul!(y::DeviceVector{T}, A::$X, x::DeviceVector{T}, α::Number, β::Number) where {T<:DeviceFloat} = product_into!(y, A, x, α, β)
end

# Sums and multiples, which Julia does by broadcasting.
Base.:*(α::Number, A::DeviceArray) = broadcast_new(lazy(*, α, A))
Base.:*(A::DeviceArray, α::Number) = broadcast_new(lazy(*, A, α))
Base.:/(A::DeviceArray, α::Number) = broadcast_new(lazy(/, A, α))
Base.:-(A::DeviceArray) = broadcast_new(lazy(-, A))
for op in (:+, :-)
    @eval function Base.$op(A::DeviceArray{<:Any,N}, B::DeviceArray{<:Any,N}) where {N}
        return elementwise($op, A, B)
    end
end

"A broadcast of arrays of one shape."
@noinline function elementwise(op, A::DeviceArray{<:Any,N}, B::DeviceArray{<:Any,N}) where {N}
    size(A) == size(B) || throw(DimensionMismatch("dimensions must match: $(size(A)) and $(size(B))"))
    return broadcast_new(lazy(op, A, B))
end

"`permutedims` and `copy` of a transposed matrix: a matrix of its own."
Base.copy(A::Flipped) = broadcast_new(lazy(identity, A))
Base.permutedims(A::DeviceMatrix) = broadcast_new(lazy(identity, transpose(A)))
