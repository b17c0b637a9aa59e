# `using Base: sign` names the function of Base; a definition would have to import it.
using Base: sign

sign(x::String) = 1

function_of_base(x) = sign(x)
#! run --entry function_of_base 2
#> 1
#> warning: 4:1: function Base.sign must be explicitly imported to be extended

#> 1
#> warning: 4:1: function Base.sign must be explicitly imported to be extended
