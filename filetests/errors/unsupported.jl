# What is not supported is a diagnostic with its position; it stops that function, not the file.

fine(x) = x + 1
@generated generated(x) = :(x + 1)
unknown_macro(x) = @frobnicate x

#! run --entry fine 1
#! run --entry unknown_macro 1
#! lower --entry generated --sig "Int64"
