# Two equal objects that are both returned stay two, also where rules have more ways to make or reach them.

mutable struct Cell
    x::Int64
end
make_cell(x::Int64) = Cell(x)
alias(x) = x
@rules cells begin
    Cell(~a::Int64) --> make_cell(~a)
    make_cell(~a::Int64) --> Cell(~a)
    getindex(tuple(~a, ~b), 1) --> ~a
    alias(~x) --> ~x
end
two_cells() = (Cell(1), Cell(1))
@saturate cells two_cells()
through_tuple() = (([1, 2], 3)[1], [1, 2])
@saturate cells through_tuple()
through_alias() = (Cell(1), alias(Cell(1)))
@saturate cells through_alias()

# What only reads shares them.
readers() = Cell(1).x + alias(Cell(1)).x
@saturate cells readers()

#! opt
#> # cost 3 → 3, optimal
#> function two_cells()::Tuple{Cell, Cell}
#> b0:
#>     %1 = Cell(1)::Cell
#>     %2 = Cell(1)::Cell
#>     %3 = tuple(%1, %2)::Tuple{Cell, Cell}
#>     return %3
#> end
#>
#> # cost 5 → 3, optimal
#> function through_tuple()::Tuple{Vector{Int64}, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = vect(1, 2)::Vector{Int64}
#>     %3 = tuple(%1, %2)::Tuple{Vector{Int64}, Vector{Int64}}
#>     return %3
#> end
#>
#> # cost 4 → 3, optimal
#> function through_alias()::Tuple{Cell, Cell}
#> b0:
#>     %1 = Cell(1)::Cell
#>     %2 = Cell(1)::Cell
#>     %3 = tuple(%1, %2)::Tuple{Cell, Cell}
#>     return %3
#> end
#>
#> # cost 6 → 3, optimal
#> function readers()::Int64
#> b0:
#>     %1 = Cell(1)::Cell
#>     %2 = getproperty(%1, :x)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
