# Rules that hold exactly on what generated programs compute: integers that wrap, truth values, floats where no rounding is
# involved, arrays of integers. Cases take random subsets.

# Both sides compute the same and throw the same.
@rules exact begin
    # A ring that wraps.
    ~a::Int64 + ~b::Int64 == ~b + ~a
    ~a::Int64 * ~b::Int64 == ~b * ~a
    (~a::Int64 + ~b::Int64) + ~c::Int64 == ~a + (~b + ~c)
    (~a::Int64 * ~b::Int64) * ~c::Int64 == ~a * (~b * ~c)
    ~a::Int64 * (~b::Int64 + ~c::Int64) == ~a * ~b + ~a * ~c
    if ~z === 0
        ~a::Int64 + ~z::Comptime{Int64} --> ~a
        ~a::Int64 * ~z::Comptime{Int64} --> ~z
    end
    if ~u === 1
        ~a::Int64 * ~u::Comptime{Int64} --> ~a
    end
    ~a::Int64 - ~a --> 0
    ~a::Int64 - ~b::Int64 == ~a + -(~b)
    -(-(~a::Int64)) --> ~a
    ~a::Int64 + ~a --> 2 * ~a
    if ~t === 2
        ~t::Comptime{Int64} * ~a::Int64 --> ~a + ~a
    end
    ~a::Int64 << 1 == ~a + ~a
    (~a::Int64 + ~b::Int64) - ~b --> ~a
    ~a::Comptime{Int64} + ~b::Comptime{Int64} => ~a + ~b
    ~a::Comptime{Int64} * ~b::Comptime{Int64} => ~a * ~b
    # Bits and lattices.
    xor(~a::Int64, ~a) --> 0
    xor(~a::Int64, ~b::Int64) == xor(~b, ~a)
    ~a::Int64 & ~a --> ~a
    ~a::Int64 | ~a --> ~a
    min(~a::Int64, ~a) --> ~a
    max(~a::Int64, ~a) --> ~a
    min(~a::Int64, ~b::Int64) == min(~b, ~a)
    max(~a::Int64, ~b::Int64) == max(~b, ~a)
    abs(abs(~a::Float64)) --> abs(~a)
    abs(-(~a::Float64)) --> abs(~a)
    # Truth.
    !(!(~p::Bool)) --> ~p
    !(~p::Bool & ~q::Bool) == !(~p) | !(~q)
    ~p::Bool & ~q::Bool == ~q & ~p
    ~p::Bool | ~q::Bool == ~q | ~p
    ~p::Bool & ~p --> ~p
    ~p::Bool | ~p --> ~p
    ~p::Bool & ~q::Comptime{Bool} --> ifelse(~q, ~p, false)
    ~p::Bool | ~q::Comptime{Bool} --> ifelse(~q, true, ~p)
    ~p::Bool & !(~p) --> false
    (~a::Int64 < ~b::Int64) == (~b > ~a)
    (~a::Int64 <= ~b::Int64) == (~b >= ~a)
    !(~a::Int64 < ~b::Int64) == (~a >= ~b)
    !(~a::Int64 == ~b::Int64) == (~a != ~b)
    ~a::Int64 == ~a --> true
    ~a::Int64 < ~a --> false
    iseven(~a::Int64 + ~a) --> true
    ifelse(~p::Bool, ~a::Int64, ~a) --> ~a
    ifelse(!(~p::Bool), ~a::Int64, ~b::Int64) == ifelse(~p, ~b, ~a)
    ifelse(true, ~a::Int64, ~b::Int64) --> ~a
    # Floats without rounding.
    ~a::Float64 + ~b::Float64 == ~b + ~a
    ~a::Float64 * ~b::Float64 == ~b * ~a
    # A literal matches every number that is equal to it; with a float, the result is a float for all of them.
    ~a::Float64 * 1.0 --> ~a
    ~a::Float64 * 2.0 == ~a + ~a
    -(-(~a::Float64)) --> ~a
    ~a::Float64 - ~b::Float64 == ~a + -(~b)
    # Not of every number: a `Bool` or an `Int8` times one is an `Int64`.
    if ~u === 1
        ~a::Union{Int64, Float64} * ~u::Comptime{Int64} --> ~a
    end
    # Tuples and structs.
    getindex(tuple(~a, ~b), 1) --> ~a
    getindex(tuple(~a, ~b), 2) --> ~b
    getproperty(Point(~a::Int64, ~b::Int64), :x) --> ~a
    getproperty(Point(~a::Int64, ~b::Int64), :y) --> ~b
    getproperty(Holder(~v::Vector{Int64}, ~n::Int64), :v) --> ~v
    getproperty(Holder(~v::Vector{Int64}, ~n::Int64), :n) --> ~n
    getproperty(Cell(~a::Int64), :x) --> ~a
    getindex(Ref(~a::Int64)) --> ~a
    make_cell(~a::Int64) == Cell(~a)
    # Wrappers and containers of arrays.
    getindex(Ref(~v::Vector{Int64})) --> ~v
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v
    getindex(vect(~v::Vector{Int64}, ~w::Vector{Int64}), 1) --> ~v
    getindex(vect(~v::Vector{Int64}, ~w::Vector{Int64}), 2) --> ~w
    transpose(transpose(~v::Vector{Int64})) --> ~v
    parent(transpose(~v::Vector{Int64})) --> ~v
    sum(transpose(~v::Vector{Int64})) --> sum(~v)
    flip(~v::Vector{Int64}) == transpose(~v)
    ref_of(~v::Vector{Int64}) == Ref(~v)
    ref_of_copy(~v::Vector{Int64}) == Ref(copy(~v))
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    getproperty(held_copy(~h::Holder), :n) --> getproperty(~h, :n)
    getindex(both(~v::Vector{Int64}), 1) --> ~v
    sum(getindex(both(~v::Vector{Int64}), 2)) --> sum(~v)
    sum(getindex(doubled(~v::Vector{Int64}), 1)) --> sum(~v)
    getindex(getindex(ref_of_copy(~v::Vector{Int64})), ~i::Comptime{Int64}) --> getindex(~v, ~i)
    sum(window(~v::Vector{Int64})) --> sum(~v)
    length(nest(~v::Vector{Int64})) --> 2
    alias(~x) --> ~x
    either(true, ~x, ~y) --> ~x
    either(~p::Bool, ~x::Vector{Int64}, ~x) --> ~x
    # Several results: numbers, objects, both; parts that can be exchanged; parts that throw.
    (~a::Int64 + ~b::Int64, ~a * ~b) --> sum_and_product(~a, ~b)
    (div(~a::Int64, ~b::Int64), rem(~a, ~b)) --> quotient_and_rest(~a, ~b)
    (sum(~v::Vector{Int64}), length(~v)) --> sum_and_length(~v)
    (copy(~v::Vector{Int64}), sum(~v)) --> copy_and_sum(~v)
    (reverse(~v::Vector{Int64}), sort(~v)) --> reversed_and_sorted(~v)
    (~v::Vector{Int64} + ~w::Vector{Int64}, ~v - ~w) --> sum_and_difference(~v, ~w)
    (~v::Vector{Int64} + ~w::Vector{Int64}, ~v + ~u::Vector{Int64}) --> two_sums(~v, ~w, ~u)
    (copy(~v::Vector{Int64}), reverse(~v), pushed(~v, ~a::Int64)) --> three_copies(~v, ~a)
    (getindex(~v::Vector{Int64}, ~i::Int64), getindex(~v, ~j::Int64)) --> two_elements(~v, ~i, ~j)
    # Reads of arrays.
    length(copy(~v::Vector{Int64})) --> length(~v)
    sum(copy(~v::Vector{Int64})) --> sum(~v)
    sum(reverse(~v::Vector{Int64})) --> sum(~v)
    sum(sort(~v::Vector{Int64})) --> sum(~v)
    sum(vcat(~v::Vector{Int64}, ~w::Vector{Int64})) --> sum(~v) + sum(~w)
    length(vcat(~v::Vector{Int64}, ~w::Vector{Int64})) --> length(~v) + length(~w)
    length(pushed(~v::Vector{Int64}, ~a::Int64)) --> length(~v) + 1
    sum(pushed(~v::Vector{Int64}, ~a::Int64)) --> sum(~v) + ~a
    getindex(copy(~v::Vector{Int64}), ~i::Int64) --> getindex(~v, ~i)
    sum(-(~v::Vector{Int64})) --> -(sum(~v))
    sum(zeros(Int64, 2)) --> 0
    getindex(zeros(Int64, 2), ~i::Comptime{Int64}) --> getindex(fill(0, 2), ~i)
    getindex(zeros(2), 1) --> 0.0
    getindex(fill(~a::Int64, 2), 1) --> ~a
    length(zeros(Int64, 2)) --> 2
    vect(~a::Int64, ~b::Int64)[1] --> ~a
    vect(~a::Int64, ~b::Int64)[2] --> ~b
    sum(vect(~a::Int64, ~b::Int64)) --> ~a + ~b
    first(~v::Vector{Int64}) == getindex(~v, 1)
    # Two reads, each of its own: they must see the same memory.
    sum(~v::Vector{Int64}) - sum(~v) --> 0
    sum(~v::Vector{Int64}) == sum(~v) --> true
    sum(~v::Vector{Int64}) + sum(~v) --> 2 * sum(~v)
    length(~v::Vector{Int64}) - length(~v) --> 0
    getproperty(~c::Cell, :x) - getproperty(~c, :x) --> 0
    sum(~v::Vector{Int64}) + length(~v) --> length(~v) + sum(~v)
    sum(collect(~r::UnitRange{Int64})) --> sum(~r)
    length(collect(~r::UnitRange{Int64})) --> length(~r)
    length(~v::Vector{Int64}) == lastindex(~v)
    # Fresh arrays.
    copy(copy(~v::Vector{Int64})) --> copy(~v)
    reverse(reverse(~v::Vector{Int64})) --> copy(~v)
    reverse(copy(~v::Vector{Int64})) --> reverse(~v)
    copy(reverse(~v::Vector{Int64})) --> reverse(~v)
    sort(sort(~v::Vector{Int64})) --> sort(~v)
    sort(reverse(~v::Vector{Int64})) --> sort(~v)
    zeros(Int64, 2) --> fill(0, 2)
    fill(~a::Int64, 2) == vect(~a, ~a)
    -(-(~v::Vector{Int64})) --> copy(~v)
    pushed(copy(~v::Vector{Int64}), ~a::Int64) --> pushed(~v, ~a)
    materialize(broadcasted(abs, ~v::Vector{Int64})) == map(abs, ~v)
    if ~z === 0
        materialize(broadcasted(+, ~v::Vector{Int64}, ~z::Comptime{Int64})) --> copy(~v)
    end
    if ~u === 1
        materialize(broadcasted(*, ~v::Vector{Int64}, ~u::Comptime{Int64})) --> copy(~v)
    end
    materialize(broadcasted(+, ~v::Vector{Int64}, ~v)) == ~v + ~v
    # Matrices of integers: a ring that wraps.
    (~A::Matrix{Int64} * ~B::Matrix{Int64}) * ~C::Matrix{Int64} == ~A * (~B * ~C)
    ~A::Matrix{Int64} + ~B::Matrix{Int64} == ~B + ~A
    ~A::Matrix{Int64} * (~B::Matrix{Int64} + ~C::Matrix{Int64}) == ~A * ~B + ~A * ~C
    -(~A::Matrix{Int64}) * ~B::Matrix{Int64} == -(~A * ~B)
    ~A::Matrix{Int64} + ~A --> 2 * ~A
    materialize(broadcasted(+, ~A::Matrix{Int64}, ~B::Matrix{Int64})) == ~A + ~B
    transpose(~A::Matrix{Int64}) * transpose(~B::Matrix{Int64}) == permutedims(~B * ~A)
    transpose(~A::Matrix{Int64}) * ~B::Matrix{Int64} == permutedims(~A) * ~B
    transpose(transpose(~A::Matrix{Int64})) --> ~A
    parent(transpose(~A::Matrix{Int64})) --> ~A
    permutedims(permutedims(~A::Matrix{Int64})) --> copy(~A)
    tr(~A::Matrix{Int64} * ~B::Matrix{Int64}) == tr(~B * ~A)
    tr(~A::Matrix{Int64} + ~B::Matrix{Int64}) == tr(~A) + tr(~B)
    tr(transpose(~A::Matrix{Int64})) --> tr(~A)
    sum(~A::Matrix{Int64} + ~B::Matrix{Int64}) --> sum(~A) + sum(~B)
    sum(vec(~A::Matrix{Int64})) --> sum(~A)
    sum(copy(~A::Matrix{Int64})) --> sum(~A)
    sum(transpose(~A::Matrix{Int64})) --> sum(~A)
    sum(permutedims(~A::Matrix{Int64})) --> sum(~A)
    getindex(transpose(~A::Matrix{Int64}), 1, 2) --> getindex(~A, 2, 1)
    getindex(transpose(~A::Matrix{Int64}), 2, 1) --> getindex(~A, 1, 2)
    getindex(Symmetric(~A::Matrix{Int64}), 2, 1) --> getindex(~A, 1, 2)
    getindex(vec(~A::Matrix{Int64}), 1) --> getindex(~A, 1, 1)
    copy(vec(~A::Matrix{Int64})) == vec(copy(~A))
    copy(copy(~A::Matrix{Int64})) --> copy(~A)
    # Constants that can be changed are none.
    sum(~v::Comptime{Vector{Int64}}) => sum(~v)
    getindex(~v::Comptime{Vector{Int64}}, ~i::Comptime{Int64}) => (~v)[~i]
    # Numbers of other types.
    ~a::UInt8 + ~b::UInt8 == ~b + ~a
    ~a::UInt8 - ~a --> 0x00
    xor(~a::UInt8, ~a) --> 0x00
    -(-(~a::UInt8)) --> ~a
    -(-(~a::Int8)) --> ~a
    ~a::Int8 * ~b::Int8 == ~b * ~a
    ~a::Float32 + ~b::Float32 == ~b + ~a
    ~p::Bool * ~q::Bool == ~p & ~q
    ~p::Bool + ~q::Bool == ~q + ~p
    abs(~a::UInt8) --> ~a
    getproperty(Odd(~a::Int8, ~b::Float32, ~c::Bool), :a) --> ~a
    sum(copy(~v::Vector{UInt8})) --> sum(~v)
    copy(copy(~v::Vector{UInt8})) --> copy(~v)
    # Objects of other kinds.
    getproperty(Adder(~n::Int64), :n) --> ~n
    getproperty(Duo(~a::Cell, ~b::Cell), :a) --> ~a
    getproperty(Gap(~v::Vector{Int64}), :v) --> ~v
    length(copy(~d::Dict{Int64,Int64})) --> length(~d)
    get(copy(~d::Dict{Int64,Int64}), ~k::Int64, ~x::Int64) --> get(~d, ~k, ~x)
    # Both sides read, or give, memory that no argument leads to.
    peeked(~x::Int64) == peek_table() + ~x
    sum(table_copy()) --> sum(TABLE)
    the_table(~x::Int64) --> the_table(0)
    the_spot(~x::Int64) --> the_spot(0)
    # Calls that change such memory are not the business of a rule that is not relaxed.
    bumped(~x::Int64) --> bump_table() + ~x
    ticked(~x::Int64) - ticked(~x) --> 0
    # A call that prints is not the business of a rule that is not relaxed.
    shout(~a::Int64) --> ~a + 1
    # Calls that throw, and throw the same.
    positive(positive(~a::Int64)) --> positive(~a)
    at(~v::Vector{Int64}, ~i::Int64) == getindex(~v, ~i)
end

# The right side wraps a new object, which is one of its own although the program makes an equal one elsewhere.
@rules wrapping begin
    flip_of_sum(~v::Vector{Int64}) == transpose(~v + ~v)
    flipped_product(~A::Matrix{Int64}, ~B::Matrix{Int64}) == transpose(~A * ~B)
end

# What the left side throws, the right side does not.
@rules dropping begin
    # The same exception, but its message has the operands in their order.
    checked_add(~a::Int64, ~b::Int64) == checked_add(~b, ~a)
    div(~a::Int64, ~b::Int64) * ~b + rem(~a, ~b) --> ~a
    if ~z === 0
        checked_add(~a::Int64, ~z::Comptime{Int64}) --> ~a
    end
    checked_mul(~a::Int64, ~b::Int64) - ~c::Int64 == checked_mul(~b, ~a) - ~c
    positive(~a::Int64) - positive(~a) --> 0
    if ~u === 1
        div(~a::Int64, ~u::Comptime{Int64}) --> ~a
    end
    abs(positive(~a::Int64)) --> positive(~a)
    getindex(transpose(~v::Vector{Int64}), ~i::Comptime{Int64}) --> getindex(~v, ~i)
    sum(~v::Vector{Int64} + ~w::Vector{Int64}) --> sum(~v) + sum(~w)
    getindex(~v::Vector{Int64}, 1) - getindex(~v, 1) --> 0
    getindex(~r::Base.RefValue{Int64}) - getindex(~r) --> 0
    @relaxed abs(hidden_positive(~a::Int64)) --> abs(~a)
    @relaxed hidden_positive(~a::Int64) - hidden_positive(~a) --> 0
end

# The right side is of another type, with the same contents.
@rules retyping begin
    collect(~r::UnitRange{Int64}) --> ~r
end

# The right side is what the left side copies, or a copy of what the left side leads to.
@rules aliasing begin
    copy(~v::Vector{Int64}) --> ~v
    copy(~v::Vector{Float64}) --> ~v
    tray_of_copy(~v::Vector{Int64}) --> Tray(~v)
    ref_of_copy(~v::Vector{Int64}) --> Ref(~v)
    held_copy(~h::Holder) --> ~h
    # The other way round: what was one object becomes two, where nothing writes it.
    getproperty(tray_of_copy(~v::Vector{Int64}), :v) --> copy(~v)
    getproperty(held_copy(~h::Holder), :v) --> copy(getproperty(~h, :v))
    @relaxed getproperty(hidden_tray(~v::Vector{Int64}), :v) --> copy(~v)
    getproperty(~t::Tray, :v) --> copy(getproperty(~t, :v))
    window_of_copy(~v::Vector{Int64}) --> window(~v)
    reverse(reverse(~v::Vector{Int64})) --> ~v
    -(-(~v::Vector{Int64})) --> ~v
    if ~z === 0
        materialize(broadcasted(+, ~v::Vector{Int64}, ~z::Comptime{Int64})) --> ~v
    end
    if ~u === 1
        materialize(broadcasted(*, ~v::Vector{Int64}, ~u::Comptime{Int64})) --> ~v
    end
    map(identity, ~v::Vector{Int64}) --> ~v
    copy(~A::Matrix{Int64}) --> ~A
    copy(~d::Dict{Int64,Int64}) --> ~d
    copy(~v::Vector{UInt8}) --> ~v
    counted_copy(~v::Vector{Int64}) --> ~v
    permutedims(permutedims(~A::Matrix{Int64})) --> ~A
    reshape(vec(~A::Matrix{Int64}), 2, 2) --> ~A
    sort(sort(~v::Vector{Int64})) --> sort(~v)
end

# Calls of the left side lose their place.
@rules relaxed begin
    @relaxed hidden_copy(~v::Vector{Int64}) --> copy(~v)
    @relaxed sum(hidden_copy(~v::Vector{Int64})) --> sum(~v)
    @relaxed copy(hidden_copy(~v::Vector{Int64})) --> copy(~v)
    @relaxed length(hidden_copy(~v::Vector{Int64})) --> length(~v)
    @relaxed getindex(hidden_copy(~v::Vector{Int64}), ~i::Int64) --> getindex(~v, ~i)
    @relaxed reverse(hidden_copy(~v::Vector{Int64})) --> reverse(~v)
    @relaxed getproperty(hidden_cell(~a::Int64), :x) --> ~a
    @relaxed hidden_cell(~a::Int64) --> Cell(~a)
    @relaxed hidden_tray(~v::Vector{Int64}) --> Tray(copy(~v))
    @relaxed hidden_product(~A::Matrix{Int64}, ~B::Matrix{Int64}) --> ~A * ~B
    @relaxed hidden_product(hidden_product(~A::Matrix{Int64}, ~B::Matrix{Int64}), ~C::Matrix{Int64}) --> ~A * (~B * ~C)
    @relaxed tr(hidden_product(~A::Matrix{Int64}, ~B::Matrix{Int64})) --> tr(~B * ~A)
    @relaxed sum(getproperty(hidden_tray(~v::Vector{Int64}), :v)) --> sum(~v)
end

# Loops over lazy trees, run later or never: the functions in them must not print.
@rules fusion begin
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
    @relaxed broadcasted(~f, ~y, materialize(~x)) --> broadcasted(~f, ~y, ~x)
end

# What holds where a property does: of numbers, of what arrays hold, of what rules make. A case with these rules has assumptions.
@rules assumed begin
    if ~a > 0
        abs(~a::Int64) --> ~a
        max(~a::Int64, 0) --> ~a
    end
    if iseven(~a)
        isodd(~a::Int64) --> false
        iseven(~a::Int64 + ~b::Int64) --> iseven(~b)
    end
    if issorted(~v)
        sort(~v::Vector{Int64}) --> copy(~v)
        issorted(copy(~v::Vector{Int64})) --> true
    end
    issorted(sort(~v::Vector{Int64})) --> true
    if isempty(~v)
        sum(~v::Vector{Int64}) --> 0
        length(~v::Vector{Int64}) --> 0
        vcat(~v::Vector{Int64}, ~w::Vector{Int64}) --> copy(~w)
    end
    if issymmetric(~A)
        permutedims(~A::Matrix{Int64}) --> copy(~A)
        issymmetric(~A::Matrix{Int64} * ~A) --> true
    end
    issymmetric(~A::Matrix{Int64} + transpose(~A)) --> true
end

# The same, and values may be of another type, or an alias.
@rules offered begin
    if issymmetric(~A)
        transpose(~A::Matrix{Int64}) --> ~A
        ~A::Matrix{Int64} --> Symmetric(~A)
    end
    if issorted(~v)
        sort(~v::Vector{Int64}) --> ~v
    end
end

# The right side is a literal of another type, or makes one.
@rules stated begin
    unit_of(~x::Int64) --> 1
    seven_of(~z::Complex{Int64}) --> 7
    ~z::Complex{Int64} - ~z --> 0
    ~a::Complex{Int64} + ~b::Complex{Int64} == ~b + ~a
    conj(conj(~z::Complex{Int64})) --> ~z
    real(conj(~z::Complex{Int64})) --> real(~z)
    turned(turned(~z::Complex{Int64})) --> -(~z)
end

# Both sides make several objects of one kind, or one of the two makes them one after another.
@rules paired begin
    two_copies(~v::Vector{Int64}, ~w::Vector{Int64}) == tuple(copy(~v), copy(~w))
    and_copy(~v::Vector{Int64}, ~w::Vector{Int64}) == tuple(~v, copy(~w))
    swapped_copies(~v::Vector{Int64}, ~w::Vector{Int64}) == tuple(copy(~w), copy(~v))
    two_copied(~v::Vector{Int64}, ~w::Vector{Int64}) == vect(copy(~v), copy(~w))
    one_copied(~v::Vector{Int64}, ~w::Vector{Int64}) == vect(~v, copy(~w))
    two_cells(~a::Int64, ~b::Int64) == Duo(Cell(~a), Cell(~b))
    and_cell(~a::Cell, ~b::Int64) == Duo(~a, Cell(~b))
    copy(~v::Vector{Int64}) === copy(~w::Vector{Int64}) --> false
    sum(copy(~v::Vector{Int64})) + sum(copy(~w::Vector{Int64})) --> sum(~v) + sum(~w)
    getindex(tuple(~v::Vector{Int64}, ~w::Vector{Int64}), 1) --> ~v
    getindex(tuple(~v::Vector{Int64}, ~w::Vector{Int64}), 2) --> ~w
    getindex(vect(~v::Vector{Int64}, ~w::Vector{Int64}), 1) --> ~v
    getindex(vect(~v::Vector{Int64}, ~w::Vector{Int64}), 2) --> ~w
    getproperty(Duo(~a::Cell, ~b::Cell), :a) --> ~a
    getproperty(Duo(~a::Cell, ~b::Cell), :b) --> ~b
end

# About loops.
@rules raised begin
    for ~i in ~r
        (~v::Vector{Int64})[~i] = (~w::Vector{Int64})[~i]
    end --> copy_each!(~v, ~w, ~r)
    for ~i in ~r
        (~v::Vector{Int64})[~i] += ~k::Int64
    end --> raise_each!(~v, ~k, ~r)
    for ~i in ~r
        push!(~v::Vector{Int64}, ~i)
    end --> push_each!(~v, ~r)
    for ~i in ~r
        ~s::Int64 += (~v::Vector{Int64})[~i]
    end --> add_each(~s, ~v, ~r)
end
