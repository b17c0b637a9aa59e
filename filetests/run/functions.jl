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
#! run --entry hypot2 3 4
#! run --entry hypot2 3
#! run --entry scale 4
keywords() = (scale(4, by = 2), scale(4; shift = 1), scale(1; shift = 2, by = 3))
#! run --entry keywords
#! run --entry total 1 2 3
#! run --entry total 1
#! run --entry same 1 2
#! run --entry same 1 2.0
#! run --entry fact 20
#! run --entry swap '(1, 2)'

# Wrong arity, and a method that does not exist.
#! run --entry double
#! run --entry double '"a"'
