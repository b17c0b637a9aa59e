# A file that includes itself.
include("circle.jl")
around(x) = x

#! run --entry around 3
#> 3
#> warning: 2:1: filetests/run/included/circle.jl includes itself
