# Included by `includes.jl`.
include("deeper.jl")
helped(x) = deeper(x) + 1

#! run --entry helped 1
#> 11
