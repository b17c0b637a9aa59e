# Default and keyword arguments with types, required keywords, splatting, varargs.

f(x::Int64, y::Float64 = 2.5; scale::Int64 = 1, name = "f") = string(name, ": ", scale * (x + y))
g(; required) = required + 1
h(a, rest...; options...) = (a, rest, length(options))
typed(xs::Int64...) = sum(xs)
forward(args...; kwargs...) = f(args...; kwargs...)
defaults(a, b = a + 1, c = a + b) = (a, b, c)
splat(t) = max(t...)
splat_two(a, b) = tuple(a..., 0, b...)
anonymous() = ((x, y = 2) -> x + y)(1)

calls() = (f(1), f(1, 1.5), f(1; scale = 2), f(1, 0.5, name = "g", scale = 3))
forwarded() = forward(2, 1.0; name = "h")
options() = h(1, 2, 3; x = 1, y = 2)

#! run --entry calls
#> ("f: 3.5", "f: 2.5", "f: 7.0", "g: 4.5")
#! run --entry forwarded
#> "h: 3.0"
#! run --entry options
#> (1, (2, 3), 2)
#! run --entry typed 1 2 3
#> 6
#! run --entry defaults 1
#> (1, 2, 3)
#! run --entry defaults 1 5
#> (1, 5, 6)
#! run --entry splat '(3, 7, 5)'
#> 7
#! run --entry splat_two '[1, 2]' '(3,)'
#> (1, 2, 0, 3)
#! run --entry anonymous
#> 3

# Missing and unknown keywords, a wrong type.
missing_keyword() = g()
unknown_keyword() = g(required = 1, extra = 2)
wrong_type() = f(1; scale = 1.5)
#! run --entry missing_keyword
#> error: UndefKeywordError: keyword argument `required` not assigned
#! run --entry unknown_keyword
#> error: MethodError: no method matching g(; required=1, extra=2)
#! run --entry wrong_type
#> error: TypeError: in keyword argument scale, expected Int64, got a value of type Float64
#! run --entry typed 1 2.0
#> error: MethodError: no method matching typed(::Int64, ::Float64)
