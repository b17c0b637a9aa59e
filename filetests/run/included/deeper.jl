# Included by `helpers.jl`: the path is relative to that file.
deeper(x) = 10x

#! run --entry deeper 1
#> 10
