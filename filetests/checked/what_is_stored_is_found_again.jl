# What is stored in a new object is found again in it: a function that reads an older array through an object of its own reads older memory.
mutable struct Tray
    v::Vector{Int64}
end
const TABLE = [3, 1, 4, 1, 5]
total(v::Vector{Int64}) = sum(copy(v))
@rules none begin
end

function stored_and_read()
    tray = Tray([1, 2])
    tray.v = TABLE
    return total(tray.v)
end
#! run --checked --entry stored_and_read
#> 14

# Through another name of the object, made before the store.
function other_name()
    tray = Tray([1, 2])
    both = (tray, 1)
    both[1].v = TABLE
    return total(tray.v)
end
#! run --checked --entry other_name
#> 14

# Two reads around a write to what was stored are two.
function written_in_between()
    before = stored_and_read()
    TABLE[1] = TABLE[1] + 1
    return stored_and_read() - before
end
@saturate none written_in_between()
#! run --opt --checked --entry written_in_between
#> 1

# What is stored is new as well: two calls are one.
function own_is_stored(n::Int64)
    tray = Tray([1, 2])
    tray.v = [n, n]
    return total(tray.v)
end
twice(n::Int64) = own_is_stored(n) + own_is_stored(n)
#! opt --rules none --calls none --entry twice --sig Int64
#> # cost 3 → 2, optimal
#> function twice(%1 n::Int64)::Int64
#> b0:
#>     %2 = own_is_stored(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end
