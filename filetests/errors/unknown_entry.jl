# An unknown entry is answered with the functions of the file, not with those of the rule library.

mine(x) = x .+ (y -> y + 1)(2)
@saturate broadcast ∪ gemm yours(::Vector{Float64})

#! opt
#> error: there is no function `yours` (the file defines mine)
