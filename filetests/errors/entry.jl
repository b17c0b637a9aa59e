# Errors of the command line: missing entry, unknown types, wrong arity.

f(x::Int64) = x + 1

#! lower --entry g --sig "Int64"
#> error: there is no function `g` (the file defines f)
#! lower --entry f --sig "Intt64"
#> error: --sig:1:2: unknown type `Intt64` (did you mean `Int64`?)
#! lower --entry f --sig "Int64, Int64"
#> error: no method of `f` takes (Int64, Int64) (its methods are Tuple{typeof(f), Int64})
#! lower --entry f --sig "Int64,, Float64"
#> error: --sig:1:8: expected an expression, found `,`
#! lower --entry f --sig "String"
#> error: no method of `f` takes (String) (its methods are Tuple{typeof(f), Int64})
#! run --entry g 1
#> error: there is no function `g` (the file defines f)
#! run --entry f '1 +'
#> error: expression:1:4: expected an expression, found the end of the input
#! run --entry f 'undefined_thing'
#> error: expression:1:1: UndefVarError: `undefined_thing` not defined
#! run --entry f 1.5
#> error: MethodError: no method matching f(::Float64)
