# An array type of the program that has `size` and `getindex` is an array: everything else follows from these two, as in Julia.

struct Squares <: AbstractVector{Int64}
    n::Int64
end
Base.size(s::Squares) = (s.n,)
Base.getindex(s::Squares, i::Int64) = i * i

struct Grid{T} <: AbstractMatrix{T}
    rows::Int64
    columns::Int64
    from::T
end
Base.size(g::Grid) = (g.rows, g.columns)
Base.getindex(g::Grid{T}, i::Int64, j::Int64) where {T} = g.from + T(10i + j)

mutable struct Counted{T} <: AbstractVector{T}
    of::Vector{T}
    writes::Int64
end
Base.size(c::Counted) = size(c.of)
Base.getindex(c::Counted, i::Int64) = c.of[i]
Base.setindex!(c::Counted, x, i::Int64) = (c.writes += 1; c.of[i] = x)
Base.IndexStyle(::Type{<:Counted}) = IndexLinear()

struct Rows <: AbstractMatrix{Int64}
    n::Int64
end
Base.size(r::Rows) = (r.n, 2)
Base.getindex(r::Rows, i::Int64) = 100i
Base.IndexStyle(::Type{Rows}) = IndexLinear()

struct Shapeless <: AbstractVector{Int64} end
struct Unreadable <: AbstractVector{Int64} end
Base.size(::Unreadable) = (2,)

shape(a) = (length(a), size(a), size(a, 1), ndims(a), isempty(a), eltype(a), axes(a), firstindex(a), lastindex(a))
#! run --entry shape Squares(3)
#> (3, (3,), 3, 1, false, Int64, (Base.OneTo(3),), 1, 3)
#! run --entry shape "Grid(2, 3, 0.5)"
#> (6, (2, 3), 2, 2, false, Float64, (Base.OneTo(2), Base.OneTo(3)), 1, 6)
#! run --entry shape "Counted([1.5], 0)"
#> (1, (1,), 1, 1, false, Float64, (Base.OneTo(1),), 1, 1)

ends(a) = (a[begin], a[end], first(a), last(a), collect(eachindex(a)))
#! run --entry ends Squares(3)
#> (1, 9, 1, 9, [1, 2, 3])
#! run --entry ends "Grid(2, 2, 0)"
#> (11, 22, 11, 22, CartesianIndex{2}[CartesianIndex(1, 1) CartesianIndex(1, 2); CartesianIndex(2, 1) CartesianIndex(2, 2)])
#! run --entry ends Rows(2)
#> (100, 400, 100, 400, [1, 2, 3, 4])

function loop(a)
    total = 0
    for x in a
        total += x
    end
    for i in eachindex(a)
        total += a[i]
    end
    total
end
#! run --entry loop Squares(3)
#> 28
#! run --entry loop "Grid(2, 2, 1)"
#> 140

reductions(a) = (sum(a), prod(a), maximum(a), minimum(a), extrema(a), sum(abs2, a), count(isodd, a), any(x -> x > 3, a))
#! run --entry reductions Squares(3)
#> (14, 36, 9, 1, (1, 9), 98, 2, true)
#! run --entry reductions "Grid(2, 2, 1)"
#> (70, 78936, 23, 12, (12, 23), 1326, 2, true)

folds(a) = (foldl(-, a), reduce(+, a), mapreduce(x -> 2x, +, a), cumsum(a), join(a, "-"))
#! run --entry folds Squares(3)
#> (-12, 14, 28, [1, 5, 14], "1-4-9")

copies(a) = (collect(a), copy(a), map(x -> x + 1, a), [x + 1 for x in a], a .+ 1, sqrt.(a), filter(isodd, a), Vector{Float64}(a))
#! run --entry copies Squares(3)
#> ([1, 4, 9], [1, 4, 9], [2, 5, 10], [2, 5, 10], [2, 5, 10], [1.0, 2.0, 3.0], [1, 9], [1.0, 4.0, 9.0])

parts(a) = (a[2:3], a[[1, 3]], a[:], reverse(a), view(a, 2:3), sum(view(a, 2:3)), a[a .> 3])
#! run --entry parts Squares(3)
#> ([4, 9], [1, 9], [1, 4, 9], [9, 4, 1], [4, 9], 13, [4, 9])

searches(a) = (a == [1, 4, 9], isequal(a, [1, 4, 9]), 4 in a, findfirst(iseven, a), findall(isodd, a), argmax(a), issorted(a), unique(a))
#! run --entry searches Squares(3)
#> (true, true, true, 2, [1, 3], 3, true, [1, 4, 9])

companions(a) = (collect(enumerate(a)), collect(zip(a, a)), collect(pairs(a)), tuple(a...), vcat(a, a))
#! run --entry companions Squares(3)
#> ([(1, 1), (2, 4), (3, 9)], [(1, 1), (4, 4), (9, 9)], [1 => 1, 2 => 4, 3 => 9], (1, 4, 9), [1, 4, 9, 1, 4, 9])

arithmetic(a) = (a + a, 2 * a, a - [1, 1, 1], -a, a / 2, sum(a .* a))
#! run --entry arithmetic Squares(3)
#> ([2, 8, 18], [2, 8, 18], [0, 3, 8], [-1, -4, -9], [0.5, 2.0, 4.5], 98)

matrix(g) = (g[2, 1], g[3], g', g * g, g[:, 1], g[1, :], sum(g, dims=1), size(g, 2), axes(g, 2), g[end, 1])
#! run --entry matrix "Grid(2, 2, 0.5)"
#> (21.5, 12.5, [11.5 21.5; 12.5 22.5], [401.0 425.0; 731.0 775.0], [11.5, 21.5], [11.5, 12.5], [33.0 35.0], 2, Base.OneTo(2), 21.5)
#! run --entry matrix Rows(2)
#> (200, 300, [100 200; 300 400], [70000 150000; 100000 220000], [100, 200], [100, 300], [300 700], 2, Base.OneTo(2), 200)

as_text(a) = (string(a), repr(a))
#! run --entry as_text Squares(3)
#> ("[1, 4, 9]", "[1, 4, 9]")

function writes(c)
    c[1] = 5
    c[2] += 1
    c[2:3] = [7, 8]
    fill!(c, 3)
    c .= c .+ 1
    (c.of, c.writes)
end
#! run --entry writes "Counted([1, 2, 3], 0)"
#> ([4, 4, 4], 10)

destructured(a) = ((x, y, z) = a; (z, y, x))
#! run --entry destructured Squares(3)
#> (9, 4, 1)

# What is not there is an error, of the program's type.
too_far(a) = a[2:4]
#! run --entry too_far Squares(3)
#> error: BoundsError: attempt to access 3-element Squares at index [2:4]
#! run --entry shape Shapeless()
#> error: MethodError: no method matching size(::Shapeless)
#! run --entry loop Unreadable()
#> error: getindex not defined for Unreadable
not_written(a) = (a[1] = 2)
#! run --entry not_written Squares(3)
#> error: setindex! not defined for Squares
