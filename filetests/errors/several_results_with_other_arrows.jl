# Several results take `-->`: they are read off the right side, not computed while rules run, and nothing makes a right side of its parts.
@rules other begin
    (sin(~x), cos(~x)) => sincos(~x)
    sincos(~x) == (sin(~x), cos(~x))
    (sin(~x), cos(~x)) == sincos(~x)
end
f(x) = sin(x)
#! opt --rules other --entry f --sig Float64
#> error: 3:5: a left side of several parts takes `-->`; for a tuple that the program makes, write `tuple(…)`
#> error: 5:5: a left side of several parts takes `-->`; for a tuple that the program makes, write `tuple(…)`
