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

# A mutable constant and a variable: memory that no argument leads to.
const TABLE = [3, 1, 4, 1, 5]
total = 0

function reset_globals()
    resize!(TABLE, 5)
    TABLE[1] = 3
    TABLE[2] = 1
    TABLE[3] = 4
    TABLE[4] = 1
    TABLE[5] = 5
    global total = 0
    return nothing
end
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
flip(v::Vector{Int64}) = transpose(v)
flip_of_sum(v::Vector{Int64}) = transpose(v + v)
window(v::Vector{Int64}) = view(v, 1:length(v))
window_of_copy(v::Vector{Int64}) = view(copy(v), 1:length(v))
function move!(a::Tray, b::Tray)
    a.v = b.v
    return nothing
end

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
