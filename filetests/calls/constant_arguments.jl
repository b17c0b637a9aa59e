# A constant argument decides the branches of the body that stands in place of the call.

@rules circle begin
    sin(~x::Float64)^2 + cos(~x)^2 --> 1.0
end

pick(x, kind) = kind == 1 ? sin(x)^2 + cos(x)^2 : kind == 2 ? exp(x) : log(x)
first_kind(x) = pick(x, 1) * 3.0
@saturate circle first_kind(::Float64)

#! opt --entry first_kind --sig Float64 --rules circle
#> # cost 10 → 0, optimal
#> # in place of a call: pick (line 8)
#> function first_kind(%1 x::Float64)::Float64
#> b0:
#>     return 3.0
#> end

#! run --entry first_kind --rules circle --opt "0.5"
#> 3.0

# Also where the rule has nothing to do with the branch that is taken.
second_kind(x) = pick(x, 2) * 3.0
@saturate circle second_kind(::Float64)

#! opt --entry second_kind --sig Float64 --rules circle
#> # cost 10 → 2, optimal
#> # in place of a call: pick (line 23)
#> function second_kind(%1 x::Float64)::Float64
#> b0:
#>     %2 = exp(%1)::Float64
#>     %3 = *(%2, 3.0)::Float64
#>     return %3
#> end

# Through another call, and computed from a constant.
through(x, kind) = pick(x, kind - 1)
third(x) = through(x, 2) + 1.0
@saturate circle third(::Float64)

#! opt --entry third --sig Float64 --rules circle
#> # cost 11 → 0, optimal
#> # in place of a call: through (line 38)
#> # in place of a call: through, pick (line 38)
#> function third(%1 x::Float64)::Float64
#> b0:
#>     return 2.0
#> end

# A keyword.
chosen(x; kind=2) = pick(x, kind)
by_keyword(x) = chosen(x; kind=1)
@saturate circle by_keyword(::Float64)

#! opt --entry by_keyword --sig Float64 --rules circle
#> # cost 10 → 0, optimal
#> # in place of a call: chosen (line 52)
#> # in place of a call: chosen, #chosen#1 (line 52)
#> # in place of a call: chosen, #chosen#1, pick (line 52)
#> function by_keyword(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end

# What is no constant decides nothing.
any_kind(x, kind) = pick(x, kind) * 3.0
@saturate circle any_kind(::Float64, ::Int64)

#! opt --entry any_kind --sig Float64,Int64 --rules circle
#> # cost 10 → 5, optimal
#> # pick′1 stands for pick(::Float64, ::Int64): cost 9 → 4
#> function any_kind(%1 x::Float64, %2 kind::Int64)::Float64
#> b0:
#>     %3 = pick′1(%1, %2)::Float64
#>     %4 = *(%3, 3.0)::Float64
#>     return %4
#> end
#>
#> function pick′1(%1 x::Float64, %2 kind::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return 1.0
#> b2:
#>     %4 = ==(%2, 2)::Bool
#>     goto b3 if %4 else b4
#> b3:
#>     %5 = exp(%1)::Float64
#>     return %5
#> b4:
#>     %6 = log(%1)::Float64
#>     return %6
#> end

#! run --entry any_kind --rules circle --opt "1.0" "3"
#> 0.0

# A function that calls itself has a version for its types, not for the constant.
down(x, n) = n == 0 ? sin(x)^2 + cos(x)^2 : down(x, n - 1) + 1.0
from_three(x) = down(x, 3)
@saturate circle from_three(::Float64)

#! opt --entry from_three --sig Float64 --rules circle
#> # cost 9 → 4, optimal
#> # down′1 stands for down(::Float64, ::Int64): cost 9 → 4
#> function from_three(%1 x::Float64)::Float64
#> b0:
#>     %2 = down′1(%1, 3)::Float64
#>     return %2
#> end
#>
#> function down′1(%1 x::Float64, %2 n::Int64)::Float64
#> b0:
#>     %3 = ==(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return 1.0
#> b2:
#>     %4 = -(%2, 1)::Int64
#>     %5 = down′1(%1, %4)::Float64
#>     %6 = +(%5, 1.0)::Float64
#>     return %6
#> end

#! run --entry from_three --rules circle --opt "0.5"
#> 4.0
