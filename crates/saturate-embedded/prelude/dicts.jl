# Dictionaries and sets.

abstract type AbstractDict{K, V} end
abstract type AbstractSet{T} end
mutable struct Dict{K, V} <: AbstractDict{K, V} end
mutable struct Set{T} <: AbstractSet{T} end
@stub throws sizehint!(d::Union{AbstractDict, AbstractSet}, n::Integer)::typeof(d)
struct KeySet{K, T} <: AbstractSet{K}
    dict::T
end
struct ValueIterator{T}
    dict::T
end
struct Pairs{K, V, I, A} <: AbstractDict{K, V}
    data::A
    itr::I
end

@stub alloc Dict()::Dict{Any, Any}
@stub alloc Dict{K, V}()::Dict{K, V} where {K, V}
@stub unknown Dict{K, V}(xs...)::Dict{K, V} where {K, V}
@stub unknown Dict(xs...)::Dict
@stub alloc Set()::Set{Any}
@stub alloc Set{T}()::Set{T} where {T}
@stub unknown Set{T}(xs...)::Set{T} where {T}
@stub unknown Set(xs...)::Set
@stub reads length(d::Union{AbstractDict, AbstractSet})::Int64
@stub reads isempty(d::Union{AbstractDict, AbstractSet})::Bool
@stub unknown getindex(d::Dict{K, V}, key)::V where {K, V}
@stub unknown haskey(d, key)::Bool
@stub unknown get(a, b, c)
@stub unknown get!(a, b, c)
@stub unknown getkey(d, key, default)
@stub unknown delete!(d::T, key)::T where {T}
@stub pure keys(d::Dict{K, V})::KeySet{K, Dict{K, V}} where {K, V}
@stub pure values(d::Dict{K, V})::ValueIterator{Dict{K, V}} where {K, V}
@stub pure pairs(d::Dict{K, V})::Dict{K, V} where {K, V}
@stub unknown keys(x)
@stub unknown values(x)
@stub unknown pairs(x)
@stub unknown merge(a::Dict, bs::Dict...)::Dict
@stub throws keytype(d)
@stub throws valtype(d)
@stub unknown union(xs...)
@stub unknown intersect(xs...)
@stub unknown setdiff(xs...)
@stub unknown union!(s, xs...)
@stub unknown unique(xs)
@stub unknown issubset(a, b)::Bool
(∪)(a, b) = union(a, b)
(∩)(a, b) = intersect(a, b)
(⊆)(a, b) = issubset(a, b)
