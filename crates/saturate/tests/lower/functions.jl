f(x, y = 2, z = 3) = x
#> f(x)
#>   s0: call #self#(x, 2, 3)
#>   s1: return s0
#> f(x, y)
#>   s0: call #self#(x, y, 3)
#>   s1: return s0
#> f(x, y, z)
#>   s0: return x

# a default that needs the argument before it
f(x, y = x, z = y) = z
#> f(x)
#>   s0: call #self#(x, x)
#>   s1: return s0
#> f(x, y)
#>   s0: call #self#(x, y, y)
#>   s1: return s0
#> f(x, y, z)
#>   s0: return z

f(x; a, b::Int = 1, rest...) = x + a + b
#> (2 typed, where ) #f#1(a, b, rest, #self#, x)
#>   s0: call +(x, a, b)
#>   s1: return s0
#> f(x)
#>   s0: call Core.UndefKeywordError(:a)
#>   s1: call Core.throw(s0)
#>   s2: a = s1
#>   s3: b = 1
#>   s4: call Core.NamedTuple()
#>   s5: call Base.pairs(s4)
#>   s6: call #f#1(a, b, s5, #self#, x)
#>   s7: return s6
#> sorter (1 typed, where ) f(_1, #self#, x)
#>   s0: call Base.haskey(_1, :a)
#>   s1: gotoifnot s0 s5
#>   s2: call Base.getindex(_1, :a)
#>   s3: _4 = s2
#>   s4: goto s8
#>   s5: call Core.UndefKeywordError(:a)
#>   s6: call Core.throw(s5)
#>   s7: _4 = s6
#>   s8: a = _4
#>   s9: call Base.haskey(_1, :b)
#>   s10: gotoifnot s9 s19
#>   s11: call Base.getindex(_1, :b)
#>   s12: call Core.isa(s11, Int)
#>   s13: gotoifnot s12 s15
#>   s14: goto s17
#>   s15: new Core.TypeError(:keyword argument, :b, Int, s11)
#>   s16: call Core.throw(s15)
#>   s17: _6 = s11
#>   s18: goto s20
#>   s19: _6 = 1
#>   s20: b = _6
#>   s21: call Core.tuple(:a, :b)
#>   s22: call Core.apply_type(Core.NamedTuple, s21)
#>   s23: call Base.structdiff(_1, s22)
#>   s24: call Base.pairs(s23)
#>   s25: rest... = s24
#>   s26: call #f#1(a, b, rest..., #self#, x)
#>   s27: return s26

f(x::T, ys::T...) where {T <: Real} = ys
#> (2 typed, where T) f(x, ys...)
#>   s0: return ys

function f(x)::Int
    x > 0 && return 1.0
    x
end
#> f(x)
#>   s0: call >(x, 0)
#>   s1: gotoifnot s0 s5
#>   s2: call Base.convert(Int, 1.0)
#>   s3: call Core.typeassert(s2, Int)
#>   s4: return s3
#>   s5: call Base.convert(Int, x)
#>   s6: call Core.typeassert(s5, Int)
#>   s7: return s6

Base.:+(a::P, b::P) = a
#> [:Base] (2 typed, where ) +(a, b)
#>   s0: return a

(p::P)(x) = p.c * x
#> [object] (object)(x)
#>   s0: call Base.getproperty(p, :c)
#>   s1: call *(s0, x)
#>   s2: return s1

(::Type{T})(x::P) where {T <: Real} = T(x.c)
#> [object] (1 typed, where T) (object)(x)
#>   s0: call Base.getproperty(x, :c)
#>   s1: call $T(s0)
#>   s2: return s1

f((a, b), c) = a + b + c
#> f(_1, c)
#>   s0: call Base.indexed_iterate(_1, 1)
#>   s1: call Core.getfield(s0, 1)
#>   s2: a = s1
#>   s3: call Core.getfield(s0, 2)
#>   s4: _4 = s3
#>   s5: call Base.indexed_iterate(_1, 2, _4)
#>   s6: call Core.getfield(s5, 1)
#>   s7: b = s6
#>   s8: call +(a, b, c)
#>   s9: return s8

f(::Int, _) = 1
#> (1 typed, where ) f(#unused#_1, #unused#_2)
#>   s0: return 1

@inline f(x) = x
#> inline f(x)
#>   s0: return x

function g end
#> function g

# errors stop this definition only
f(x, x) = 1
#> test.jl:2:1: the argument name `x` is not unique

f(x, y = 1, z) = 1
#> test.jl:1:1: the argument `z` without a default follows one with a default

f(x...; ) = x
#> f(x...)
#>   s0: return x

h() = 1
#> h()
#>   s0: return 1
