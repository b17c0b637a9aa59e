# A rule makes the constant 1 equal to something of which inference knows nothing, and with it what the matrix is made of: a copy of it may be of any
# type, and nothing says that such a copy is not the matrix itself. What only reads the first copy is not the first copy.
@rules pairs begin
    getindex(tuple(~a, ~b), 2) --> ~b
    copy(copy(~A::Matrix{Int64})) --> copy(~A)
end
function two_copies(w)
    first = copy([1 2; 3 4])
    second = copy(first)
    println(getindex(tuple(w[1], 1), 2))
    return first, second
end
told_apart() = (pair = two_copies(Any["x"]); pair[1][1] = 9; (pair[1] === pair[2], pair[2][1]))
@saturate pairs two_copies(::Any)
#! opt --explain
#> # cost 8 → 8, optimal
#> function two_copies(%1 w::Any)::Tuple{Matrix{Int64}, Matrix{Int64}}
#> b0:
#>     %2 = getindex(%1, 1)::Any
#>     %3 = tuple(%2, 1)::Tuple{Any, Int64}
#>     %4 = getindex(%3, 2)::Any
#>     %5 = println(%4)::Nothing
#>     %6 = hvcat((2, 2), 1, 2, 3, 4)::Matrix{Int64}
#>     %7 = copy(%6)::Matrix{Int64}
#>     %8 = copy(%6)::Matrix{Int64}
#>     %9 = tuple(%7, %8)::Tuple{Matrix{Int64}, Matrix{Int64}}
#>     return %9
#> end
#> filetests/opt/reader_of_a_type_that_nothing_says.jl:9:14  copy(first)
#>     is now  copy(hvcat((2, 2), 1, 2, 3, 4))
#>     by      pairs.2  copy(copy(~A::Matrix{Int64})) --> copy(~A)
#! run --opt --rules pairs --entry told_apart
#> 1
#> (false, 1)
