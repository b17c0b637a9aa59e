# A syntax error inside `@rules` is said as what it is, before the set is missed.

@rules broken begin
    sin(~x --> 1
end

half(x) = sin(x)
@saturate broken half(::Float64)

#! opt
#> error: 5:1: expected `,` or `)` in the argument list, found `end`
#> error: 8:11: the rule set `broken` could not be read
