f(x) = g(x, 1; k = 2, x)
#> f(x)
#>   s0: call Core.tuple(:k, :x)
#>   s1: call Core.apply_type(Core.NamedTuple, s0)
#>   s2: call Core.tuple(2, x)
#>   s3: call s1(s2)
#>   s4: call Core.kwfunc(g)
#>   s5: call s4(s3, g, x, 1)
#>   s6: return s5

f(xs, kw) = g(1, xs...; kw...)
#> f(xs, kw)
#>   s0: call Base.NamedTuple()
#>   s1: call Base.merge(s0, kw)
#>   s2: call Base.isempty(s1)
#>   s3: gotoifnot s2 s7
#>   s4: call Core.tuple(1)
#>   s5: call Core._apply_iterate(Base.iterate, g, s4, xs)
#>   s6: return s5
#>   s7: call Core.kwfunc(g)
#>   s8: call Core.tuple(s1, g, 1)
#>   s9: call Core._apply_iterate(Base.iterate, s7, s8, xs)
#>   s10: return s9

f(x) = Base.sin(x)^2 + x^-1 + x^n
#> f(x)
#>   s0: call Base.getproperty(Base, :sin)
#>   s1: call s0(x)
#>   s2: call Core.apply_type(Base.Val, 2)
#>   s3: call s2()
#>   s4: call Base.literal_pow(^, s1, s3)
#>   s5: call Core.apply_type(Base.Val, -1)
#>   s6: call s5()
#>   s7: call Base.literal_pow(^, x, s6)
#>   s8: call ^(x, n)
#>   s9: call +(s4, s7, s8)
#>   s10: return s9

f(A) = A'
#> f(A)
#>   s0: call Base.adjoint(A)
#>   s1: return s0

f(v) = map(v) do x; x + 1; end
#> closure #1#2
#> [#1#2] #1(x)
#>   s0: call +(x, 1)
#>   s1: return s0
#> f(v)
#>   s0: new #1#2()
#>   s1: #1 = s0
#>   s2: call map(#1, v)
#>   s3: return s2

f(x) = (a = 1, b = x)
#> f(x)
#>   s0: call Core.tuple(:a, :b)
#>   s1: call Core.apply_type(Core.NamedTuple, s0)
#>   s2: call Core.tuple(1, x)
#>   s3: call s1(s2)
#>   s4: return s3

f(x) = (; x, c = 2)
#> f(x)
#>   s0: call Core.tuple(:x, :c)
#>   s1: call Core.apply_type(Core.NamedTuple, s0)
#>   s2: call Core.tuple(x, 2)
#>   s3: call s1(s2)
#>   s4: return s3

f() = [1 2; 3 4], [1, 2], [1 2], [1; 2], Int[1 2; 3 4], Int[1, 2]
#> f()
#>   s0: call Core.tuple(2, 2)
#>   s1: call Base.hvcat(s0, 1, 2, 3, 4)
#>   s2: call Base.vect(1, 2)
#>   s3: call Base.hcat(1, 2)
#>   s4: call Base.vcat(1, 2)
#>   s5: call Core.tuple(2, 2)
#>   s6: call Base.typed_hvcat(Int, s5, 1, 2, 3, 4)
#>   s7: call Base.getindex(Int, 1, 2)
#>   s8: call Core.tuple(s1, s2, s3, s4, s6, s7)
#>   s9: return s8

f(x) = "a $x $(x + 1)"
#> f(x)
#>   s0: call +(x, 1)
#>   s1: call Base.string("a ", x, " ", s0)
#>   s2: return s1

f(x) = 1:x, 1:2:x
#> f(x)
#>   s0: call :(1, x)
#>   s1: call :(1, 2, x)
#>   s2: call Core.tuple(s0, s1)
#>   s3: return s2

f(x) = x.a.b
#> f(x)
#>   s0: call Base.getproperty(x, :a)
#>   s1: call Base.getproperty(s0, :b)
#>   s2: return s1

f(x) = x isa Int, x <: Real, x::Int
#> f(x)
#>   s0: call isa(x, Int)
#>   s1: call <:(x, Real)
#>   s2: call Core.typeassert(x, Int)
#>   s3: call Core.tuple(s0, s1, s2)
#>   s4: return s3

f(T) = Vector{T}, Array{<:Real}, (Vector{S} where S <: T)
#> f(T)
#>   s0: call Core.apply_type(Vector, T)
#>   s1: call Core.TypeVar(:#s1, Real)
#>   s2: _2 = s1
#>   s3: call Core.apply_type(Array, _2)
#>   s4: call Core.UnionAll(_2, s3)
#>   s5: call Core.TypeVar(:S, T)
#>   s6: S = s5
#>   s7: call Core.apply_type(Vector, S)
#>   s8: call Core.UnionAll(S, s7)
#>   s9: call Core.tuple(s0, s4, s8)
#>   s10: return s9

f(x) = ccall(:sqrt, Cdouble, (Cdouble,), x)
#> f(x)
#>   s0: call Base.cconvert(Cdouble, x)
#>   s1: call Base.unsafe_convert(Cdouble, s0)
#>   s2: $foreigncall(s1)
#>   s3: return s2

# an operand is read before what follows it can change it
f(x) = g(x, (x = 2; x))
#> f(x)
#>   s0: x
#>   s1: x = 2
#>   s2: call g(s0, x)
#>   s3: return s2
