# Local and updating assignment, destructuring, indexing, fields.

function updates()
    a = 1
    a += 2
    a *= 5
    v = [1, 2, 3]
    v[2] += 10
    v .+= 1
    w = similar(v)
    w .= v .* 2
    (a, v, w)
end
function destructure()
    a, b = 1, 2
    a, b = b, a
    (c, (d, e)) = (3, (4, 5))
    x, rest... = (6, 7, 8)
    (a, b, c, d, e, x, rest)
end
mutable struct Counter
    n::Int
end
function count_up(k)
    c = Counter(0)
    for _ in 1:k
        c.n += 1
    end
    c.n
end
function matrix()
    A = [1 2; 3 4]
    A[1, end] = 9
    A[end] += 1
    A
end
scope() = let x = 1; y = let x = 2; x end; (x, y) end

#! run --entry updates
#> (15, [2, 13, 4], [4, 26, 8])
#! run --entry destructure
#> (2, 1, 3, 4, 5, 6, (7, 8))
#! run --entry count_up 5
#> 5
#! run --entry matrix
#> 2×2 Matrix{Int64}:
#>  1  9
#>  3  5
#! run --entry scope
#> (1, 2)

missing_variable() = undefined_name + 1
#! run --entry missing_variable
#> error: UndefVarError: `undefined_name` not defined
too_far(v) = v[10]
#! run --entry too_far '[1.0, 2.0]'
#> error: BoundsError: attempt to access 2-element Vector{Float64} at index [10]
