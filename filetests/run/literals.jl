# Literals, strings and interpolation, ranges, comparisons, arrays and comprehensions.

numbers() = (42, 0x2a, 0b101, 0o17, 1.5, 1e3, 2f0, 1_000_000, π, true, 'a', :sym, nothing)
strings(x) = "x = $x, twice $(2x); tab\tend"
ranges() = (collect(1:4), collect(1:2:9), collect(10:-3:1), length(0.0:0.5:2.0), sum(1:100))
compare(x) = (1 < x <= 3, 1 == 1.0, 1 === 1.0, x != 2, !(x > 2))
arrays() = ([1, 2.5], [1 2; 3 4], [i^2 for i in 1:4], [i * j for i in 1:2, j in 1:3], [i for i in 1:10 if i % 3 == 0], Float32[1, 2])
unicode(α, β) = α ≤ β ? √(α * β) : α ÷ β
powers(x) = (x^2, x^-1, x^0.5, 2^10)
adjoints(A) = A' * A
generator(n) = sum(i^2 for i in 1:n)

#! run --entry numbers
#> (42, 0x2a, 0x05, 0x0f, 1.5, 1000.0, 2.0f0, 1000000, π, true, 'a', :sym, nothing)
#! run --entry strings 21
#> "x = 21, twice 42; tab\tend"
#! run --entry ranges
#> ([1, 2, 3, 4], [1, 3, 5, 7, 9], [10, 7, 4, 1], 5, 5050)
#! run --entry compare 2
#> (true, true, false, false, true)
#! run --entry arrays
#> ([1.0, 2.5], [1 2; 3 4], [1, 4, 9, 16], [1 2 3; 2 4 6], [3, 6, 9], Float32[1.0, 2.0])
#! run --entry unicode 4.0 9.0
#> 6.0
#! run --entry powers 4.0
#> (16.0, 0.25, 2.0, 1024)
#! run --entry adjoints '[1.0 2.0; 3.0 4.0]'
#> 2×2 Matrix{Float64}:
#>  10.0  14.0
#>  14.0  20.0
#! run --entry generator 10
#> 385
#! run --entry powers '"ab"'
#> error: ArgumentError: can't repeat a string -1 times
