# A symmetric matrix is its own transpose as long as nobody writes to it. Whoever gets the transpose from the function may.
using LinearAlgebra
struct Wrap
    x::AbstractMatrix{Float64}
end
@rules properties_of begin
    if issymmetric(~A)
        transpose(~A::Matrix{Float64}) --> ~A
    end
    @cost transpose 100
end
function handed_out(A)
    @assume issymmetric(A)
    return Wrap(transpose(A))
end
function used_up(A)
    @assume issymmetric(A)
    return sum(transpose(A))
end
function look(A)
    w = handed_out(A)
    A[1, 2] = 9.0
    return w.x[2, 1]
end
#! opt --rules properties_of --entry handed_out --sig "Matrix{Float64}"
#> # cost 101 → 101, optimal
#> function handed_out(%1 A::Matrix{Float64})::Wrap
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = Wrap(%2)::Wrap
#>     return %3
#> end
#! opt --rules properties_of --entry used_up --sig "Matrix{Float64}"
#> # cost 101 → 1, optimal
#> function used_up(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = issymmetric(%1)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = sum(%1)::Float64
#>     return %3
#> b2:
#>     %4 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %5 = sum(%4)::Float64
#>     return %5
#> end
#! run --entry look "[1.0 2.0; 2.0 1.0]"
#> 9.0
#! run --opt --rules properties_of --entry look "[1.0 2.0; 2.0 1.0]"
#> 9.0
