# A rule makes a number equal to one of another type. A function of the program's own may look at the type of what it is given, or have other methods for other
# types: it is given what the source gives it.

@rules tr begin
    sin(~x::Float64)^2 + cos(~x)^2 --> 1
end

is_one(x) = x === 1.0
is_float(x, n) = n == 0 ? x isa Float64 : is_float(x, n - 1)
name(::Float64) = "float"
name(::Int64) = "integer"
struct Box{T}
    v::T
end
name(::Box{Float64}) = "box of a float"
name(::Box{Int64}) = "box of an integer"

# Found by a program written against the contract: the first two were false.
looked_at_inside(x::Float64) = is_one(sin(x)^2 + cos(x)^2)
looked_at_further_down(x::Float64) = is_float(sin(x)^2 + cos(x)^2, 3)
other_method(x::Float64) = name(sin(x)^2 + cos(x)^2)
inside_an_object(x::Float64) = name(Box(sin(x)^2 + cos(x)^2))
function captured(x::Float64)
    y = sin(x)^2 + cos(x)^2
    f = z -> (y isa Float64) + z
    return map(f, [1])
end
#! run --rules tr --opt --checked --entry looked_at_inside 0.5
#> true
#! run --rules tr --opt --checked --entry looked_at_inside --calls none 0.5
#> true
#! run --rules tr --opt --checked --entry looked_at_further_down 0.5
#> true
#! run --rules tr --opt --checked --entry other_method --calls none 0.5
#> "float"
#! run --rules tr --opt --checked --entry other_method 0.5
#> "float"
#! run --rules tr --opt --checked --entry inside_an_object 0.5
#> "box of a float"
#! run --rules tr --opt --checked --entry captured --extract chaos --seed 2 0.5
#> 1-element Vector{Int64}:
#>  2

# The literal of the source's type takes the place of what is computed.
scaled(y, x) = x * y
given(x::Float64, y::Float64) = scaled(sin(x)^2 + cos(x)^2, y)
#! opt --rules tr --entry given --sig "Float64, Float64" --calls none
#> # cost 6 → 1, optimal
#> function given(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = scaled(1.0, %2)::Float64
#>     return %3
#> end

# A function of the language is given the literal that the rule states.
added(x::Float64, y::Float64) = y + (sin(x)^2 + cos(x)^2)
#! opt --rules tr --entry added --sig "Float64, Float64"
#> # cost 6 → 1, optimal
#> function added(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = +(%2, 1)::Float64
#>     return %3
#> end
