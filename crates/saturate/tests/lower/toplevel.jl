x = 1 + 2
#> x = toplevel()
#>   s0: call +(1, 2)
#>   s1: return s0

const c = 3
#> const c = toplevel()
#>   s0: return 3

const a, b = 1, 2
#> toplevel()
#>   s0: $const(:a)
#>   s1: $const(:b)
#>   s2: $globalset(:a, 1)
#>   s3: $globalset(:b, 2)
#>   s4: call Core.tuple(1, 2)
#>   s5: return s4

V{T} = Vector{T}
#> const V = toplevel()
#>   s0: call Core.TypeVar(:T)
#>   s1: T = s0
#>   s2: call Core.apply_type(Vector, T)
#>   s3: call Core.UnionAll(T, s2)
#>   s4: return s3

println("hi")
#> toplevel()
#>   s0: call println("hi")
#>   s1: return s0

for i in 1:2
    s = i
end
#> toplevel()
#>   s0: call :(1, 2)
#>   s1: call Base.iterate(s0)
#>   s2: _1 = s1
#>   s3: call Core.===(_1, nothing)
#>   s4: call Base.not_int(s3)
#>   s5: gotoifnot s4 s17
#>   s6: _1
#>   s7: call Core.getfield(s6, 1)
#>   s8: i = s7
#>   s9: call Core.getfield(s6, 2)
#>   s10: s = i
#>   s11: call Base.iterate(s0, s9)
#>   s12: _1 = s11
#>   s13: call Core.===(_1, nothing)
#>   s14: call Base.not_int(s13)
#>   s15: gotoifnot s14 s17
#>   s16: goto s6
#>   s17: return nothing

module M
export f
using LinearAlgebra: dot
import Base.show
"docs"
f() = 1
end
#> module M
#> export [:f]
#> using Some([:LinearAlgebra]) [[:dot]]
#> import None [[:Base, :show]]
#> f()
#>   s0: return 1
#> end

if VERSION > v"1.6"
    f() = 1
else
    f() = 2
end
#> if toplevel()
#>   s0: $literal(:v_str, "1.6")
#>   s1: call >(VERSION, s0)
#>   s2: return s1
#> f()
#>   s0: return 1
#> else
#> f()
#>   s0: return 2
#> end

@rules trig begin
    sin(~x)^2 + cos(~x)^2 --> 1
end
#> rules trig

@saturate trig f(::Float64)
#> entry

@stub pure sin(x::Float64)::Float64
#> stub of 1 arguments

macro m(x)
    x
end
#> macro @m

let t = 1
    global g() = t
end
#> test.jl:2:12: a global method that captures the local variable `t` is not supported

@stub pure
#> test.jl:1:1: `@stub` needs a signature, such as `f(x::T)::R`
