# A store converts with the program's own `convert`: into arrays, fields, typed locals, results.

struct Meter
    length::Float64
end
Base.convert(::Type{Meter}, x::Float64) = Meter(2x)
Base.convert(::Type{Float64}, m::Meter) = m.length + 100

mutable struct Cell
    content::Float64
end

function into_arrays()
    numbers = [1.0, 2.0]
    numbers[1] = Meter(3.0)
    push!(numbers, Meter(1.0))
    meters = [Meter(1.0)]
    meters[1] = 5.0
    push!(meters, 6.0)
    return (numbers, meters, Float64[Meter(1.0), 2], fill!([0.0], Meter(1.0)))
end

#! run --entry into_arrays
#> ([103.0, 2.0, 101.0], Meter[Meter(10.0), Meter(12.0)], [101.0, 2.0], [101.0])

function into_fields()
    cell = Cell(Meter(1.0))
    first = cell.content
    cell.content = Meter(2.0)
    return (first, cell.content)
end

#! run --entry into_fields
#> (101.0, 102.0)

function into_locals(x)
    y::Float64 = x
    return y
end
into_results(x)::Float64 = x

#! run --entry into_locals "Meter(1.0)"
#> 101.0
#! run --entry into_results "Meter(1.0)"
#> 101.0

# Numbers among themselves, as ever; a fraction is no integer.
numbers() = (a = [1, 2]; a[1] = 3.0; a)
fraction() = (a = [1, 2]; a[1] = 3.5; a)

#! run --entry numbers
#> 2-element Vector{Int64}:
#>  3
#>  2
#! run --entry fraction
#> error: InexactError: Int64(3.5)

function into_references_and_tuples()
    r = Ref{Meter}(Meter(1.0))
    r[] = 5.0
    return (r[], convert(Tuple{Meter, Int64}, (2.0, 3)))
end

#! run --entry into_references_and_tuples
#> (Meter(10.0), (Meter(4.0), 3))

# A dotted assignment converts as well, one value for all elements once: what it does is what `convert` does.
const CONVERTED = [0]
struct Loud
    content::Float64
end
Base.convert(::Type{Loud}, x::Float64) = (CONVERTED[1] += 1; Loud(x))
@rules none begin
end

function dotted()
    louds = [Loud(0.0), Loud(0.0)]
    CONVERTED[1] = 0
    louds .= 1.0
    before = CONVERTED[1]
    louds .= [2.0, 3.0] .+ 1.0
    return (louds, before, CONVERTED[1])
end

#! run --entry dotted
#> (Loud[Loud(3.0), Loud(4.0)], 1, 3)
#! run --checked --opt --rules none --entry dotted
#> (Loud[Loud(3.0), Loud(4.0)], 1, 3)

# The twin: numbers into numbers. Nothing is converted by the program, and the count is read once.
function dotted_numbers(numbers::Vector{Float64})
    before = CONVERTED[1]
    numbers .= 1
    return before + CONVERTED[1]
end

#! opt --entry dotted_numbers --sig Vector{Float64} --rules none
#> # cost 4 → 3, optimal
#> function dotted_numbers(%1 numbers::Vector{Float64})::Int64
#> b0:
#>     %2 = getindex([0], 1)::Int64
#>     %3 = materialize!(%1, constant#64)::Vector{Float64}
#>     %4 = +(%2, %2)::Int64
#>     return %4
#> end
