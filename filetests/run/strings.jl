# Strings and characters.

interpolate(x, y) = "x = $x, y = $(y + 1), $("nested $x")"
parts(s) = (uppercase(s), reverse(s), length(s), s[2], s[2:3], s[end])
splitting(s) = split(s, ",")
joining(xs) = join(xs, "-")
tests(s) = (startswith(s, "ab"), endswith(s, "z"), occursin("bc", s), isempty(s))
changes(s) = (replace(s, "b" => "BB"), strip("  x "), repeat("ab", 3), "ab"^2, "a" * "b")
chars(s) = [Int(c) for c in s]
unicode(s) = (length(s), sizeof(s), s[1])
numbers(s) = (parse(Int64, s), parse(Float64, s), string(1.5), string(true))
multiline() = """
    one
      two
    """
raw_string() = raw"a\b$c"
compare(a, b) = (a < b, a == b, cmp(a, b))
char_math(c) = (c + 1, c - 'a', isletter(c), isdigit('7'), uppercase(c))
padded(n) = lpad(n, 4) * rpad("x", 3) * "|"
symbols() = (:a, Symbol("b"), :a == :b, string(:c))
bytes() = "a\tb\n\"\\\u00e9"

#! run --entry interpolate 1 2
#> "x = 1, y = 3, nested 1"
#! run --entry parts '"hello"'
#> ("HELLO", "olleh", 5, 'e', "el", 'o')
#! run --entry splitting '"a,b,c"'
#> 3-element Vector{String}:
#>  "a"
#>  "b"
#>  "c"
#! run --entry joining '[1, 2, 3]'
#> "1-2-3"
#! run --entry tests '"abcz"'
#> (true, true, true, false)
#! run --entry changes '"abc"'
#> ("aBBc", "x", "ababab", "abab", "ab")
#! run --entry chars '"AZ"'
#> 2-element Vector{Int64}:
#>  65
#>  90
#! run --entry unicode '"héllo"'
#> (5, 6, 'h')
#! run --entry numbers '"12"'
#> (12, 12.0, "1.5", "true")
#! run --entry multiline
#> "one\n  two\n"
#! run --entry raw_string
#> "a\\b\$c"
#! run --entry compare '"a"' '"b"'
#> (true, false, -1)
#! run --entry char_math "'c'"
#> ('d', 2, true, true, 'C')
#! run --entry padded 7
#> "   7x  |"
#! run --entry symbols
#> (:a, :b, false, "c")
#! run --entry bytes
#> "a\tb\n\"\\é"
