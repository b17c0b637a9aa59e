# Errors of the command line: missing entry, unknown types, wrong arity.

f(x::Int64) = x + 1

#! lower --entry g --sig "Int64"
#! lower --entry f --sig "Intt64"
#! lower --entry f --sig "Int64, Int64"
#! lower --entry f --sig "Int64,, Float64"
#! lower --entry f --sig "String"
#! run --entry g 1
#! run --entry f '1 +'
#! run --entry f 'undefined_thing'
#! run --entry f 1.5
