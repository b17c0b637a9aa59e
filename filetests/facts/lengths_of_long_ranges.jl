# A range from the smallest number to the largest has more elements than there are numbers.
longest() = typemin(Int64):typemax(Int64)
of_length() = length(longest())
in_steps() = length(typemin(Int64):2:typemax(Int64))
backwards() = length(typemax(Int64):-1:typemin(Int64))
ends() = (isempty(longest()), maximum(longest()), minimum(longest()))
added() = sum(longest())
of_128_bits() = isempty(typemin(Int128):typemax(Int128))
#! run --entry of_length
#> error: OverflowError: 9223372036854775807 - -9223372036854775808 overflowed for type Int64
#! run --entry in_steps
#> error: OverflowError: 9223372036854775807 + 1 overflowed for type Int64
#! run --entry backwards
#> error: OverflowError: 9223372036854775807 - -9223372036854775808 overflowed for type Int64
#! run --entry ends
#> (false, 9223372036854775807, -9223372036854775808)
#! run --entry added
#> error: OverflowError: 9223372036854775807 - -9223372036854775808 overflowed for type Int64
#! run --entry of_128_bits
#> false
