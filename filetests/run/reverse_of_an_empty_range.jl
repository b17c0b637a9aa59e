# The reverse of an empty range is empty, and an empty range has a first and a last element.
f(n) = (reverse(1:n), length(reverse(1:n)), collect(reverse(1:n)), reverse(5:2:3), reverse(3:-1:5))
g(n) = (first(1:n), last(1:n), first(5:2:n), last(5:2:n), last(axes(zeros(n), 1)))

#! run --entry f 0
#> (0:-1:1, 0, Int64[], 4:-2:5, 4:1:3)

#! run --entry f 2
#> (2:-1:1, 2, [2, 1], 4:-2:5, 4:1:3)

#! run --entry g 0
#> (1, 0, 5, 4, 0)
