function f(v)
    for x in v
        x == 0 && continue
        x == 1 && break
        g(x)
    end
end
#> f(v)
#>   s0: call Base.iterate(v)
#>   s1: _2 = s0
#>   s2: call Core.===(_2, nothing)
#>   s3: call Base.not_int(s2)
#>   s4: gotoifnot s3 s22
#>   s5: _2
#>   s6: call Core.getfield(s5, 1)
#>   s7: x = s6
#>   s8: call Core.getfield(s5, 2)
#>   s9: call ==(x, 0)
#>   s10: gotoifnot s9 s12
#>   s11: goto s16
#>   s12: call ==(x, 1)
#>   s13: gotoifnot s12 s15
#>   s14: goto s22
#>   s15: call g(x)
#>   s16: call Base.iterate(v, s8)
#>   s17: _2 = s16
#>   s18: call Core.===(_2, nothing)
#>   s19: call Base.not_int(s18)
#>   s20: gotoifnot s19 s22
#>   s21: goto s5
#>   s22: return nothing

function f()
    for i = 1:2, j in 3:4
        g(i, j)
    end
end
#> f()
#>   s0: call :(1, 2)
#>   s1: call Base.iterate(s0)
#>   s2: _1 = s1
#>   s3: call Core.===(_1, nothing)
#>   s4: call Base.not_int(s3)
#>   s5: gotoifnot s4 s35
#>   s6: _1
#>   s7: call Core.getfield(s6, 1)
#>   s8: i_2 = s7
#>   s9: call Core.getfield(s6, 2)
#>   s10: call :(3, 4)
#>   s11: call Base.iterate(s10)
#>   s12: _3 = s11
#>   s13: call Core.===(_3, nothing)
#>   s14: call Base.not_int(s13)
#>   s15: gotoifnot s14 s29
#>   s16: i_2
#>   s17: i_4 = s16
#>   s18: _3
#>   s19: call Core.getfield(s18, 1)
#>   s20: j = s19
#>   s21: call Core.getfield(s18, 2)
#>   s22: call g(i_4, j)
#>   s23: call Base.iterate(s10, s21)
#>   s24: _3 = s23
#>   s25: call Core.===(_3, nothing)
#>   s26: call Base.not_int(s25)
#>   s27: gotoifnot s26 s29
#>   s28: goto s16
#>   s29: call Base.iterate(s0, s9)
#>   s30: _1 = s29
#>   s31: call Core.===(_1, nothing)
#>   s32: call Base.not_int(s31)
#>   s33: gotoifnot s32 s35
#>   s34: goto s6
#>   s35: return nothing

function f(i)
    for outer i in 1:3
    end
    i
end
#> f(i)
#>   s0: call :(1, 3)
#>   s1: call Base.iterate(s0)
#>   s2: _2 = s1
#>   s3: call Core.===(_2, nothing)
#>   s4: call Base.not_int(s3)
#>   s5: gotoifnot s4 s16
#>   s6: _2
#>   s7: call Core.getfield(s6, 1)
#>   s8: i = s7
#>   s9: call Core.getfield(s6, 2)
#>   s10: call Base.iterate(s0, s9)
#>   s11: _2 = s10
#>   s12: call Core.===(_2, nothing)
#>   s13: call Base.not_int(s12)
#>   s14: gotoifnot s13 s16
#>   s15: goto s6
#>   s16: return i

function f(n)
    while n > 0
        n -= 1
        n == 5 && break
    end
    n
end
#> f(n)
#>   s0: call >(n, 0)
#>   s1: gotoifnot s0 s8
#>   s2: call -(n, 1)
#>   s3: n = s2
#>   s4: call ==(n, 5)
#>   s5: gotoifnot s4 s7
#>   s6: goto s8
#>   s7: goto s0
#>   s8: return n

f(v) = [x + 1 for x in v]
#> closure #1#2
#> [#1#2] #1(x)
#>   s0: call +(x, 1)
#>   s1: return s0
#> f(v)
#>   s0: new #1#2()
#>   s1: #1 = s0
#>   s2: call Base.Generator(#1, v)
#>   s3: call Base.collect(s2)
#>   s4: return s3

f(v) = [x * y for x in v, y in v if x > y]
#> closure #1#3
#> [#1#3] #1(_1)
#>   s0: call Base.indexed_iterate(_1, 1)
#>   s1: call Core.getfield(s0, 1)
#>   s2: x = s1
#>   s3: call Core.getfield(s0, 2)
#>   s4: _3 = s3
#>   s5: call Base.indexed_iterate(_1, 2, _3)
#>   s6: call Core.getfield(s5, 1)
#>   s7: y = s6
#>   s8: call *(x, y)
#>   s9: return s8
#> closure #2#4
#> [#2#4] #2(_1)
#>   s0: call Base.indexed_iterate(_1, 1)
#>   s1: call Core.getfield(s0, 1)
#>   s2: x = s1
#>   s3: call Core.getfield(s0, 2)
#>   s4: _3 = s3
#>   s5: call Base.indexed_iterate(_1, 2, _3)
#>   s6: call Core.getfield(s5, 1)
#>   s7: y = s6
#>   s8: call >(x, y)
#>   s9: return s8
#> f(v)
#>   s0: new #1#3()
#>   s1: #1 = s0
#>   s2: #1
#>   s3: new #2#4()
#>   s4: #2 = s3
#>   s5: call Base.product(v, v)
#>   s6: call Base.Filter(#2, s5)
#>   s7: call Base.Generator(s2, s6)
#>   s8: call Base.collect(s7)
#>   s9: return s8

f(v) = sum(x for x in v for y in x)
#> closure #1#3
#> closure #2#4 x
#> [#2#4] #2(y)
#>   s0: call Core.getfield(#self#, :x)
#>   s1: x = s0
#>   s2: return x
#> [#1#3] #1(x)
#>   s0: new #2#4(x)
#>   s1: #2 = s0
#>   s2: call Base.Generator(#2, x)
#>   s3: return s2
#> f(v)
#>   s0: new #1#3()
#>   s1: #1 = s0
#>   s2: call Base.Generator(#1, v)
#>   s3: call Base.Flatten(s2)
#>   s4: call sum(s3)
#>   s5: return s4

f(v) = (g(x) for x in v)
#> f(v)
#>   s0: call Base.Generator(g, v)
#>   s1: return s0

f(v) = Int[i for i in v]
#> f(v)
#>   s0: call Base.IteratorSize(v)
#>   s1: call Core.isa(s0, Base.SizeUnknown)
#>   s2: gotoifnot s1 s7
#>   s3: call Core.apply_type(Core.Array, Int, 1)
#>   s4: call s3(Core.undef, 0)
#>   s5: _2 = s4
#>   s6: goto s9
#>   s7: call Base._array_for(Int, v, s0)
#>   s8: _2 = s7
#>   s9: call Base.LinearIndices(_2)
#>   s10: call Base.first(s9)
#>   s11: _3 = s10
#>   s12: call Base.iterate(v)
#>   s13: _4 = s12
#>   s14: call Core.===(_4, nothing)
#>   s15: call Base.not_int(s14)
#>   s16: gotoifnot s15 s34
#>   s17: _4
#>   s18: call Core.getfield(s17, 1)
#>   s19: i = s18
#>   s20: call Core.getfield(s17, 2)
#>   s21: i
#>   s22:! gotoifnot s1 s25
#>   s23:! call Base.push!(_2, s21)
#>   s24:! goto s26
#>   s25:! call Base.setindex!(_2, s21, _3)
#>   s26: call Base.add_int(_3, 1)
#>   s27: _3 = s26
#>   s28: call Base.iterate(v, s20)
#>   s29: _4 = s28
#>   s30: call Core.===(_4, nothing)
#>   s31: call Base.not_int(s30)
#>   s32: gotoifnot s31 s34
#>   s33: goto s17
#>   s34: return _2

f() = break
#> test.jl:1:7: `break` or `continue` outside a loop

function f()
    for outer nope in 1:3
    end
end
#> test.jl:2:5: no outer local variable `nope` for `for outer`
