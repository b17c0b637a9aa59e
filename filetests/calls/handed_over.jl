# Functions that are handed over to what only calls them are handed over as optimised versions.
@rules trig begin
    sin(~x)^2 + cos(~x)^2 --> one(~x)
end

wave(x) = 3.0 * (sin(x)^2 + cos(x)^2) + x
over(v) = map(wave, v)
#! opt --entry over --sig Vector{Float64} --rules trig
#> # cost 1 → 1, optimal
#> # wave′1 stands for wave(::Float64): cost 7 → 1
#> function over(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = map(wave′1, %1)::Vector{Float64}
#>     return %2
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(3.0, %1)::Float64
#>     return %2
#> end
#! run --entry over [0.5,1.5]
#> 2-element Vector{Float64}:
#>  3.5
#>  4.5
#! run --opt --rules trig --entry over [0.5,1.5]
#> 2-element Vector{Float64}:
#>  3.5
#>  4.5
#! run --opt --rules trig --entry over Float64[]
#> Float64[]

# Common subexpressions need no rule.
@rules none begin
end
share(x) = exp(x) / (1 + exp(x))
in_place(v) = map!(share, v, v)
#! opt --entry in_place --sig Vector{Float64} --rules none
#> # cost 1 → 1, optimal
#> # share′1 stands for share(::Float64): cost 4 → 3
#> function in_place(%1 v::Vector{Float64})::Any
#> b0:
#>     %2 = map!(share′1, %1, %1)::Any
#>     return %2
#> end
#>
#> function share′1(%1 x::Float64)::Float64
#> b0:
#>     %2 = exp(%1)::Float64
#>     %3 = +(1, %2)::Float64
#>     %4 = /(%2, %3)::Float64
#>     return %4
#> end
#! run --entry in_place [0.5,1.5]
#> 2-element Vector{Float64}:
#>  0.6224593312018546
#>  0.8175744761936437
#! run --opt --rules none --entry in_place [0.5,1.5]
#> 2-element Vector{Float64}:
#>  0.6224593312018546
#>  0.8175744761936437

# Another one looks at the function itself: it is given the original.
looks(f, v) = f === wave ? sum(v) : 0.0
looked_at(v) = looks(wave, v) + sum(map(wave, v))
#! opt --entry looked_at --sig Vector{Float64} --rules trig
#> # cost 4 → 4, optimal
#> # wave′1 stands for wave(::Float64): cost 7 → 1
#> function looked_at(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = looks(wave, %1)::Float64
#>     %3 = map(wave′1, %1)::Vector{Float64}
#>     %4 = sum(%3)::Float64
#>     %5 = +(%2, %4)::Float64
#>     return %5
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     %2 = +(3.0, %1)::Float64
#>     return %2
#> end
#! run --entry looked_at [0.5,1.5]
#> 10.0
#! run --opt --rules trig --entry looked_at [0.5,1.5]
#> 10.0

# Elements of other types run the original.
over_any(v) = map(wave, v)
#! opt --entry over_any --sig Vector{Any} --rules trig
#> # cost 1 → 1, optimal
#> function over_any(%1 v::Vector{Any})::Any
#> b0:
#>     %2 = map(wave, %1)::Any
#>     return %2
#> end

# A version that returns a narrower type is not handed over: the result would have other elements.
@rules narrow begin
    either(~x) --> ~x
end
either(x) = x > 1.0 ? x : nothing
picked(x) = either(x)
over_either(v) = map(picked, v)
#! opt --entry over_either --sig Vector{Float64} --rules narrow
#> # cost 1 → 1, optimal
#> function over_either(%1 v::Vector{Float64})::Any
#> b0:
#>     %2 = map(picked, %1)::Any
#>     return %2
#> end
#! run --entry over_either [2.5,1.5]
#> 2-element Vector{Float64}:
#>  2.5
#>  1.5
