# The result as Julia source, and run in place of the original.

@rules algebra begin
    ~x::Int64 * 1 --> ~x
    ~x::Int64 + 0 --> ~x
end

function pow(x, n)
    r = 1
    while n > 0
        n -= 1
        r = (r * x) * 1
        println("r = ", r + 0)
    end
    return r
end
@saturate algebra pow(::Int64, ::Int64)

sign_of(x) = x > 0 ? 1 : x < 0 ? -1 : 0
@saturate algebra sign_of(::Int64)

#! opt --emit julia
#> # cost 60 → 40, optimal
#> function pow(x::Int64, n::Int64)
#>     r = 1
#>     while n > 0
#>         n = n - 1
#>         r = r * x
#>         println("r = ", r)
#>     end
#>     return r
#> end
#>
#> # cost 2 → 2, optimal
#> function sign_of(x::Int64)
#>     if x > 0
#>         return 1
#>     end
#>     if x < 0
#>         return -1
#>     end
#>     return 0
#> end

#! run --opt --entry pow 2 3
#> r = 2
#> r = 4
#> r = 8
#> 8

#! run --opt --strict --extract chaos --seed 3 --entry pow 2 3
#> r = 2
#> r = 4
#> r = 8
#> 8

#! run --opt --entry nothing_of_the_kind 1
#> error: there is no function `nothing_of_the_kind` (the file defines pow, sign_of)
