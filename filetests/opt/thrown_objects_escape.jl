# What is thrown is handed out: whoever catches it may compare it, write it and keep it.
mutable struct Cell
    n::Int64
end
struct Two
    a::Any
    b::Any
end

@rules copies begin
    copy(~v) --> ~v
end

two_cells(n::Int64) = throw(Two(Cell(n), Cell(n)))
function caught_cells(n::Int64)
    try
        two_cells(n)
    catch e
        return e.a === e.b
    end
    return true
end
function thrown_here(n::Int64)
    try
        throw(Two(Cell(n), Cell(n)))
    catch e
        return e.a === e.b
    end
    return true
end
fail_with(x) = throw(x)
function thrown_by_a_callee(v::Vector{Int64})
    c = copy(v)
    try
        fail_with(c)
    catch e
        e[1] = 100
        return (v[1], e[1], e === v)
    end
    return (0, 0, true)
end
function thrown_copy(v::Vector{Int64})
    try
        throw(copy(v))
    catch e
        return e === v
    end
    return true
end
thrown_out(v::Vector{Int64}) = throw(copy(v))
look_at_thrown(v::Vector{Int64}) = try thrown_out(v) catch e; e === v end
# The twin: a copy that is only returned may become the argument, which is the licence of the rule's author.
function returned_copy(v::Vector{Int64})
    length(v) > 9 && error("too long")
    return copy(v)
end
@saturate copies two_cells(::Int64)
@saturate copies caught_cells(::Int64)
@saturate copies thrown_here(::Int64)
@saturate copies thrown_by_a_callee(::Vector{Int64})
@saturate copies thrown_copy(::Vector{Int64})
@saturate copies thrown_out(::Vector{Int64})
@saturate copies returned_copy(::Vector{Int64})

#! opt --entry two_cells --sig Int64 --rules copies
#> # cost 4 → 4, optimal
#> function two_cells(%1 n::Int64)::Union{}
#> b0:
#>     %2 = Cell(%1)::Cell
#>     %3 = Cell(%1)::Cell
#>     %4 = Two(%2, %3)::Two
#>     %5 = throw(%4)::Union{}
#>     unreachable
#> end
#! opt --strict --entry two_cells --sig Int64 --rules copies
#> # cost 4 → 4, optimal
#> function two_cells(%1 n::Int64)::Union{}
#> b0:
#>     %2 = Cell(%1)::Cell
#>     %3 = Cell(%1)::Cell
#>     %4 = Two(%2, %3)::Two
#>     %5 = throw(%4)::Union{}
#>     unreachable
#> end
#! opt --entry thrown_out --sig Vector{Int64} --rules copies
#> # cost 2 → 2, optimal
#> function thrown_out(%1 v::Vector{Int64})::Union{}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = throw(%2)::Union{}
#>     unreachable
#> end
#! opt --strict --entry thrown_out --sig Vector{Int64} --rules copies
#> # cost 2 → 2, optimal
#> function thrown_out(%1 v::Vector{Int64})::Union{}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = throw(%2)::Union{}
#>     unreachable
#> end
#! run --opt --entry thrown_here 1
#> false
#! run --opt --strict --entry thrown_here 1
#> false
#! run --opt --entry thrown_by_a_callee [1,2]
#> (1, 100, false)
#! run --opt --strict --entry thrown_by_a_callee [1,2]
#> (1, 100, false)
#! run --opt --entry thrown_copy [1,2]
#> false
#! opt --entry returned_copy --sig Vector{Int64} --rules copies
#> # cost 4 → 3, optimal
#> function returned_copy(%1 v::Vector{Int64})::Vector{Int64}
#> b0:
#>     %2 = length(%1)::Int64
#>     %3 = >(%2, 9)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = error("too long")::Union{}
#>     unreachable
#> b2:
#>     return %1
#> end
