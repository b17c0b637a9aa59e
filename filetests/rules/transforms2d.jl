# The library's `transforms2d`.

moved_twice(p, a, b, c, d) = translate(translate(p, a, b), c, d)
@saturate transforms2d moved_twice(::Vector{Float64}, ::Float64, ::Float64, ::Float64, ::Float64)
turned_twice(p, a, b) = rotate(rotate(p, a), b)
@saturate transforms2d turned_twice(::Vector{Float64}, ::Float64, ::Float64)
scaled_twice(p, s, t) = scale(scale(p, s), t)
@saturate transforms2d scaled_twice(::Vector{Float64}, ::Float64, ::Float64)
turned_in_between(p, s, a, t) = scale(rotate(scale(p, s), a), t)
@saturate transforms2d turned_in_between(::Vector{Float64}, ::Float64, ::Float64, ::Float64)
# Moving does not commute with turning.
moved_in_between(p, a, dx, b) = rotate(translate(rotate(p, a), dx, 0), b)
@saturate transforms2d moved_in_between(::Vector{Float64}, ::Float64, ::Float64, ::Float64)

nothing_happens(p) = scale(rotate(translate(rotate(p, 2π), 0, 0.0), 0), 1)
@saturate transforms2d nothing_happens(::Vector{Float64})
something_happens(p) = scale(rotate(translate(rotate(p, 3.0), 0, 1), 1), 2)
@saturate transforms2d something_happens(::Vector{Float64})

# The result is written: it must not be the argument.
function written(p)
    q = translate(p, 0, 0)
    q[1] = 0.0
    return q
end
@saturate transforms2d written(::Vector{Float64})

#! opt
#> # cost 20 → 12, optimal
#> function moved_twice(%1 p::Vector{Float64}, %2 a::Float64, %3 b::Float64, %4 c::Float64, %5 d::Float64)::Vector{Float64}
#> b0:
#>     %6 = +(%2, %4)::Float64
#>     %7 = +(%3, %5)::Float64
#>     %8 = translate(%1, %6, %7)::Vector{Float64}
#>     return %8
#> end
#>
#> # cost 80 → 41, optimal
#> function turned_twice(%1 p::Vector{Float64}, %2 a::Float64, %3 b::Float64)::Vector{Float64}
#> b0:
#>     %4 = +(%2, %3)::Float64
#>     %5 = rotate(%1, %4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 10 → 6, optimal
#> function scaled_twice(%1 p::Vector{Float64}, %2 s::Float64, %3 t::Float64)::Vector{Float64}
#> b0:
#>     %4 = *(%2, %3)::Float64
#>     %5 = scale(%1, %4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 50 → 46, optimal
#> function turned_in_between(%1 p::Vector{Float64}, %2 s::Float64, %3 a::Float64, %4 t::Float64)::Vector{Float64}
#> b0:
#>     %5 = rotate(%1, %3)::Vector{Float64}
#>     %6 = *(%2, %4)::Float64
#>     %7 = scale(%5, %6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 90 → 90, optimal
#> function moved_in_between(%1 p::Vector{Float64}, %2 a::Float64, %3 dx::Float64, %4 b::Float64)::Vector{Float64}
#> b0:
#>     %5 = rotate(%1, %2)::Vector{Float64}
#>     %6 = translate(%5, %3, 0)::Vector{Float64}
#>     %7 = rotate(%6, %4)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 95 → 0, optimal
#> function nothing_happens(%1 p::Vector{Float64})::Vector{Float64}
#> b0:
#>     return %1
#> end
#>
#> # cost 95 → 95, optimal
#> function something_happens(%1 p::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = rotate(%1, 3.0)::Vector{Float64}
#>     %3 = translate(%2, 0, 1)::Vector{Float64}
#>     %4 = rotate(%3, 1)::Vector{Float64}
#>     %5 = scale(%4, 2)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 11 → 11, optimal
#> function written(%1 p::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = translate(%1, 0, 0)::Vector{Float64}
#>     %3 = setindex!(%2, 0.0, 1)::Vector{Float64}
#>     return %2
#> end
