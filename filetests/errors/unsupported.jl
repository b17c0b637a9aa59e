# What is not supported is a diagnostic with its position; it stops that function, not the file.

fine(x) = x + 1
@generated generated(x) = :(x + 1)
unknown_macro(x) = @frobnicate x

#! run --entry fine 1
#> 2
#> warning: 4:1: the macro `@generated` is not supported
#> warning: 5:20: the macro `@frobnicate` is not supported
#! run --entry unknown_macro 1
#> error: 4:1: the macro `@generated` is not supported
#> error: 5:20: the macro `@frobnicate` is not supported
#> error: there is no function `unknown_macro` (the file defines fine)
#! lower --entry generated --sig "Int64"
#> error: 4:1: the macro `@generated` is not supported
#> error: 5:20: the macro `@frobnicate` is not supported
#> error: there is no function `generated` (the file defines fine)
