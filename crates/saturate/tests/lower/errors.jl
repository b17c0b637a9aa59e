f(x) = (local x = 1)
#> test.jl:1:1: the local variable `x` has the name of an argument

function f(x)
    local a
    global a
end
#> test.jl:1:1: `a` is declared both local and global

f(x) = {1, 2}
#> test.jl:1:8: `{ }` as an array is not supported

f(x) = (x... = 1)
#> test.jl:1:9: `...` is not a place to assign to

f(T) = Vector{T;}
#> test.jl:1:8: `;` among type parameters

function f(x)
    struct S end
end
#> test.jl:2:5: `struct` definition inside a function is not supported

f(x) = _
#> test.jl:1:8: the name `_` has no value

f(x) = (1 = x)
#> test.jl:1:9: the left side of the assignment is not a place to assign to

f(x) = [y = 1]
#> test.jl:1:8: an assignment in an array

f(x) = @goto nowhere
#> test.jl:1:8: the label `nowhere` is not defined

f(x::T) where {T} = (T = 1)
#> test.jl:1:1: the local variable `T` has the name of a static parameter

f(x) = g(y -> begin local z::x = 1 end)
#> closure #1#2 x
#> [#1#2] #1(y)
#>   s0: call Core.getfield(#self#, :x)
#>   s1: call Base.convert(s0, 1)
#>   s2: call Core.typeassert(s1, s0)
#>   s3: z = s2
#>   s4: return 1
#> f(x)
#>   s0: new #1#2(x)
#>   s1: #1 = s0
#>   s2: call g(#1)
#>   s3: return s2

f(x) = (a..., b) = x
#> test.jl:1:8: `...` before the end of the left side of an assignment is not supported

ok() = 1
#> ok()
#>   s0: return 1
