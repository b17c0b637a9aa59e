f(x) = sin.(x .+ 1)
#> f(x)
#>   s0: call Base.broadcasted(+, x, 1)
#>   s1: call Base.broadcasted(sin, s0)
#>   s2: call Base.materialize(s1)
#>   s3: return s2

f(x, y) = y .= x .+ 1
#> f(x, y)
#>   s0: call Base.broadcasted(+, x, 1)
#>   s1: call Base.materialize!(y, s0)
#>   s2: return s1

f(x, y) = y[1:2] .= x
#> f(x, y)
#>   s0: call :(1, 2)
#>   s1: call Base.dotview(y, s0)
#>   s2: call Base.broadcasted(Base.identity, x)
#>   s3: call Base.materialize!(s1, s2)
#>   s4: return s3

f(x, y) = (y .+= x; y[1] .*= 2)
#> f(x, y)
#>   s0: call Base.broadcasted(+, y, x)
#>   s1: call Base.materialize!(y, s0)
#>   s2: call Base.dotview(y, 1)
#>   s3: call Base.getindex(y, 1)
#>   s4: call Base.broadcasted(*, s3, 2)
#>   s5: call Base.materialize!(s2, s4)
#>   s6: return s5

f(x) = x .^ 2 .+ x.a
#> f(x)
#>   s0: call Core.apply_type(Base.Val, 2)
#>   s1: call s0()
#>   s2: call Base.broadcasted(Base.literal_pow, ^, x, s1)
#>   s3: call Base.getproperty(x, :a)
#>   s4: call Base.broadcasted(+, s2, s3)
#>   s5: call Base.materialize(s4)
#>   s6: return s5

f(x) = g.(x; k = 1)
#> f(x)
#>   s0: call Core.tuple(:k)
#>   s1: call Core.apply_type(Core.NamedTuple, s0)
#>   s2: call Core.tuple(1)
#>   s3: call s1(s2)
#>   s4: call Core.kwfunc(Base.broadcasted_kwsyntax)
#>   s5: call s4(s3, Base.broadcasted_kwsyntax, g, x)
#>   s6: call Base.materialize(s5)
#>   s7: return s6

f(x, y) = @. y = sin(x) + $(h(2))
#> f(x, y)
#>   s0: call Base.broadcasted(sin, x)
#>   s1: call h(2)
#>   s2: call Base.broadcasted(+, s0, s1)
#>   s3: call Base.materialize!(y, s2)
#>   s4: return s3

f(x) = .!x .& .-x
#> f(x)
#>   s0: call Base.broadcasted(!, x)
#>   s1: call Base.broadcasted(-, x)
#>   s2: call Base.broadcasted(&, s0, s1)
#>   s3: call Base.materialize(s2)
#>   s4: return s3

# fusion ends at a call without a dot
f(A, B, x) = relu.(A * B .+ x)
#> f(A, B, x)
#>   s0: call *(A, B)
#>   s1: call Base.broadcasted(+, s0, x)
#>   s2: call Base.broadcasted(relu, s1)
#>   s3: call Base.materialize(s2)
#>   s4: return s3
