# What cannot be included is said where it is included; the rest of the file is there.

include("no_such_file.jl")
include("../run/included/circle.jl")
still_here(x) = around(x)

#! run --entry still_here 3
#> 3
#> warning: 3:1: cannot read filetests/errors/no_such_file.jl: No such file or directory (os error 2)
#> warning: filetests/errors/../run/included/circle.jl:2:1: filetests/errors/../run/included/circle.jl includes itself
#! run --entry not_here 3
#> error: 3:1: cannot read filetests/errors/no_such_file.jl: No such file or directory (os error 2)
#> error: filetests/errors/../run/included/circle.jl:2:1: filetests/errors/../run/included/circle.jl includes itself
#> error: there is no function `not_here` (the file defines around, still_here)
