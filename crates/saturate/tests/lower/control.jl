f(x) = x > 0 ? 1 : 2
#> f(x)
#>   s0: call >(x, 0)
#>   s1: gotoifnot s0 s3
#>   s2: return 1
#>   s3: return 2

function f(x)
    if x
        a()
    elseif y
        b()
    end
end
#> f(x)
#>   s0: gotoifnot x s3
#>   s1: call a()
#>   s2: return s1
#>   s3: gotoifnot y s6
#>   s4: call b()
#>   s5: return s4
#>   s6: return nothing

f(a, b, c) = a && b() || c
#> f(a, b, c)
#>   s0: gotoifnot a s4
#>   s1: call b()
#>   s2: _4 = s1
#>   s3: goto s5
#>   s4: _4 = false
#>   s5: _4
#>   s6: gotoifnot s5 s8
#>   s7: return s5
#>   s8: return c

f(a, b) = a() || b()
#> f(a, b)
#>   s0: call a()
#>   s1: gotoifnot s0 s3
#>   s2: return s0
#>   s3: call b()
#>   s4: return s3

f(a, b, c) = a < b() < c
#> f(a, b, c)
#>   s0: call b()
#>   s1: call <(a, s0)
#>   s2: gotoifnot s1 s5
#>   s3: call <(s0, c)
#>   s4: return s3
#>   s5: return false

f(a, b, c) = a .< b() .< c
#> f(a, b, c)
#>   s0: call b()
#>   s1: call Base.broadcasted(<, a, s0)
#>   s2: call Base.materialize(s1)
#>   s3: call Base.broadcasted(<, s0, c)
#>   s4: call Base.broadcasted(&, s2, s3)
#>   s5: call Base.materialize(s4)
#>   s6: return s5

f(x) = (g() = 1; begin end; x)
#> closure #g#1
#> [#g#1] g()
#>   s0: return 1
#> f(x)
#>   s0: new #g#1()
#>   s1: g = s0
#>   s2: return x

f(x) = let y = x, z = y + 1; y * z end
#> f(x)
#>   s0: y = x
#>   s1: call +(y, 1)
#>   s2: z = s1
#>   s3: call *(y, z)
#>   s4: return s3

f(x) = let x = x + 1; x end
#> f(x_1)
#>   s0: call +(x_1, 1)
#>   s1: x_2 = s0
#>   s2: return x_2

function f(x)
    @label again
    x -= 1
    x > 0 && @goto again
    x
end
#> f(x)
#>   s0: call -(x, 1)
#>   s1: x = s0
#>   s2: call >(x, 0)
#>   s3: gotoifnot s2 s5
#>   s4: goto s0
#>   s5: return x
