# LinearAlgebra: lazy wrappers, products, solving, eigenvalues.

struct Transpose{T, S} <: AbstractArray{T, 2}
    parent::S
end
struct Adjoint{T, S} <: AbstractArray{T, 2}
    parent::S
end
struct Symmetric{T, S} <: AbstractArray{T, 2}
    data::S
    uplo::Char
end
struct Hermitian{T, S} <: AbstractArray{T, 2}
    data::S
    uplo::Char
end
struct Diagonal{T, V} <: AbstractArray{T, 2}
    diag::V
end
struct UpperTriangular{T, S} <: AbstractArray{T, 2}
    data::S
end
struct LowerTriangular{T, S} <: AbstractArray{T, 2}
    data::S
end
struct UniformScaling{T}
    λ::T
end
struct Eigen{T, V, S, U}
    values::U
    vectors::S
end

# Wrappers are lazy: they share the memory of what they wrap.
@stub pure transpose(A::Vector{T})::Transpose{T, Vector{T}} where {T<:BitReal}
@stub pure transpose(A::Matrix{T})::Transpose{T, Matrix{T}} where {T<:BitReal}
@stub pure adjoint(A::Vector{T})::Adjoint{T, Vector{T}} where {T<:BitReal}
@stub pure adjoint(A::Matrix{T})::Adjoint{T, Matrix{T}} where {T<:BitReal}
@stub pure transpose(A::Transpose{T, S})::S where {T<:BitReal, S}
@stub pure transpose(A::Adjoint{T, S})::S where {T<:BitReal, S}
@stub pure adjoint(A::Adjoint{T, S})::S where {T<:BitReal, S}
@stub pure adjoint(A::Transpose{T, S})::S where {T<:BitReal, S}
@stub pure transpose(A::Symmetric{T, S})::Symmetric{T, S} where {T<:BitReal, S}
@stub pure adjoint(A::Symmetric{T, S})::Symmetric{T, S} where {T<:BitReal, S}
@stub throws transpose(A)
@stub throws adjoint(A)
@stub throws Symmetric(A::Matrix{T})::Symmetric{T, Matrix{T}} where {T}
@stub throws Symmetric(A::Matrix{T}, uplo::Symbol)::Symmetric{T, Matrix{T}} where {T}
@stub throws Hermitian(A::Matrix{T})::Hermitian{T, Matrix{T}} where {T}
@stub throws UpperTriangular(A::Matrix{T})::UpperTriangular{T, Matrix{T}} where {T}
@stub throws LowerTriangular(A::Matrix{T})::LowerTriangular{T, Matrix{T}} where {T}
@stub pure Diagonal(v::Vector{T})::Diagonal{T, Vector{T}} where {T}
@stub reads throws Symmetric(A, uplo...)::Symmetric
@stub reads throws Hermitian(A, uplo...)::Hermitian
@stub reads throws UpperTriangular(A)::UpperTriangular
@stub reads throws LowerTriangular(A)::LowerTriangular
@stub reads alloc aliases throws Diagonal(A)::Diagonal
# A copy of what they show.
@stub reads alloc Matrix(A::Union{Transpose{T, Matrix{T}}, Adjoint{T, Matrix{T}}})::Matrix{T} where {T<:BitReal}
@stub reads alloc Matrix(A::Union{Symmetric{T, Matrix{T}}, UpperTriangular{T, Matrix{T}}, LowerTriangular{T, Matrix{T}}})::Matrix{T} where {T<:BitReal}
@stub reads alloc Matrix(A::Diagonal{T, Vector{T}})::Matrix{T} where {T<:BitReal}
@stub reads alloc copy(A::Union{Transpose{T, Matrix{T}}, Adjoint{T, Matrix{T}}})::Matrix{T} where {T<:BitReal}
const I = UniformScaling(true)

# Products. An array type that the natives do not know is a `MethodError`, so `throws` covers it.
@stub reads alloc throws (*)(A::Matrix{T}, B::Matrix{S})::Matrix{promote_type(T, S)} where {T<:Union{BitInteger, IEEEFloat}, S<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Matrix{T}, x::Vector{S})::Vector{promote_type(T, S)} where {T<:Union{BitInteger, IEEEFloat}, S<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Transpose{T, Matrix{T}}, B::Matrix{T})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Adjoint{T, Matrix{T}}, B::Matrix{T})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Symmetric{T, Matrix{T}}, B::Matrix{T})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Matrix{T}, B::Transpose{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Matrix{T}, B::Adjoint{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Matrix{T}, B::Symmetric{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Transpose{T, Matrix{T}}, B::Transpose{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Transpose{T, Matrix{T}}, x::Vector{T})::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Adjoint{T, Matrix{T}}, x::Vector{T})::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Symmetric{T, Matrix{T}}, x::Vector{T})::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Adjoint{T, Matrix{T}}, B::Adjoint{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Transpose{T, Matrix{T}}, B::Symmetric{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Adjoint{T, Matrix{T}}, B::Symmetric{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Symmetric{T, Matrix{T}}, B::Transpose{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Symmetric{T, Matrix{T}}, B::Adjoint{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::Symmetric{T, Matrix{T}}, B::Symmetric{T, Matrix{T}})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads alloc throws (*)(A::UpperTriangular{T, Matrix{T}}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Matrix{T}, B::UpperTriangular{T, Matrix{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::LowerTriangular{T, Matrix{T}}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Matrix{T}, B::LowerTriangular{T, Matrix{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::UpperTriangular{T, Matrix{T}}, x::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::LowerTriangular{T, Matrix{T}}, x::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Diagonal{T, Vector{T}}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Matrix{T}, B::Diagonal{T, Vector{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Union{Transpose{T, Matrix{T}}, Adjoint{T, Matrix{T}}}, B::Diagonal{T, Vector{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Diagonal{T, Vector{T}}, B::Union{Transpose{T, Matrix{T}}, Adjoint{T, Matrix{T}}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(A::Diagonal{T, Vector{T}}, x::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(x::Vector{T}, y::Adjoint{T, Vector{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (*)(x::Vector{T}, y::Transpose{T, Vector{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads throws (*)(x::Adjoint{T, Vector{T}}, y::Vector{T})::T where {T<:IEEEFloat}
@stub reads throws (*)(x::Transpose{T, Vector{T}}, y::Vector{T})::T where {T<:IEEEFloat}
@stub unknown (*)(A::AbstractArray, B::AbstractArray)
@stub reads alloc (*)(A::Array{T, N}, x::S)::Array{promote_type(T, S), N} where {T<:Union{BitInteger, IEEEFloat}, N, S<:Union{BitInteger, IEEEFloat}}
@stub reads alloc (*)(x::S, A::Array{T, N})::Array{promote_type(T, S), N} where {T<:Union{BitInteger, IEEEFloat}, N, S<:Union{BitInteger, IEEEFloat}}
@stub reads alloc (/)(A::Array{T, N}, x::S)::Array{promote_type(T, S), N} where {T<:IEEEFloat, N, S<:BitReal}
@stub reads alloc (/)(A::Array{T, N}, x::Union{Bool, BitInteger})::Array where {T<:Union{Bool, BitInteger}, N}
@stub unknown (*)(A::AbstractArray, x::Number)::AbstractArray
@stub unknown (*)(x::Number, A::AbstractArray)::AbstractArray
@stub unknown (/)(A::AbstractArray, x::Number)::AbstractArray
@stub unknown (\)(x::Number, A::AbstractArray)::AbstractArray
@stub reads alloc throws (+)(A::Matrix{T}, J::UniformScaling{Bool})::Matrix{T} where {T<:Union{Int64, IEEEFloat}}
@stub reads alloc throws (-)(A::Matrix{T}, J::UniformScaling{Bool})::Matrix{T} where {T<:Union{Int64, IEEEFloat}}
@stub unknown (+)(A::AbstractArray, J::UniformScaling)
@stub unknown (+)(J::UniformScaling, A::AbstractArray)
@stub unknown (-)(A::AbstractArray, J::UniformScaling)
@stub reads alloc throws (-)(J::UniformScaling{Bool}, A::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (+)(J::UniformScaling{Bool}, A::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc (*)(J::UniformScaling{Bool}, x::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc (*)(A::Matrix{T}, J::UniformScaling{Bool})::Matrix{T} where {T<:IEEEFloat}
@stub unknown (-)(J::UniformScaling, A::AbstractArray)
@stub unknown (*)(A::AbstractArray, J::UniformScaling)
@stub unknown (*)(J::UniformScaling, A::AbstractArray)
@stub pure (*)(J::UniformScaling, x::BitReal)::UniformScaling
@stub pure (*)(x::BitReal, J::UniformScaling)::UniformScaling
@stub pure (+)(J::UniformScaling, x::BitReal)
@stub pure (+)(x::BitReal, J::UniformScaling)
@stub reads alloc fresh throws (^)(A::Matrix{T}, n::Int64)::Matrix where {T<:IEEEFloat}
@stub reads writes throws mul!(C::Matrix{T}, A::AbstractArray{T, 2}, B::AbstractArray{T, 2})::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads writes throws mul!(C::Matrix{T}, A::AbstractArray{T, 2}, B::AbstractArray{T, 2}, α::BitReal, β::BitReal)::Matrix{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads writes throws mul!(y::Vector{T}, A::AbstractArray{T, 2}, x::Vector{T})::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub reads writes throws mul!(y::Vector{T}, A::AbstractArray{T, 2}, x::Vector{T}, α::BitReal, β::BitReal)::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub unknown mul!(C, A, B)
@stub unknown mul!(C, A, B, α, β)
@stub reads throws dot(x::Array{Float64, N}, y::Array{Float64, M})::Float64 where {N, M}
@stub reads throws dot(x::Array{Int64, N}, y::Array{Int64, M})::Int64 where {N, M}
@stub reads throws dot(x::Array{T, N}, y::Array{T, M})::T where {T<:IEEEFloat, N, M}
@stub unknown dot(x, y)
(⋅)(x, y) = dot(x, y)
@stub reads norm(x::Array{Float64, N})::Float64 where {N}
@stub reads norm(x::Array{T, N}) where {T<:BitReal, N}
@stub reads throws norm(x::Array{T, N}, p::BitReal) where {T<:BitReal, N}
@stub reads norm(A::Union{Transpose{Float64, Matrix{Float64}}, Adjoint{Float64, Matrix{Float64}}})::Float64
@stub unknown norm(x)
@stub unknown norm(x, p)
@stub unknown normalize(x)
@stub unknown cross(x, y)
@stub reads alloc throws kron(A::Matrix{T}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub unknown kron(A, B)

# Functions of a matrix.
@stub reads sum(A::Union{Transpose{Float64, Matrix{Float64}}, Adjoint{Float64, Matrix{Float64}}})::Float64
@stub reads throws det(A::AbstractArray{T, 2})::T where {T<:IEEEFloat}
@stub reads throws det(A::Matrix{Int64})::Float64
@stub reads throws det(A)
@stub pure det(x::BitReal)::typeof(x)
@stub reads throws logdet(A::AbstractArray{T, 2})::T where {T<:IEEEFloat}
@stub reads throws tr(A::AbstractArray{T, 2})::T where {T<:IEEEFloat}
@stub reads throws tr(A::Matrix{Int64})::Int64
@stub unknown tr(A)
@stub reads alloc throws inv(A::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws inv(A::Matrix{Int64})::Matrix{Float64}
@stub reads alloc throws inv(A::UpperTriangular{T, Matrix{T}})::UpperTriangular{T, Matrix{T}} where {T<:IEEEFloat}
@stub reads alloc throws inv(A::LowerTriangular{T, Matrix{T}})::LowerTriangular{T, Matrix{T}} where {T<:IEEEFloat}
@stub reads alloc throws inv(A::Symmetric{T, Matrix{T}})::Symmetric{T, Matrix{T}} where {T<:IEEEFloat}
@stub reads alloc throws inv(A::Diagonal{T, Vector{T}})::Diagonal{T, Vector{T}} where {T<:IEEEFloat}
@stub unknown inv(A)
@stub reads alloc throws (\)(A::Matrix{T}, b::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (\)(A::Matrix{T}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (\)(A::Union{UpperTriangular{T, Matrix{T}}, LowerTriangular{T, Matrix{T}}, Symmetric{T, Matrix{T}}}, b::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (\)(A::Union{UpperTriangular{T, Matrix{T}}, LowerTriangular{T, Matrix{T}}, Symmetric{T, Matrix{T}}}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (\)(A::Diagonal{T, Vector{T}}, b::Vector{T})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc throws (\)(A::Diagonal{T, Vector{T}}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub unknown (\)(A::AbstractArray, B::AbstractArray)
@stub reads alloc throws (/)(A::Matrix{T}, B::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws (/)(A::Matrix{T}, B::Union{UpperTriangular{T, Matrix{T}}, LowerTriangular{T, Matrix{T}}})::Matrix{T} where {T<:IEEEFloat}
@stub unknown (/)(A::AbstractArray, B::AbstractArray)
# Whether eigenvalues are complex depends on the matrix; those of a symmetric one are real.
@stub reads alloc throws eigen(A::Symmetric{T, Matrix{T}})::Eigen{T, T, Matrix{T}, Vector{T}} where {T<:IEEEFloat}
@stub reads alloc throws eigen(A::Matrix{T})::Union{Eigen{T, T, Matrix{T}, Vector{T}}, Eigen{Complex{T}, Complex{T}, Matrix{Complex{T}}, Vector{Complex{T}}}} where {T<:IEEEFloat}
@stub reads alloc throws eigen(A)::Eigen
@stub reads alloc throws eigvals(A::Symmetric{T, Matrix{T}})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc fresh throws eigvals(A::Matrix{T})::Vector where {T<:IEEEFloat}
@stub reads alloc aliases throws eigvals(A::AbstractArray)::Vector
@stub pure eigvals(E::Eigen{T, V, S, U})::U where {T, V, S, U}
@stub reads alloc throws eigvecs(A::Symmetric{T, Matrix{T}})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc fresh throws eigvecs(A::AbstractArray)::Matrix
@stub pure eigvecs(E::Eigen{T, V, S, U})::S where {T, V, S, U}
@stub reads alloc throws diag(A::AbstractArray{T, 2})::Vector{T} where {T<:IEEEFloat}
@stub reads alloc aliases throws diag(A::AbstractArray)
@stub reads alloc aliases throws diag(A::AbstractArray, k::Int64)
@stub reads alloc throws diagm(v::Vector{T})::Matrix{T} where {T<:Union{Int64, IEEEFloat}}
@stub unknown diagm(xs...)
@stub reads issymmetric(A::Matrix{T})::Bool where {T<:BitReal}
@stub reads ishermitian(A::Matrix{T})::Bool where {T<:BitReal}
@stub unknown issymmetric(A)::Bool
@stub unknown ishermitian(A)::Bool
@stub reads throws issymmetric(A::Symmetric)::Bool
issymmetric(A::Symmetric{T, Matrix{T}}) where {T<:BitReal} = true
issymmetric(D::Diagonal{T, Vector{T}}) where {T<:BitReal} = true
@stub reads isdiag(A::AbstractArray{T, 2})::Bool where {T}
@stub reads istriu(A::AbstractArray{T, 2})::Bool where {T}
@stub reads istril(A::AbstractArray{T, 2})::Bool where {T}
@stub reads alloc triu(A::Matrix{T})::Matrix{T} where {T<:BitReal}
@stub reads alloc tril(A::Matrix{T})::Matrix{T} where {T<:BitReal}
@stub reads alloc throws exp(A::Matrix{T})::Matrix{T} where {T<:IEEEFloat}
@stub reads alloc throws sqrt(A::Matrix{T})::Union{Matrix{T}, Matrix{Complex{T}}} where {T<:IEEEFloat}
# Destructuring: `values, vectors = eigen(A)`.
iterate(E::Eigen) = (E.values, 1)
iterate(E::Eigen, state::Int64) = state == 1 ? (E.vectors, 2) : nothing

# Factorisations, as values that answer for the matrix that they were made of, and say whether there is one.
struct LU{T}
    factors::Matrix{T}
    ipiv::Vector{Int64}
    info::Int64
end
struct TransposedLU{T}
    parent::LU{T}
end
struct Cholesky{T}
    factors::Matrix{T}
    uplo::Char
    info::Int64
end
issuccess(F::LU) = F.info == 0
issuccess(F::Cholesky) = F.info == 0
transpose(F::LU{T}) where {T} = TransposedLU{T}(F)
(\)(F::LU{T}, b::Vector{T}) where {T} = F.factors \ b
(\)(F::LU{T}, B::Matrix{T}) where {T} = F.factors \ B
(\)(F::TransposedLU{T}, B::Matrix{T}) where {T} = Matrix(transpose(F.parent.factors)) \ B
# The lower factor, whichever triangle holds it.
lower_factor(F::Cholesky) = LowerTriangular(F.uplo == 'U' ? permutedims(F.factors) : F.factors)
upper_factor(F::Cholesky) = UpperTriangular(F.uplo == 'U' ? F.factors : permutedims(F.factors))
(\)(F::Cholesky{T}, b::Vector{T}) where {T} = upper_factor(F) \ (lower_factor(F) \ b)
(\)(F::Cholesky{T}, B::Matrix{T}) where {T} = upper_factor(F) \ (lower_factor(F) \ B)
det(F::LU) = det(F.factors)
inv(F::LU) = inv(F.factors)
inv(F::Cholesky{T}) where {T} = F \ Matrix{T}(I, size(F.factors, 1), size(F.factors, 1))
inv(A::Adjoint{T, Matrix{T}}) where {T<:IEEEFloat} = adjoint(inv(A.parent))
inv(A::Transpose{T, Matrix{T}}) where {T<:IEEEFloat} = transpose(inv(A.parent))
(-)(A::LowerTriangular{T, Matrix{T}}) where {T<:IEEEFloat} = LowerTriangular(-A.data)
(-)(A::UpperTriangular{T, Matrix{T}}) where {T<:IEEEFloat} = UpperTriangular(-A.data)

# LAPACK, as far as the rule library calls it. The factors with row exchanges are the matrix itself: what is asked of that factorisation is asked of the matrix.
function getrf!(A::Matrix{T}) where {T<:IEEEFloat}
    size(A, 1) == size(A, 2) || throw(DimensionMismatch("the matrix is not square"))
    return A, zeros(Int64, size(A, 1)), det(A) == 0 ? 1 : 0
end
function potrf!(uplo::Char, A::Matrix{T}) where {T<:IEEEFloat}
    C, n, info = Matrix(Symmetric(A, uplo == 'U' ? :U : :L)), size(A, 1), 0
    for j in 1:n
        for k in 1:j-1
            for i in j:n
                C[i, j] -= C[i, k] * C[j, k]
            end
        end
        info = info == 0 && !(C[j, j] > 0) ? j : info
        d = C[j, j] > 0 ? sqrt(C[j, j]) : one(T)
        for i in j:n
            C[i, j] = C[i, j] / d
        end
    end
    for j in 1:n
        for i in j:n
            if uplo == 'U'
                A[j, i] = C[i, j]
            else
                A[i, j] = C[i, j]
            end
        end
    end
    return A, info
end

isposdef(A::Matrix{T}) where {T<:IEEEFloat} = ishermitian(A) && potrf!('U', copy(A))[2] == 0
isposdef(A::Symmetric{T, Matrix{T}}) where {T<:IEEEFloat} = potrf!(A.uplo, copy(A.data))[2] == 0

# BLAS, as far as the rule library calls it: one triangle of `C`, the other is left as it is; with `β = 0` what was there is not read.
function syrk!(uplo::Char, trans::Char, α, A, β, C)
    trans == 'N' || throw(ArgumentError("only products of a matrix with its transpose are known"))
    size(C, 1) == size(C, 2) && size(C, 1) == size(A, 1) || throw(DimensionMismatch("the result has another size"))
    for j in 1:size(C, 2)
        for i in (uplo == 'U' ? 1 : j):(uplo == 'U' ? j : size(C, 1))
            s = zero(eltype(C))
            for k in 1:size(A, 2)
                s += A[i, k] * A[j, k]
            end
            C[i, j] = iszero(β) ? α * s : α * s + β * C[i, j]
        end
    end
    return C
end
function syr2k!(uplo::Char, trans::Char, α, A, B, β, C)
    trans == 'N' || throw(ArgumentError("only products of a matrix with a transposed one are known"))
    size(C, 1) == size(C, 2) && size(C, 1) == size(A, 1) && size(A, 1) == size(B, 1) && size(A, 2) == size(B, 2) ||
        throw(DimensionMismatch("the result has another size"))
    for j in 1:size(C, 2)
        for i in (uplo == 'U' ? 1 : j):(uplo == 'U' ? j : size(C, 1))
            s = zero(eltype(C))
            for k in 1:size(A, 2)
                s += A[i, k] * B[j, k] + B[i, k] * A[j, k]
            end
            C[i, j] = iszero(β) ? α * s : α * s + β * C[i, j]
        end
    end
    return C
end
