# A write to a field of a new object changes that object, and nothing else.
mutable struct Cell
    x::Float64
end
mutable struct Tray
    v::Vector{Float64}
end
mutable struct Watched
    x::Float64
end
const SEEN = [0.0]
Base.setproperty!(w::Watched, name::Symbol, x) = (SEEN[1] += x; setfield!(w, name, x))
struct Kelvin
    k::Float64
end
const CONVERTED = [0.0]
Base.convert(::Type{Float64}, k::Kelvin) = (CONVERTED[1] += 1.0; k.k)
const POOL = Cell[]
add!(c, x) = (c.x += x; c)

@rules none begin
end

# One sum.
written_cell(v::Vector{Float64}) = (c = Cell(1.0); a = sum(v); c.x = a; a + sum(v) + c.x)
#! opt --entry written_cell --sig Vector{Float64} --rules none
#> # cost 6 → 5, optimal
#> function written_cell(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = Cell(1.0)::Cell
#>     %3 = sum(%1)::Float64
#>     %4 = setproperty!(%2, :x, %3)::Float64
#>     %5 = getproperty(%2, :x)::Float64
#>     %6 = +(%3, %3, %5)::Float64
#>     return %6
#> end
#! run --checked --opt --rules none --entry written_cell [1.0,2.0]
#> 9.0

# By a callee as well; a number is converted.
added_to_a_cell(v::Vector{Float64}) = (c = Cell(1.0); a = sum(v); add!(c, 1); a + sum(v) + c.x)
#! opt --entry added_to_a_cell --sig Vector{Float64} --rules none
#> # cost 6 → 5, optimal
#> function added_to_a_cell(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = Cell(1.0)::Cell
#>     %3 = sum(%1)::Float64
#>     %4 = add!(%2, 1)::Cell
#>     %5 = getproperty(%2, :x)::Float64
#>     %6 = +(%3, %3, %5)::Float64
#>     return %6
#> end
#! run --checked --opt --rules none --entry added_to_a_cell [1.0,2.0]
#> 8.0

# What a callee writes is its own: it is called once.
counted(x::Float64) = (c = Cell(0.0); c.x += x; c.x += x; c.x)
counted_twice(x::Float64) = counted(x) + counted(x)
#! opt --entry counted_twice --sig Float64 --rules none
#> # cost 3 → 2, optimal
#> function counted_twice(%1 x::Float64)::Float64
#> b0:
#>     %2 = counted(%1)::Float64
#>     %3 = +(%2, %2)::Float64
#>     return %3
#> end
#! run --checked --opt --rules none --entry counted_twice 1.5
#> 6.0

# The object is read behind the write.
read_behind(x::Float64) = (c = Cell(x); a = c.x; c.x = 2.0; (a, c.x))
#! run --checked --opt --rules none --entry read_behind 1.0
#> (1.0, 2.0)

# It leads to an older one.
leads_to_an_older(v::Vector{Float64}) = (t = Tray(v); a = sum(v); t.v[1] = 5.0; b = sum(v); t.v = [1.0]; (a, b, sum(t.v), sum(v)))
#! run --checked --opt --rules none --entry leads_to_an_older [1.0,2.0]
#> (3.0, 7.0, 1.0, 7.0)

# It has come to hold an older one.
holds_an_older(v::Vector{Float64}) = (t = Tray([0.0]); t.v = v; a = sum(v); t.v[1] = 5.0; (a, sum(v)))
#! run --checked --opt --rules none --entry holds_an_older [1.0,2.0]
#> (3.0, 7.0)

# Somebody else knows it.
known_elsewhere(x::Float64) = (c = Cell(x); push!(POOL, c); a = POOL[1].x; c.x = 7.0; (a, POOL[1].x))
#! run --checked --opt --rules none --entry known_elsewhere 1.0
#> (1.0, 7.0)

# It may be another argument.
two_names(c::Cell, d::Cell) = (a = c.x; d.x = 9.0; (a, c.x))
same_cell(x::Float64) = (c = Cell(x); two_names(c, c))
#! run --checked --opt --rules none --entry same_cell 1.0
#> (1.0, 9.0)

# The program has a method of its own, or a conversion.
own_method(x::Float64) = (w = Watched(x); a = SEEN[1]; w.x = 3.0; (a, SEEN[1], w.x))
#! run --checked --opt --rules none --entry own_method 1.0
#> (0.0, 3.0, 3.0)
own_conversion(x::Float64) = (c = Cell(x); a = CONVERTED[1]; c.x = Kelvin(3.0); (a, CONVERTED[1], c.x))
#! run --checked --opt --rules none --entry own_conversion 1.0
#> (0.0, 1.0, 3.0)

# A value that does not fit is an exception in its time.
function does_not_fit(c::Cell, x)
    try
        c.x = x
    catch
        return -1.0
    end
    return c.x
end
#! run --checked --opt --rules none --entry does_not_fit Cell(1.0) '"a"'
#> -1.0
#! run --checked --opt --rules none --entry does_not_fit Cell(1.0) 2
#> 2.0
