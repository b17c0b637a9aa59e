# A syntax error stops its expression, not the file.

good(x) = x + 1
bad(x) = (x + 
better(x) = x + 2

#! run --entry good 1
#> 2
#> warning: 10:1: expected `)` or `,`, found the end of the input
