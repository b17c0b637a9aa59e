# A loop with a side effect: the printing must survive every optimisation.
#
#   saturate lower examples/pow.jl --entry pow --sig "Int64, Int64"
#   saturate run   examples/pow.jl --entry pow 2 10

function pow(x, n)
    r = 1
    while n > 0
        n -= 1
        r *= x
        println("r = ", r)
    end
    return r
end

#! run --entry pow 2 3
#> r = 2
#> r = 4
#> r = 8
#> 8
