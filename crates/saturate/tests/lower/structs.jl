struct P
    x
end
#> struct P x, at least 1
#> P(x)
#>   s0: new P(x)
#>   s1: return s0

struct P{T <: Real} <: S
    x::T
    "documented"
    y::Int
end
#> struct P {T} x y, at least 2
#> [Type] (0 typed, where T) P(x, y)
#>   s0: call Core.apply_type(P, $T)
#>   s1: call Base.convert($T, x)
#>   s2: call Core.fieldtype(s0, 2)
#>   s3: call Base.convert(s2, y)
#>   s4: new s0(s1, s3)
#>   s5: return s4
#> (2 typed, where T) P(x, y)
#>   s0: call Core.apply_type(P, $T)
#>   s1: call s0(x, y)
#>   s2: return s1

mutable struct P
    x::Int
    next::P
    P(x) = (p = new(x); p.next = p; p)
end
#> mutable struct P x next, at least 1
#> P(x)
#>   s0: call Core.fieldtype(P, 1)
#>   s1: call Base.convert(s0, x)
#>   s2: new P(s1)
#>   s3: p = s2
#>   s4: call Base.setproperty!(p, :next, p)
#>   s5: return p

struct P{T}
    x::T
    P{T}(x) where {T} = new(x + 1)
    P(x::T) where {T} = new{T}(x)
end
#> struct P {T} x, at least 1
#> [Type] (0 typed, where T) P(x)
#>   s0: call Core.apply_type(P, $T)
#>   s1: call +(x, 1)
#>   s2: call Base.convert($T, s1)
#>   s3: new s0(s2)
#>   s4: return s3
#> (1 typed, where T) P(x)
#>   s0: call Core.apply_type(P, $T)
#>   s1: call Base.convert($T, x)
#>   s2: new s0(s1)
#>   s3: return s2

struct P{T}
    x::T
    P(x) = new(x)
end
#> struct P {T} x, at least 1
#> test.jl:3:12: `new` needs as many type parameters as the type has

abstract type A{T} <: B end
#> abstract A

primitive type I24 <: Integer 24 end
#> primitive I24
