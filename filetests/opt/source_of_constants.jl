# Constants as Julia source: literals of the right type, mutable ones by the name that the program gives them.

@rules algebra begin
    ~x::Int64 + 0 --> ~x
    @arg(folded, 1) => TABLE
end

struct Point
    x::Int64
    y::Int64
end
mutable struct Counter
    n::Int64
end

const TABLE = [1.0 2.0; 3.0 4.0]
const PAIR = ([1, 2], 7)
const COUNTER = Counter(0)
const ORIGIN = Point(0, 0)

# The array itself, not one like it.
by_name(x) = (TABLE[1, 1] = x; COUNTER.n += 1; TABLE)
@saturate algebra by_name(::Float64)

#! opt --emit julia --entry by_name --sig Float64
#> # cost 4 → 4, optimal
#> function by_name(x::Float64)
#>     TABLE[1, 1] = x
#>     v4 = COUNTER.n + 1
#>     COUNTER.n = v4
#>     return TABLE
#> end

# Not even a name: the way to it.
inside(x) = (PAIR[1][1] = x; PAIR[1])
@saturate algebra inside(::Int64)

#! opt --emit julia --entry inside --sig Int64
#> # cost 3 → 2, optimal
#> function inside(x::Int64)
#>     v2 = PAIR[1]
#>     v2[1] = x
#>     return v2
#> end

# What the optimiser has made has no name yet.
folded(table, x) = (table * table) * x
@saturate algebra ∪ constants folded(::Matrix{Float64}, ::Vector{Float64})

#! opt --emit julia --rules algebra,constants --entry folded --sig Matrix{Float64},Vector{Float64}
#> # cost 2 → 1, optimal
#> const folded_constant1 = reshape(Float64[7.0, 15.0, 10.0, 22.0], (2, 2))
#> function folded(table::Matrix{Float64}, x::Vector{Float64})
#>     return folded_constant1 * x
#> end

computed_point() = Point(1, 2)
folded_object(x) = (computed_point(), x)
@saturate algebra ∪ constants folded_object(::Int64)

#! opt --emit julia --rules algebra,constants --entry folded_object --sig Int64
#> # cost 1 → 1, optimal
#> const folded_object_constant1 = Core.eval(@__MODULE__, Expr(:new, Point, 1, 2))
#> function folded_object(x::Int64)
#>     return (folded_object_constant1, x)
#> end

# A range, and numbers of other types.
function literals(x)
    s = x
    for i in 1:10
        s += i
    end
    return (s, Int8(3), 0x02, 1.5f0, 'a', "a\$b", :name, nothing, missing, NaN, -0.0, 2:3:8, typemin(Int64), Int128(7))
end
@saturate algebra literals(::Int64)

#! opt --emit julia --rules constants --entry literals --sig Int64
#> # cost 61 → 61, optimal
#> function literals(x::Int64)
#>     s = x
#>     for i in 1:10
#>         s = s + i
#>     end
#>     return (s, Int8(3), 0x02, 1.5f0, 'a', "a\$b", :name, nothing, missing, NaN, -0.0, StepRange{Int64, Int64}(2, 3, 8), typemin(Int64), Int128(7))
#> end

# One that cannot be written does not stop the others.
guarded(x) = try sqrt(x) catch; 0.0 end
@saturate algebra guarded(::Float64)
last_one(x) = x + 0
@saturate algebra last_one(::Int64)

#! opt --emit julia
#> # cost 4 → 4, optimal
#> function by_name(x::Float64)
#>     TABLE[1, 1] = x
#>     v4 = COUNTER.n + 1
#>     COUNTER.n = v4
#>     return TABLE
#> end
#>
#> # cost 3 → 2, optimal
#> function inside(x::Int64)
#>     v2 = PAIR[1]
#>     v2[1] = x
#>     return v2
#> end
#>
#> # cost 2 → 1, optimal
#> const folded_constant1 = reshape(Float64[7.0, 15.0, 10.0, 22.0], (2, 2))
#> function folded(table::Matrix{Float64}, x::Vector{Float64})
#>     return folded_constant1 * x
#> end
#>
#> # cost 1 → 1, optimal
#> const folded_object_constant1 = Core.eval(@__MODULE__, Expr(:new, Point, 1, 2))
#> function folded_object(x::Int64)
#>     return (folded_object_constant1, x)
#> end
#>
#> # cost 61 → 61, optimal
#> function literals(x::Int64)
#>     s = x
#>     for i in 1:10
#>         s = s + i
#>     end
#>     return (s, Int8(3), 0x02, 1.5f0, 'a', "a\$b", :name, nothing, missing, NaN, -0.0, StepRange{Int64, Int64}(2, 3, 8), typemin(Int64), Int128(7))
#> end
#>
#> # cost 1 → 1, optimal
#> function guarded(x::Float64)
#>     try
#>         return sqrt(x)
#>     catch
#>         return 0.0
#>     end
#> end
#>
#> # cost 1 → 0, optimal
#> function last_one(x::Int64)
#>     return x
#> end
#>
#> # cost 70 → 70, optimal
#> function over_integers(n::Int64)
#>     s = 0
#>     for i in 1:10
#>         s = s + i * n
#>     end
#>     return s
#> end
#>
#> # cost 70 → 70, optimal
#> function over_floats(n::Int64)
#>     s = 0.0
#>     for t in Base.floatrange(Float64, 0, 1, 4, 10)
#>         s = s + t * n
#>     end
#>     return s
#> end

# Ranges that inference has folded: integers as they are, floats by the ratios that they step by.
over_integers(n) = (s = 0; for i in 1:10; s += i * n; end; s)
@saturate algebra over_integers(::Int64)

#! opt --emit julia --entry over_integers --sig Int64
#> # cost 70 → 70, optimal
#> function over_integers(n::Int64)
#>     s = 0
#>     for i in 1:10
#>         s = s + i * n
#>     end
#>     return s
#> end

over_floats(n) = (s = 0.0; for t in 0.0:0.1:0.3; s += t * n; end; s)
@saturate algebra over_floats(::Int64)

#! opt --emit julia --entry over_floats --sig Int64
#> # cost 70 → 70, optimal
#> function over_floats(n::Int64)
#>     s = 0.0
#>     for t in Base.floatrange(Float64, 0, 1, 4, 10)
#>         s = s + t * n
#>     end
#>     return s
#> end

# What is lazy and known is written as the call that makes it.
function lazy(v::Vector{Int64})
    v .= 0
    h = abs ∘ identity
    return (v, h(-3), [i * j for i in 1:2, j in 1:3])
end

#! opt --emit julia --entry lazy --sig Vector{Int64} --rules algebra
#> # cost 3 → 3, optimal
#> struct lazy_closure1 <: Function
#> end
#> function (::lazy_closure1)(v1::Any)
#>     v2 = Base.indexed_iterate(v1, 1)
#>     return getfield(v2, 1) * getfield(Base.indexed_iterate(v1, 2, getfield(v2, 2)), 1)
#> end
#> function lazy(v::Vector{Int64})
#>     Base.materialize!(v, Base.broadcasted(identity, 0))
#>     return (v, 3, collect(Base.Generator(lazy_closure1(), Base.Iterators.product((1:2), (1:3)))))
#> end
