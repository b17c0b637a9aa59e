function f(A, i)
    A[i] = 1
    A[end] += 2
    A[g(i), end] *= 3
    A.x = A.y = 4
end
#> f(A, i)
#>   s0: call Base.setindex!(A, 1, i)
#>   s1: call Base.lastindex(A)
#>   s2: call Base.getindex(A, s1)
#>   s3: call +(s2, 2)
#>   s4: call Base.setindex!(A, s3, s1)
#>   s5: call g(i)
#>   s6: call Base.lastindex(A, 2)
#>   s7: call Base.getindex(A, s5, s6)
#>   s8: call *(s7, 3)
#>   s9: call Base.setindex!(A, s8, s5, s6)
#>   s10: call Base.setproperty!(A, :y, 4)
#>   s11: call Base.setproperty!(A, :x, 4)
#>   s12: return 4

f(A) = (A[begin], A[1, end], A[i..., end], h(A)[end])
#> f(A)
#>   s0: call Base.firstindex(A)
#>   s1: call Base.getindex(A, s0)
#>   s2: call Base.lastindex(A, 2)
#>   s3: call Base.getindex(A, 1, s2)
#>   s4: call Core.tuple(A)
#>   s5: call Base.length(i)
#>   s6: call Base.+(1, s5)
#>   s7: call Base.lastindex(A, s6)
#>   s8: call Core.tuple(s7)
#>   s9: call Core._apply_iterate(Base.iterate, Base.getindex, s4, i, s8)
#>   s10: call h(A)
#>   s11: call Base.lastindex(s10)
#>   s12: call Base.getindex(s10, s11)
#>   s13: call Core.tuple(s1, s3, s9, s12)
#>   s14: return s13

function f(v)
    a, b = v
    a, b = b, a
    c, rest... = v
    (d, (e, _)) = v
    a
end
#> f(v)
#>   s0: call Base.indexed_iterate(v, 1)
#>   s1: call Core.getfield(s0, 1)
#>   s2: a = s1
#>   s3: call Core.getfield(s0, 2)
#>   s4: _3 = s3
#>   s5: call Base.indexed_iterate(v, 2, _3)
#>   s6: call Core.getfield(s5, 1)
#>   s7: b = s6
#>   s8: b
#>   s9: a
#>   s10: a = s8
#>   s11: b = s9
#>   s12: call Base.indexed_iterate(v, 1)
#>   s13: call Core.getfield(s12, 1)
#>   s14: c = s13
#>   s15: call Core.getfield(s12, 2)
#>   s16: _6 = s15
#>   s17: call Base.rest(v, _6)
#>   s18: rest = s17
#>   s19: call Base.indexed_iterate(v, 1)
#>   s20: call Core.getfield(s19, 1)
#>   s21: d = s20
#>   s22: call Core.getfield(s19, 2)
#>   s23: _9 = s22
#>   s24: call Base.indexed_iterate(v, 2, _9)
#>   s25: call Core.getfield(s24, 1)
#>   s26: call Base.indexed_iterate(s25, 1)
#>   s27: call Core.getfield(s26, 1)
#>   s28: e = s27
#>   s29: call Core.getfield(s26, 2)
#>   s30: _11 = s29
#>   s31: call Base.indexed_iterate(s25, 2, _11)
#>   s32: call Core.getfield(s31, 1)
#>   s33: return a

function f(x)
    local y::Float64 = x
    y = 3
    y
end
#> f(x)
#>   s0: call Base.convert(Float64, x)
#>   s1: call Core.typeassert(s0, Float64)
#>   s2: y = s1
#>   s3: call Base.convert(Float64, 3)
#>   s4: call Core.typeassert(s3, Float64)
#>   s5: y = s4
#>   s6: return y

function f(x)
    global counter
    counter = x
    a = b = x + 1
end
#> f(x)
#>   s0: $globalset(:counter, x)
#>   s1: call +(x, 1)
#>   s2: b = s1
#>   s3: a = s1
#>   s4: return s1

function f(a)
    a.b.c += 1
    h(a)[1] -= 1
end
#> f(a)
#>   s0: call Base.getproperty(a, :b)
#>   s1: call Base.getproperty(a, :b)
#>   s2: call Base.getproperty(s1, :c)
#>   s3: call +(s2, 1)
#>   s4: call Base.setproperty!(s0, :c, s3)
#>   s5: call h(a)
#>   s6: call Base.getindex(s5, 1)
#>   s7: call -(s6, 1)
#>   s8: call Base.setindex!(s5, s7, 1)
#>   s9: return s7

f(x) = (x::Int = 3)
#> f(x)
#>   s0: call Base.convert(Int, 3)
#>   s1: call Core.typeassert(s0, Int)
#>   s2: x = s1
#>   s3: return 3

f(x) = (; a, b) = x
#> f(x)
#>   s0: call Base.getproperty(x, :a)
#>   s1: a = s0
#>   s2: call Base.getproperty(x, :b)
#>   s3: b = s2
#>   s4: return x
