# Files that are included are loaded at their place, relative to the file that includes them.

before(x) = x + 1
include("included/helpers.jl")
behind(x) = helped(before(x))

#! run --entry behind 1
#> 21
