f(x) = @inbounds x[1] + 1
#> f(x)
#>   s0:! call Base.getindex(x, 1)
#>   s1:! call +(s0, 1)
#>   s2: return s1

function f(x)
    @boundscheck checkbounds(x, 1)
    @inbounds x[1] = 2
end
#> f(x)
#>   s0: $boundscheck()
#>   s1: gotoifnot s0 s3
#>   s2: call checkbounds(x, 1)
#>   s3:! call Base.setindex!(x, 2, 1)
#>   s4: return 2

f(x) = @assert x > 0
#> f(x)
#>   s0: call >(x, 0)
#>   s1: gotoifnot s0 s3
#>   s2: return nothing
#>   s3: call Core.AssertionError("x > 0")
#>   s4: call Core.throw(s3)
#>   s5: return s4

f(x) = @assert x > 0 "positive"
#> f(x)
#>   s0: call >(x, 0)
#>   s1: gotoifnot s0 s3
#>   s2: return nothing
#>   s3: call Core.AssertionError("positive")
#>   s4: call Core.throw(s3)
#>   s5: return s4

f(x) = @show x + 1
#> f(x)
#>   s0: call +(x, 1)
#>   s1: call Base.repr(s0)
#>   s2: call Base.println("x + 1 = ", s1)
#>   s3: return s0

@views f(A) = A[1:end] + A[1][2:3]
#> f(A)
#>   s0: call Base.lastindex(A)
#>   s1: call :(1, s0)
#>   s2: call Base.maybeview(A, s1)
#>   s3: call Base.maybeview(A, 1)
#>   s4: call :(2, 3)
#>   s5: call Base.maybeview(s3, s4)
#>   s6: call +(s2, s5)
#>   s7: return s6

f(A) = @view A[1, :]
#> f(A)
#>   s0: call Base.view(A, 1, :)
#>   s1: return s0

function f(v)
    s = 0
    @simd for x in v
        s += x
    end
    s
end
#> f(v)
#>   s0: s = 0
#>   s1: _3 = v
#>   s2: call Base.simd_outer_range(_3)
#>   s3: call Base.iterate(s2)
#>   s4: _4 = s3
#>   s5: call Core.===(_4, nothing)
#>   s6: call Base.not_int(s5)
#>   s7: gotoifnot s6 s34
#>   s8: _4
#>   s9: call Core.getfield(s8, 1)
#>   s10: _5 = s9
#>   s11: call Core.getfield(s8, 2)
#>   s12: call Base.simd_inner_length(_3, _5)
#>   s13: _6 = s12
#>   s14: call Base.zero(_6)
#>   s15: call Base.<(s14, _6)
#>   s16: gotoifnot s15 s28
#>   s17: call Base.zero(_6)
#>   s18: _7 = s17
#>   s19: call Base.<(_7, _6)
#>   s20: gotoifnot s19 s28
#>   s21: call Base.simd_index(_3, _5, _7)
#>   s22: x = s21
#>   s23: call +(s, x)
#>   s24: s = s23
#>   s25: call Base.+(_7, 1)
#>   s26: _7 = s25
#>   s27: goto s19
#>   s28: call Base.iterate(s2, s11)
#>   s29: _4 = s28
#>   s30: call Core.===(_4, nothing)
#>   s31: call Base.not_int(s30)
#>   s32: gotoifnot s31 s34
#>   s33: goto s8
#>   s34: return s

f(x) = @isdefined x
#> f(x)
#>   s0: $isdefined(x)
#>   s1: return s0

f(x) = GC.@preserve x pointer(x)
#> f(x)
#>   s0: $gc_preserve_begin(x)
#>   s1: call pointer(x)
#>   s2: $gc_preserve_end(s0)
#>   s3: return s1

f() = r"a+"
#> f()
#>   s0: $literal(:r_str, "a+")
#>   s1: return s0

f(x) = @nope x
#> test.jl:1:8: the macro `@nope` is not supported

@generated f(x) = x
#> test.jl:1:1: the macro `@generated` is not supported
