# A call that returns a constant array returns that array: what is written through its result is written to the constant.
const G = [1, 2, 3]
const H = Ref(5)
get_array(n::Int64) = G
get_reference(n::Int64) = H
get_either(n::Int64) = n > 0 ? G : G
get_pair(n::Int64) = (G, n)

@rules none begin
end

function written_through(n::Int64)
    G[1] = 1
    a = get_array(n)
    a[1] = 100
    return G[1]
end
function reference_written_through(n::Int64)
    H[] = 5
    r = get_reference(n)
    r[] = 7
    return (H[], r === H)
end
function same_object(n::Int64)
    a = get_array(n)
    b = get_either(n)
    return a === b
end
function found_in_a_pair(n::Int64)
    G[2] = 2
    p = get_pair(n)
    p[1][2] = n
    return (G[2], p[1] === G)
end
contents(n::Int64) = (G[3] = 3; a = get_array(n); b = a[3]; G[3] = n; b + a[3])
# The twin: a constant that cannot change stands for the call.
limit(n::Int64) = 12
plain_constant(n::Int64) = limit(n) + n
@saturate none written_through(::Int64)
@saturate none reference_written_through(::Int64)
@saturate none same_object(::Int64)
@saturate none found_in_a_pair(::Int64)
@saturate none contents(::Int64)
@saturate none plain_constant(::Int64)

#! run --opt --entry written_through 4
#> 100
#! run --opt --entry reference_written_through 4
#> (7, true)
#! run --opt --entry same_object 4
#> true
#! run --opt --entry found_in_a_pair 4
#> (4, true)
#! run --opt --entry contents 4
#> 7
#! opt --entry plain_constant --sig Int64 --rules none
#> # cost 1 → 1, optimal
#> function plain_constant(%1 n::Int64)::Int64
#> b0:
#>     %2 = +(12, %1)::Int64
#>     return %2
#> end
