# Arrays on the device.
#
#     A = DeviceArray(rand(Float32, 3, 3))      copies to the device
#     Array(A)                                  copies back, after all that was given to the device before
#
# Memory goes back to the pool when the array is collected. Julia's collector does not know how large what it holds is: when more was given out since the last
# collection than `COLLECT_AFTER`, one is asked for.

const DeviceFloat = Union{Float16,Float32,Float64}

"""
    scratch(f, T, dims)

What `f` gives for an array that is there for this call alone.
"""
function scratch(f, ::Type{T}, dims::Dims{N}) where {T,N}
    A = DeviceArray{T,N}(scratch, dims)
    try
        return f(A)
    finally
        release(A)
    end
end

"""
    DeviceArray{T,N}

A dense array in the device's memory, `T` one of `Float16`, `Float32`, `Float64`. Products, broadcasts and reductions run on the device, in the
order in which they are asked for; reading an element copies it and is slow.
"""
mutable struct DeviceArray{T<:DeviceFloat,N} <: AbstractArray{T,N}
    pointer::Ptr{T}
    dims::NTuple{N,Int}
    owner::Union{Nothing,DeviceArray{T}}        # whose memory this is, if it is another array's
    function DeviceArray{T,N}(::UndefInitializer, dims::NTuple{N,Int}) where {T<:DeviceFloat,N}
        all(d -> d >= 0, dims) || throw(ArgumentError("an array has no negative size: $dims"))
        A = new{T,N}(Ptr{T}(allocate(prod(dims) * sizeof(T))), dims, nothing)
        return finalizer(release, A)
    end
    "Memory that whoever asked for it gives back with `release`: no finaliser, which takes longer to make than a small kernel to launch."
    function DeviceArray{T,N}(::typeof(scratch), dims::NTuple{N,Int}) where {T<:DeviceFloat,N}
        return new{T,N}(Ptr{T}(allocate(prod(dims) * sizeof(T))), dims, nothing)
    end
    "The same memory in another shape."
    function DeviceArray{T,N}(A::DeviceArray{T}, dims::NTuple{N,Int}) where {T<:DeviceFloat,N}
        prod(dims) == length(A) || throw(DimensionMismatch("an array of size $(size(A)) has no shape $dims"))
        return new{T,N}(A.pointer, dims, A.owner === nothing ? A : A.owner)
    end
end

const DeviceVector{T} = DeviceArray{T,1}
const DeviceMatrix{T} = DeviceArray{T,2}

DeviceArray{T}(::UndefInitializer, dims::Vararg{Integer,N}) where {T,N} = DeviceArray{T,N}(undef, map(Int, dims))
DeviceArray{T}(::UndefInitializer, dims::NTuple{N,Integer}) where {T,N} = DeviceArray{T,N}(undef, map(Int, dims))

"Bytes after which the collector is asked for arrays that nobody has any more."
const COLLECT_AFTER = Ref(16 << 30)
const GIVEN_OUT = Threads.Atomic{Int}(0)

function allocate(bytes::Int)
    d, memory = device(), Ref{Ptr{Cvoid}}(C_NULL)
    Threads.atomic_add!(GIVEN_OUT, bytes) > COLLECT_AFTER[] && collect_garbage(false)
    code = ccall(d.alloc, Int32, (Ptr{Cvoid}, Csize_t, Ref{Ptr{Cvoid}}), d.handle, bytes, memory)
    if code == Code.OUT_OF_MEMORY
        collect_garbage(true)
        code = ccall(d.alloc, Int32, (Ptr{Cvoid}, Csize_t, Ref{Ptr{Cvoid}}), d.handle, bytes, memory)
    end
    checked(d, code)
    return memory[]
end

@noinline function collect_garbage(full::Bool)
    GIVEN_OUT[] = 0
    GC.gc(full)
end

"Gives an array's memory back. Work that was given to the device before still finds it: what gets this memory next comes later."
function release(A::DeviceArray)
    d = DEVICE[]
    A.pointer == C_NULL || d === nothing || ccall(d.free, Int32, (Ptr{Cvoid}, Ptr{Cvoid}), d.handle, A.pointer)
    A.pointer = C_NULL
    return nothing
end

"""
    free!(A)

Gives the memory of an array back at once; the array must not be used any more.
"""
free!(A::DeviceArray) = finalize(A)

Base.pointer(A::DeviceArray) = A.pointer
Base.unsafe_convert(::Type{Ptr{T}}, A::DeviceArray{T}) where {T} = A.pointer
Base.size(A::DeviceArray) = A.dims
Base.size(A::DeviceArray, d::Integer) = d <= ndims(A) ? A.dims[d] : 1
Base.length(A::DeviceArray) = prod(A.dims)
Base.IndexStyle(::Type{<:DeviceArray}) = IndexLinear()
Base.elsize(::Type{<:DeviceArray{T}}) where {T} = sizeof(T)
Base.strides(A::DeviceArray) = Base.size_to_strides(1, size(A)...)
Base.similar(::DeviceArray, ::Type{T}, dims::Dims{N}) where {T<:DeviceFloat,N} = DeviceArray{T,N}(undef, dims)
Base.similar(::DeviceArray, ::Type{T}, dims::Dims) where {T} = throw(ArgumentError("device arrays hold Float16, Float32 or Float64, not $T"))
Base.similar(::Type{<:DeviceArray{T}}, dims::Dims{N}) where {T,N} = DeviceArray{T,N}(undef, dims)
# Arrays share all of their memory or none of it.
Base.dataids(A::DeviceArray) = (UInt(A.pointer),)

# -- Copies ------------------------------------------------------------------------------------------------------------------------------

function transfer(name::Symbol, to, from, bytes::Int)
    bytes == 0 && return nothing
    d = device()
    checked(d, ccall(seldom(d, name), Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Csize_t), d.handle, to, from, bytes))
end

DeviceArray(A::AbstractArray{T,N}) where {T<:DeviceFloat,N} = DeviceArray{T,N}(A)
DeviceArray{T}(A::AbstractArray{<:Any,N}) where {T,N} = DeviceArray{T,N}(A)
function DeviceArray{T,N}(A::AbstractArray{<:Any,N}) where {T,N}
    host = convert(Array{T,N}, A)
    B = DeviceArray{T,N}(undef, size(host))
    GC.@preserve host B transfer(:gpu_upload, B.pointer, pointer(host), sizeof(host))
    return B
end
DeviceArray{T,N}(A::DeviceArray{T,N}) where {T,N} = copy(A)

Base.Array(A::DeviceArray{T,N}) where {T,N} = Array{T,N}(A)
Base.Array{T}(A::DeviceArray{T,N}) where {T,N} = Array{T,N}(A)
function Base.Array{T,N}(A::DeviceArray{T,N}) where {T,N}
    host = Array{T,N}(undef, size(A))
    GC.@preserve host A transfer(:gpu_download, pointer(host), A.pointer, sizeof(host))
    return host
end
Base.collect(A::DeviceArray) = Array(A)
Base.convert(::Type{Array{T,N}}, A::DeviceArray{T,N}) where {T,N} = Array(A)

Base.copy(A::DeviceArray) = copyto!(similar(A), A)
function Base.copyto!(to::DeviceArray{T}, from::DeviceArray{T}) where {T}
    length(from) <= length(to) || throw(BoundsError(to, length(from)))
    GC.@preserve to from transfer(:gpu_copy, to.pointer, from.pointer, length(from) * sizeof(T))
    return to
end
function Base.copyto!(to::DeviceArray{T}, from::Array{T}) where {T}
    length(from) <= length(to) || throw(BoundsError(to, length(from)))
    GC.@preserve to from transfer(:gpu_upload, to.pointer, pointer(from), sizeof(from))
    return to
end
function Base.copyto!(to::Array{T}, from::DeviceArray{T}) where {T}
    length(from) <= length(to) || throw(BoundsError(to, length(from)))
    GC.@preserve to from transfer(:gpu_download, pointer(to), from.pointer, length(from) * sizeof(T))
    return to
end
Base.deepcopy_internal(A::DeviceArray, seen::IdDict) = get!(() -> copy(A), seen, A)

Base.reshape(A::DeviceArray{T}, dims::Dims{N}) where {T,N} = DeviceArray{T,N}(A, dims)

# -- Elements, one by one: a copy each ----------------------------------------------------------------------------------------------------

function Base.getindex(A::DeviceArray{T}, i::Int) where {T}
    checkbounds(A, i)
    host = Ref{T}()
    GC.@preserve host A transfer(:gpu_download, Base.unsafe_convert(Ptr{T}, host), A.pointer + (i - 1) * sizeof(T), sizeof(T))
    return host[]
end
function Base.setindex!(A::DeviceArray{T}, x, i::Int) where {T}
    checkbounds(A, i)
    host = Ref{T}(x)
    GC.@preserve host A transfer(:gpu_upload, A.pointer + (i - 1) * sizeof(T), Base.unsafe_convert(Ptr{T}, host), sizeof(T))
    return A
end

Base.:(==)(A::DeviceArray, B::DeviceArray) = Array(A) == Array(B)
Base.show(io::IO, A::DeviceArray) = (print(io, "DeviceArray("); show(io, Array(A)); print(io, ")"))
function Base.show(io::IO, ::MIME"text/plain", A::DeviceArray)
    summary(io, A)
    isempty(A) && return
    println(io, ":")
    Base.print_array(io, Array(A))
end
