# A function of the program's own is given values of the types that the source gives it, unless the rules say that its methods mean the same: then it may be given
# equal values of other types, and the cheapest of its methods is run.

@rules shapes begin
    Rectangle(~x::Float64, ~x) == Square(~x)
    @cost around(::Rectangle) 10
    @cost around(::Square) 1
end
@rules generic begin
    @generic around(::Shape)
end
# What the line does not cover is not meant.
@rules narrow begin
    @generic around(::Rectangle)
end

abstract type Shape end
struct Rectangle <: Shape
    width::Float64
    height::Float64
end
struct Square <: Shape
    side::Float64
end
around(r::Rectangle) = 2 * (r.width + r.height)
around(s::Square) = 4 * s.side
name(::Rectangle) = "rectangle"
name(::Square) = "square"

fence(x::Float64) = around(Rectangle(x, x))
both(x::Float64) = (around(Rectangle(x, x)), around(Square(x)))
called(x::Float64) = name(Rectangle(x, x))
#! opt --rules shapes --rules generic --entry fence --sig "Float64" --calls none
#> # cost 11 → 2, optimal
#> function fence(%1 x::Float64)::Float64
#> b0:
#>     %2 = Square(%1)::Square
#>     %3 = around(%2)::Float64
#>     return %3
#> end
#! opt --rules shapes --entry fence --sig "Float64" --calls none
#> # cost 11 → 11, optimal
#> function fence(%1 x::Float64)::Float64
#> b0:
#>     %2 = Rectangle(%1, %1)::Rectangle
#>     %3 = around(%2)::Float64
#>     return %3
#> end
#! run --rules shapes --rules generic --opt --checked --entry fence 1.5
#> 6.0
#! opt --rules shapes --rules generic --entry both --sig "Float64" --calls none
#> # cost 14 → 3, optimal
#> function both(%1 x::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %2 = Square(%1)::Square
#>     %3 = around(%2)::Float64
#>     %4 = tuple(%3, %3)::Tuple{Float64, Float64}
#>     return %4
#> end
#! opt --rules shapes --rules narrow --entry fence --sig "Float64" --calls none
#> # cost 11 → 11, optimal
#> function fence(%1 x::Float64)::Float64
#> b0:
#>     %2 = Rectangle(%1, %1)::Rectangle
#>     %3 = around(%2)::Float64
#>     return %3
#> end
#! opt --rules shapes --entry both --sig "Float64" --calls none
#> # cost 14: unchanged, rules have made values of different types equal, and the program looks at both types
#> function both(%1 x::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %2 = Rectangle(%1, %1)::Rectangle
#>     %3 = around(%2)::Float64
#>     %4 = Square(%1)::Square
#>     %5 = around(%4)::Float64
#>     %6 = tuple(%3, %5)::Tuple{Float64, Float64}
#>     return %6
#> end
#! run --rules shapes --rules generic --opt --checked --entry called 1.5
#> "rectangle"
#! run --rules shapes --opt --checked --entry called --calls none 1.5
#> "rectangle"
# Of several lines, each may say more.
#! opt --rules shapes --rules narrow --rules generic --entry fence --sig "Float64" --calls none
#> # cost 11 → 2, optimal
#> function fence(%1 x::Float64)::Float64
#> b0:
#>     %2 = Square(%1)::Square
#>     %3 = around(%2)::Float64
#>     return %3
#> end
