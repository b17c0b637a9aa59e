# A call takes the place of a loop where that is cheaper, and of no other loop. What it costs may depend on sizes, and a callee may be the one that has the loop.
slow!(y, x, r) = for i in r; y[i] = x[i]; end
quick!(y, x, r) = for i in r; y[i] = -x[i]; end
@rules prices begin
    for ~i in ~r
        (~y::Vector{Int64})[~i] = (~x::Vector{Int64})[~i]
    end --> slow!(~y, ~x, ~r)
    for ~i in ~r
        (~y::Vector{Int64})[~i] = -(~x::Vector{Int64})[~i]
    end --> quick!(~y, ~x, ~r)
    @cost slow! 1000
end
function both(y, x)
    for i in eachindex(x)
        y[i] = x[i]
    end
    for i in eachindex(x)
        y[i] = -x[i]
    end
    return y
end
@saturate prices both(::Vector{Int64}, ::Vector{Int64})

negate!(y, x) = for i in eachindex(x); y[i] = -x[i]; end
function through(y, x)
    negate!(y, x)
    negate!(x, y)
    return x
end
@saturate prices through(::Vector{Int64}, ::Vector{Int64})

#! opt --explain
#> # cost 158 → 76, optimal
#> # in place of a loop: prices.2 (line 18)
#> function both(%1 y::Vector{Int64}, %2 x::Vector{Int64})::Vector{Int64}
#> b0:
#>     %3 = eachindex(%2)::OneTo{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%7)
#> b2(%8::Tuple{Int64, Int64}):
#>     %9 = getfield(%8, 1)::Int64
#>     %10 = getfield(%8, 2)::Int64
#>     %11 = getindex(%2, %9)::Int64
#>     %12 = setindex!(%1, %11, %9)::Vector{Int64}
#>     %13 = iterate(%3, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %14 = ===(%13, nothing)::Bool
#>     %15 = not_int(%14)::Bool
#>     goto b3 if %15 else b4
#> b3:
#>     %16 = π(%13, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%16)
#> b4:
#>     %17 = eachindex(%2)::OneTo{Int64}
#>     %18 = quick!(%1, %2, %17)::Nothing
#>     return %1
#> end
#> filetests/loops/choice.jl:18:9  for … y[i] = -x[i]
#>     is now  quick!(y, x, %17)
#>     by      prices.2  for ~i in ~r (~y::Vector{Int64})[~i] = -(~x::Vector{Int64})[~i] end --> quick!(~y, ~x, ~r)
#>
#> # cost 168 → 4, optimal
#> # negate!′1 stands for negate!(::Vector{Int64}, ::Vector{Int64}): cost 84 → 2
#> function through(%1 y::Vector{Int64}, %2 x::Vector{Int64})::Vector{Int64}
#> b0:
#>     %3 = negate!′1(%1, %2)::Nothing
#>     %4 = negate!′1(%2, %1)::Nothing
#>     return %2
#> end
#>
#> function negate!′1(%1 y::Vector{Int64}, %2 x::Vector{Int64})::Nothing
#> b0:
#>     %3 = eachindex(%2)::OneTo{Int64}
#>     %4 = quick!(%1, %2, %3)::Nothing
#>     return nothing
#> end
#! run --opt --entry through "[1, 2, 3]" "[3, 2, 1]"
#> 3-element Vector{Int64}:
#>  3
#>  2
#>  1
