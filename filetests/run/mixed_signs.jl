# Division of numbers with and without a sign: `div` and `rem` have the kind of the first number, `mod` that of the second.

divisions(x, y) = (div(x, y), rem(x, y), mod(x, y), fld(x, y), cld(x, y))

#! run --entry divisions -- "Int8(-7)" 0x02
#> (-3, -1, 0x01, -4, -3)
#! run --entry divisions -- 0x07 "Int8(-2)"
#> (0xfd, 0x01, -1, 0xfc, 0xfd)

# Of one kind, as ever.
#! run --entry divisions -- -7 2
#> (-3, -1, 1, -4, -3)

divisors(x, y) = (gcd(x, y), lcm(x, y))

#! run --entry divisors -- 0x04 "Int8(6)"
#> (0x02, 0x0c)
#! run --entry divisors -- true 6
#> (1, 6)

# A negative number does not survive the promotion.
#! run --entry divisors -- "Int8(-4)" 0x06
#> error: InexactError: check_top_bit(UInt8, -4)

largest(x, y) = (max(x, y), min(x, y))

#! run --entry largest -- "Int8(4)" 0x06
#> (0x06, 0x04)
#! run --entry largest -- "Int8(-4)" 0x06
#> error: InexactError: check_top_bit(UInt8, -4)
