# A function of the program that has the name of one of Base is a new function, as in Julia: all code of the program means
# it, `Base` keeps its own. `Base.f(…) = …` and `import Base: f` give Base's function a method.

sign(x) = x > 0 ? "plus" : "minus"
mean(v) = "the mean of $(length(v))"
unsigned(x) = ("unsigned", x)
function product(v)
    p = 1
    for x in v
        p *= x
    end
    p
end
max(a, b) = "the program's"
const ℯ = 3
tail(t) = t[end]

# A method of Base's function.
struct Meters
    n::Int
end
Base.abs(m::Meters) = Meters(abs(m.n))
import Base: length, +
length(m::Meters) = m.n
+(a::Meters, b::Meters) = Meters(a.n + b.n)
import Base.isless
isless(a::Meters, b::Meters) = a.n < b.n

own_function_wins(x) = (sign(x), Base.sign(x), unsigned(x))
#! run --entry own_function_wins 3
#> ("plus", 1, ("unsigned", 3))
#! run --entry own_function_wins -2.5
#> ("minus", -1.0, ("unsigned", -2.5))

own_function_of_any_arguments(v) = (mean(v), product(v), tail((1, 2, 3)))
#! run --entry own_function_of_any_arguments "[1, 2, 4]"
#> ("the mean of 3", 8, 3)

# What Base calls is Base's: `clamp` and `maximum` compare with Base's `max`.
base_keeps_its_own(v) = (maximum(v), max(1, 2), Base.max(1, 2), clamp(7, 1, 3), abs(-3), copysign(2, -1))
#! run --entry base_keeps_its_own "[1, 5, 2]"
#> (5, "the program's", 2, 3, 3, -2)

own_function_as_a_value(v) = (map(sign, v), sign.(v), Base.sign.(v), string(sign), typeof(sign), nameof(sign))
#! run --entry own_function_as_a_value "[1.0, -2.0]"
#> (["plus", "minus"], ["plus", "minus"], [1.0, -1.0], "sign", typeof(sign), :sign)

imported_functions_are_extended(a, b) =
    (length(a), length([1, 2, 3]), a + b, 1 + 2, sum([a, b]), abs(Meters(-3)), maximum([a, b]))
#! run --entry imported_functions_are_extended Meters(3) Meters(4)
#> (3, 3, Meters(7), 3, Meters(7), Meters(3), Meters(4))

own_constant_wins() = (ℯ, exp(1) == Base.exp(1), Base.ℯ > 2.7)
#! run --entry own_constant_wins
#> (3, true, true)

# A call that no method takes is one of the program's function.
no_method_of_its_own(x) = sign(x, x)
#! run --entry no_method_of_its_own 1
#> error: MethodError: no method matching sign(::Int64, ::Int64)

local_names_are_neither(x) = (sign = 2; max(sign, x))
#! run --entry local_names_are_neither 1
#> "the program's"

keywords_of_its_own(x) = (round(x), round(x; upto=10))
round(x; upto=1) = "$(x) up to $(upto)"
#! run --entry keywords_of_its_own 1.5
#> ("1.5 up to 1", "1.5 up to 10")

# Syntax means Base: an index is Base's `getindex`, a loop Base's `iterate`.
getindex(x, i) = "own"
iterate(x) = nothing
function syntax_means_base(v)
    s = 0
    for x in v
        s += x
    end
    (s, v[1], getindex(v, 1), iterate(v))
end
#! run --entry syntax_means_base "[1, 5, 2]"
#> (8, 1, "own", nothing)
