# A claim of a rule set's author that does not hold is an error of the run, which names the claim and the call.
bump(v) = (v[1] += 1; v[1])
look(v) = v[1]
pick(v) = v
make(n) = [n]
loud(n) = (println(n); n)
fail(n) = n < 0 ? throw(ArgumentError("negative")) : n
same(a, b) = a === b

@rules liar begin
    @effects bump reads throws
    @effects look pure
    @effects pick alloc
    @effects make aliases
    @effects loud pure
    @effects fail pure
    @effects same pure
end

# What is true, or more than the truth, is not complained about.
@rules honest begin
    @effects bump reads writes throws
    @effects look reads throws
    @effects pick unknown
    @effects fail throws diverges
end

twice(v) = (bump(v), bump(v))
first_of(v) = (look(v), length(v))
kept(v) = (pick(v), 1)
made(n) = (make(n), 1)
said(n) = loud(n) + 1
checked(n) = fail(n) + 1
compared(v, w) = (same(v, w), 1)

#! run --entry twice --opt --rules liar [1,2]
#> error: the call `bump(::Vector{Int64})` of `twice(::Vector{Int64})` (28:13) is claimed to be `throws reads global` and writes memory that is older than it

#! run --entry twice --opt --rules honest [1,2]
#> (2, 3)

#! run --entry first_of --opt --rules liar [1,2]
#> error: the call `look(::Vector{Int64})` of `first_of(::Vector{Int64})` (29:16) is claimed to be `pure` and reads the length of a vector that is older than it

#! run --entry first_of --opt --rules honest [1,2]
#> (1, 2)

#! run --entry kept --opt --rules liar [1,2]
#> error: the call `pick(::Vector{Int64})` of `kept(::Vector{Int64})` (30:12) is claimed to be `alloc` and returns an object that is older than it

#! run --entry kept --opt --rules honest [1,2]
#> ([1, 2], 1)

#! run --entry made --opt --rules liar 3
#> error: the call `make(::Int64)` of `made(::Int64)` (31:12) is claimed to be `aliases global` and returns an object that it has made

#! run --entry said --opt --rules liar 3
#> 3
#> error: the call `loud(::Int64)` of `said(::Int64)` (32:11) is claimed to be `pure` and prints

#! run --entry checked --opt --rules liar -- -3
#> error: the call `fail(::Int64)` of `checked(::Int64)` (33:14) is claimed to be `pure` and throws `ArgumentError`

#! run --entry checked --opt --rules honest -- -3
#> error: ArgumentError: negative

#! run --entry checked --opt --rules liar 3
#> 4

#! run --entry compared --opt --rules liar [1] [1]
#> error: the call `same(::Vector{Int64}, ::Vector{Int64})` of `compared(::Vector{Int64}, ::Vector{Int64})` (34:19) is claimed to be `pure` and asks which object something older than it is
