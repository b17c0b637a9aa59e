# A call may reach memory that none of its arguments leads to, however many calls lie between.
const G = [0]
const R = Ref(0)
const LOG = Int64[]
const TABLE = Dict(1 => 10)
counter = 0

bump() = (G[1] += 1; G[1])
wrap_bump(x::Int64) = bump() + x
outer_bump(x::Int64) = wrap_bump(x) * 1
peek() = G[1]
wrap_peek(x::Int64) = peek() + x
bump_ref() = (R[] += 1; R[])
wrap_ref(x::Int64) = bump_ref() + x
note(x::Int64) = (push!(LOG, x); length(LOG))
wrap_note(x::Int64) = note(x) + 0
count_up() = (global counter += 1; counter)
wrap_count(x::Int64) = count_up() + x
remember(x::Int64) = (TABLE[1] = x; TABLE[1])
wrap_remember(x::Int64) = remember(x) + TABLE[1]

@rules none begin
end

# The twin: a callee that writes only what it has made is as pure as its result.
function own_only(x::Int64)
    v = [x, x]
    v[1] = v[1] + 1
    return v[1] + v[2]
end
wrap_own(x::Int64) = own_only(x) + 1

writes_behind_two(x::Int64) = (G[1] = 0; (wrap_bump(x), wrap_bump(x), G[1]))
writes_behind_three(x::Int64) = (G[1] = 0; (outer_bump(x), outer_bump(x), G[1]))
constant_arguments(x::Int64) = (G[1] = 0; (wrap_bump(1), wrap_bump(1), G[1]))
reads_behind_two(x::Int64) = (G[1] = x; a = wrap_peek(1); G[1] = x + 1; (a, wrap_peek(1)))
reference(x::Int64) = (R[] = 0; (wrap_ref(x), wrap_ref(x), R[]))
log(x::Int64) = (empty!(LOG); (wrap_note(x), wrap_note(x), length(LOG)))
variable(x::Int64) = (global counter = 0; (wrap_count(x), wrap_count(x), counter))
dictionary(x::Int64) = (TABLE[1] = 0; (wrap_remember(x), TABLE[1]))
own_memory(x::Int64) = wrap_own(x) + wrap_own(x)
@saturate none writes_behind_two(::Int64)
@saturate none writes_behind_three(::Int64)
@saturate none constant_arguments(::Int64)
@saturate none reads_behind_two(::Int64)
@saturate none reference(::Int64)
@saturate none log(::Int64)
@saturate none variable(::Int64)
@saturate none dictionary(::Int64)
@saturate none own_memory(::Int64)

#! run --opt --entry writes_behind_two 10
#> (11, 12, 2)
#! run --opt --entry writes_behind_three 10
#> (11, 12, 2)
#! run --opt --entry constant_arguments 10
#> (2, 3, 2)
#! run --opt --entry reads_behind_two 10
#> (11, 12)
#! run --opt --entry reference 10
#> (11, 12, 2)
#! run --opt --entry log 10
#> (1, 2, 2)
#! run --opt --entry variable 10
#> (11, 12, 2)
#! run --opt --entry dictionary 10
#> (20, 10)
#! run --opt --entry own_memory 10
#> 44
# The two calls are one.
#! opt --entry own_memory --sig Int64 --rules none
#> # cost 3 → 2, optimal
#> function own_memory(%1 x::Int64)::Int64
#> b0:
#>     %2 = wrap_own(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
