# The laws of `arithmetic` that are exact, all at once, at the points where laws break: each pair of runs, without and with the
# rules, prints the same.

integers(x, y) = (x + y, x * y, -(-x), x - x, x + -x, x + -y, x - -y, -(x - y), abs(-x), abs(x)^2, (x + 1) + 2, (x * 3) * 5, x * y + x * 3)
#! run --entry integers "true" "false"
#> (1, false, 1, 0, 0, 1, 1, -1, 1, true, 4, 15, 3)
#! run --opt --rules arithmetic,constants --entry integers "true" "false"
#> (1, false, 1, 0, 0, 1, 1, -1, 1, true, 4, 15, 3)
#! run --entry integers "true" "0x03"
#> (0x04, 0x03, 1, 0, 0, 0xfe, 0x04, 0x02, 1, true, 4, 15, 6)
#! run --opt --rules arithmetic,constants --entry integers "true" "0x03"
#> (0x04, 0x03, 1, 0, 0, 0xfe, 0x04, 0x02, 1, true, 4, 15, 6)
#! run --entry integers "0xff" "0x01"
#> (0x00, 0xff, 0xff, 0x00, 0x00, 0xfe, 0x00, 0x02, 0x01, 0x01, 258, 3825, 1020)
#! run --opt --rules arithmetic,constants --entry integers "0xff" "0x01"
#> (0x00, 0xff, 0xff, 0x00, 0x00, 0xfe, 0x00, 0x02, 0x01, 0x01, 258, 3825, 1020)
#! run --entry integers "Int8(-128)" "Int8(-128)"
#> (0, 0, -128, 0, 0, 0, 0, 0, -128, 0, -125, -1920, -384)
#! run --opt --rules arithmetic,constants --entry integers "Int8(-128)" "Int8(-128)"
#> (0, 0, -128, 0, 0, 0, 0, 0, -128, 0, -125, -1920, -384)
#! run --entry integers "Int8(-128)" "0x80"
#> (0x00, 0x00, -128, 0, 0, 0x00, 0x00, 0x00, -128, 0, -125, -1920, -384)
#! run --opt --rules arithmetic,constants --entry integers "Int8(-128)" "0x80"
#> (0x00, 0x00, -128, 0, 0, 0x00, 0x00, 0x00, -128, 0, -125, -1920, -384)
#! run --entry integers "10" "0xff"
#> (265, 2550, 10, 0, 0, 11, 9, 245, 10, 100, 13, 150, 2580)
#! run --opt --rules arithmetic,constants --entry integers "10" "0xff"
#> (265, 2550, 10, 0, 0, 11, 9, 245, 10, 100, 13, 150, 2580)
#! run --entry integers "Int8(-1)" "typemin(Int64)"
#> (9223372036854775807, -9223372036854775808, -1, 0, 0, 9223372036854775807, 9223372036854775807, -9223372036854775807, 1, 1, 2, -15, 9223372036854775805)
#! run --opt --rules arithmetic,constants --entry integers "Int8(-1)" "typemin(Int64)"
#> (9223372036854775807, -9223372036854775808, -1, 0, 0, 9223372036854775807, 9223372036854775807, -9223372036854775807, 1, 1, 2, -15, 9223372036854775805)
#! run --entry integers "typemin(Int64)" "typemin(Int64)"
#> (0, 0, -9223372036854775808, 0, 0, 0, 0, 0, -9223372036854775808, 0, -9223372036854775805, -9223372036854775808, -9223372036854775808)
#! run --opt --rules arithmetic,constants --entry integers "typemin(Int64)" "typemin(Int64)"
#> (0, 0, -9223372036854775808, 0, 0, 0, 0, 0, -9223372036854775808, 0, -9223372036854775805, -9223372036854775808, -9223372036854775808)
#! run --entry integers "typemax(Int64)" "1"
#> (-9223372036854775808, 9223372036854775807, 9223372036854775807, 0, 0, 9223372036854775806, -9223372036854775808, -9223372036854775806, 9223372036854775807, 1, -9223372036854775806, 9223372036854775793, -4)
#! run --opt --rules arithmetic,constants --entry integers "typemax(Int64)" "1"
#> (-9223372036854775808, 9223372036854775807, 9223372036854775807, 0, 0, 9223372036854775806, -9223372036854775808, -9223372036854775806, 9223372036854775807, 1, -9223372036854775806, 9223372036854775793, -4)
#! run --entry integers "0x00" "true"
#> (0x01, 0x00, 0x00, 0x00, 0x00, -1, 1, 0x01, 0x00, 0x00, 3, 0, 0)
#! run --opt --rules arithmetic,constants --entry integers "0x00" "true"
#> (0x01, 0x00, 0x00, 0x00, 0x00, -1, 1, 0x01, 0x00, 0x00, 3, 0, 0)

floats(x, y) = (x + y, x * y, -(-x), x + -y, x - -y, abs(-x), abs(x)^2, x * 1, x / 1)
#! run --entry floats "(-0.0)" "0.0"
#> (0.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, -0.0, -0.0)
#! run --opt --rules arithmetic,constants --entry floats "(-0.0)" "0.0"
#> (0.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, -0.0, -0.0)
#! run --entry floats "0.0" "(-0.0)"
#> (0.0, -0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
#! run --opt --rules arithmetic,constants --entry floats "0.0" "(-0.0)"
#> (0.0, -0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
#! run --entry floats "NaN" "1.0"
#> (NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN)
#! run --opt --rules arithmetic,constants --entry floats "NaN" "1.0"
#> (NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN)
#! run --entry floats "Inf" "(-Inf)"
#> (NaN, -Inf, Inf, Inf, NaN, Inf, Inf, Inf, Inf)
#! run --opt --rules arithmetic,constants --entry floats "Inf" "(-Inf)"
#> (NaN, -Inf, Inf, Inf, NaN, Inf, Inf, Inf, Inf)
#! run --entry floats "5.0e-324" "(-5.0e-324)"
#> (0.0, -0.0, 5.0e-324, 1.0e-323, 0.0, 5.0e-324, 0.0, 5.0e-324, 5.0e-324)
#! run --opt --rules arithmetic,constants --entry floats "5.0e-324" "(-5.0e-324)"
#> (0.0, -0.0, 5.0e-324, 1.0e-323, 0.0, 5.0e-324, 0.0, 5.0e-324, 5.0e-324)
#! run --entry floats "1.0f0" "2.5"
#> (3.5, 2.5, 1.0f0, -1.5, 3.5, 1.0f0, 1.0f0, 1.0f0, 1.0f0)
#! run --opt --rules arithmetic,constants --entry floats "1.0f0" "2.5"
#> (3.5, 2.5, 1.0f0, -1.5, 3.5, 1.0f0, 1.0f0, 1.0f0, 1.0f0)
#! run --entry floats "Float32(NaN)" "(-0.0f0)"
#> (NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32)
#! run --opt --rules arithmetic,constants --entry floats "Float32(NaN)" "(-0.0f0)"
#> (NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32, NaN32)
#! run --entry floats "(-0.0f0)" "0"
#> (0.0f0, -0.0f0, -0.0f0, 0.0f0, -0.0f0, 0.0f0, 0.0f0, -0.0f0, -0.0f0)
#! run --opt --rules arithmetic,constants --entry floats "(-0.0f0)" "0"
#> (0.0f0, -0.0f0, -0.0f0, 0.0f0, -0.0f0, 0.0f0, 0.0f0, -0.0f0, -0.0f0)
#! run --entry floats "typemax(Int64)" "0.5"
#> (9.223372036854776e18, 4.611686018427388e18, 9223372036854775807, 9.223372036854776e18, 9.223372036854776e18, 9223372036854775807, 1, 9223372036854775807, 9.223372036854776e18)
#! run --opt --rules arithmetic,constants --entry floats "typemax(Int64)" "0.5"
#> (9.223372036854776e18, 4.611686018427388e18, 9223372036854775807, 9.223372036854776e18, 9.223372036854776e18, 9223372036854775807, 1, 9223372036854775807, 9.223372036854776e18)
#! run --entry floats "0xff" "(-0.0)"
#> (255.0, -0.0, 0xff, 255.0, 255.0, 0x01, 0x01, 255, 255.0)
#! run --opt --rules arithmetic,constants --entry floats "0xff" "(-0.0)"
#> (255.0, -0.0, 0xff, 255.0, 255.0, 0x01, 0x01, 255, 255.0)
#! run --entry floats "true" "0.0"
#> (1.0, 0.0, 1, 1.0, 1.0, 1, true, 1, 1.0)
#! run --opt --rules arithmetic,constants --entry floats "true" "0.0"
#> (1.0, 0.0, 1, 1.0, 1.0, 1, true, 1, 1.0)
