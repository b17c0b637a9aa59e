# a copy of a variable that is set once
f(x) = y -> x + y
#> closure #1#2 x
#> [#1#2] #1(y)
#>   s0: call Core.getfield(#self#, :x)
#>   s1: call +(s0, y)
#>   s2: return s1
#> f(x)
#>   s0: new #1#2(x)
#>   s1: #1 = s0
#>   s2: return #1

# a box for one that is assigned again
function f()
    n = 0
    inc() = (n += 1)
    inc()
    n
end
#> closure #inc#1 n::Box
#> [#inc#1] inc()
#>   s0: call Core.getfield(#self#, :n)
#>   s1: call Core.isdefined(s0, :contents)
#>   s2: gotoifnot s1 s4
#>   s3: goto s5
#>   s4: n
#>   s5: call Core.getfield(s0, :contents)
#>   s6: call +(s5, 1)
#>   s7: call Core.getfield(#self#, :n)
#>   s8: call Core.setfield!(s7, :contents, s6)
#>   s9: return s6
#> f()
#>   s0: call Core.Box()
#>   s1: n_1 = s0
#>   s2: call Core.setfield!(n_1, :contents, 0)
#>   s3: n_1
#>   s4: new #inc#1(s3)
#>   s5: inc = s4
#>   s6: call inc()
#>   s7: call Core.isdefined(n_1, :contents)
#>   s8: gotoifnot s7 s10
#>   s9: goto s11
#>   s10: n_3
#>   s11: call Core.getfield(n_1, :contents)
#>   s12: return s11

# a box for an argument that is assigned again
function f(x)
    x = x + 1
    () -> x
end
#> closure #1#2 x::Box
#> [#1#2] #1()
#>   s0: call Core.getfield(#self#, :x)
#>   s1: call Core.isdefined(s0, :contents)
#>   s2: gotoifnot s1 s4
#>   s3: goto s5
#>   s4: x
#>   s5: call Core.getfield(s0, :contents)
#>   s6: return s5
#> f(x_1)
#>   s0: call Core.Box(x_1)
#>   s1: x_1 = s0
#>   s2: call Core.isdefined(x_1, :contents)
#>   s3: gotoifnot s2 s5
#>   s4: goto s6
#>   s5: x_2
#>   s6: call Core.getfield(x_1, :contents)
#>   s7: call +(s6, 1)
#>   s8: call Core.setfield!(x_1, :contents, s7)
#>   s9: x_1
#>   s10: new #1#2(s9)
#>   s11: #1 = s10
#>   s12: return #1

# a box for one that may be undefined
function f(c)
    if c
        x = 1
    end
    () -> x
end
#> closure #1#2 x::Box
#> [#1#2] #1()
#>   s0: call Core.getfield(#self#, :x)
#>   s1: call Core.isdefined(s0, :contents)
#>   s2: gotoifnot s1 s4
#>   s3: goto s5
#>   s4: x
#>   s5: call Core.getfield(s0, :contents)
#>   s6: return s5
#> f(c)
#>   s0: call Core.Box()
#>   s1: x = s0
#>   s2: gotoifnot c s4
#>   s3: call Core.setfield!(x, :contents, 1)
#>   s4: x
#>   s5: new #1#2(s4)
#>   s6: #1 = s5
#>   s7: return #1

function f(n)
    fact(k) = k <= 1 ? 1 : k * fact(k - 1)
    fact(n)
end
#> closure #fact#1 fact::Box
#> [#fact#1] fact(k)
#>   s0: call <=(k, 1)
#>   s1: gotoifnot s0 s3
#>   s2: return 1
#>   s3: call Core.getfield(#self#, :fact)
#>   s4: call Core.isdefined(s3, :contents)
#>   s5: gotoifnot s4 s7
#>   s6: goto s8
#>   s7: fact
#>   s8: call Core.getfield(s3, :contents)
#>   s9: call -(k, 1)
#>   s10: call s8(s9)
#>   s11: call *(k, s10)
#>   s12: return s11
#> f(n)
#>   s0: call Core.Box()
#>   s1: fact_2 = s0
#>   s2: fact_2
#>   s3: new #fact#1(s2)
#>   s4: call Core.setfield!(fact_2, :contents, s3)
#>   s5: call Core.isdefined(fact_2, :contents)
#>   s6: gotoifnot s5 s8
#>   s7: goto s9
#>   s8: fact_3
#>   s9: call Core.getfield(fact_2, :contents)
#>   s10: call s9(n)
#>   s11: return s10

# static parameters become parameters of the closure's type
f(x::T) where {T} = y -> convert(T, y)
#> closure #1#2 {T}
#> [#1#2] (0 typed, where T) #1(y)
#>   s0: call convert($T, y)
#>   s1: return s0
#> (1 typed, where T) f(x)
#>   s0: call Core.apply_type(#1#2, $T)
#>   s1: new s0()
#>   s2: #1 = s1
#>   s3: return #1

# a fresh box in every iteration
function f(v)
    for x in v
        push!(fs, () -> (x += 1))
    end
end
#> closure #1#2 x::Box
#> [#1#2] #1()
#>   s0: call Core.getfield(#self#, :x)
#>   s1: call Core.isdefined(s0, :contents)
#>   s2: gotoifnot s1 s4
#>   s3: goto s5
#>   s4: x
#>   s5: call Core.getfield(s0, :contents)
#>   s6: call +(s5, 1)
#>   s7: call Core.getfield(#self#, :x)
#>   s8: call Core.setfield!(s7, :contents, s6)
#>   s9: return s6
#> f(v)
#>   s0: call Base.iterate(v)
#>   s1: _2 = s0
#>   s2: call Core.===(_2, nothing)
#>   s3: call Base.not_int(s2)
#>   s4: gotoifnot s3 s21
#>   s5: call Core.Box()
#>   s6: x = s5
#>   s7: _2
#>   s8: call Core.getfield(s7, 1)
#>   s9: call Core.setfield!(x, :contents, s8)
#>   s10: call Core.getfield(s7, 2)
#>   s11: x
#>   s12: new #1#2(s11)
#>   s13: #1 = s12
#>   s14: call push!(fs, #1)
#>   s15: call Base.iterate(v, s10)
#>   s16: _2 = s15
#>   s17: call Core.===(_2, nothing)
#>   s18: call Base.not_int(s17)
#>   s19: gotoifnot s18 s21
#>   s20: goto s5
#>   s21: return nothing

# keywords of a local function
function f(n)
    g(a; k = n) = a + k
    g(1)
end
#> closure #g#1#2
#> closure #g#3 #g#1 n
#> [#g#1#2] (1 typed, where ) #g#1(k, #self#, a)
#>   s0: call +(a, k)
#>   s1: return s0
#> [#g#3] g(a)
#>   s0: call Core.getfield(#self#, :#g#1)
#>   s1: call Core.getfield(#self#, :n)
#>   s2: call s0(s1, #self#, a)
#>   s3: return s2
#> [#g#3] sorter (1 typed, where ) g(_1, #self#, a)
#>   s0: call Base.haskey(_1, :k)
#>   s1: gotoifnot s0 s5
#>   s2: call Base.getindex(_1, :k)
#>   s3: _4 = s2
#>   s4: goto s7
#>   s5: call Core.getfield(#self#, :n)
#>   s6: _4 = s5
#>   s7: k = _4
#>   s8: call Core.tuple(:k)
#>   s9: call Core.apply_type(Core.NamedTuple, s8)
#>   s10: call Base.structdiff(_1, s9)
#>   s11: call Base.pairs(s10)
#>   s12: call Base.isempty(s11)
#>   s13: gotoifnot s12 s15
#>   s14: goto s16
#>   s15: call Base.kwerr(_1, #self#, a)
#>   s16: call Core.getfield(#self#, :#g#1)
#>   s17: call s16(k, #self#, a)
#>   s18: return s17
#> f(n)
#>   s0: new #g#1#2()
#>   s1: #g#1 = s0
#>   s2: #g#1
#>   s3: new #g#3(s2, n)
#>   s4: g = s3
#>   s5: call g(1)
#>   s6: return s5

# a variable with a declared type, captured
function f(x::T) where {T}
    y::T = x
    () -> (y = 1)
end
#> closure #1#2 {T} y::Box
#> [#1#2] (0 typed, where T) #1()
#>   s0: call Core.getfield(#self#, :y)
#>   s1: call Base.convert($T, 1)
#>   s2: call Core.typeassert(s1, $T)
#>   s3: call Core.setfield!(s0, :contents, s2)
#>   s4: return 1
#> (1 typed, where T) f(x)
#>   s0: call Core.Box()
#>   s1: y = s0
#>   s2: call Base.convert($T, x)
#>   s3: call Core.typeassert(s2, $T)
#>   s4: call Core.setfield!(y, :contents, s3)
#>   s5: call Core.apply_type(#1#2, $T)
#>   s6: y
#>   s7: new s5(s6)
#>   s8: #1 = s7
#>   s9: return #1

# a global method inside a function is an error in Julia, too
function f()
    global g() = 1
end
#> test.jl:3:12: a method of a global function defined inside a function
