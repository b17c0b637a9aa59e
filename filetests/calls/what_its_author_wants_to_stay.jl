# A call whose author wants it to stay a call stays one, and the reason is given. Without the annotation, the body takes its place.

@rules ones begin
    ~x::Float64 * 1.0 --> ~x
    @cost (*) 10
end

@noinline kept(x) = x * 1.0
function kept_inside(x)
    @noinline
    return x * 1.0
end
any_type(@nospecialize(x)) = x * 1.0
@propagate_inbounds unchecked(x) = x * 1.0
free(x) = x * 1.0

function all_of_them(x::Float64)
    return kept(x * 1.0) + kept_inside(x) + any_type(x) + unchecked(x) + free(x)
end
#! opt --rules ones --entry all_of_them --sig Float64
#> # cost 25 → 5, optimal
#> # free′1 stands for free(::Float64): cost 10 → 0
#> # kept stays a call: its author wants no copies of it
#> # kept_inside stays a call: its author wants no copies of it
#> # any_type stays a call: it is not specialised for its arguments
#> # unchecked stays a call: what it checks depends on where it is called
#> function all_of_them(%1 x::Float64)::Float64
#> b0:
#>     %2 = kept(%1)::Float64
#>     %3 = kept_inside(%1)::Float64
#>     %4 = any_type(%1)::Float64
#>     %5 = unchecked(%1)::Float64
#>     %6 = free′1(%1)::Float64
#>     %7 = +(%2, %3, %4, %5, %6)::Float64
#>     return %7
#> end
#>
#> function free′1(%1 x::Float64)::Float64
#> b0:
#>     return %1
#> end
#! run --rules ones --opt --checked --entry all_of_them 2.0
#> 10.0
