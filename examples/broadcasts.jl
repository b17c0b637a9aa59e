# Broadcasts on several lines: one loop and one array, as if they were one expression.
#
#   saturate opt examples/broadcasts.jl

# Each line has a name because it means something.
function standard_score(x, μ, s)
    centred = x .- μ
    scaled = centred ./ s
    clipped = clamp.(scaled, -3, 3)
    return clipped .+ 3
end

# The first line is shared by both branches; each of them fuses with it.
function smooth(x, y, squared)
    difference = x .- y
    if squared
        return difference .^ 2
    else
        return abs.(difference)
    end
end

# Into an array that is there.
function update!(w, gradient, rate)
    step = rate .* gradient
    w .= w .- step
    return w
end

@saturate broadcast standard_score(::Vector{Float64}, ::Float64, ::Float64)
@saturate broadcast smooth(::Vector{Float64}, ::Vector{Float64}, ::Bool)
@saturate broadcast update!(::Vector{Float64}, ::Vector{Float64}, ::Float64)

#! opt
#> # cost 8 → 5, optimal
#> function standard_score(%1 x::Vector{Float64}, %2 μ::Float64, %3 s::Float64)::Vector{Float64}
#> b0:
#>     %4 = broadcasted(-, %1, %2)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Float64}}
#>     %5 = broadcasted(/, %4, %3)::Broadcasted{Nothing, Nothing, typeof(/), Tuple{Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Float64}}, Float64}}
#>     %6 = broadcasted(clamp, %5, -3, 3)::Broadcasted{Nothing, Nothing, typeof(clamp), Tuple{Broadcasted{Nothing, Nothing, typeof(/), Tuple{Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Float64}}, Float64}}, Int64, Int64}}
#>     %7 = broadcasted(+, %6, 3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(clamp), Tuple{Broadcasted{Nothing, Nothing, typeof(/), Tuple{Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Float64}}, Float64}}, Int64, Int64}}, Int64}}
#>     %8 = materialize(%7)::Vector{Float64}
#>     return %8
#> end
#>
#> # cost 6 → 5, optimal
#> function smooth(%1 x::Vector{Float64}, %2 y::Vector{Float64}, %3 squared::Bool)::Vector{Float64}
#> b0:
#>     %4 = broadcasted(-, %1, %2)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Vector{Float64}}}
#>     goto b1 if %3 else b2
#> b1:
#>     %5 = broadcasted(literal_pow, ^, %4, Val{2}())::Broadcasted{Nothing, Nothing, typeof(literal_pow), Tuple{typeof(^), Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Vector{Float64}}}, Val{2}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> b2:
#>     %7 = broadcasted(abs, %4)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Vector{Float64}}}}}
#>     %8 = materialize(%7)::Vector{Float64}
#>     return %8
#> end
#>
#> # cost 4 → 3, optimal
#> function update!(%1 w::Vector{Float64}, %2 gradient::Vector{Float64}, %3 rate::Float64)::Vector{Float64}
#> b0:
#>     %4 = broadcasted(*, %3, %2)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Vector{Float64}}}
#>     %5 = broadcasted(-, %1, %4)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Vector{Float64}}}}}
#>     %6 = materialize!(%1, %5)::Vector{Float64}
#>     return %1
#> end
