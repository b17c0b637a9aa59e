# struct, mutable struct, abstract type, dispatch, parametric types, const.

abstract type Shape end
struct Circle <: Shape
    r::Float64
end
struct Square{T<:Real} <: Shape
    side::T
end
const UNIT = Square(1)
area(c::Circle) = π * c.r^2
area(s::Square) = s.side^2
describe(s::Shape) = "shape of area $(area(s))"
describe(::Circle) = "circle"
struct Point
    x::Float64
    y::Float64
    Point(x, y) = x < 0 ? error("negative") : new(x, y)
end
Base.:+(a::Point, b::Point) = Point(a.x + b.x, a.y + b.y)
(p::Point)(t) = p.x * t + p.y

shapes() = (area(Circle(1.0)), area(Square(3)), describe(UNIT), describe(Circle(2)))
points() = Point(1, 2) + Point(3, 4)
callable(t) = Point(2, 1)(t)
negative() = Point(-1, 0)
ambiguous(x::Integer, y) = 1
ambiguous(x, y::Integer) = 2

#! run --entry shapes
#> (3.141592653589793, 9, "shape of area 1", "circle")
#! run --entry points
#> Point(4.0, 6.0)
#! run --entry callable 10
#> 21.0
#! run --entry negative
#> error: negative
#! run --entry ambiguous 1 2
#> error: MethodError: ambiguous(::Int64, ::Int64) is ambiguous; candidates: Tuple{typeof(ambiguous), Integer, Any}, Tuple{typeof(ambiguous), Any, Integer}
#! run --entry ambiguous 1 2.0
#> 1
