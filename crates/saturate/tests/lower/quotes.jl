f() = :a
#> f()
#>   s0: return :a

f() = :(a + b)
#> f()
#>   s0: $copyast()
#>   s1: return s0

f(x) = :(a + $x)
#> f(x)
#>   s0: call Core._expr(:call, :+, :a, x)
#>   s1: return s0

f(xs) = quote
    g($(xs...))
end
#> f(xs)
#>   s0: $copyast()
#>   s1: call Core.tuple(:call, :g)
#>   s2: call Core._apply_iterate(Base.iterate, Core._expr, s1, xs)
#>   s3: call Core._expr(:block, s0, s2)
#>   s4: return s3

f(x) = $x
#> test.jl:1:8: `$` outside a quote is not supported
