# Left sides of several parts that mean nothing.
pair(x::Float64, y::Float64) = (sin(x), cos(y))
#! opt --entry pair --sig Float64,Float64 --rules unrelated
#> error: 6:5: a part of the left side shares no variable with the others: nothing says which belong together
@rules unrelated begin
    (sin(~x), cos(~y)) --> pair(~x, ~y)
end
#! opt --entry pair --sig Float64,Float64 --rules relaxed_parts
#> error: 11:14: `@relaxed` is no word for a left side of several parts: they have no effects
@rules relaxed_parts begin
    @relaxed (sin(~x), cos(~x)) --> sincos(~x)
end
# A tuple with a part that is no call is a tuple of the program.
#! opt --entry with_itself --sig Float64 --rules tuples
#> # cost 11 → 1, optimal
#> function with_itself(%1 x::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %2 = itself_and_sine(%1)::Tuple{Float64, Float64}
#>     return %2
#> end
@rules tuples begin
    (~x, sin(~x)) --> itself_and_sine(~x)
    @cost tuple 10
end
itself_and_sine(x::Float64) = (x, sin(x))
with_itself(x::Float64) = (x, sin(x))
