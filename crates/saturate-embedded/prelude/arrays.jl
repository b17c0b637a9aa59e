# Dense arrays and views of them.

mutable struct BitArray{N} <: AbstractArray{Bool, N} end
const BitVector = BitArray{1}
const BitMatrix = BitArray{2}
struct SubArray{T, N, P, I, L} <: AbstractArray{T, N}
    parent::P
    indices::I
end
struct CartesianIndex{N}
    I::Tuple
end
struct CartesianIndices{N, R} <: AbstractArray{CartesianIndex{N}, N}
    indices::R
end

# How an array is indexed: by one number, or by one for each dimension.
abstract type IndexStyle end
struct IndexLinear <: IndexStyle end
struct IndexCartesian <: IndexStyle end
IndexStyle(::Type{<:AbstractArray}) = IndexCartesian()
IndexStyle(::Type{<:Union{Array, BitArray, AbstractRange}}) = IndexLinear()
IndexStyle(A::AbstractArray) = IndexStyle(typeof(A))

# Constructors and literals.
@stub alloc throws Array{T, N}(u::UndefInitializer, dims...)::Array{T, N} where {T, N}
@stub alloc throws Array{T}(u::UndefInitializer, n::Int64)::Vector{T} where {T}
@stub alloc throws Array{T}(u::UndefInitializer, n::Int64, m::Int64)::Matrix{T} where {T}
@stub alloc throws Array{T}(u::UndefInitializer, dims...)::Array{T} where {T}
@stub alloc Array{T, 1}()::Vector{T} where {T}
@stub unknown Array{T, N}(x::AbstractArray{S, N})::Array{T, N} where {T, N, S}
@stub unknown Array{T, N}(x)::Array where {T, N}
@stub unknown Array{T, N}(x, dims...)::Array{T, N} where {T, N}
@stub unknown Array{T}(x)::Array{T} where {T}
@stub unknown Array(x)::Array
@stub reads alloc Matrix(A::Matrix{T})::Matrix{T} where {T<:BitReal}
@stub unknown Matrix(x)::Matrix
@stub unknown Vector(x)::Vector
@stub reads alloc Array(A::Array{T, N})::Array{T, N} where {T<:BitReal, N}
@stub reads alloc throws BitArray(A)::BitArray
@stub alloc throws zeros(n::Int64)::Vector{Float64}
@stub alloc throws zeros(n::Int64, m::Int64)::Matrix{Float64}
@stub alloc throws zeros(dims...)::Array{Float64}
@stub alloc throws zeros(::Type{T}, n::Int64)::Vector{T} where {T<:BitReal}
@stub alloc throws zeros(::Type{T}, n::Int64, m::Int64)::Matrix{T} where {T<:BitReal}
@stub unknown zeros(T::Type, dims...)::Array
@stub alloc throws ones(n::Int64)::Vector{Float64}
@stub alloc throws ones(n::Int64, m::Int64)::Matrix{Float64}
@stub alloc throws ones(dims...)::Array{Float64}
@stub alloc throws ones(::Type{T}, n::Int64)::Vector{T} where {T<:BitReal}
@stub alloc throws ones(::Type{T}, n::Int64, m::Int64)::Matrix{T} where {T<:BitReal}
@stub unknown ones(T::Type, dims...)::Array
@stub alloc throws trues(n::Int64)::BitVector
@stub alloc throws falses(n::Int64)::BitVector
@stub alloc throws trues(dims...)::BitArray
@stub alloc throws falses(dims...)::BitArray
@stub alloc throws fill(x::T, n::Int64)::Vector{T} where {T<:BitReal}
@stub alloc throws fill(x::T, n::Int64, m::Int64)::Matrix{T} where {T<:BitReal}
@stub alloc aliases throws fill(x, dims...)::Array
@stub alloc vect()::Vector{Any}
@stub alloc vect(xs::BitReal...)::Vector{promote_type(xs...)}
@stub unknown vect(xs...)::Vector
@stub alloc throws hvcat(rows::Tuple, xs::BitReal...)::Matrix{promote_type(xs...)}
@stub reads alloc throws hvcat(rows::Tuple, A::Matrix{T}, Bs::Matrix{T}...)::Matrix{T} where {T<:BitReal}
@stub unknown hvcat(rows, xs...)::Matrix
@stub alloc vcat(xs::BitReal...)::Vector{promote_type(xs...)}
@stub alloc hcat(xs::BitReal...)::Matrix{promote_type(xs...)}
@stub reads alloc vcat(xs::Vector{T}...)::Vector{T} where {T<:BitReal}
@stub reads alloc throws hcat(xs::Vector{T}...)::Matrix{T} where {T<:BitReal}
@stub reads alloc throws vcat(A::Matrix{T}, Bs::Matrix{T}...)::Matrix{T} where {T<:BitReal}
@stub reads alloc throws hcat(A::Matrix{T}, Bs::Matrix{T}...)::Matrix{T} where {T<:BitReal}
@stub unknown vcat(xs...)
@stub unknown hcat(xs...)
@stub unknown typed_vcat(T, xs...)
@stub unknown typed_hcat(T, xs...)
@stub unknown typed_hvcat(T, rows, xs...)
@stub alloc getindex(::Type{T}, xs::T...)::Vector{T} where {T<:BitReal}
@stub unknown getindex(T::Type, xs...)::Vector

# Shape. The length of a vector can change; the shape of anything else cannot.
@stub reads length(A::Array{T, N})::Int64 where {T, N}
@stub pure length(A::Matrix)::Int64
@stub reads length(A::AbstractArray)::Int64
@stub reads size(A::Vector)::Tuple{Int64}
@stub pure size(A::Matrix)::Tuple{Int64, Int64}
@stub reads size(A::AbstractArray)
@stub pure size(x::BitReal)::Tuple{}
@stub unknown size(x)
@stub throws size(A::Matrix, k::Int64)::Int64
@stub reads throws size(A::AbstractArray, k::Int64)::Int64
@stub reads axes(A::Vector)::Tuple{OneTo{Int64}}
@stub pure axes(A::Matrix)::Tuple{OneTo{Int64}, OneTo{Int64}}
@stub reads throws axes(A::AbstractArray, k::Int64)::OneTo{Int64}
@stub unknown axes(A)
@stub pure ndims(A::Union{Array, BitArray})::Int64
@stub reads ndims(A::AbstractArray)::Int64
@stub pure ndims(x::BitReal)::Int64
@stub reads isempty(A::AbstractArray)::Bool
@stub reads eachindex(A::AbstractArray)::OneTo{Int64}
@stub reads throws eachindex(A::AbstractArray, B::AbstractArray)::OneTo{Int64}
@stub pure firstindex(A::AbstractArray)::Int64
@stub reads lastindex(A::AbstractArray)::Int64
@stub pure firstindex(A::AbstractArray, k::Int64)::Int64
@stub reads throws lastindex(A::AbstractArray, k::Int64)::Int64
@stub reads keys(A::Vector)::OneTo{Int64}
@stub reads keys(A::AbstractArray)
@stub pure values(A::AbstractArray)::typeof(A)
@stub reads pairs(A::AbstractArray)
@stub reads throws CartesianIndices(A)::CartesianIndices
@stub throws CartesianIndex(is...)::CartesianIndex
@stub unknown LinearIndices(A)
@stub reads throws stride(A::Array, k::Int64)::Int64
@stub reads throws checkbounds(A::AbstractArray, is...)::Nothing
@stub reads throws checkbounds(::Type{Bool}, A::AbstractArray, is...)::Bool
@stub reads throws checkindex(::Type{Bool}, axis, i)::Bool

# Elements.
@stub reads throws getindex(A::Array{T, N}, i::Int64)::T where {T, N}
@stub reads throws getindex(A::Array{T, N}, i::Int64, j::Int64)::T where {T, N}
@stub reads throws getindex(A::Array{T, N}, i::Int64, j::Int64, k::Int64)::T where {T, N}
@stub reads throws getindex(A::AbstractArray{T, N}, i::Int64)::T where {T, N}
@stub reads throws getindex(A::AbstractArray{T, N}, i::Int64, j::Int64)::T where {T, N}
@stub reads alloc throws getindex(A::Vector{T}, I::IntRange)::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Vector{T}, I::Vector{Int64})::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Vector{T}, I::BitVector)::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Matrix{T}, i::typeof(:), j::Int64)::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Matrix{T}, i::Int64, j::typeof(:))::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Matrix{T}, i::IntRange, j::Int64)::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Matrix{T}, i::Int64, j::IntRange)::Vector{T} where {T<:BitReal}
@stub reads alloc throws getindex(A::Matrix{T}, i::Union{IntRange, typeof(:)}, j::Union{IntRange, typeof(:)})::Matrix{T} where {T<:BitReal}
@stub reads alloc aliases throws getindex(A::AbstractArray, is...)
@stub unknown getindex(x, is...)
@stub reads throws getindex(r::RefValue{T})::T where {T}
@stub writes throws setindex!(A::Array{T, N}, x::BitReal, is::Int64...)::Array{T, N} where {T<:BitReal, N}
@stub reads writes throws setindex!(A::Array{T, N}, x::BitReal, is...)::Array{T, N} where {T<:BitReal, N}
@stub writes throws setindex!(r::RefValue{T}, x::BitReal)::RefValue{T} where {T<:BitReal}
@stub unknown setindex!(A, x, is...)
@stub reads throws first(A::Array{T, N})::T where {T, N}
@stub reads throws last(A::Array{T, N})::T where {T, N}
@stub reads iterate(A::Array{T, N})::Union{Nothing, Tuple{T, Int64}} where {T<:BitReal, N}
@stub reads iterate(A::Array{T, N}, state::Int64)::Union{Nothing, Tuple{T, Int64}} where {T<:BitReal, N}
@stub reads throws iterate(A::Array{T, N})::Union{Nothing, Tuple{T, Int64}} where {T, N}
@stub reads throws iterate(A::Array{T, N}, state::Int64)::Union{Nothing, Tuple{T, Int64}} where {T, N}
@stub reads (in)(x::BitReal, A::Array{T, N})::Bool where {T<:BitReal, N}

# Views share memory.
# A mask becomes an array of indices.
@stub reads alloc aliases throws view(A::AbstractArray, is...)
@stub unknown view(A, is...)
@stub unknown maybeview(A, is...)
@stub unknown dotview(A, is...)
@stub pure parent(A::AbstractArray)
@stub reads alloc aliases throws reshape(A::AbstractArray, dims...)
@stub reads alloc aliases vec(A::AbstractArray)

# Copies.
@stub reads alloc copy(A::Array{T, N})::Array{T, N} where {T<:BitReal, N}
@stub unknown copy(x)
@stub unknown deepcopy(x)
@stub pure copy(x::BitReal)::typeof(x)
@stub reads alloc similar(A::Array{T, N})::Array{T, N} where {T<:BitReal, N}
@stub reads alloc similar(A::AbstractArray)::Array
@stub reads alloc similar(A::BitArray)::AbstractArray
@stub reads alloc throws similar(A::AbstractArray, ::Type{T})::Array{T} where {T}
@stub reads alloc throws similar(A::AbstractArray, xs...)::Array
@stub reads alloc collect(A::Array{T, N})::Array{T, N} where {T<:BitReal, N}
@stub reads alloc permutedims(A::Matrix{T})::Matrix{T} where {T<:BitReal}
@stub unknown permutedims(A, xs...)
@stub reads alloc throws repeat(A::Vector{T}, n::Int64)::Vector{T} where {T<:BitReal}
@stub reads alloc throws repeat(A::Matrix{T}, n::Int64)::Matrix{T} where {T<:BitReal}
@stub unknown repeat(A, n...)
@stub reads alloc throws reverse(A::Vector{T})::Vector{T} where {T<:BitReal}
@stub unknown reverse(x)

# Element by element.
@stub reads alloc throws (+)(A::Array{T, N}, B::Array{S, N})::Array{promote_type(T, S), N} where {T<:Union{BitInteger, IEEEFloat}, S<:Union{BitInteger, IEEEFloat}, N}
@stub reads alloc throws (-)(A::Array{T, N}, B::Array{S, N})::Array{promote_type(T, S), N} where {T<:Union{BitInteger, IEEEFloat}, S<:Union{BitInteger, IEEEFloat}, N}
@stub reads alloc (-)(A::Array{T, N})::Array{T, N} where {T<:Union{BitInteger, IEEEFloat}, N}
@stub reads alloc aliases (+)(A::Array{T, N})::Array{T, N} where {T<:Union{BitInteger, IEEEFloat}, N}
@stub unknown (+)(A::AbstractArray)
@stub reads alloc throws (+)(A::AbstractArray{T, 2}, B::AbstractArray{S, 2})::Matrix{promote_type(T, S)} where {T<:IEEEFloat, S<:IEEEFloat}
@stub reads alloc throws (-)(A::AbstractArray{T, 2}, B::AbstractArray{S, 2})::Matrix{promote_type(T, S)} where {T<:IEEEFloat, S<:IEEEFloat}
@stub reads alloc throws (+)(A::AbstractArray{T, 1}, B::AbstractArray{S, 1})::Vector{promote_type(T, S)} where {T<:IEEEFloat, S<:IEEEFloat}
@stub reads alloc throws (-)(A::AbstractArray{T, 1}, B::AbstractArray{S, 1})::Vector{promote_type(T, S)} where {T<:IEEEFloat, S<:IEEEFloat}
@stub unknown (+)(A::AbstractArray, B::AbstractArray)::AbstractArray
@stub unknown (-)(A::AbstractArray, B::AbstractArray)::AbstractArray
@stub unknown (-)(A::AbstractArray)::AbstractArray
@stub reads (==)(A::Array{T, N}, B::Array{S, M})::Bool where {T<:BitReal, N, S<:BitReal, M}

# Whether two arrays, or what they show, may share memory.
@stub identity mightalias(A::AbstractArray, B::AbstractArray)::Bool

# Reductions.
# Narrow integers are added and multiplied as those of 64 bits.
@stub reads sum(A::Array{Float64, N})::Float64 where {N}
@stub reads sum(A::Array{Float32, N})::Float32 where {N}
@stub reads sum(A::Array{Int64, N})::Int64 where {N}
@stub reads sum(A::Array{UInt64, N})::UInt64 where {N}
@stub reads sum(A::Array{Int128, N})::Int128 where {N}
@stub reads sum(A::Array{UInt128, N})::UInt128 where {N}
@stub reads sum(A::Array{Bool, N})::Int64 where {N}
@stub reads sum(A::Union{Array{Int8}, Array{Int16}, Array{Int32}})::Int64
@stub reads sum(A::Union{Array{UInt8}, Array{UInt16}, Array{UInt32}})::UInt64
@stub reads sum(A::Array{Complex{T}, N})::Complex{T} where {T<:IEEEFloat, N}
@stub reads prod(A::Array{Float64, N})::Float64 where {N}
@stub reads prod(A::Array{Float32, N})::Float32 where {N}
@stub reads prod(A::Array{Int64, N})::Int64 where {N}
@stub reads prod(A::Array{UInt64, N})::UInt64 where {N}
@stub reads prod(A::Array{Int128, N})::Int128 where {N}
@stub reads prod(A::Array{UInt128, N})::UInt128 where {N}
@stub reads prod(A::Array{Bool, N})::Bool where {N}
@stub reads prod(A::Union{Array{Int8}, Array{Int16}, Array{Int32}})::Int64
@stub reads prod(A::Union{Array{UInt8}, Array{UInt16}, Array{UInt32}})::UInt64
@stub reads prod(A::Array{Complex{T}, N})::Complex{T} where {T<:IEEEFloat, N}
@stub reads mean(A::Array{Float64, N})::Float64 where {N}
@stub reads mean(A::Array{Float32, N})::Float32 where {N}
@stub reads mean(A::Union{Array{Bool}, Array{Int64}, Array{UInt64}, Array{Int8}, Array{Int16}, Array{Int32}, Array{UInt8}, Array{UInt16}, Array{UInt32}})::Float64
@stub reads throws maximum(A::Array{T, N})::T where {T<:BitReal, N}
@stub reads throws minimum(A::Array{T, N})::T where {T<:BitReal, N}
@stub reads throws extrema(A::Array{T, N})::Tuple{T, T} where {T<:BitReal, N}
@stub reads any(A::Array{Bool, N})::Bool where {N}
@stub reads all(A::Array{Bool, N})::Bool where {N}
@stub reads count(A::Array{Bool, N})::Int64 where {N}
@stub reads any(A::BitArray)::Bool
@stub reads all(A::BitArray)::Bool
@stub reads count(A::BitArray)::Int64
@stub reads sum(A::BitArray)::Int64
@stub reads throws calls(f) sum(f, A::Array{T, N})::sum_type(infer(f, T)) where {T<:BitReal, N}
@stub reads throws calls(f) prod(f, A::Array{T, N})::prod_type(infer(f, T)) where {T<:BitReal, N}
@stub reads throws calls(f) maximum(f, A::Array{T, N})::exact(infer(f, T)) where {T<:BitReal, N}
@stub reads throws calls(f) minimum(f, A::Array{T, N})::exact(infer(f, T)) where {T<:BitReal, N}
@stub reads throws calls(f) any(f, A::Array{T, N}) where {T<:BitReal, N}
@stub reads throws calls(f) all(f, A::Array{T, N}) where {T<:BitReal, N}
@stub reads throws calls(f) count(f, A::Array{T, N})::Int64 where {T<:BitReal, N}
@stub reads throws argmax(A::Vector{T})::Int64 where {T<:BitReal}
@stub reads throws argmin(A::Vector{T})::Int64 where {T<:BitReal}
@stub reads throws findmax(A::Vector{T})::Tuple{T, Int64} where {T<:BitReal}
@stub reads throws findmin(A::Vector{T})::Tuple{T, Int64} where {T<:BitReal}
@stub reads alloc cumsum(A::Vector{T})::Vector{T} where {T<:Union{Int64, IEEEFloat}}
@stub reads alloc cumprod(A::Vector{T})::Vector{T} where {T<:Union{Int64, IEEEFloat}}
@stub reads alloc cumsum(A::Union{Vector{Bool}, Vector{Int8}, Vector{Int16}, Vector{Int32}})::Vector{Int64}
@stub reads alloc cumsum(A::Union{Vector{UInt8}, Vector{UInt16}, Vector{UInt32}, Vector{UInt64}})::Vector{UInt64}
@stub reads alloc cumprod(A::Vector{Bool})::Vector{Bool}
@stub reads alloc cumprod(A::Union{Vector{Int8}, Vector{Int16}, Vector{Int32}})::Vector{Int64}
@stub reads alloc cumprod(A::Union{Vector{UInt8}, Vector{UInt16}, Vector{UInt32}, Vector{UInt64}})::Vector{UInt64}
@stub reads alloc diff(A::Vector{T})::Vector{T} where {T<:Union{BitInteger, IEEEFloat}}
@stub unknown diff(A)
@stub reads alloc throws calls(f) map(f, A::Array{T, N})::Array{exact(infer(f, T)), N} where {T<:BitReal, N}
@stub reads alloc throws calls(f) filter(f, A::Vector{T})::Vector{T} where {T<:BitReal}

# Comprehensions and generators over arrays.
@stub reads alloc throws calls(g) collect(g::Generator{Array{T, N}, F})::Array{exact(generated(g)), N} where {T<:BitReal, N, F}
@stub reads throws calls(g) sum(g::Generator{Array{T, N}, F})::sum_type(generated(g)) where {T<:BitReal, N, F}
@stub reads throws calls(g) prod(g::Generator{Array{T, N}, F})::prod_type(generated(g)) where {T<:BitReal, N, F}
@stub reads throws calls(g) maximum(g::Generator{Array{T, N}, F})::exact(generated(g)) where {T<:BitReal, N, F}
@stub reads throws calls(g) minimum(g::Generator{Array{T, N}, F})::exact(generated(g)) where {T<:BitReal, N, F}
@stub reads throws calls(g) count(g::Generator{Array{T, N}, F})::Int64 where {T<:BitReal, N, F}

# Sorting.
@stub reads alloc sort(A::Vector{T})::Vector{T} where {T<:BitReal}
@stub unknown sort(A)
@stub writes reads sort!(A::Vector{T})::Vector{T} where {T<:BitReal}
@stub unknown sort!(A)
@stub reads alloc sortperm(A::Vector{T})::Vector{Int64} where {T<:BitReal}
@stub unknown sortperm(A)::Vector{Int64}
@stub reads issorted(A::Vector{T})::Bool where {T<:BitReal}
@stub unknown issorted(A)::Bool
@stub reads searchsortedfirst(A::Vector{T}, x::BitReal)::Int64 where {T<:BitReal}
@stub unknown searchsortedfirst(A, x)::Int64
@stub reads searchsortedlast(A::Vector{T}, x::BitReal)::Int64 where {T<:BitReal}
@stub unknown searchsortedlast(A, x)::Int64

# Changing collections.
@stub writes throws push!(A::Vector{T}, x::BitReal)::Vector{T} where {T<:BitReal}
@stub unknown push!(A, xs...)
@stub unknown pushfirst!(A, xs...)
@stub reads writes throws pop!(A::Vector{T})::T where {T}
@stub reads writes throws popfirst!(A::Vector{T})::T where {T}
@stub unknown pop!(A, xs...)
@stub unknown append!(A, Bs...)
@stub unknown prepend!(A, Bs...)
@stub unknown insert!(A, i, x)
@stub reads writes throws deleteat!(A::Vector{T}, i::Int64)::Vector{T} where {T}
@stub unknown deleteat!(A, is)
@stub unknown splice!(A, i)
@stub writes throws resize!(A::Vector{T}, n::Int64)::Vector{T} where {T}
@stub writes throws empty!(A::Vector{T})::Vector{T} where {T}
@stub unknown empty!(A)
@stub throws sizehint!(A::AbstractArray, n::Integer)::typeof(A)
@stub reads writes throws copyto!(A::Array{T, N}, B::Array{S, M})::Array{T, N} where {T<:BitReal, N, S<:BitReal, M}
@stub unknown copyto!(A, xs...)
@stub unknown copy!(A, B)
@stub writes throws fill!(A::Array{T, N}, x::BitReal)::Array{T, N} where {T<:BitReal, N}
@stub unknown fill!(A, x)
@stub reads writes reverse!(A::Vector{T})::Vector{T} where {T}
@stub unknown filter!(f, A)
@stub unknown map!(f, dest, As...)
