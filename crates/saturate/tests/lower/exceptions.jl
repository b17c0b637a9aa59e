function f(x)
    try
        g(x)
    catch e
        h(e)
    end
end
#> f(x)
#>   s0: enter s4
#>   s1: call g(x)
#>   s2: leave 1
#>   s3: return s1
#>   s4: leave 1
#>   s5: $the_exception()
#>   s6: e = s5
#>   s7: call h(e)
#>   s8: pop_exception s0
#>   s9: return s7

function f(x)
    y = try
        g(x)
    catch
        0
    end
    y
end
#> f(x)
#>   s0: enter s5
#>   s1: call g(x)
#>   s2: _2 = s1
#>   s3: leave 1
#>   s4: goto s8
#>   s5: leave 1
#>   s6: _2 = 0
#>   s7: pop_exception s0
#>   s8: y = _2
#>   s9: return y

function f(x)
    try
        return g(x)
    finally
        h(x)
    end
end
#> f(x)
#>   s0: enter s7
#>   s1: _2 = -1
#>   s2: call g(x)
#>   s3: _3 = s2
#>   s4: _2 = 1
#>   s5: leave 1
#>   s6: goto s9
#>   s7: leave 1
#>   s8: _2 = 2
#>   s9: call h(x)
#>   s10: call Core.===(_2, 2)
#>   s11: gotoifnot s10 s13
#>   s12: call Base.rethrow()
#>   s13: return _3

function f(v)
    for x in v
        try
            x && break
        finally
            h(x)
        end
    end
end
#> f(v)
#>   s0: call Base.iterate(v)
#>   s1: _2 = s0
#>   s2: call Core.===(_2, nothing)
#>   s3: call Base.not_int(s2)
#>   s4: gotoifnot s3 s32
#>   s5: _2
#>   s6: call Core.getfield(s5, 1)
#>   s7: x = s6
#>   s8: call Core.getfield(s5, 2)
#>   s9: enter s17
#>   s10: _4 = -1
#>   s11: gotoifnot x s15
#>   s12: _4 = 1
#>   s13: leave 1
#>   s14: goto s19
#>   s15: leave 1
#>   s16: goto s19
#>   s17: leave 1
#>   s18: _4 = 2
#>   s19: call h(x)
#>   s20: call Core.===(_4, 2)
#>   s21: gotoifnot s20 s23
#>   s22: call Base.rethrow()
#>   s23: call Core.===(_4, 1)
#>   s24: gotoifnot s23 s26
#>   s25: goto s32
#>   s26: call Base.iterate(v, s8)
#>   s27: _2 = s26
#>   s28: call Core.===(_2, nothing)
#>   s29: call Base.not_int(s28)
#>   s30: gotoifnot s29 s32
#>   s31: goto s5
#>   s32: return nothing

function f(x)
    try
        x && @goto out
        g(x)
    catch
        return 1
    end
    @label out
    2
end
#> f(x)
#>   s0: enter s7
#>   s1: gotoifnot x s4
#>   s2: leave 1
#>   s3: goto s10
#>   s4: call g(x)
#>   s5: leave 1
#>   s6: goto s10
#>   s7: leave 1
#>   s8: pop_exception s0
#>   s9: return 1
#>   s10: return 2
