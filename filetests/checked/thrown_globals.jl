# What a call throws may hold a global: that gives away no argument of the call. What it was given, and throws, it leaks.

mutable struct Cell
    x::Int64
end
struct Duo
    a::Cell
    b::Cell
end
const SPOT = Cell(0)

throws_a_global() = throw(Duo(Cell(1), SPOT))
caller_of_it(n::Int64) = n > 0 ? throws_a_global() : 1
#! run --entry caller_of_it 0 --checked
#> 1
#! run --entry caller_of_it 1 --checked
#> error: Duo(Cell(1), Cell(0))

# The cell is an argument; it is compared with what is caught.
throws_what_it_is_given(c::Cell) = throw(Duo(c, SPOT))
function finds_it_again(n::Int64)
    c = Cell(n)
    try
        throws_what_it_is_given(c)
    catch thrown
        return thrown.a === c, thrown.b === SPOT
    end
end
#! run --entry finds_it_again 3 --checked
#> (true, true)
