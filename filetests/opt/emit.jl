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
#>     (n_3, r_4) = (n, 1)
#>     @goto b1
#>     @label b1
#>     v5 = n_3 > 0
#>     if v5
#>         @goto b2
#>     else
#>         @goto b3
#>     end
#>     @label b2
#>     n_6 = n_3 - 1
#>     v7 = r_4 * x
#>     v8 = println("r = ", v7)
#>     (n_3, r_4) = (n_6, v7)
#>     @goto b1
#>     @label b3
#>     return r_4
#> end
#>
#> # cost 2 → 2, optimal
#> function sign_of(x::Int64)
#>     v2 = x > 0
#>     if v2
#>         @goto b1
#>     else
#>         @goto b2
#>     end
#>     @label b1
#>     return 1
#>     @label b2
#>     v3 = x < 0
#>     if v3
#>         @goto b3
#>     else
#>         @goto b4
#>     end
#>     @label b3
#>     return -1
#>     @label b4
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
