# Broadcast fusion over several lines.
using LinearAlgebra
two_lines(x) = (y = abs.(x); y .+ 1)
three_lines(x) = (y = abs.(x); z = y .+ 1; z .* 2)
other_order(x) = (y = abs.(x); 1 .+ y)
in_a_branch(x, c) = c ? (y = abs.(x); y .+ 1) : x
split_over_a_branch(x, c) = (y = abs.(x); c ? y .+ 1 : y .+ 2)
in_a_loop(x, n) = (s = 0.0; for i in 1:n; y = abs.(x); s += sum(y .+ 1); end; s)
in_try(x) = try; y = abs.(x); y .+ 1; catch; x; end
stored(x, out) = (y = abs.(x); out[1] = y .+ 1; out)
in_a_closure(x, a) = (y = (t -> t + a).(x); abs.(y))
masked(A, B) = (m = A .> 0; m .* B)
input_is_written(x) = (y = abs.(x); x[1] = 0; y .+ 1)

@saturate broadcast two_lines(::Vector{Float64})                                # over lines | 3
@saturate broadcast three_lines(::Vector{Float64})                              # over three lines | 4
@saturate broadcast other_order(::Vector{Float64})                              # other order | 3
@saturate broadcast in_a_branch(::Vector{Float64}, ::Bool)                      # in a branch | 3
@saturate broadcast split_over_a_branch(::Vector{Float64}, ::Bool)              # split over a branch | 6
@saturate broadcast in_try(::Vector{Float64})                                   # in `try` | 3
@saturate broadcast stored(::Vector{Float64}, ::Vector{Vector{Float64}})        # stored into an array | 4
@saturate broadcast in_a_closure(::Vector{Float64}, ::Float64)                  # function that captures | 4
@saturate broadcast masked(::Matrix{Float64}, ::Matrix{Float64})                # mask | 3
@saturate broadcast two_lines(::Vector{Float16})                                # `Float16` | 3
@saturate broadcast two_lines(::Vector{Float32})                                # `Float32` | 3
@saturate broadcast two_lines(::Vector{BigFloat})                               # `BigFloat` | 3
@saturate broadcast two_lines(::Vector{ComplexF64})                             # `Complex` | 3
@saturate broadcast two_lines(::Vector{Int64})                                  # `Int64` | 3
@saturate broadcast two_lines(::Vector{Rational{Int64}})                        # `Rational` | 3
@saturate broadcast two_lines(::Vector{Any})                                    # `Any` | 3
@saturate broadcast two_lines(::Vector{Union{Missing, Float64}})                # `Union{Missing, Float64}` | 3
@saturate broadcast two_lines(::Adjoint{Float64, Matrix{Float64}})              # adjoint | 3
@saturate broadcast two_lines(::SubArray{Float64, 1, Vector{Float64}, Tuple{UnitRange{Int64}}, true}) # view | 3
@saturate broadcast two_lines(::Symmetric{Float64, Matrix{Float64}})            # `Symmetric` | 3
@saturate broadcast two_lines(::PermutedDimsArray{Float64, 2, (2, 1), (2, 1), Matrix{Float64}}) # permuted | 3
@saturate broadcast two_lines(::Base.ReshapedArray{Float64, 1, SubArray{Float64, 2, Matrix{Float64}, Tuple{Base.Slice{Base.OneTo{Int64}}, UnitRange{Int64}}, true}, Tuple{}}) # reshaped | 3
@saturate broadcast two_lines(::Adjoint{BigFloat, Matrix{BigFloat}})            # adjoint of `BigFloat` | 3
@saturate broadcast in_a_loop(::Vector{Float64}, ::Int64)                       # in a loop | 103
