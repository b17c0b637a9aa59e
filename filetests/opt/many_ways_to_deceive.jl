# Programs written against the optimiser: memory that is reached in a roundabout way, with rules that would love to look away.
# The values are those of the original functions, whatever is chosen.
using LinearAlgebra
mutable struct Tray; v::Vector{Int64}; end
mutable struct Link; next::Any; v::Vector{Int64}; end
struct Two; a::Vector{Int64}; b::Vector{Int64}; end
struct Wrap{T}; inner::T; end
at(v::Vector{Int64}, i::Int64) = v[i]
both(v) = (v, copy(v))
same_twice(v) = (w = copy(v); (w, w))
boxed(v) = Wrap(Ref(copy(v)))
unbox(w) = w.inner[]
pass(f, v) = f(v)
poke(v) = (v[1] += 10; v)
flip(v) = transpose(copy(v))
window(v) = view(v, 1:2)
hide(v::Vector{Int64}) = copy(v)
log!(v::Vector{Int64}) = (println("log ", v[1]); copy(v))

@rules eager begin
    @effects hide unknown
    copy(~v::Vector{Int64}) --> ~v
    copy(copy(~v::Vector{Int64})) --> copy(~v)
    sum(copy(~v::Vector{Int64})) --> sum(~v)
    getindex(copy(~v::Vector{Int64}), ~i::Int64) --> getindex(~v, ~i)
    at(~v::Vector{Int64}, ~i::Int64) == getindex(~v, ~i)
    ~a::Int64 - ~a --> 0
    ~a::Int64 + ~b::Int64 == ~b + ~a
    getindex(Ref(~x)) --> ~x
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    getproperty(Two(~a, ~b), :a) --> ~a
    getproperty(Two(~a, ~b), :b) --> ~b
    getproperty(Wrap(~x), :inner) --> ~x
    getindex(tuple(~a, ~b), 1) --> ~a
    getindex(tuple(~a, ~b), 2) --> ~b
    getindex(vect(~a, ~b), 1) --> ~a
    getindex(vect(~a, ~b), 2) --> ~b
    both(~v)[1] --> ~v
    transpose(transpose(~v::Vector{Int64})) --> ~v
    parent(transpose(~v::Vector{Int64})) --> ~v
    sum(transpose(~v::Vector{Int64})) --> sum(~v)
    flip(~v::Vector{Int64}) == transpose(copy(~v))
    reverse(reverse(~v::Vector{Int64})) --> ~v
    @relaxed hide(~v::Vector{Int64}) --> copy(~v)
    @relaxed sum(hide(~v::Vector{Int64})) --> sum(~v)
    @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    materialize(broadcasted(+, ~v::Vector{Int64}, 0)) --> ~v
    @cost at 5
    @cost copy 5
    @cost both 20
end

# A view of a copy, the copy written through it, and a view of the original.
function h1(x::Vector{Int64})
    c = copy(x); w = view(c, 1:2); w[1] = 9; u = view(x, 1:2); return w[1], u[1], c[1] - x[1]
end
# Both sides of a tuple are one array.
function h2(x::Vector{Int64})
    t = same_twice(x); t[1][1] = 5; return t[2][1], t[1] === t[2], x[1]
end
# A tuple of an array and its copy; the copy is written, then the original.
function h3(x::Vector{Int64})
    t = both(x); t[2][1] = 5; a = t[1][1]; t[1][1] = 6; return a, t[2][1], x[1], sum(copy(x))
end
# A copy in a reference in a wrapper.
function h4(x::Vector{Int64})
    p = boxed(x); q = boxed(x); unbox(p)[1] = 4; q.inner[] = [8, 8]; return unbox(q)[1], unbox(p)[1], x[1]
end
# A field is replaced while an alias of the old array is kept.
function h5(x::Vector{Int64})
    t = Tray(x); old = t.v; t.v = copy(x); t.v[1] = 3; return old[1], t.v[1], old === x, t.v === x
end
# The new array in the field is the one of a second tray.
function h6(x::Vector{Int64}, y::Vector{Int64})
    s = Tray(x); t = Tray(y); s.v = t.v; s.v[1] = 50; t.v = x; t.v[1] = 60; return x[1], y[1], s.v === y, t.v === x
end
# A loop swaps two names for arrays and writes one of them.
function h7(x::Vector{Int64})
    a = copy(x); b = copy(x); s = 0
    for i in 1:3
        a, b = b, a
        a[1] += i
        s += b[1] - a[1]
    end
    return s, a[1], b[1], a === b
end
# In a loop, the array of the turn before is read after this turn's is written.
function h8(x::Vector{Int64})
    old = x; s = 0
    for i in 1:3
        new = copy(old); new[1] += 1; s += old[1] - new[1]; old = new
    end
    return s, old[1], x[1]
end
# A closure writes a captured variable between two reads.
function h9(n::Int64)
    k = n; up() = (k += 1; k); a = k; up(); b = k; up(); return b - a, k - b
end
# A closure holds the array that the caller writes.
function h10(x::Vector{Int64})
    get() = x[1]; c = copy(x); keep() = c[1]; a = get(); x[1] += 1; c[1] += 5; return get() - a, keep() - a
end
# A function that is given to another one writes what it gets.
function h11(x::Vector{Int64})
    a = at(x, 1); pass(poke, x); b = at(x, 1); y = pass(copy, x); pass(poke, y); return b - a, at(x, 1) - b, y[1]
end
# An exception between two writes, caught: the first write has happened, the second has not.
function h12(x::Vector{Int64}, i::Int64)
    try
        x[1] = 7; s = at(x, i); x[2] = s
    catch
        return x[1], x[2], -1
    end
    return x[1], x[2], 0
end
# The same without a handler: what the caller sees.
function h13(x::Vector{Int64}, i::Int64)
    x[1] = 7; s = at(x, i); t = at(x, i); x[2] = s - t; return x[2]
end
# An exception must come after the first line and before the second.
function h14(x::Vector{Int64}, i::Int64)
    println("first"); a = at(x, i); println("second"); return a - at(x, i)
end
# Arrays of arrays: the outer copy shares the inner arrays.
function h15(x::Vector{Int64})
    n = [x, copy(x)]; m = copy(n); m[1][1] = 9; m[2] = x; return n[1][1], n[2][1], m[2] === n[1], n[2] === x
end
# An inner array is replaced; the literal's element is not what it was.
function h16(x::Vector{Int64})
    n = [copy(x), copy(x)]; a = n[1]; n[1] = n[2]; n[2][1] = 30; return a[1], n[1][1], n[2][1], n[1] === n[2]
end
# A transpose of a copy is written, a transpose of the original is not.
function h17(x::Vector{Int64})
    p = flip(x); q = flip(x); p[1, 1] = 8; return q[1, 1], parent(p)[1], parent(q)[1], x[1]
end
# Twice transposed is the array itself.
function h18(x::Vector{Int64})
    t = transpose(x); y = transpose(t); y[1] = 11; return t[1, 1], x[1], y === x
end
# A lazy broadcast runs when it is asked: after the write.
function h19(x::Vector{Int64})
    l = Base.broadcasted(+, x, 1); x[1] = 100; m = Base.materialize(l); x[1] = 200; return m[1], Base.materialize(l)[1]
end
# A dotted temporary is read before and after a write to what it came from.
function h20(x::Vector{Int64})
    y = x .+ 0; z = abs.(y); x[1] = -5; w = abs.(y); y[1] = 1; return z[1], w[1], abs.(x)[1], y[1]
end
# A hidden copy is relaxed away; the original is written before the sum.
function h21(x::Vector{Int64})
    h = hide(x); x[1] = 100; s = sum(h); g = hide(x); return s, sum(g), sum(g) - s
end
# A linked list that bites its tail.
function h22(x::Vector{Int64})
    a = Link(nothing, copy(x)); b = Link(a, a.v); a.next = b; b.v[1] = 12
    return a.v[1], a.next.next === a, x[1]
end
# Which of two arrays is written is decided late.
function h23(x::Vector{Int64}, c::Bool)
    a = copy(x); b = copy(x); w = c ? a : b; w[1] = 77; return a[1], b[1], a === w
end
# A conditional alias: the copy is one only on one path.
function h24(x::Vector{Int64}, c::Bool)
    y = c ? copy(x) : x; s = sum(y); y[1] = 40; return s - sum(y), x[1], y === x
end
# The array is written in a branch that returns early.
function h25(x::Vector{Int64}, c::Bool)
    a = x[1]
    if c
        x[1] = 6
        return a - x[1], x[1]
    end
    return a - x[1], 0
end
# A while loop whose condition reads what its body writes through an alias.
function h26(x::Vector{Int64})
    t = Tray(x); n = 0
    while x[1] < 5
        t.v[1] += 2; n += at(x, 1) - at(t.v, 1) + 1
    end
    return n, x[1]
end
# Three names for one array in a struct of two fields.
function h27(x::Vector{Int64})
    p = Two(x, x); q = Two(p.b, copy(p.a)); q.a[1] = 21; q.b[1] = 22; return p.a[1], p.b[1], q.b[1], p === Two(x, x)
end
# Reversing twice is a copy, of which one is kept and written.
function h28(x::Vector{Int64})
    r = reverse(reverse(x)); q = reverse(reverse(x)); r[1] = 2; return r[1], q[1], x[1], r === q
end
# Output between two equal calls that print themselves.
function h29(x::Vector{Int64})
    a = log!(x); x[1] = 3; b = log!(x); a[1] = 9; return sum(a), sum(b)
end
# push! makes the array longer behind an index that did not exist.
function h30(x::Vector{Int64})
    n = length(x); v = x; push!(v, 5); a = at(x, n + 1); pop!(x); return a, length(v) - n
end

#! run --entry h1 [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --entry h1 [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --extract chaos --seed 1 --entry h1 [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --strict --entry h1 [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h1 [1,2,3]
#> (9, 1, 8)
#! run --entry h2 [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --entry h2 [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h2 [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --strict --entry h2 [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h2 [1,2,3]
#> (5, true, 1)
#! run --entry h3 [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --entry h3 [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --extract chaos --seed 1 --entry h3 [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --strict --entry h3 [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h3 [1,2,3]
#> (1, 5, 6, 11)
#! run --entry h4 [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --entry h4 [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h4 [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --strict --entry h4 [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h4 [1,2,3]
#> (8, 4, 1)
#! run --entry h5 [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --entry h5 [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h5 [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --strict --entry h5 [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h5 [1,2,3]
#> (1, 3, true, false)
#! run --entry h6 [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --entry h6 [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h6 [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --strict --entry h6 [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h6 [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --entry h7 [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --entry h7 [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h7 [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --strict --entry h7 [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h7 [1,2,3]
#> (-4, 5, 3, false)
#! run --entry h8 [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --entry h8 [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h8 [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --strict --entry h8 [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h8 [1,2,3]
#> (-3, 4, 1)
#! run --entry h9 4
#> (1, 1)
#! run --opt --rules eager --entry h9 4
#> (1, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h9 4
#> (1, 1)
#! run --opt --rules eager --strict --entry h9 4
#> (1, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h9 4
#> (1, 1)
#! run --entry h10 [1,2,3]
#> (1, 5)
#! run --opt --rules eager --entry h10 [1,2,3]
#> (1, 5)
#! run --opt --rules eager --extract chaos --seed 1 --entry h10 [1,2,3]
#> (1, 5)
#! run --opt --rules eager --strict --entry h10 [1,2,3]
#> (1, 5)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h10 [1,2,3]
#> (1, 5)
#! run --entry h11 [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --entry h11 [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --extract chaos --seed 1 --entry h11 [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --strict --entry h11 [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h11 [1,2,3]
#> (10, 0, 21)
#! run --entry h12 [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --entry h12 [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h12 [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --strict --entry h12 [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h12 [1,2,3] 9
#> (7, 2, -1)
#! run --entry h12 [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --entry h12 [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry h12 [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --strict --entry h12 [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h12 [1,2,3] 3
#> (7, 3, 0)
#! run --entry h13 [1,2,3] 3
#> 0
#! run --opt --rules eager --entry h13 [1,2,3] 3
#> 0
#! run --opt --rules eager --extract chaos --seed 1 --entry h13 [1,2,3] 3
#> 0
#! run --opt --rules eager --strict --entry h13 [1,2,3] 3
#> 0
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h13 [1,2,3] 3
#> 0
#! run --entry h13 [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --entry h13 [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h13 [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --entry h14 [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --entry h14 [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --extract chaos --seed 1 --entry h14 [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --strict --entry h14 [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h14 [1,2,3] 2
#> first
#> second
#> 0
#! run --entry h14 [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --entry h14 [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h14 [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --entry h15 [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --entry h15 [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h15 [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --strict --entry h15 [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h15 [1,2,3]
#> (9, 1, true, false)
#! run --entry h16 [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --entry h16 [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h16 [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --strict --entry h16 [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h16 [1,2,3]
#> (1, 30, 30, true)
#! run --entry h17 [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --entry h17 [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h17 [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --strict --entry h17 [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h17 [1,2,3]
#> (1, 8, 1, 1)
#! run --entry h18 [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --entry h18 [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h18 [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --strict --entry h18 [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h18 [1,2,3]
#> (11, 11, true)
#! run --entry h19 [1,2,3]
#> (101, 201)
#! run --opt --rules eager --entry h19 [1,2,3]
#> (101, 201)
#! run --opt --rules eager --extract chaos --seed 1 --entry h19 [1,2,3]
#> (101, 201)
#! run --opt --rules eager --strict --entry h19 [1,2,3]
#> (101, 201)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h19 [1,2,3]
#> (101, 201)
#! run --entry h20 [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --entry h20 [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h20 [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --strict --entry h20 [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h20 [1,2,3]
#> (1, 1, 5, 1)
#! run --entry h21 [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --entry h21 [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --extract chaos --seed 1 --entry h21 [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --strict --entry h21 [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h21 [1,2,3]
#> (6, 105, 99)
#! run --entry h22 [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --entry h22 [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry h22 [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --strict --entry h22 [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h22 [1,2,3]
#> (12, true, 1)
#! run --entry h23 [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --entry h23 [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h23 [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --strict --entry h23 [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h23 [1,2,3] true
#> (77, 1, true)
#! run --entry h23 [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --entry h23 [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h23 [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --strict --entry h23 [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h23 [1,2,3] false
#> (1, 77, false)
#! run --entry h24 [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --entry h24 [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h24 [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --strict --entry h24 [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h24 [1,2,3] true
#> (-39, 1, false)
#! run --entry h24 [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --entry h24 [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h24 [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --strict --entry h24 [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h24 [1,2,3] false
#> (-39, 40, true)
#! run --entry h25 [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --entry h25 [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --extract chaos --seed 1 --entry h25 [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --strict --entry h25 [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h25 [1,2,3] true
#> (-5, 6)
#! run --entry h25 [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --entry h25 [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry h25 [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --strict --entry h25 [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h25 [1,2,3] false
#> (0, 0)
#! run --entry h26 [1,2,3]
#> (2, 5)
#! run --opt --rules eager --entry h26 [1,2,3]
#> (2, 5)
#! run --opt --rules eager --extract chaos --seed 1 --entry h26 [1,2,3]
#> (2, 5)
#! run --opt --rules eager --strict --entry h26 [1,2,3]
#> (2, 5)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h26 [1,2,3]
#> (2, 5)
#! run --entry h27 [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --entry h27 [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry h27 [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --strict --entry h27 [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h27 [1,2,3]
#> (21, 21, 22, true)
#! run --entry h28 [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --entry h28 [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry h28 [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --strict --entry h28 [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h28 [1,2,3]
#> (2, 1, 1, false)
#! run --entry h29 [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --entry h29 [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --extract chaos --seed 1 --entry h29 [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --strict --entry h29 [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h29 [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --entry h30 [1,2,3]
#> (5, 0)
#! run --opt --rules eager --entry h30 [1,2,3]
#> (5, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry h30 [1,2,3]
#> (5, 0)
#! run --opt --rules eager --strict --entry h30 [1,2,3]
#> (5, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry h30 [1,2,3]
#> (5, 0)
