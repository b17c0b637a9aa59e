# Long and short form, default and keyword arguments, varargs, where.

double(x) = 2x
function hypot2(x, y = 1)
    return x^2 + y^2
end
scale(x; by = 10, shift = 0) = x * by + shift
total(first, rest...) = isempty(rest) ? first : first + sum(rest)
same(x::T, y::T) where {T} = T
same(x, y) = nothing
fact(n) = n <= 1 ? 1 : n * fact(n - 1)
swap((a, b)) = (b, a)

#! run --entry double 21
#> 42
#! run --entry hypot2 3 4
#> 25
#! run --entry hypot2 3
#> 10
#! run --entry scale 4
#> 40
keywords() = (scale(4, by = 2), scale(4; shift = 1), scale(1; shift = 2, by = 3))
#! run --entry keywords
#> (8, 41, 5)
#! run --entry total 1 2 3
#> 6
#! run --entry total 1
#> 1
#! run --entry same 1 2
#> Int64
#! run --entry same 1 2.0
#! run --entry fact 20
#> 2432902008176640000
#! run --entry swap '(1, 2)'
#> (2, 1)

# Wrong arity, and a method that does not exist.
#! run --entry double
#> error: MethodError: no method matching double()
#! run --entry double '"a"'
#> error: MethodError: no method matching *(::Int64, ::String)
