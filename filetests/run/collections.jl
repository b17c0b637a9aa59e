# Named tuples, dictionaries, sets, tuples and destructuring.

named(x) = (a = x, b = 2x)
access() = (t = named(3); (t.a, t[2], keys(t), length(t)))
merged() = merge((a = 1, b = 2), (b = 3, c = 4))
shorthand() = (a = 1; b = 2; (; a, b))
function dictionary()
    d = Dict("a" => 1)
    d["b"] = 2
    d["a"] += 10
    (d["a"], haskey(d, "c"), get(d, "c", 0), length(d), sort(collect(keys(d))))
end
function counts(words)
    d = Dict{String, Int64}()
    for w in words
        d[w] = get(d, w, 0) + 1
    end
    sort([(k, v) for (k, v) in d])
end
sets() = (s = Set([1, 2, 2, 3]); (length(s), 2 in s, 5 in s))
function destructure(t)
    a, (b, c), d... = t
    (a, b, c, d)
end
function properties(p)
    (; x, y) = p
    x + y
end
swap(a, b) = ((a, b) = (b, a); (a, b))
tuples(t) = (t[1], t[end], length(t), t == (1, 2), reverse(t), (t..., 9))
pairs_() = (p = 1 => "a"; (p.first, p.second, p))
arrays() = (v = [3, 1, 2]; push!(v, 0); sort!(v); (v, pop!(v), v[end], 2 in v, findfirst(==(1), v)))
matrix(A) = (size(A), A[2, 1], A[:, 1], A[end, end], sum(A), A')
slices(v) = (v[2:end], v[[1, 3]], v[v .> 1])
missing_key() = Dict(1 => 2)[3]

#! run --entry access
#> (3, 6, (:a, :b), 2)
#! run --entry merged
#> (a = 1, b = 3, c = 4)
#! run --entry dictionary
#> (11, false, 0, 2, ["a", "b"])
#! run --entry counts '["a", "b", "a"]'
#> 2-element Vector{Tuple{String, Int64}}:
#>  ("a", 2)
#>  ("b", 1)
#! run --entry sets
#> (3, true, false)
#! run --entry destructure '(1, (2, 3), 4, 5)'
#> (1, 2, 3, (4, 5))
#! run --entry swap 1 2
#> (2, 1)
#! run --entry tuples '(1, 2)'
#> (1, 2, 2, true, (2, 1), (1, 2, 9))
#! run --entry pairs_
#> (1, "a", 1 => "a")
#! run --entry arrays
#> ([0, 1, 2], 3, 2, true, 2)
#! run --entry matrix '[1 2; 3 4]'
#> ((2, 2), 3, [1, 3], 4, 10, [1 3; 2 4])
#! run --entry slices '[1, 2, 3]'
#> ([2, 3], [1, 3], [2, 3])
#! run --entry missing_key
#> error: KeyError: key 3 not found

# From later versions of Julia.
#! run --entry shorthand
#> (a = 1, b = 2)
#! run --entry properties '(x = 1, y = 2)'
#> 3
