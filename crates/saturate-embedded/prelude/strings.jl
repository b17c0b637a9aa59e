# Strings and characters. A string never changes.

@stub pure (*)(a::Union{AbstractString, Char}, b::Union{AbstractString, Char})::String
@stub throws (^)(a::Union{AbstractString, Char}, n::Int64)::String
@stub throws repeat(a::Union{AbstractString, Char}, n::Int64)::String
@stub pure (==)(a::AbstractString, b::AbstractString)::Bool
@stub pure length(a::AbstractString)::Int64
@stub pure ncodeunits(a::AbstractString)::Int64
@stub throws codeunit(a::AbstractString, i::Int64)::UInt8
@stub pure isempty(a::AbstractString)::Bool
@stub pure firstindex(a::AbstractString)::Int64
@stub pure lastindex(a::AbstractString)::Int64
@stub alloc eachindex(a::AbstractString)::Vector{Int64}
@stub throws getindex(a::AbstractString, i::Int64)::Char
@stub reads throws getindex(a::AbstractString, is)::Union{Char, String}
@stub throws first(a::AbstractString)::Char
@stub throws last(a::AbstractString)::Char
@stub pure iterate(a::AbstractString)::Union{Nothing, Tuple{Char, Int64}}
@stub pure iterate(a::AbstractString, state::Int64)::Union{Nothing, Tuple{Char, Int64}}
@stub pure (in)(c::Char, a::AbstractString)::Bool
@stub pure nextind(a::AbstractString, i::Int64)::Int64
@stub pure prevind(a::AbstractString, i::Int64)::Int64
@stub pure isvalid(a::AbstractString, i::Int64)::Bool
@stub pure uppercase(a::T)::T where {T<:Union{String, Char}}
@stub pure lowercase(a::T)::T where {T<:Union{String, Char}}
@stub pure uppercasefirst(a::String)::String
@stub pure strip(a::AbstractString)::String
@stub unknown strip(a, xs...)
@stub pure lstrip(a::AbstractString)::String
@stub unknown lstrip(a, xs...)
@stub pure rstrip(a::AbstractString)::String
@stub unknown rstrip(a, xs...)
@stub pure chomp(a::AbstractString)::String
@stub reads alloc throws split(a::AbstractString, xs...)::Vector{String}
@stub unknown join(items, xs...)::String
@stub throws occursin(a::Union{AbstractString, Char}, b::AbstractString)::Bool
@stub throws contains(a::AbstractString, b::Union{AbstractString, Char})::Bool
@stub throws startswith(a::AbstractString, b::Union{AbstractString, Char})::Bool
@stub throws endswith(a::AbstractString, b::Union{AbstractString, Char})::Bool
@stub unknown replace(a, rules...)
@stub throws parse(::Type{T}, a::AbstractString)::T where {T<:BitReal}
@stub pure tryparse(::Type{T}, a::AbstractString)::Union{Nothing, T} where {T<:BitReal}
@stub unknown lpad(a, xs...)::String
@stub unknown rpad(a, xs...)::String
@stub pure reverse(a::AbstractString)::String
@stub pure Symbol(a::Union{AbstractString, Symbol, Char, BitReal}...)::Symbol
@stub pure String(a::Union{AbstractString, Symbol})::String
@stub unknown String(a)::String
@stub pure string(xs::Union{BitReal, AbstractString, Char, Symbol, Nothing}...)::String
@stub unknown string(xs...)::String
@stub pure repr(x::Union{BitReal, AbstractString, Char, Symbol, Nothing})::String
@stub unknown repr(x)::String
@stub pure codepoint(c::Char)::UInt32
@stub throws (+)(c::Char, n::BitInteger)::Char
@stub throws (+)(n::BitInteger, c::Char)::Char
@stub throws (-)(c::Char, n::BitInteger)::Char
@stub pure (-)(c::Char, d::Char)::Int64
@stub pure isdigit(c::Char)::Bool
@stub pure isletter(c::Char)::Bool
@stub pure isspace(c::Char)::Bool
@stub pure isuppercase(c::Char)::Bool
@stub pure islowercase(c::Char)::Bool
@stub pure isascii(c::Union{Char, AbstractString})::Bool
@stub pure ispunct(c::Char)::Bool
