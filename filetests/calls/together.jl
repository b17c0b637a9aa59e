# Which calls are replaced by their bodies: those with which a rule has something to do, and no others.
@rules trig begin
    sin(~x)^2 + cos(~x)^2 --> one(~x)
    @cost sin 20
    @cost cos 20
end

# Only both together give something, and both print.
sine(x) = (println("sine"); sin(x)^2)
cosine(x) = (println("cosine"); cos(x)^2)
only_both(x) = sine(x) + cosine(x)
#! opt --entry only_both --sig Float64 --rules trig
#> # cost 45 → 2, optimal
#> # in place of a call: sine (line 11)
#> # in place of a call: cosine (line 11)
#> function only_both(%1 x::Float64)::Float64
#> b0:
#>     %2 = println("sine")::Nothing
#>     %3 = println("cosine")::Nothing
#>     return 1.0
#> end
#! run --entry only_both 0.3
#> sine
#> cosine
#> 1.0
#! run --opt --rules trig --entry only_both 0.3
#> sine
#> cosine
#> 1.0

# One of them alone gives nothing: it stays a call.
one_of_them(x) = sine(x) + cos(x)
#! opt --entry one_of_them --sig Float64 --rules trig
#> # cost 43 → 43, optimal
#> function one_of_them(%1 x::Float64)::Float64
#> b0:
#>     %2 = sine(%1)::Float64
#>     %3 = cos(%1)::Float64
#>     %4 = +(%2, %3)::Float64
#>     return %4
#> end

# The other one is in vain.
unneeded(x) = (println("not needed"); sin(x))
one_in_vain(x) = sine(x) + cosine(x) + unneeded(x)
#! opt --entry one_in_vain --sig Float64 --rules trig
#> # cost 66 → 46, optimal
#> # in place of a call: sine (line 45)
#> # in place of a call: unneeded (line 45)
#> function one_in_vain(%1 x::Float64)::Float64
#> b0:
#>     %2 = println("sine")::Nothing
#>     %3 = sin(%1)::Float64
#>     %4 = literal_pow(^, %3, Val{2}())::Float64
#>     %5 = cosine(%1)::Float64
#>     %6 = println("not needed")::Nothing
#>     %7 = +(%4, %5, %3)::Float64
#>     return %7
#> end

# A rule that fires inside the callee alone makes a version of it, and two calls share it.
inside(x) = (println("inside"); sin(x)^2 + cos(x)^2)
two_calls(x, y) = inside(x) * inside(y)
#! opt --entry two_calls --sig Float64,Float64 --rules trig
#> # cost 89 → 2, optimal
#> # in place of a call: inside (line 63)
#> # in place of a call: inside (line 63)
#> function two_calls(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     %3 = println("inside")::Nothing
#>     %4 = println("inside")::Nothing
#>     return 1.0
#> end
#! run --opt --rules trig --entry two_calls 0.3 0.4
#> inside
#> inside
#> 1.0

# Functions that are handed over, and what they capture.
apply(f, x) = f(x)
captures(x, y) = apply(z -> sin(z)^2 + cos(y)^2, y)
#! opt --entry captures --sig Float64,Float64 --rules trig
#> # cost 45 → 0, optimal
#> # in place of a call: apply (line 81)
#> # in place of a call: apply, #1 (line 81)
#> function captures(%1 x::Float64, %2 y::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#! run --opt --rules trig --entry captures 0.3 0.4
#> 1.0

# Captured variables that are assigned again are read as they are.
function captures_what_changes(x)
    k = x
    square() = sin(k)^2
    a = square()
    k = 2x
    return a + cos(k)^2
end
#! opt --entry captures_what_changes --sig Float64 --rules trig
#> # cost 53 → 51, optimal
#> # in place of a call: square (line 97)
#> function captures_what_changes(%1 x::Float64)::Any
#>     %memory _5 k::Any
#>     %memory _7 k::Any
#> b0:
#>     %2 = Core.Box()::Core.Box
#>     %3 = setfield!(%2, :contents, %1)::Any
#>     %4 = isdefined(%2, :contents)::Bool
#>     goto b2 if %4 else b1
#> b1:
#>     %5 = %load _7::Union{}
#>     unreachable
#> b2:
#>     %6 = getfield(%2, :contents)::Any
#>     %7 = sin(%6)::Any
#>     %8 = literal_pow(^, %7, Val{2}())::Any
#>     %9 = *(2, %1)::Float64
#>     %10 = setfield!(%2, :contents, %9)::Any
#>     %11 = isdefined(%2, :contents)::Bool
#>     goto b4 if %11 else b3
#> b3:
#>     %12 = %load _5::Union{}
#>     unreachable
#> b4:
#>     %13 = getfield(%2, :contents)::Any
#>     %14 = cos(%13)::Any
#>     %15 = literal_pow(^, %14, Val{2}())::Any
#>     %16 = +(%8, %15)::Any
#>     return %16
#> end
#! run --entry captures_what_changes 0.3
#> 0.7685110697834976
#! run --opt --rules trig --entry captures_what_changes 0.3
#> 0.7685110697834976

# Calls that are never looked into, and calls whose body always stands there.
@rules views begin
    sin(~x)^2 + cos(~x)^2 --> one(~x)
    @opaque cosine
    @transparent half
end
half(x) = x / 2
never_and_always(x) = half(x) + (sine(x) + cosine(x))
#! opt --entry never_and_always --sig Float64 --rules views
#> # cost 7 → 7, optimal
#> # in place of a call: half (line 145)
#> function never_and_always(%1 x::Float64)::Float64
#> b0:
#>     %2 = /(%1, 2)::Float64
#>     %3 = sine(%1)::Float64
#>     %4 = cosine(%1)::Float64
#>     %5 = +(%3, %4)::Float64
#>     %6 = +(%2, %5)::Float64
#>     return %6
#> end
#! opt --entry never_and_always --sig Float64 --rules trig
#> # cost 47 → 4, optimal
#> # in place of a call: sine (line 145)
#> # in place of a call: cosine (line 145)
#> function never_and_always(%1 x::Float64)::Float64
#> b0:
#>     %2 = half(%1)::Float64
#>     %3 = println("sine")::Nothing
#>     %4 = println("cosine")::Nothing
#>     %5 = +(%2, 1.0)::Float64
#>     return %5
#> end
