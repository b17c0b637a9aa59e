# A value that is still needed as it is, and in another form besides: what the rule made of it is explained, too.
using LinearAlgebra

sum_eigvals(A) = eigvals(A + transpose(A))

@saturate linalg sum_eigvals(::Matrix{Float64})

#! opt --explain
#> # cost 1011 → 162, optimal
#> function sum_eigvals(%1 A::Matrix{Float64})::Vector{Float64}
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = +(%1, %2)::Matrix{Float64}
#>     %4 = Symmetric(%3)::Symmetric{Float64, Matrix{Float64}}
#>     %5 = eigvals(%4)::Vector{Float64}
#>     return %5
#> end
#> filetests/opt/explain_beside.jl:4:26  A + transpose(A)
#>     is now  Symmetric((A + transpose(A)))
#>     by      linalg.4  ~A::Matrix{<:Real} + transpose(~A) --> Symmetric(~A + transpose(~A))
