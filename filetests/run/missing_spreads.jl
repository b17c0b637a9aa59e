# `missing` spreads through comparison and arithmetic; tests for order and identity know it.

compared(x, y) = (x < y, x <= y, x > y, x >= y, x == y, x != y)

#! run --entry compared 1 missing
#> (missing, missing, missing, missing, missing, missing)
#! run --entry compared missing 1.5
#> (missing, missing, missing, missing, missing, missing)
#! run --entry compared missing missing
#> (missing, missing, missing, missing, missing, missing)
#! run --entry compared 1 2
#> (true, true, false, false, false, true)

ordered(x, y) = (isless(x, y), isequal(x, y), x === y)

#! run --entry ordered 1 missing
#> (true, false, false)
#! run --entry ordered missing missing
#> (false, true, true)

computed(x, y) = (x + y, x - y, x * y, x / y, x ^ y, div(x, y), mod(x, y), min(x, y), max(x, y))

#! run --entry computed 1 missing
#> (missing, missing, missing, missing, missing, missing, missing, missing, missing)
#! run --entry computed missing 2.0
#> (missing, missing, missing, missing, missing, missing, missing, missing, missing)
#! run --entry computed 7 2
#> (9, 5, 14, 3.5, 49, 3, 1, 2, 7)

unary(x) = (-x, abs(x), sqrt(x), sign(x), exp(x), isnan(x), zero(x))

#! run --entry unary missing
#> (missing, missing, missing, missing, missing, missing, missing)
#! run --entry unary 4.0
#> (-4.0, 4.0, 2.0, 1.0, 54.598150033144236, false, 0.0)

# A condition cannot be missing.
smaller(x, y) = x < y ? x : y

#! run --entry smaller 1 missing
#> error: TypeError: non-boolean (Missing) used in boolean context
#! run --entry smaller 1 2
#> 1

logic(x) = (x & false, x & true, x | true, x | false, xor(x, true), !x)

#! run --entry logic missing
#> (false, missing, true, missing, missing, missing)
#! run --entry logic true
#> (false, true, true, true, false, false)
