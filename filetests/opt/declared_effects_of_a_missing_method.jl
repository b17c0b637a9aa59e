# `@effects` says what the methods of a function do. That a call may have none is an exception that it keeps.

half(x::Int64) = x >> 1
@noinline count_down(n) = n > 0 ? count_down(n - 1) : 0
whole(x) = (count_down(x); x)

@rules declared begin
    @effects half pure
    @effects whole pure
end

# No method takes a string: the call stays for its error.
may_have_no_method(c::Bool) = (half(c ? 4 : "four"); 1)
#! opt --entry may_have_no_method --sig Bool --rules declared
#> # cost 1 → 1, optimal
#> function may_have_no_method(%1 c::Bool)::Int64
#> b0:
#>     goto b1(4) if %1 else b1("four")
#> b1(%2::Union{Int64, String}):
#>     %3 = half(%2)::Int64
#>     return 1
#> end
#! run --entry may_have_no_method true --opt --rules declared
#> 1
#! run --entry may_have_no_method false --opt --rules declared
#> error: MethodError: no method matching half(::String)

# Where there is one, the claim holds.
has_a_method(c::Bool) = (half(c ? 4 : 5); 1)
#! opt --entry has_a_method --sig Bool --rules declared
#> # cost 1 → 0, optimal
#> function has_a_method(%1 c::Bool)::Int64
#> b0:
#>     goto b1 if %1 else b1
#> b1:
#>     return 1
#> end

has_one_for_all(c::Bool) = (whole(c ? 4 : 5.0); 1)
#! opt --entry has_one_for_all --sig Bool --rules declared
#> # cost 1 → 0, optimal
#> # count_down stays a call: its author wants no copies of it
#> function has_one_for_all(%1 c::Bool)::Int64
#> b0:
#>     goto b1 if %1 else b1
#> b1:
#>     return 1
#> end

@saturate declared may_have_no_method(::Bool)
@saturate declared has_a_method(::Bool)
