# What the prelude said of these functions did not hold: types that the value does not have, exceptions that were not
# announced, calls that take long.

# A signed and an unsigned integer promote to an unsigned one, which has no place for a negative number.
larger(p, x, y) = p ? max(x, y) : zero(y)
smaller(x, y) = minmax(x, y)
both(x, y) = promote(x, y)
longest(x, y) = hypot(x, y)
pair(x, y) = Complex(x, y)

#! run --entry larger true Int8(-1) 0x03
#> error: InexactError: check_top_bit(UInt8, -1)

#! run --entry larger false Int8(-1) 0x03
#> 0x00

#! run --entry larger true Int8(1) 0x03
#> 0x03

#! run --entry smaller 0x03 Int8(-1)
#> error: InexactError: check_top_bit(UInt8, -1)

#! run --entry both Int8(-1) 0xffff
#> error: InexactError: check_top_bit(UInt16, -1)

#! run --entry pair Int8(-1) 0x03
#> error: InexactError: check_top_bit(UInt8, -1)

#! run --entry longest 3 0x04
#> 5.0

# The type that was claimed: `promote_type` of both.
power(x, y) = x^y
ring(x, y) = mod1(x, y)

#! run --entry power 2 1.5f0
#> 2.828427f0

#! run --entry power true 0.5f0
#> 1.0f0

#! run --entry ring Int8(4) 2
#> 2

#! run --entry ring 4.0f0 2
#> 2.0f0

# A range is summed from its ends, however long it is.
total(r) = sum(r)

#! run --entry total 1:10^15
#> 2538972135152631808

#! run --entry total 3:-2:-8
#> -12

#! run --entry total 5:4
#> 0

# What is cut off is whatever the second argument is.
trimmed(s, c) = strip(s, c)

#! run --entry trimmed '"xxaxx"' Char(120)
#> "a"

# A new reference to something of an unknown type has the type of what it holds.
struct Item
    value::Any
end
held(item) = typeof(Ref(item.value))
paired(item) = typeof(item.value => 1)

#! run --entry held Item(1)
#> Base.RefValue{Int64}

#! run --entry paired Item(2.5)
#> Pair{Float64, Int64}

# Two methods that fit equally well are an error.
either(x::Int64, y) = 1
either(x, y::Int64) = 2
which(x, y) = either(x, y)

#! run --entry which 1 2
#> error: MethodError: either(::Int64, ::Int64) is ambiguous; candidates: Tuple{typeof(either), Int64, Any}, Tuple{typeof(either), Any, Int64}

# A condition that is no `Bool` is an error.
choose(item) = item.value ? 1 : 2

#! run --entry choose Item(3)
#> error: TypeError: non-boolean (Int64) used in boolean context

# The length of an array of the program's is what the program says, with whatever that does.
mutable struct Counted <: AbstractVector{Int64}
    asked::Int64
end
Base.size(c::Counted) = (c.asked += 1; (3,))
Base.getindex(c::Counted, i::Int64) = i
asked(c) = (length(c), lastindex(c), c.asked)

#! run --entry asked Counted(0)
#> (3, 3, 2)
