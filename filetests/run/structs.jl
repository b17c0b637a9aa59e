# Parametric structs with inner constructors, mutable structs, operators of one's own, where bounds, abstract types.

struct Ordered{T<:Real}
    low::T
    high::T
    Ordered{T}(a, b) where {T<:Real} = a < b ? new(a, b) : new(b, a)
end
Ordered(a::T, b::T) where {T<:Real} = Ordered{T}(a, b)
Base.length(o::Ordered) = o.high - o.low
Base.:(==)(a::Ordered, b::Ordered) = a.low == b.low && a.high == b.high
Base.:*(k::Number, o::Ordered) = Ordered(k * o.low, k * o.high)
Base.getindex(o::Ordered, i::Int64) = i == 1 ? o.low : o.high
Base.iterate(o::Ordered, i = 1) = i > 2 ? nothing : (o[i], i + 1)
Base.show(io::IO, o::Ordered) = print(io, o.low, "..", o.high)

mutable struct Counter
    n::Int64
    log::Vector{String}
end
Counter() = Counter(0, String[])
function tick!(c::Counter, by = 1)
    c.n += by
    push!(c.log, "+$by")
    c
end

abstract type Animal end
struct Dog <: Animal
    name::String
end
struct Cat <: Animal
    name::String
end
speak(a::Animal) = a.name * " speaks"
speak(c::Cat) = c.name * " meows"
smallest(xs::Vector{T}) where {T<:Real} = (T, minimum(xs))
smallest(xs::Vector{T}) where {T} = (T, nothing)
kind(::Type{T}) where {T<:Integer} = "integer"
kind(::Type{T}) where {T} = "other"
first_of(t::Tuple{A, Vararg}) where {A} = A

struct Stack{T}
    items::Vector{T}
end
Stack{T}() where {T} = Stack{T}(T[])
Base.push!(s::Stack{T}, x) where {T} = (push!(s.items, convert(T, x)); s)
Base.isempty(s::Stack) = isempty(s.items)

swapped() = (Ordered(5, 2), Ordered(5, 2) == Ordered(2, 5), length(Ordered(1, 4)))
scaled() = 2 * Ordered(1.5, 0.5)
iterated() = [x for x in Ordered(3, 1)]
counted() = (c = tick!(tick!(Counter()), 5); (c.n, c.log))
animals() = [speak(Dog("Rex")), speak(Cat("Tom"))]
bounds() = (smallest([3, 1]), smallest(["a"]), kind(Int8), kind(String), first_of((1, "a")))
stack() = push!(push!(Stack{Float64}(), 1), 2).items
fields(c) = (fieldnames(typeof(c)), c.n)

#! run --entry swapped
#> (2..5, true, 3)
#! run --entry scaled
#> 1.0..3.0
#! run --entry iterated
#> 2-element Vector{Int64}:
#>  1
#>  3
#! run --entry counted
#> (6, ["+1", "+5"])
#! run --entry animals
#> 2-element Vector{String}:
#>  "Rex speaks"
#>  "Tom meows"
#! run --entry bounds
#> ((Int64, 1), (String, nothing), "integer", "other", Int64)
#! run --entry stack
#> 2-element Vector{Float64}:
#>  1.0
#>  2.0

# No such method, a type that does not fit its bound, a field that does not exist, an immutable field.
mixed() = Ordered(1, 2.0)
bound() = Ordered{String}("a", "b")
no_field() = Dog("x").age
frozen() = (d = Dog("x"); d.name = "y")
#! run --entry mixed
#> error: MethodError: no method matching Ordered(::Int64, ::Float64)
#! run --entry bound
#> error: ArgumentError: in `Ordered`, expected T<:Real, got `String`
#! run --entry no_field
#> error: type Dog has no field age
#! run --entry frozen
#> error: setfield!: immutable struct of type Dog cannot be changed
