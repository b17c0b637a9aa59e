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
function view_of_a_copy_is_written(x::Vector{Int64})
    c = copy(x)
    w = view(c, 1:2)
    w[1] = 9
    u = view(x, 1:2)
    return w[1], u[1], c[1] - x[1]
end

#! run --entry view_of_a_copy_is_written [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --entry view_of_a_copy_is_written [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --extract chaos --seed 1 --entry view_of_a_copy_is_written [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --strict --entry view_of_a_copy_is_written [1,2,3]
#> (9, 1, 8)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry view_of_a_copy_is_written [1,2,3]
#> (9, 1, 8)

# Both sides of a tuple are one array.
function one_array_twice_in_a_tuple(x::Vector{Int64})
    t = same_twice(x)
    t[1][1] = 5
    return t[2][1], t[1] === t[2], x[1]
end

#! run --entry one_array_twice_in_a_tuple [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --entry one_array_twice_in_a_tuple [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry one_array_twice_in_a_tuple [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --strict --entry one_array_twice_in_a_tuple [1,2,3]
#> (5, true, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry one_array_twice_in_a_tuple [1,2,3]
#> (5, true, 1)

# A tuple of an array and its copy; the copy is written, then the original.
function array_and_its_copy_in_a_tuple(x::Vector{Int64})
    t = both(x)
    t[2][1] = 5
    a = t[1][1]
    t[1][1] = 6
    return a, t[2][1], x[1], sum(copy(x))
end

#! run --entry array_and_its_copy_in_a_tuple [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --entry array_and_its_copy_in_a_tuple [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --extract chaos --seed 1 --entry array_and_its_copy_in_a_tuple [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --strict --entry array_and_its_copy_in_a_tuple [1,2,3]
#> (1, 5, 6, 11)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry array_and_its_copy_in_a_tuple [1,2,3]
#> (1, 5, 6, 11)

# A copy in a reference in a wrapper.
function copy_in_a_reference_in_a_wrapper(x::Vector{Int64})
    p = boxed(x)
    q = boxed(x)
    unbox(p)[1] = 4
    q.inner[] = [8, 8]
    return unbox(q)[1], unbox(p)[1], x[1]
end

#! run --entry copy_in_a_reference_in_a_wrapper [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --entry copy_in_a_reference_in_a_wrapper [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry copy_in_a_reference_in_a_wrapper [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --strict --entry copy_in_a_reference_in_a_wrapper [1,2,3]
#> (8, 4, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry copy_in_a_reference_in_a_wrapper [1,2,3]
#> (8, 4, 1)

# A field is replaced while an alias of the old array is kept.
function field_is_replaced_and_the_old_array_kept(x::Vector{Int64})
    t = Tray(x)
    old = t.v
    t.v = copy(x)
    t.v[1] = 3
    return old[1], t.v[1], old === x, t.v === x
end

#! run --entry field_is_replaced_and_the_old_array_kept [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --entry field_is_replaced_and_the_old_array_kept [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry field_is_replaced_and_the_old_array_kept [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --strict --entry field_is_replaced_and_the_old_array_kept [1,2,3]
#> (1, 3, true, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry field_is_replaced_and_the_old_array_kept [1,2,3]
#> (1, 3, true, false)

# The new array in the field is the one of a second tray.
function fields_of_two_trays_exchanged(x::Vector{Int64}, y::Vector{Int64})
    s = Tray(x)
    t = Tray(y)
    s.v = t.v
    s.v[1] = 50
    t.v = x
    t.v[1] = 60
    return x[1], y[1], s.v === y, t.v === x
end

#! run --entry fields_of_two_trays_exchanged [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --entry fields_of_two_trays_exchanged [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry fields_of_two_trays_exchanged [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --strict --entry fields_of_two_trays_exchanged [1,2,3] [4,5]
#> (60, 50, true, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry fields_of_two_trays_exchanged [1,2,3] [4,5]
#> (60, 50, true, true)

# A loop swaps two names for arrays and writes one of them.
function names_swapped_in_a_loop(x::Vector{Int64})
    a = copy(x)
    b = copy(x)
    s = 0
    for i in 1:3
        a, b = b, a
        a[1] += i
        s += b[1] - a[1]
    end
    return s, a[1], b[1], a === b
end

#! run --entry names_swapped_in_a_loop [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --entry names_swapped_in_a_loop [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry names_swapped_in_a_loop [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --strict --entry names_swapped_in_a_loop [1,2,3]
#> (-4, 5, 3, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry names_swapped_in_a_loop [1,2,3]
#> (-4, 5, 3, false)

# In a loop, the array of the turn before is read after this turn's is written.
function array_of_the_turn_before(x::Vector{Int64})
    old = x
    s = 0
    for i in 1:3
        new = copy(old)
        new[1] += 1
        s += old[1] - new[1]
        old = new
    end
    return s, old[1], x[1]
end

#! run --entry array_of_the_turn_before [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --entry array_of_the_turn_before [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry array_of_the_turn_before [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --strict --entry array_of_the_turn_before [1,2,3]
#> (-3, 4, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry array_of_the_turn_before [1,2,3]
#> (-3, 4, 1)

# A closure writes a captured variable between two reads.
function captured_variable_is_written(n::Int64)
    k = n
    up() = (k += 1; k)
    a = k
    up()
    b = k
    up()
    return b - a, k - b
end

#! run --entry captured_variable_is_written 4
#> (1, 1)
#! run --opt --rules eager --entry captured_variable_is_written 4
#> (1, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry captured_variable_is_written 4
#> (1, 1)
#! run --opt --rules eager --strict --entry captured_variable_is_written 4
#> (1, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry captured_variable_is_written 4
#> (1, 1)

# A closure holds the array that the caller writes.
function closure_holds_what_the_caller_writes(x::Vector{Int64})
    get() = x[1]
    c = copy(x)
    keep() = c[1]
    a = get()
    x[1] += 1
    c[1] += 5
    return get() - a, keep() - a
end

#! run --entry closure_holds_what_the_caller_writes [1,2,3]
#> (1, 5)
#! run --opt --rules eager --entry closure_holds_what_the_caller_writes [1,2,3]
#> (1, 5)
#! run --opt --rules eager --extract chaos --seed 1 --entry closure_holds_what_the_caller_writes [1,2,3]
#> (1, 5)
#! run --opt --rules eager --strict --entry closure_holds_what_the_caller_writes [1,2,3]
#> (1, 5)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry closure_holds_what_the_caller_writes [1,2,3]
#> (1, 5)

# A function that is given to another one writes what it gets.
function given_function_writes(x::Vector{Int64})
    a = at(x, 1)
    pass(poke, x)
    b = at(x, 1)
    y = pass(copy, x)
    pass(poke, y)
    return b - a, at(x, 1) - b, y[1]
end

#! run --entry given_function_writes [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --entry given_function_writes [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --extract chaos --seed 1 --entry given_function_writes [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --strict --entry given_function_writes [1,2,3]
#> (10, 0, 21)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry given_function_writes [1,2,3]
#> (10, 0, 21)

# An exception between two writes, caught: the first write has happened, the second has not.
function exception_between_two_writes(x::Vector{Int64}, i::Int64)
    try
        x[1] = 7
        s = at(x, i)
        x[2] = s
    catch
        return x[1], x[2], -1
    end
    return x[1], x[2], 0
end

#! run --entry exception_between_two_writes [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --entry exception_between_two_writes [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --extract chaos --seed 1 --entry exception_between_two_writes [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --strict --entry exception_between_two_writes [1,2,3] 9
#> (7, 2, -1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_writes [1,2,3] 9
#> (7, 2, -1)
#! run --entry exception_between_two_writes [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --entry exception_between_two_writes [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry exception_between_two_writes [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --strict --entry exception_between_two_writes [1,2,3] 3
#> (7, 3, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_writes [1,2,3] 3
#> (7, 3, 0)

# The same without a handler: what the caller sees.
function exception_between_two_writes_uncaught(x::Vector{Int64}, i::Int64)
    x[1] = 7
    s = at(x, i)
    t = at(x, i)
    x[2] = s - t
    return x[2]
end

#! run --entry exception_between_two_writes_uncaught [1,2,3] 3
#> 0
#! run --opt --rules eager --entry exception_between_two_writes_uncaught [1,2,3] 3
#> 0
#! run --opt --rules eager --extract chaos --seed 1 --entry exception_between_two_writes_uncaught [1,2,3] 3
#> 0
#! run --opt --rules eager --strict --entry exception_between_two_writes_uncaught [1,2,3] 3
#> 0
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_writes_uncaught [1,2,3] 3
#> 0
#! run --entry exception_between_two_writes_uncaught [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --entry exception_between_two_writes_uncaught [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_writes_uncaught [1,2,3] 9
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]

# An exception must come after the first line and before the second.
function exception_between_two_lines(x::Vector{Int64}, i::Int64)
    println("first")
    a = at(x, i)
    println("second")
    return a - at(x, i)
end

#! run --entry exception_between_two_lines [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --entry exception_between_two_lines [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --extract chaos --seed 1 --entry exception_between_two_lines [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --strict --entry exception_between_two_lines [1,2,3] 2
#> first
#> second
#> 0
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_lines [1,2,3] 2
#> first
#> second
#> 0
#! run --entry exception_between_two_lines [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --entry exception_between_two_lines [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry exception_between_two_lines [1,2,3] 9
#> first
#> error: BoundsError: attempt to access 3-element Vector{Int64} at index [9]

# Arrays of arrays: the outer copy shares the inner arrays.
function copy_of_an_array_of_arrays(x::Vector{Int64})
    n = [x, copy(x)]
    m = copy(n)
    m[1][1] = 9
    m[2] = x
    return n[1][1], n[2][1], m[2] === n[1], n[2] === x
end

#! run --entry copy_of_an_array_of_arrays [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --entry copy_of_an_array_of_arrays [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry copy_of_an_array_of_arrays [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --strict --entry copy_of_an_array_of_arrays [1,2,3]
#> (9, 1, true, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry copy_of_an_array_of_arrays [1,2,3]
#> (9, 1, true, false)

# An inner array is replaced; the literal's element is not what it was.
function inner_array_is_replaced(x::Vector{Int64})
    n = [copy(x), copy(x)]
    a = n[1]
    n[1] = n[2]
    n[2][1] = 30
    return a[1], n[1][1], n[2][1], n[1] === n[2]
end

#! run --entry inner_array_is_replaced [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --entry inner_array_is_replaced [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry inner_array_is_replaced [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --strict --entry inner_array_is_replaced [1,2,3]
#> (1, 30, 30, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry inner_array_is_replaced [1,2,3]
#> (1, 30, 30, true)

# A transpose of a copy is written, a transpose of the original is not.
function transpose_of_a_copy_is_written(x::Vector{Int64})
    p = flip(x)
    q = flip(x)
    p[1, 1] = 8
    return q[1, 1], parent(p)[1], parent(q)[1], x[1]
end

#! run --entry transpose_of_a_copy_is_written [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --entry transpose_of_a_copy_is_written [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry transpose_of_a_copy_is_written [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --strict --entry transpose_of_a_copy_is_written [1,2,3]
#> (1, 8, 1, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry transpose_of_a_copy_is_written [1,2,3]
#> (1, 8, 1, 1)

# Twice transposed is the array itself.
function transposed_twice(x::Vector{Int64})
    t = transpose(x)
    y = transpose(t)
    y[1] = 11
    return t[1, 1], x[1], y === x
end

#! run --entry transposed_twice [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --entry transposed_twice [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry transposed_twice [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --strict --entry transposed_twice [1,2,3]
#> (11, 11, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry transposed_twice [1,2,3]
#> (11, 11, true)

# A lazy broadcast runs when it is asked: after the write.
function lazy_broadcast_after_a_write(x::Vector{Int64})
    l = Base.broadcasted(+, x, 1)
    x[1] = 100
    m = Base.materialize(l)
    x[1] = 200
    return m[1], Base.materialize(l)[1]
end

#! run --entry lazy_broadcast_after_a_write [1,2,3]
#> (101, 201)
#! run --opt --rules eager --entry lazy_broadcast_after_a_write [1,2,3]
#> (101, 201)
#! run --opt --rules eager --extract chaos --seed 1 --entry lazy_broadcast_after_a_write [1,2,3]
#> (101, 201)
#! run --opt --rules eager --strict --entry lazy_broadcast_after_a_write [1,2,3]
#> (101, 201)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry lazy_broadcast_after_a_write [1,2,3]
#> (101, 201)

# A dotted temporary is read before and after a write to what it came from.
function dotted_temporary_around_a_write(x::Vector{Int64})
    y = x .+ 0
    z = abs.(y)
    x[1] = -5
    w = abs.(y)
    y[1] = 1
    return z[1], w[1], abs.(x)[1], y[1]
end

#! run --entry dotted_temporary_around_a_write [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --entry dotted_temporary_around_a_write [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry dotted_temporary_around_a_write [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --strict --entry dotted_temporary_around_a_write [1,2,3]
#> (1, 1, 5, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry dotted_temporary_around_a_write [1,2,3]
#> (1, 1, 5, 1)

# A hidden copy is relaxed away; the original is written before the sum.
function hidden_copy_before_a_write(x::Vector{Int64})
    h = hide(x)
    x[1] = 100
    s = sum(h)
    g = hide(x)
    return s, sum(g), sum(g) - s
end

#! run --entry hidden_copy_before_a_write [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --entry hidden_copy_before_a_write [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --extract chaos --seed 1 --entry hidden_copy_before_a_write [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --strict --entry hidden_copy_before_a_write [1,2,3]
#> (6, 105, 99)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry hidden_copy_before_a_write [1,2,3]
#> (6, 105, 99)

# A linked list that bites its tail.
function list_that_bites_its_tail(x::Vector{Int64})
    a = Link(nothing, copy(x))
    b = Link(a, a.v)
    a.next = b
    b.v[1] = 12
    return a.v[1], a.next.next === a, x[1]
end

#! run --entry list_that_bites_its_tail [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --entry list_that_bites_its_tail [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --extract chaos --seed 1 --entry list_that_bites_its_tail [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --strict --entry list_that_bites_its_tail [1,2,3]
#> (12, true, 1)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry list_that_bites_its_tail [1,2,3]
#> (12, true, 1)

# Which of two arrays is written is decided late.
function which_array_is_written_is_decided_late(x::Vector{Int64}, c::Bool)
    a = copy(x)
    b = copy(x)
    w = c ? a : b
    w[1] = 77
    return a[1], b[1], a === w
end

#! run --entry which_array_is_written_is_decided_late [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --entry which_array_is_written_is_decided_late [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry which_array_is_written_is_decided_late [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --strict --entry which_array_is_written_is_decided_late [1,2,3] true
#> (77, 1, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry which_array_is_written_is_decided_late [1,2,3] true
#> (77, 1, true)
#! run --entry which_array_is_written_is_decided_late [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --entry which_array_is_written_is_decided_late [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry which_array_is_written_is_decided_late [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --strict --entry which_array_is_written_is_decided_late [1,2,3] false
#> (1, 77, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry which_array_is_written_is_decided_late [1,2,3] false
#> (1, 77, false)

# A conditional alias: the copy is one only on one path.
function copy_on_one_path_only(x::Vector{Int64}, c::Bool)
    y = c ? copy(x) : x
    s = sum(y)
    y[1] = 40
    return s - sum(y), x[1], y === x
end

#! run --entry copy_on_one_path_only [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --entry copy_on_one_path_only [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry copy_on_one_path_only [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --strict --entry copy_on_one_path_only [1,2,3] true
#> (-39, 1, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry copy_on_one_path_only [1,2,3] true
#> (-39, 1, false)
#! run --entry copy_on_one_path_only [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --entry copy_on_one_path_only [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry copy_on_one_path_only [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --strict --entry copy_on_one_path_only [1,2,3] false
#> (-39, 40, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry copy_on_one_path_only [1,2,3] false
#> (-39, 40, true)

# The array is written in a branch that returns early.
function written_in_a_branch_that_returns(x::Vector{Int64}, c::Bool)
    a = x[1]
    if c
        x[1] = 6
        return a - x[1], x[1]
    end
    return a - x[1], 0
end

#! run --entry written_in_a_branch_that_returns [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --entry written_in_a_branch_that_returns [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --extract chaos --seed 1 --entry written_in_a_branch_that_returns [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --strict --entry written_in_a_branch_that_returns [1,2,3] true
#> (-5, 6)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry written_in_a_branch_that_returns [1,2,3] true
#> (-5, 6)
#! run --entry written_in_a_branch_that_returns [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --entry written_in_a_branch_that_returns [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry written_in_a_branch_that_returns [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --strict --entry written_in_a_branch_that_returns [1,2,3] false
#> (0, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry written_in_a_branch_that_returns [1,2,3] false
#> (0, 0)

# A while loop whose condition reads what its body writes through an alias.
function condition_reads_what_an_alias_writes(x::Vector{Int64})
    t = Tray(x)
    n = 0
    while x[1] < 5
        t.v[1] += 2
        n += at(x, 1) - at(t.v, 1) + 1
    end
    return n, x[1]
end

#! run --entry condition_reads_what_an_alias_writes [1,2,3]
#> (2, 5)
#! run --opt --rules eager --entry condition_reads_what_an_alias_writes [1,2,3]
#> (2, 5)
#! run --opt --rules eager --extract chaos --seed 1 --entry condition_reads_what_an_alias_writes [1,2,3]
#> (2, 5)
#! run --opt --rules eager --strict --entry condition_reads_what_an_alias_writes [1,2,3]
#> (2, 5)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry condition_reads_what_an_alias_writes [1,2,3]
#> (2, 5)

# Three names for one array in a struct of two fields.
function three_names_for_one_array(x::Vector{Int64})
    p = Two(x, x)
    q = Two(p.b, copy(p.a))
    q.a[1] = 21
    q.b[1] = 22
    return p.a[1], p.b[1], q.b[1], p === Two(x, x)
end

#! run --entry three_names_for_one_array [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --entry three_names_for_one_array [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --extract chaos --seed 1 --entry three_names_for_one_array [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --strict --entry three_names_for_one_array [1,2,3]
#> (21, 21, 22, true)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry three_names_for_one_array [1,2,3]
#> (21, 21, 22, true)

# Reversing twice is a copy, of which one is kept and written.
function reversed_twice(x::Vector{Int64})
    r = reverse(reverse(x))
    q = reverse(reverse(x))
    r[1] = 2
    return r[1], q[1], x[1], r === q
end

#! run --entry reversed_twice [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --entry reversed_twice [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --extract chaos --seed 1 --entry reversed_twice [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --strict --entry reversed_twice [1,2,3]
#> (2, 1, 1, false)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry reversed_twice [1,2,3]
#> (2, 1, 1, false)

# Output between two equal calls that print themselves.
function output_between_equal_calls(x::Vector{Int64})
    a = log!(x)
    x[1] = 3
    b = log!(x)
    a[1] = 9
    return sum(a), sum(b)
end

#! run --entry output_between_equal_calls [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --entry output_between_equal_calls [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --extract chaos --seed 1 --entry output_between_equal_calls [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --strict --entry output_between_equal_calls [1,2,3]
#> log 1
#> log 3
#> (14, 8)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry output_between_equal_calls [1,2,3]
#> log 1
#> log 3
#> (14, 8)

# push! makes the array longer behind an index that did not exist.
function longer_behind_an_index(x::Vector{Int64})
    n = length(x)
    v = x
    push!(v, 5)
    a = at(x, n + 1)
    pop!(x)
    return a, length(v) - n
end

#! run --entry longer_behind_an_index [1,2,3]
#> (5, 0)
#! run --opt --rules eager --entry longer_behind_an_index [1,2,3]
#> (5, 0)
#! run --opt --rules eager --extract chaos --seed 1 --entry longer_behind_an_index [1,2,3]
#> (5, 0)
#! run --opt --rules eager --strict --entry longer_behind_an_index [1,2,3]
#> (5, 0)
#! run --opt --rules eager --strict --extract chaos --seed 2 --entry longer_behind_an_index [1,2,3]
#> (5, 0)
