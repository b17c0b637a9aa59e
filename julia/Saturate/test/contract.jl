# What must never break, on programs written for it: memory that no argument leads to, what broadcasts and closures write, objects that
# are thrown, arguments that are one object, fields without a value. Each program runs as it is and optimised, and everything that
# can be seen afterwards is compared: value or exception, which object is which, arguments, globals.
#
#     bump() = (G[1] += 1; G[1])               # writes what no argument leads to
#     wrap(x) = bump() + x                      # and so does this, two calls away
#     two_calls_deep(x) = (wrap(x), wrap(x))    # two calls, not one
#
# A twin stands beside each kind: a program so close to it that a rule which is too careful would spoil it. Of those, the number of
# calls that are left is compared.

module Contract

using Test, Saturate, LinearAlgebra, Random

# Memory that programs reach by name.
const G = [0, 0]
const CELL = Ref(0)
const LOG = Int[]
const NAMES = Dict{Symbol,Int}()
counter = 0
shelf = [0, 0]

function reset()
    Random.seed!(1)
    G .= 0
    CELL[] = 0
    empty!(LOG)
    empty!(NAMES)
    global counter = 0
    global shelf = [0, 0]
end

"What the programs reach by name, now."
globals() = (G, CELL, LOG, NAMES, counter, shelf)

mutable struct Cell
    x::Int
end
struct Two
    a::Cell
    b::Cell
end
struct Partial      # the second field may have no value
    n::Int
    a::Vector{Int}
    Partial(n) = new(n)
    Partial(n, a) = new(n, a)
end
struct Holding <: Exception
    x::Any
end

# Two and three calls away.
@noinline bump() = (G[1] += 1; G[1])
@noinline wrap(x) = bump() + x
@noinline wrap_again(x) = wrap(x) + 1
@noinline read_global(x) = G[1] + x
@noinline read_again(x) = read_global(x) * 2
@noinline bump_cell(x) = (CELL[] += 1; CELL[] + x)
@noinline read_cell(x) = CELL[] + x
@noinline logged(x) = (push!(LOG, x); length(LOG))
@noinline log_only(x) = (push!(LOG, x); x)
@noinline named(x) = (NAMES[:x] = get(NAMES, :x, 0) + x; NAMES[:x])
@noinline count_up(x) = (global counter = counter + 1; counter + x)
@noinline read_counter(x) = counter::Int + x
@noinline shelve(x) = ((shelf::Vector{Int})[1] += x; (shelf::Vector{Int})[1])
@noinline deep_bump_cell(x) = bump_cell(x) + 1
@noinline deep_read_cell(x) = read_cell(x) + 1
@noinline deep_logged(x) = logged(x) + 1
@noinline deep_log_only(x) = log_only(x) + 1
@noinline deep_named(x) = named(x) + 1
@noinline deep_count_up(x) = count_up(x)::Int + 1
@noinline deep_read_counter(x) = read_counter(x) + 1
@noinline deep_shelve(x) = shelve(x) + 1
two_calls_deep(x) = (G[1] = 0; (wrap(x), wrap(x), G[1]))
three_calls_deep(x) = (wrap_again(x), wrap_again(x), G[1])
constant_arguments() = (wrap(10), wrap(10), G[1])
reads_two_calls_deep(x) = (a = read_again(x); G[1] += 1; (a, read_again(x)))
reads_around_a_call(x) = (a = read_again(x); wrap(x); (a, read_again(x)))
cell_of_a_global(x) = (bump_cell(x), bump_cell(x), deep_bump_cell(x), deep_bump_cell(x), CELL[])
cell_read_around(x) = (a = read_cell(x); bump_cell(x); (a, read_cell(x)))
cell_read_around_deep(x) = (a = deep_read_cell(x); CELL[] += 1; (a, deep_read_cell(x)))
pushed_twice(x) = (logged(x), logged(x), deep_logged(x), deep_logged(x), length(LOG))
pushed_unused(x) = (log_only(x); log_only(x); deep_log_only(x); deep_log_only(x); x)
dictionary(x) = (named(x), named(x), deep_named(x), deep_named(x))
variable_of_a_module(x) = (count_up(x), count_up(x), deep_count_up(x), deep_count_up(x), counter)
variable_read_around(x) = (a = read_counter(x); count_up(x); (a, read_counter(x)))
variable_read_around_deep(x) = (a = deep_read_counter(x); count_up(x); (a, deep_read_counter(x)))
array_in_a_variable(x) = (shelve(x), shelve(x), deep_shelve(x), deep_shelve(x))
in_one_branch(x) = (y = 0; if x > 100; y = wrap(x); end; (y, G[1]))
in_a_loop(x) = (s = 0; for i in 1:3; s += wrap(x); end; (s, G[1]))

# By other names.
const HERE = @__MODULE__
struct Box
    x::Vector{Int}
end
const BOX = Box([0])
@noinline qualified(x) = (HERE.G[1] += x; HERE.G[1])
@noinline deep_qualified(x) = qualified(x) + 1
@noinline boxed_array(x) = (BOX.x[1] += x; BOX.x[1])
@noinline deep_boxed_array(x) = boxed_array(x) + 1
@noinline handed(v, x) = (v[1] += x; v[1])
@noinline deep_handed(x) = handed(G, x) + 1
@noinline picked(x) = x > 0 ? G : shelf::Vector{Int}
@noinline deep_picked(x) = (v = picked(x); v[1] += x; v[1])
by_a_qualified_name(x) = (qualified(x), qualified(x), deep_qualified(x), deep_qualified(x), G[1])
inside_a_constant(x) = (BOX.x[1] = 0; (boxed_array(x), boxed_array(x), deep_boxed_array(x), deep_boxed_array(x)))
handed_on(x) = (deep_handed(x), deep_handed(x), G[1])
picked_from_two(x) = (deep_picked(x), deep_picked(x), G[1])

# Twins: nothing but what the callee has made is written, or nothing is.
@noinline own(x) = (v = [x, 0]; v[2] = v[1] + 1; v[2])
@noinline own_deep(x) = own(x) + own(x + 1)
@noinline own_cell(x) = (c = Ref(x); c[] += 1; c[])
twice_own(x) = (own(x), own(x))
twice_own_deep(x) = (own_deep(x), own_deep(x))
twice_own_cell(x) = (own_cell(x), own_cell(x))
own_and_a_write(x) = (a = own(x); G[1] += 1; (a, own(x)))

# Broadcasts and functions that are given.
@noinline poke(x) = (G[1] += 1; x + G[1])
@noinline peek(x) = x + G[1]
@noinline poked(v) = (o = zeros(Int, 2); o .= poke.(v); o[1])
@noinline mapped(v) = sum(map(poke, v))
@noinline summed(v) = sum(poke, v)
@noinline peeked(v) = sum(peek.(v))
@noinline poked_deep(v) = poked(v) + 1
@noinline peeked_deep(v) = peeked(v) + 1
write_in_a_broadcast(v) = (poked(v), poked(v), G[1])
write_in_a_broadcast_deep(v) = (poked_deep(v), poked_deep(v), G[1])
read_in_a_broadcast_deep(v) = (a = peeked_deep(v); G[1] += 1; (a, peeked_deep(v)))
write_in_a_map(v) = (mapped(v), mapped(v), G[1])
write_in_a_sum(v) = (summed(v), summed(v), G[1])
read_in_a_broadcast(v) = (a = peeked(v); G[1] += 1; (a, peeked(v)))
lazy_around_a_write(v) = (a = peek.(v); G[1] += 5; (a, peek.(v)))
struct Adder
    to::Vector{Int}
end
(a::Adder)(x) = (a.to[1] += x; a.to[1])
functor(v) = (f = Adder(v); (f(1), f(1), v[1]))
@noinline by_functor(f, x) = f(x) + 1
functor_in_a_call(v) = (f = Adder(v); (by_functor(f, 1), by_functor(f, 1), v[1]))
functor_in_a_broadcast(v) = (f = Adder(v); a = f.([1, 1]); b = f.([1, 1]); (a, b, v[1]))
capturing(v) = (f = x -> (v[1] += x; v[1]); (f(1), f(1), v[1]))
capturing_in_a_map(v) = (f = x -> (v[1] += x; v[1]); a = map(f, [1, 1]); b = map(f, [1, 1]); (a, b, v[1]))
boxed(x) = (n = 0; f = () -> (n += x; n); (f(), f(), n))
@noinline plain(x) = 2x + 1
@noinline filled(v) = (o = zeros(Int, 2); o .= plain.(v); o[1])
twice_filled(v) = (filled(v), filled(v))

# Thrown objects.
throws_two(n) = throw(Two(Cell(n), Cell(n)))
throws_two_made(n) = throw(Two(make(n), make(n)))
@noinline make(n) = Cell(n)
throws_one_of_two(v) = (a = copy(v); b = copy(v); a === b || throw(Holding((a, b))))
throws_what_it_was_given(v) = throw(Holding(v))
throws_a_copy(v) = throw(Holding(copy(v)))
@noinline refuse(x) = throw(Holding(x))
throws_in_a_call(v) = (w = copy(v); refuse(w))
caught_object(v) = (w = copy(v); try; throw(Holding(w)); catch e; e.x[1] = 9; end; w[1])
caught_from_a_call(v) = (w = copy(v); try; refuse(w); catch e; e.x[1] = 9; end; w[1])
caught_two(n) = try; throw(Two(Cell(n), Cell(n))); catch e; e.a === e.b; end

# A random number that is not drawn any more is one that the next draw gets.
drawn(x) = (a = rand() * 0; b = rand(); a + b + x)
@noinline draw(x) = rand() + x
drawn_in_a_call(x) = (a = draw(x) * 0; (a + draw(x), draw(x) - draw(x)))

# Arguments that are one object.
writes_one_reads_other(x, y) = (x[1] = 9; sum(y))
writes_between(x, y) = (a = sum(y); x[1] = 9; (a, sum(y)))
const W = [1.0, 2.0]
@rules folded begin
    @arg(writes_one_reads_other, 2) => W
    @arg(writes_between, 2) => W
end

# A call that gives a constant.
@noinline get_global(n) = G
given_global(n) = (a = get_global(n); a[1] = 100; G[1] + n)
given_global_twice(n) = (a = get_global(n); b = get_global(n); a[1] = n; (b[1], a === b, a === G))
given_cell(n) = (c = get_cell(n); c[] = n; CELL[])
@noinline get_cell(n) = CELL
returned_global(n) = get_global(n)

# Fields without a value.
guarded_field(p, b) = b ? length(p.a) : p.n
field_in_a_loop(p, n) = (s = 0; for i in 1:n; s += length(p.a); end; s)
unused_field(p) = (p.a; p.n)
caught_field(p) = try; length(p.a); catch; -1; end

"A program, arguments that are made anew for each run, options, and rules."
struct Program
    f::Any
    arguments::Function
    options::NamedTuple
    rules::RuleSet
end
Program(f, arguments; options...) = Program(f, arguments, values(options), RuleSet())

@rules copies begin
    copy(~v) --> ~v
end
@rules zeros_and_differences begin
    ~x::Float64 * 0 --> 0.0
    ~x - ~x --> 0.0
end
@rules summing begin
    sum(~v) - sum(~v) --> 0
end

const PROGRAMS = Program[]
for f in (two_calls_deep, three_calls_deep, reads_two_calls_deep, reads_around_a_call, cell_of_a_global, cell_read_around, pushed_twice,
          pushed_unused, dictionary, cell_read_around_deep, variable_read_around_deep, variable_of_a_module, variable_read_around,
          array_in_a_variable, in_one_branch, in_a_loop, boxed,
          throws_two, throws_two_made, caught_two, given_global, given_global_twice, given_cell, returned_global, twice_own, twice_own_deep, twice_own_cell,
          own_and_a_write, by_a_qualified_name, inside_a_constant, handed_on, picked_from_two)
    push!(PROGRAMS, Program(f, () -> (10,)))
end
push!(PROGRAMS, Program(constant_arguments, () -> ()))
for f in (write_in_a_broadcast, write_in_a_broadcast_deep, read_in_a_broadcast_deep, write_in_a_map, write_in_a_sum,
          read_in_a_broadcast, lazy_around_a_write, functor, functor_in_a_call,
          functor_in_a_broadcast, capturing, capturing_in_a_map, throws_what_it_was_given, throws_a_copy, throws_in_a_call, caught_object,
          caught_from_a_call, twice_filled)
    push!(PROGRAMS, Program(f, () -> ([1, 2],)))
end
for f in (throws_a_copy, throws_in_a_call, caught_object, caught_from_a_call), strict in (false, true)
    push!(PROGRAMS, Program(f, () -> ([1, 2],), (strict=strict,), copies))
end
push!(PROGRAMS, Program(throws_two, () -> (10,); strict=true), Program(throws_two_made, () -> (10,); strict=true),
      Program(throws_one_of_two, () -> ([1, 2],)), Program(throws_one_of_two, () -> ([1, 2],); strict=true))
for f in (drawn, drawn_in_a_call), rules in (RuleSet(), zeros_and_differences)
    push!(PROGRAMS, Program(f, () -> (0.5,), NamedTuple(), rules))
end
for f in (writes_one_reads_other, writes_between), rules in (RuleSet(), summing)
    push!(PROGRAMS, Program(f, () -> (v = [1, 2]; (v, v)), NamedTuple(), rules))
    push!(PROGRAMS, Program(f, () -> ([1, 2], [3, 4]), NamedTuple(), rules))
end
for p in (Partial(3), Partial(3, [1, 2])), strict in (false, true)
    push!(PROGRAMS, Program(guarded_field, () -> (p, false); strict=strict))
    push!(PROGRAMS, Program(field_in_a_loop, () -> (p, 0); strict=strict))
    push!(PROGRAMS, Program(caught_field, () -> (p,); strict=strict))
    push!(PROGRAMS, Program(unused_field, () -> (p,); strict=strict))
    push!(PROGRAMS, Program(guarded_field, () -> (p, true); strict=strict))
    push!(PROGRAMS, Program(field_in_a_loop, () -> (p, 2); strict=strict))
end

"Values as text; mutable objects by the number in which they are first seen, so that it shows which is which."
function seen(@nospecialize(x), numbers::IdDict{Any,Int}=IdDict{Any,Int}())
    if Saturate.may_be_mutable(typeof(x)) && Saturate.is_mutable_type(typeof(x)) || x isa Array
        known = haskey(numbers, x)
        number = get!(numbers, x, length(numbers))
        known && return string('#', number)
        inside = x isa Array ? Any[seen(y, numbers) for y in x] : x isa Dict ? sort(map(string, collect(x))) : fields(x, numbers)
        return string('#', number, typeof(x), inside)
    end
    return fieldcount(typeof(x)) == 0 || x isa String || x isa Symbol ? repr(x) : string(typeof(x), fields(x, numbers))
end
fields(@nospecialize(x), numbers) = Any[isdefined(x, n) ? seen(getfield(x, n), numbers) : "undefined" for n in 1:nfields(x)]

"What a run shows."
function observed(f, arguments)
    reset()
    args = arguments()
    result = try
        (:value, f(args...))
    catch err
        (:threw, err)
    end
    # A list is longer than what was given last: only its elements are compared.
    return seen(Any[result, args, globals()])
end

function callable(p::Program; options...)
    types = map(Core.Typeof, p.arguments())
    return saturate(p.f, types, p.rules; p.options..., options...)
end

calls(f, types, name) = length(collect(eachmatch(Regex("\\b$name\\("), string(code_saturated(f, types, RuleSet())))))

function run()
    @testset "the contract" begin
    @testset "programs" begin
        for p in PROGRAMS, options in ((), (extractor=:chaos, seed=1), (extractor=:chaos, seed=2))
            g = callable(p; options...)
            @test reason(g) === nothing
            # Without `strict`, a run that throws may do so earlier, later or not at all.
            wanted = observed(p.f, p.arguments)
            occursin("threw", wanted) && !get(p.options, :strict, false) && p.f in (guarded_field, field_in_a_loop, unused_field) && continue
            @test (p.f, observed(g, p.arguments)) == (p.f, wanted)
        end
        # A known argument may be the object that another argument writes.
        for f in (writes_one_reads_other, writes_between)
            g = saturate(f, (Vector{Float64}, Vector{Float64}), folded ∪ Saturate.Rules.constants)
            @test reason(g) === nothing
            @test g([5.0, 6.0], copy(W)) == f([5.0, 6.0], copy(W))
            one, other = copy(W), copy(W)
            @test (f, g(one, one)) == (f, f(other, other))
        end
    end
    @testset "what the contract leaves free" begin
        @test calls(twice_own, (Int,), "own") == 1
        @test calls(twice_own_deep, (Int,), "own_deep") == 1
        @test calls(twice_own_cell, (Int,), "own_cell") == 1
        @test calls(own_and_a_write, (Int,), "own") == 1
        @test calls(twice_filled, (Vector{Int},), "filled") == 1
        @test calls(two_calls_deep, (Int,), "wrap") == 2
    end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Contract.run()
end
