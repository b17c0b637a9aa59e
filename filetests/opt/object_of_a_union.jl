# An object keeps the type that the source gives it, a union; a call with a method for a part of it only is for that union, although a rule
# knows what it is.
struct Holder
    v::Vector{Int64}
    n::Int64
end
either(c::Bool, a, b) = c ? a : b
same(a, b) = a === b
wrap(i::Int64, v::Vector{Int64}) = mod(i, max(length(v), 1)) + 1
@rules case begin
    either(true, ~x, ~y) --> ~x
end
function f()
    x2 = ([1, 2] .+ either(true, Holder([1, 2], 3).v[1], (*)(1.0, 1)))
    [1 2; 3 4] .= [1 2; 3 4] .* x2[wrap(1, x2)]
    if same(x2, [4, 5, 6])
    end
    return 1
end
@saturate case f()

#! run --entry f
#> 1

#! run --opt --entry f
#> 1

#! opt
#> # cost 16 → 15, optimal
#> function f()::Int64
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = Holder(%1, 3)::Holder
#>     %3 = getproperty(%2, :v)::Vector{Int64}
#>     %4 = getindex(%3, 1)::Int64
#>     %5 = either(true, %4, 1.0)::Union{Float64, Int64}
#>     %6 = broadcasted(+, %1, %5)::Union{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Int64}, Float64}}, Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Int64}, Int64}}}
#>     %7 = materialize(%6)::Union{Vector{Float64}, Vector{Int64}}
#>     %8 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %9 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %10 = wrap(1, %7)::Int64
#>     %11 = getindex(%7, %10)::Union{Float64, Int64}
#>     %12 = broadcasted(*, %9, %11)::Union{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Matrix{Int64}, Float64}}, Broadcasted{Nothing, Nothing, typeof(*), Tuple{Matrix{Int64}, Int64}}}
#>     %13 = materialize!(%8, %12)::Matrix{Int64}
#>     %14 = vect(4, 5, 6)::Vector{Int64}
#>     %15 = same(%7, %14)::Bool
#>     goto b1 if %15 else b1
#> b1:
#>     return 1
#> end

