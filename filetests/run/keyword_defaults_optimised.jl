# An entry that only fills in the defaults of keyword arguments: what runs is what `opt` shows, its body.

@rules shifts begin
    ~x::Int64 * 2 --> ~x << 1
    @cost *(::Int64, ::Int64) 10
end

scaled(x; by = 2, offset = 5) = x * 2 + by * offset

@saturate shifts scaled(::Int64)

#! opt --emit ir
#> # cost 21 → 12, optimal
#> function #scaled#1(%1 by::Int64, %2 offset::Int64, %3 #self#::typeof(scaled), %4 x::Int64)::Int64
#> b0:
#>     %5 = *(%1, %2)::Int64
#>     %6 = <<(%4, 1)::Int64
#>     %7 = +(%6, %5)::Int64
#>     return %7
#> end

#! run --entry scaled 4
#> 18

#! run --opt --entry scaled 4
#> 18

# A default that is a call is evaluated before the body runs: the entry is then more than one call, and is optimised itself.
note(x) = (println("default"); x)
noted(x; by = note(3)) = x * 2 + by

#! run --opt --rules shifts --entry noted 4
#> default
#> 11
