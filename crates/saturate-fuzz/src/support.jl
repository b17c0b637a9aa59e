# What generated programs may use besides Base. The functions are small on purpose: each has one property that an
# optimiser can get wrong.

using LinearAlgebra

mutable struct Cell
    x::Int64
end
struct Point
    x::Int64
    y::Int64
end
# An immutable object that leads to mutable memory.
struct Holder
    v::Vector{Int64}
    n::Int64
end

# A mutable one.
mutable struct Tray
    v::Vector{Int64}
end

# Constants that can be written and variables: memory that no argument leads to.
const TABLE = [3, 1, 4, 1, 5]
const LOG = Int64[]
const COUNT = Ref(0)
const BOOK = Dict{Int64,Int64}()
const SPOT = Cell(0)
const SHELF = Holder([6, 7], 8)
total = 0
buffer = [1, 2]

function reset_globals()
    resize!(TABLE, 5)
    TABLE[1] = 3
    TABLE[2] = 1
    TABLE[3] = 4
    TABLE[4] = 1
    TABLE[5] = 5
    empty!(LOG)
    COUNT[] = 0
    empty!(BOOK)
    SPOT.x = 0
    resize!(SHELF.v, 2)
    SHELF.v[1] = 6
    SHELF.v[2] = 7
    global total = 0
    global buffer = [1, 2]
    return nothing
end
# All of them, as they are shown.
all_globals() = (TABLE, LOG, COUNT, BOOK, SPOT, SHELF, total, buffer)

function note(x::Int64)
    global total = total + x
    return x
end
function poke_table(x::Int64)
    TABLE[1] = x
    return TABLE
end

# Aliases.
alias(x) = x
either(c::Bool, a, b) = c ? a : b

# Identity.
same(a, b) = a === b

# Output.
function shout(x::Int64)
    println("shout ", x)
    return x + 1
end

# Exceptions.
function positive(x::Int64)
    if x < 0
        throw(DomainError(x, "negative"))
    end
    return x
end
function at(v::Vector{Int64}, i::Int64)
    return v[i]
end

# Writes.
function bump!(v::Vector{Int64})
    if length(v) > 0
        v[1] = v[1] + 1
    end
    return v
end
function swap!(a::Vector{Int64}, b::Vector{Int64})
    if length(a) > 0 && length(b) > 0
        t = a[1]
        a[1] = b[1]
        b[1] = t
    end
    return nothing
end
function increment!(c::Cell)
    c.x = c.x + 1
    return c
end

# Fresh objects.
function pushed(v::Vector{Int64}, x::Int64)
    w = copy(v)
    push!(w, x)
    return w
end
make_cell(x::Int64) = Cell(x)

# Wrappers and containers: of what they are given, of something new, of the same twice.
ref_of(v::Vector{Int64}) = Ref(v)
ref_of_copy(v::Vector{Int64}) = Ref(copy(v))
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
held_copy(h::Holder) = Holder(copy(h.v), h.n)
both(v::Vector{Int64}) = (v, copy(v))
function doubled(v::Vector{Int64})
    w = copy(v)
    return (w, w)
end
function nest(v::Vector{Int64})
    w = copy(v)
    return [v, w]
end
two_copies(v::Vector{Int64}, w::Vector{Int64}) = (copy(v), copy(w))
and_copy(v::Vector{Int64}, w::Vector{Int64}) = (v, copy(w))
swapped_copies(v::Vector{Int64}, w::Vector{Int64}) = (copy(w), copy(v))
two_copied(v::Vector{Int64}, w::Vector{Int64}) = [copy(v), copy(w)]
one_copied(v::Vector{Int64}, w::Vector{Int64}) = [v, copy(w)]
flip(v::Vector{Int64}) = transpose(v)
flip_of_sum(v::Vector{Int64}) = transpose(v + v)
window(v::Vector{Int64}) = view(v, 1:length(v))
window_of_copy(v::Vector{Int64}) = view(copy(v), 1:length(v))
function move!(a::Tray, b::Tray)
    a.v = b.v
    return nothing
end

# Several results.
sum_and_product(a::Int64, b::Int64) = (a + b, a * b)
quotient_and_rest(a::Int64, b::Int64) = (div(a, b), rem(a, b))
sum_and_length(v::Vector{Int64}) = (sum(v), length(v))
copy_and_sum(v::Vector{Int64}) = (copy(v), sum(v))
reversed_and_sorted(v::Vector{Int64}) = (reverse(v), sort(v))
sum_and_difference(v::Vector{Int64}, w::Vector{Int64}) = (v + w, v - w)
two_sums(v::Vector{Int64}, w::Vector{Int64}, u::Vector{Int64}) = (v + w, v + u)
three_copies(v::Vector{Int64}, a::Int64) = (copy(v), reverse(v), pushed(v, a))
two_elements(v::Vector{Int64}, i::Int64, j::Int64) = (v[i], v[j])

# Matrices.
flipped_product(a::Matrix{Int64}, b::Matrix{Int64}) = transpose(a * b)

# The same as functions above; the optimiser is told more effects than they have (`session::HIDDEN`).
hidden_copy(v::Vector{Int64}) = copy(v)
hidden_cell(x::Int64) = Cell(x)
hidden_tray(v::Vector{Int64}) = Tray(copy(v))
hidden_product(a::Matrix{Int64}, b::Matrix{Int64}) = a * b
hidden_positive(x::Int64) = positive(x)

# An index that is always in bounds of a vector that is not empty.
wrap(i::Int64, v::Vector{Int64}) = mod(i, max(length(v), 1)) + 1

# Loops.
function triangle(n::Int64)
    s = 0
    for i in 1:min(n, 9)
        s += i
    end
    return s
end

# Recursion.
factorial_of(n::Int64) = n < 1 ? 1 : min(n, 9) * factorial_of(min(n, 9) - 1)

# Calls that end in globals, with nothing among their arguments that says so.
function bump_table()
    TABLE[1] += 1
    return TABLE[1]
end
bumped(x::Int64) = bump_table() + x
twice_bumped(x::Int64) = bumped(x) + bumped(x)
peek_table() = TABLE[2]
peeked(x::Int64) = peek_table() + x
deep_peeked(x::Int64) = peeked(x) * TABLE[1]
function tick()
    COUNT[] += 1
    return COUNT[]
end
ticked(x::Int64) = 10 * tick() + x
is_counted(x::Int64) = COUNT[] > x
function log_it(x::Int64)
    push!(LOG, x)
    return length(LOG)
end
logged(x::Int64) = log_it(x) + 1
booked(x::Int64) = get(BOOK, x, 0)
function enter(k::Int64, x::Int64)
    BOOK[k] = x
    return length(BOOK)
end
rebooked(x::Int64) = enter(mod(x, 3), x) + booked(x)
function move_spot(x::Int64)
    SPOT.x += x
    return SPOT.x
end
spot_after(x::Int64) = move_spot(x) - x
noted(x::Int64) = note(x) + total::Int64
function swap_buffer(x::Int64)
    global buffer = [x, length(buffer)]
    return x
end
buffer_first(x::Int64) = buffer[1]::Int64 + x
shelved(x::Int64) = SHELF.v[1] + SHELF.n + x
table_copy() = copy(TABLE)
function counted_copy(v::Vector{Int64})
    tick()
    return copy(v)
end
entered(d::Dict{Int64,Int64}, k::Int64) = get(d, k, 0) + length(d)

# Functions that call each other.
ping(n::Int64) = n <= 0 ? tick() : pong(min(n, 5) - 1)
pong(n::Int64) = n <= 0 ? bump_table() : ping(min(n, 5) - 1)
even_steps(n::Int64) = n <= 0 ? 0 : 1 + odd_steps(min(n, 5) - 1)
odd_steps(n::Int64) = n <= 0 ? 7 : 1 + even_steps(min(n, 5) - 1)

# Constants that can be written, returned.
the_table(x::Int64) = TABLE
the_log() = LOG
one_of_both(c::Bool) = c ? TABLE : LOG
the_spot(x::Int64) = SPOT
the_count() = COUNT
the_shelf(x::Int64) = SHELF
shelf_array() = SHELF.v
the_book() = BOOK
on_table(x::Int64) = Holder(TABLE, x)

# Objects that are called, and are changed by it.
mutable struct Adder
    n::Int64
end
function (a::Adder)(x::Int64)
    a.n += x
    return a.n
end
new_adder(n::Int64) = Adder(n)
new_dict(k::Int64, x::Int64) = Dict(k => x)
apply(f, x) = f(x)
apply_all(f, v) = f.(v)
add_twice(a::Adder, x::Int64) = a(x) + a(x)

# Functions with effects, called for every element.
function poke(x::Int64)
    TABLE[1] += x
    return TABLE[1]
end
peek(x::Int64) = TABLE[1] + x
poke_all(v::Vector{Int64}) = poke.(v)
poke_map(v::Vector{Int64}) = map(poke, v)
sum_pokes(v::Vector{Int64}) = sum(poke, v)
function poke_copy(v::Vector{Int64})
    o = copy(v)
    o .= poke.(v)
    return o
end
function poke_into!(v::Vector{Int64})
    v .= poke.(v)
    return v
end
function make_counter(n::Int64)
    c = Ref(n)
    return x -> (c[] += x; c[])
end
writer_of(v::Vector{Int64}) = x -> (bump!(v); x + length(v))

# What is thrown.
struct Duo
    a::Cell
    b::Cell
end
two_cells(a::Int64, b::Int64) = Duo(Cell(a), Cell(b))
and_cell(a::Cell, b::Int64) = Duo(a, Cell(b))
fling_pair(n::Int64) = throw(Duo(Cell(n), Cell(n)))
fling_copy(v::Vector{Int64}) = throw(copy(v))
function one_cell_thrown(n::Int64)
    try
        throw(Duo(Cell(n), Cell(n)))
    catch e
        return e isa Duo && e.a === e.b
    end
end
function thrown_and_written(v::Vector{Int64})
    try
        throw(copy(v))
    catch e
        e isa Vector{Int64} && push!(e, 7)
        return length(v)
    end
end
function caught_sum(v::Vector{Int64})
    try
        fling_copy(v)
    catch e
        return e isa Vector{Int64} ? sum(e) : 0
    end
end

# A field that is undefined.
struct Gap
    v::Vector{Int64}
    Gap() = new()
    Gap(v::Vector{Int64}) = new(v)
end
gap_if(c::Bool, v::Vector{Int64}) = c ? Gap(v) : Gap()
gap_sum(g::Gap) = isdefined(g, :v) ? sum(g.v) : 0
gap_sum_if(g::Gap, c::Bool) = c ? sum(g.v) : 0

# Ranges that are short only where somebody looks.
small_sum(n::Int64) = n < 9 ? sum(1:n) : 0
sum_if(c::Bool, n::Int64) = c ? sum(1:n) : 0

# Numbers of several types.
struct Odd
    a::Int8
    b::Float32
    c::Bool
end
mixed_sum(a, b) = a + b * true

# Complex integers.
unit_of(x::Int64) = Complex(x - x + 1, 0)
seven_of(z::Complex{Int64}) = z - z + Complex(7, 0)
turned(z::Complex{Int64}) = Complex(-imag(z), real(z))
is_complex(z) = z isa Complex{Int64}
kind_of(z::Complex{Int64}) = 1
kind_of(z::Int64) = 2
kind_of(v::Vector{Complex{Int64}}) = 3
kind_of(v::Vector{Int64}) = 4
# Both methods mean the same.
weight_of(z::Complex{Int64}) = 2 * real(z) + imag(z)
weight_of(z::Int64) = 2 * z

# A value as it is shown where a literal may stand for a complex number.
real_number(x) = x
real_number(z::Complex{Int64}) = imag(z) == 0 ? real(z) : z
real_number(x::Tuple) = map(real_number, x)
real_number(x::Vector{Complex{Int64}}) = map(real_number, x)

# A value as it is shown where the type of a matrix does not matter.
plain(x) = x
plain(x::AbstractMatrix) = Matrix(x)
plain(x::Tuple) = map(plain, x)

# What stands for loops.
function copy_each!(v::Vector{Int64}, w::Vector{Int64}, r)
    for i in r
        v[i] = w[i]
    end
end
function raise_each!(v::Vector{Int64}, k::Int64, r)
    for i in r
        v[i] += k
    end
end
function push_each!(v::Vector{Int64}, r)
    for i in r
        push!(v, i)
    end
end
function add_each(s::Int64, v::Vector{Int64}, r)
    for i in r
        s += v[i]
    end
    return s
end
