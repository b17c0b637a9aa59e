# Tuples, named tuples, and lazy iterators.

struct Generator{I, F}
    f::F
    iter::I
end
struct Filter{F, I}
    flt::F
    itr::I
end
struct Enumerate{I}
    itr::I
end
struct Zip{Is}
    is::Is
end
struct Reverse{T}
    itr::T
end
struct Take{I}
    xs::I
    n::Int64
end
struct Drop{I}
    xs::I
    n::Int64
end
struct ProductIterator{T}
    iterators::T
end
struct EachCol{A}
    parent::A
end
struct EachRow{A}
    parent::A
end

struct Flatten{I}
    it::I
end
struct SizeUnknown end
struct HasLength end
struct HasShape{N} end

@stub pure Generator(f::F, iter::I)::Generator{I, called(F)} where {F, I}
@stub pure Generator(f, iter, more...)
@stub pure Filter(f::F, iter::I)::Filter{F, I} where {F, I}
@stub pure Reverse(itr::T)::Reverse{T} where {T}
@stub pure Flatten(it::I)::Flatten{I} where {I}
@stub pure enumerate(iter::I)::Enumerate{I} where {I}
@stub pure zip(iters...)::Zip{typeof(iters)}
@stub pure product(iters...)::ProductIterator{typeof(iters)}
@stub pure eachcol(A::T)::EachCol{T} where {T<:AbstractArray}
@stub pure eachrow(A::T)::EachRow{T} where {T<:AbstractArray}
@stub pure take(iter::I, n::Int64)::Take{I} where {I}
@stub pure drop(iter::I, n::Int64)::Drop{I} where {I}

@stub unknown iterate(x)
@stub unknown iterate(x, state)
@stub pure iterate(t::Tuple{})::Nothing
@stub pure iterate(t::Tuple)
@stub pure iterate(t::Tuple, state::Int64)
@stub pure iterate(t::NamedTuple)
@stub pure iterate(t::NamedTuple, state::Int64)
@stub pure iterate(x::BitReal)::Tuple{typeof(x), Nothing}
@stub pure iterate(x::BitReal, state::Nothing)::Nothing
@stub unknown indexed_iterate(x, i)
@stub unknown indexed_iterate(x, i, state)

@stub pure length(t::Tuple)::Int64
@stub pure length(t::NamedTuple)::Int64
@stub pure length(x::BitReal)::Int64
@stub pure isempty(t::Tuple)::Bool
@stub pure isempty(t::NamedTuple)::Bool
@stub pure firstindex(t::Tuple)::Int64
@stub pure lastindex(t::Tuple)::Int64
@stub pure eachindex(t::Tuple)::OneTo{Int64}
@stub throws getindex(t::Tuple, i::Int64)
@stub reads throws getindex(t::Tuple, i)
@stub throws getindex(t::NamedTuple, i)
@stub throws getindex(p::Pair, i)
@stub throws getindex(x::BitReal, i::Int64...)::typeof(x)
@stub throws first(t::Tuple)
@stub throws last(t::Tuple)
first(p::Pair) = p.first
last(p::Pair) = p.second
@stub pure first(t::Tuple{T, Vararg{Any}})::T where {T}
@stub pure last(t::Tuple{T, Vararg{T}})::T where {T}
@stub throws front(t::Tuple)::Tuple
@stub throws tail(t::Tuple)::Tuple
@stub pure reverse(t::Tuple)::Tuple
@stub pure reverse(t::Tuple{T, Vararg{T}})::typeof(t) where {T<:BitReal}
@stub pure keys(t::Tuple)::OneTo{Int64}
@stub pure keys(t::NamedTuple)::Tuple{Vararg{Symbol}}
@stub pure values(t::NamedTuple)::Tuple
@stub pure values(t::Tuple)::typeof(t)
@stub pure pairs(t::NamedTuple)
@stub pure haskey(t::NamedTuple, name::Symbol)::Bool
@stub throws merge(a::NamedTuple, b::NamedTuple)::NamedTuple
@stub unknown merge(a::NamedTuple, bs...)
@stub reads throws structdiff(a::NamedTuple, b)::NamedTuple
@stub throws NamedTuple{names}(values::T)::NamedTuple{names, T} where {names, T<:Tuple}
@stub unknown NamedTuple(xs...)
@stub unknown Tuple(x)::Tuple
@stub pure eltype(T::Type)
@stub pure eltype(x)
eltype(A::AbstractArray{T, N}) where {T, N} = T
@stub throws ndims(T::Type)::Int64

@stub unknown length(x)::Int64
@stub unknown isempty(x)::Bool
@stub unknown first(x)
@stub unknown first(x, n)
@stub unknown last(x)
@stub unknown last(x, n)
@stub unknown only(x)
@stub unknown (in)(x, itr)
@stub pure (in)(itr)
(∈)(x, itr) = in(x, itr)
(∉)(x, itr) = !in(x, itr)
(∋)(itr, x) = in(x, itr)
@stub unknown ntuple(f, n)::Tuple
@stub unknown collect(itr)
@stub unknown collect(T::Type, itr)
@stub unknown map(f, xs...)
@stub unknown foreach(f, xs...)::Nothing
@stub unknown filter(f, xs)
@stub unknown reduce(op, itr)
@stub unknown foldl(op, itr)
@stub unknown foldr(op, itr)
@stub unknown mapreduce(f, op, itr)
@stub unknown mapfoldl(f, op, itr)
@stub unknown sum(itr)
@stub unknown sum(f, itr)
@stub unknown prod(itr)
@stub unknown prod(f, itr)
@stub unknown maximum(itr)
@stub unknown maximum(f, itr)
@stub unknown minimum(itr)
@stub unknown minimum(f, itr)
@stub unknown extrema(itr)
@stub unknown mean(itr)
@stub unknown mean(f, itr)
@stub unknown any(itr)
@stub unknown any(f, itr)
@stub unknown all(itr)
@stub unknown all(f, itr)
@stub unknown count(itr)::Int64
@stub unknown count(f, itr)::Int64
@stub unknown findfirst(xs)
@stub unknown findfirst(f, xs)
@stub unknown findlast(xs)
@stub unknown findlast(f, xs)
@stub unknown findnext(f, xs, i)
@stub unknown findall(xs)
@stub unknown findall(f, xs)
@stub unknown argmax(xs)
@stub unknown argmax(f, xs)
@stub unknown argmin(xs)
@stub unknown argmin(f, xs)
@stub unknown findmax(xs)
@stub unknown findmin(xs)
@stub unknown cumsum(xs)
@stub unknown cumprod(xs)
@stub unknown accumulate(op, xs)

# Reductions of tuples. Which type narrow integers have in a sum depends on the version of Julia.
@stub pure sum(t::Tuple{T, Vararg{T}})::T where {T<:Union{Int64, IEEEFloat}}
@stub pure sum(t::Tuple{BitReal, Vararg{BitReal}})::Real
@stub pure prod(t::Tuple{T, Vararg{T}})::T where {T<:Union{Int64, IEEEFloat}}
@stub pure prod(t::Tuple{BitReal, Vararg{BitReal}})::Real
@stub pure maximum(t::Tuple{T, Vararg{T}})::T where {T<:BitReal}
@stub throws maximum(t::Tuple{BitReal, Vararg{BitReal}})::Real
@stub pure minimum(t::Tuple{T, Vararg{T}})::T where {T<:BitReal}
@stub throws minimum(t::Tuple{BitReal, Vararg{BitReal}})::Real
@stub pure extrema(t::Tuple{T, Vararg{T}})::Tuple{T, T} where {T<:BitReal}
@stub pure any(t::Tuple{Vararg{Bool}})::Bool
@stub pure all(t::Tuple{Vararg{Bool}})::Bool
@stub pure count(t::Tuple{Vararg{Bool}})::Int64
@stub pure argmax(t::Tuple{T, Vararg{T}})::Int64 where {T<:BitReal}
@stub pure argmin(t::Tuple{T, Vararg{T}})::Int64 where {T<:BitReal}
@stub pure findmax(t::Tuple{T, Vararg{T}})::Tuple{T, Int64} where {T<:BitReal}
@stub pure findmin(t::Tuple{T, Vararg{T}})::Tuple{T, Int64} where {T<:BitReal}

# What comprehensions and destructuring call.
IteratorSize(x) = HasLength()
IteratorSize(x::AbstractArray) = HasShape{1}()
IteratorSize(x::Union{Filter, Flatten}) = SizeUnknown()
IteratorSize(x::Generator) = IteratorSize(x.iter)
_array_for(T, itr, size) = similar_to(T, itr)
@stub unknown similar_to(T, itr)::Array
@stub pure add_int(x::Int64, y::Int64)::Int64
@stub unknown rest(x, state...)

# Keyword calls: `sum(A; dims = 1)` calls `sum##kw((dims = 1,), sum, A)`.
@stub unknown var"sum##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"prod##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"maximum##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"minimum##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"any##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"all##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"count##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"mean##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"extrema##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"reduce##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"foldl##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"mapreduce##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"mapfoldl##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"cumsum##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"cumprod##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"reverse##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"sort##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"sort!##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"sortperm##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"round##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"floor##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"ceil##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"trunc##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"range##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"isapprox##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"split##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"digits##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"parse##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"string##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"repr##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"show##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"print##kw"(keywords::NamedTuple, f, args...)
@stub unknown var"sprint##kw"(keywords::NamedTuple, f, args...)

# Comprehensions and generators over ranges. A range may be longer than anybody waits.
@stub alloc throws diverges calls(g) collect(g::Generator{I, F})::Vector{exact(generated(g))} where {I<:IntRange, F}
@stub throws diverges calls(g) sum(g::Generator{I, F})::sum_type(generated(g)) where {I<:IntRange, F}
@stub throws diverges calls(g) prod(g::Generator{I, F})::prod_type(generated(g)) where {I<:IntRange, F}
@stub throws diverges calls(g) maximum(g::Generator{I, F})::exact(generated(g)) where {I<:IntRange, F}
@stub throws diverges calls(g) minimum(g::Generator{I, F})::exact(generated(g)) where {I<:IntRange, F}
@stub throws diverges calls(g) count(g::Generator{I, F})::Int64 where {I<:IntRange, F}
