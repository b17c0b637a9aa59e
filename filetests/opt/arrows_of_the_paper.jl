# Rules in the spelling of the paper: `→`, `⇒`, `function.arg[2] ⇒ W`.

@rules printed begin
    sin(~x::Number)^2 + cos(~x)^2 → 1
    ~a::Comptime{Integer} + ~b::Comptime{Integer} ⇒ ~a + ~b
end

identity_of_pythagoras(x) = 2x + (sin(x)^2 + cos(x)^2) * (1 + 2)
@saturate printed identity_of_pythagoras(::Float64)
#! opt
#> # cost 8 → 2, optimal
#> function identity_of_pythagoras(%1 x::Float64)::Float64
#> b0:
#>     %2 = *(2, %1)::Float64
#>     %3 = +(%2, 3)::Float64
#>     return %3
#> end

# The argument of one function is known; that of another with the same code is not.
const W = 3
weighted(x, w) = x * (w + 1)
unweighted(x, w) = x * (w + 1)

@rules known_argument begin
    weighted.arg[2] ⇒ W
    ~a::Comptime{Int64} + ~b::Comptime{Int64} ⇒ ~a + ~b
end

#! opt --rules known_argument --entry weighted --sig Int64,Int64
#> # cost 2 → 1, optimal
#> function weighted(%1 x::Int64, %2 w::Int64)::Int64
#> b0:
#>     %3 = *(%1, 4)::Int64
#>     return %3
#> end
#! opt --rules known_argument --entry unweighted --sig Int64,Int64
#> # cost 2 → 2, optimal
#> function unweighted(%1 x::Int64, %2 w::Int64)::Int64
#> b0:
#>     %3 = +(%2, 1)::Int64
#>     %4 = *(%1, %3)::Int64
#>     return %4
#> end

# A field that is called otherwise is no argument, and an arrow between other things no rule.
@rules no_argument begin
    weighted.args[2] ⇒ W
    weighted ← W
end

#! opt --rules no_argument --entry weighted --sig Int64,Int64
#> error: 47:5: a dynamic rule needs a compile-time constant on its left side (write `~x::Comptime{T}`)
#> error: 48:5: not a rule: expected `-->` (or `→`), `==`, `=>` (or `⇒`), `if`, `@relaxed`, `@arg`, `@cost`, `@shape`, `@effects`, `@opaque`, `@transparent` or `@generic`
