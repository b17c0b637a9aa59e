# Comprehensions and generators: several iterators, filters, nested, typed.

squares(n) = [i^2 for i in 1:n]
table(n, m) = [i * j for i in 1:n, j in 1:m]
filtered(n) = [i for i in 1:n if isodd(i)]
pairs_of(n) = [(i, j) for i in 1:n for j in 1:i]
typed(n) = Float64[i / 2 for i in 1:n]
total(n) = sum(i * j for i in 1:n, j in 1:n)
longest(words) = maximum(length(w) for w in words)
firsts(d) = [a for (a, b) in d]
dict(n) = Dict(i => i^2 for i in 1:n)
nested(n) = [[j for j in 1:i] for i in 1:n]
every(xs) = all(x > 0 for x in xs)
zipped(a, b) = [x + y for (x, y) in zip(a, b)]
numbered(xs) = [(i, x) for (i, x) in enumerate(xs)]
empty(n) = [i for i in 1:n if i > n]

#! run --entry squares 4
#> 4-element Vector{Int64}:
#>   1
#>   4
#>   9
#>  16
#! run --entry table 2 3
#> 2×3 Matrix{Int64}:
#>  1  2  3
#>  2  4  6
#! run --entry filtered 6
#> 3-element Vector{Int64}:
#>  1
#>  3
#>  5
#! run --entry pairs_of 3
#> 6-element Vector{Tuple{Int64, Int64}}:
#>  (1, 1)
#>  (2, 1)
#>  (2, 2)
#>  (3, 1)
#>  (3, 2)
#>  (3, 3)
#! run --entry typed 3
#> 3-element Vector{Float64}:
#>  0.5
#>  1.0
#>  1.5
#! run --entry total 3
#> 36
#! run --entry longest '["a", "abc", "ab"]'
#> 3
#! run --entry firsts '[(1, 2), (3, 4)]'
#> 2-element Vector{Int64}:
#>  1
#>  3
#! run --entry dict 1
#> Dict{Int64, Int64} with 1 entry:
#>   1 => 1
#! run --entry nested 3
#> 3-element Vector{Vector{Int64}}:
#>  [1]
#>  [1, 2]
#>  [1, 2, 3]
#! run --entry every '[1, 2, 3]'
#> true
#! run --entry zipped '[1, 2]' '[10, 20]'
#> 2-element Vector{Int64}:
#>  11
#>  22
#! run --entry numbered '["x", "y"]'
#> 2-element Vector{Tuple{Int64, String}}:
#>  (1, "x")
#>  (2, "y")
#! run --entry empty 3
#> Int64[]
