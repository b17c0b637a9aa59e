# Ranges: arrays computed from their ends.

abstract type OrdinalRange{T, S} <: AbstractRange{T} end
abstract type AbstractUnitRange{T} <: OrdinalRange{T, T} end
struct UnitRange{T} <: AbstractUnitRange{T}
    start::T
    stop::T
end
struct OneTo{T} <: AbstractUnitRange{T}
    stop::T
end
struct StepRange{T, S} <: OrdinalRange{T, S}
    start::T
    step::S
    stop::T
end
struct TwicePrecision{T}
    hi::T
    lo::T
end
struct StepRangeLen{T, R, S} <: AbstractRange{T}
    ref::R
    step::S
    len::Int64
    offset::Int64
end
const FloatRange = StepRangeLen{Float64, TwicePrecision{Float64}, TwicePrecision{Float64}}

@stub pure (:)(a::T, b::T)::UnitRange{T} where {T<:BitInteger}
@stub pure (:)(a::Char, b::Char)::StepRange{Char, Int64}
# `0.0:NaN` has no length.
@stub throws (:)(a::BitReal, b::BitReal)
@stub throws (:)(a::Int64, s::Int64, b::Int64)::StepRange{Int64, Int64}
@stub throws (:)(a::Float64, s::Float64, b::Float64)::FloatRange
@stub throws (:)(a::Int64, s::Float64, b::Int64)::FloatRange
@stub throws (:)(a::BitReal, s::BitReal, b::BitReal)
@stub pure UnitRange(a::T, b::T)::UnitRange{T} where {T<:BitInteger}
@stub pure UnitRange{Int64}(a::Int64, b::Int64)::UnitRange{Int64}
@stub pure OneTo(n::Int64)::OneTo{Int64}
@stub pure step(r::UnitRange{T})::T where {T}
@stub pure step(r::OneTo{T})::T where {T}
@stub pure step(r::StepRange{T, S})::S where {T, S}
@stub pure step(r::FloatRange)::Float64
@stub throws range(start::BitReal, stop::BitReal)
@stub throws range(start::Float64, stop::Float64, length::Int64)::FloatRange
@stub throws range(start::BitReal, stop::BitReal, length::Int64)

const IntRange = Union{UnitRange{Int64}, OneTo{Int64}, StepRange{Int64, Int64}}
# A range from the smallest number to the largest has more elements than there are numbers.
@stub throws length(r::AbstractRange)::Int64
@stub throws size(r::AbstractRange)::Tuple{Int64}
@stub throws lastindex(r::AbstractRange)::Int64
@stub throws eachindex(r::AbstractRange)::OneTo{Int64}
@stub throws keys(r::AbstractRange)::OneTo{Int64}
@stub throws axes(r::AbstractRange)::Tuple{OneTo{Int64}}
@stub throws pairs(r::AbstractRange)
@stub pure length(r::Union{OneTo{Int64}, FloatRange})::Int64
@stub pure size(r::Union{OneTo{Int64}, FloatRange})::Tuple{Int64}
@stub pure lastindex(r::Union{OneTo{Int64}, FloatRange})::Int64
@stub pure eachindex(r::Union{OneTo{Int64}, FloatRange})::OneTo{Int64}
@stub pure keys(r::Union{OneTo{Int64}, FloatRange})::OneTo{Int64}
@stub pure axes(r::Union{OneTo{Int64}, FloatRange})::Tuple{OneTo{Int64}}
@stub pure isempty(r::AbstractRange)::Bool
@stub pure first(r::UnitRange{T})::T where {T}
@stub pure last(r::UnitRange{T})::T where {T}
@stub throws first(r::IntRange)::Int64
@stub throws last(r::IntRange)::Int64
@stub throws first(r::FloatRange)::Float64
@stub throws last(r::FloatRange)::Float64
@stub throws getindex(r::IntRange, i::Int64)::Int64
@stub throws getindex(r::FloatRange, i::Int64)::Float64
@stub throws getindex(r::UnitRange{Int64}, i::UnitRange{Int64})::UnitRange{Int64}
@stub pure iterate(r::IntRange)::Union{Nothing, Tuple{Int64, Int64}}
@stub pure iterate(r::IntRange, state::Int64)::Union{Nothing, Tuple{Int64, Int64}}
@stub pure iterate(r::StepRange{Char, Int64})::Union{Nothing, Tuple{Char, Char}}
@stub pure iterate(r::StepRange{Char, Int64}, state::Char)::Union{Nothing, Tuple{Char, Char}}
@stub pure iterate(r::FloatRange)::Union{Nothing, Tuple{Float64, Int64}}
@stub pure iterate(r::FloatRange, state::Int64)::Union{Nothing, Tuple{Float64, Int64}}
@stub pure (in)(x::Int64, r::IntRange)::Bool
# One of another type is compared with each element.
@stub diverges (in)(x::BitInteger, r::IntRange)::Bool
@stub throws sum(r::IntRange)::Int64
@stub pure sum(r::OneTo{Int64})::Int64
@stub diverges sum(r::FloatRange)::Float64
@stub throws diverges prod(r::IntRange)::Int64
@stub throws diverges prod(r::FloatRange)::Float64
@stub throws maximum(r::IntRange)::Int64
@stub throws maximum(r::FloatRange)::Float64
@stub throws minimum(r::IntRange)::Int64
@stub throws minimum(r::FloatRange)::Float64
@stub throws extrema(r::IntRange)::Tuple{Int64, Int64}
@stub throws extrema(r::FloatRange)::Tuple{Float64, Float64}
@stub alloc throws diverges cumsum(r::IntRange)::Vector{Int64}
@stub alloc throws diverges cumprod(r::IntRange)::Vector{Int64}
@stub alloc throws collect(r::IntRange)::Vector{Int64}
@stub alloc throws similar(r::AbstractRange)::Array
@stub alloc collect(r::FloatRange)::Vector{Float64}
@stub throws reverse(r::UnitRange{Int64})::StepRange{Int64, Int64}

# What `@simd` loops over: one inner loop.
simd_outer_range(r) = 0:0
simd_inner_length(r, i) = length(r)
simd_index(r, i, j) = r[firstindex(r) + j]
