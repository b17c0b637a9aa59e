# In a function with handlers calls stay where they are; the objects they make still have their identity.

mutable struct Cell
    x::Int64
end
make_cell(x::Int64) = Cell(x)
increment!(c::Cell) = (c.x = c.x + 1; c)
@rules cells begin
    Cell(~a::Int64) --> make_cell(~a)
end
function f()
    Cell(1).x = 1
    try
        x = (1, increment!(Cell(1)).x)
    catch
    end
    return Cell(1).x
end
@saturate cells f()

#! run --entry f
#> 1

#! run --opt --entry f
#> 1
