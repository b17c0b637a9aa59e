# do blocks, let, const, nested closures, begin blocks, scope of loops.

const LIMIT = 10
const NAMES = ("a", "b")

function with_do(xs)
    map(xs) do x
        y = x * 2
        y + 1
    end
end
function do_two(xs, ys)
    map(xs, ys) do x, y
        x * y
    end
end
function lets(x)
    y = 1
    z = let y = x + 1, w = y
        y * 10 + w
    end
    (y, z)
end
function counter()
    n = 0
    step = () -> (n += 1)
    step()
    step()
    n
end
function adders()
    fs = []
    for i in 1:3
        push!(fs, x -> x + i)
    end
    [f(10) for f in fs]
end
compose2(f, g) = x -> f(g(x))
nested(a) = b -> c -> (a, b, c)
function scopes()
    x = 1
    for i in 1:3
        local x
        x = i
    end
    for x in 5:6
    end
    x
end
function recursive_inner(n)
    fib(k) = k < 2 ? k : fib(k - 1) + fib(k - 2)
    fib(n)
end
function blocks(x)
    y = begin
        t = x + 1
        t * t
    end
    (y; y + 1)
end
constants() = (LIMIT, NAMES[2])
function outer_loop()
    i = 0
    for outer i in 1:5
        i == 3 && break
    end
    i
end

#! run --entry with_do '[1, 2]'
#> 2-element Vector{Int64}:
#>  3
#>  5
#! run --entry do_two '[1, 2]' '[3, 4]'
#> 2-element Vector{Int64}:
#>  3
#>  8
#! run --entry lets 4
#> (1, 55)
#! run --entry counter
#> 2
#! run --entry adders
#> 3-element Vector{Int64}:
#>  11
#>  12
#>  13
composed() = compose2(x -> x + 1, x -> 2x)(5)
#! run --entry composed
#> 11
curried() = nested(1)(2)(3)
#! run --entry curried
#> (1, 2, 3)
#! run --entry scopes
#> 1
#! run --entry recursive_inner 10
#> 55
#! run --entry blocks 2
#> 10
#! run --entry constants
#> (10, "b")
#! run --entry outer_loop
#> 3
