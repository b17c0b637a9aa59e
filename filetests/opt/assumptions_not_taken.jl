# An assumption that does not count, and why not: `--explain` says so.
using LinearAlgebra
@rules symmetric begin
    if issymmetric(~A)
        transpose(~A::Matrix{Float64}) --> ~A
    end
end
asked = Ref(0)
counting(A) = (asked[] += 1; true)
function behind_a_write(A)
    A[1, 2] = A[2, 1]
    @assume issymmetric(A)
    return sum(transpose(A))
end
function in_a_branch(A, p)
    if p
        @assume issymmetric(A)
        return sum(transpose(A))
    end
    return 0.0
end
function of_a_local(A)
    B = A + A
    @assume issymmetric(B)
    return sum(transpose(B))
end
function of_what_counts(A)
    @assume counting(A)
    return sum(transpose(A))
end
function of_no_truth(A)
    @assume sum(A)
    return sum(transpose(A))
end
function of_what_is_known(n::Int64)
    @assume isa(n, Int64)
    return n + n
end
#! opt --explain --rules symmetric --entry behind_a_write --sig "Matrix{Float64}"
#> # cost 4 → 4, optimal
#> function behind_a_write(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = getindex(%1, 2, 1)::Float64
#>     %3 = setindex!(%1, %2, 1, 2)::Matrix{Float64}
#>     %4 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %5 = sum(%4)::Float64
#>     return %5
#> end
#> refused: symmetric.1 at filetests/opt/assumptions_not_taken.jl:13:16  transpose(A)
#>     guard is undecided
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:12:5  @assume issymmetric(A)
#>     it does not stand at the top of the function, before anything that writes
#! opt --explain --rules symmetric --entry in_a_branch --sig "Matrix{Float64}, Bool"
#> # cost 2 → 2, optimal
#> function in_a_branch(%1 A::Matrix{Float64}, %2 p::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = sum(%3)::Float64
#>     return %4
#> b2:
#>     return 0.0
#> end
#> refused: symmetric.1 at filetests/opt/assumptions_not_taken.jl:18:20  transpose(A)
#>     guard is undecided
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:17:9  @assume issymmetric(A)
#>     it does not stand at the top of the function, before anything that writes
#! opt --explain --rules symmetric --entry of_a_local --sig "Matrix{Float64}"
#> # cost 3 → 3, optimal
#> function of_a_local(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = +(%1, %1)::Matrix{Float64}
#>     %3 = transpose(%2)::Transpose{Float64, Matrix{Float64}}
#>     %4 = sum(%3)::Float64
#>     return %4
#> end
#> refused: symmetric.1 at filetests/opt/assumptions_not_taken.jl:25:16  transpose(B)
#>     guard is undecided
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:24:5  @assume issymmetric(B)
#>     it is about something that is no argument of the function
#! opt --explain --rules symmetric --entry of_what_counts --sig "Matrix{Float64}"
#> # cost 2 → 2, optimal
#> function of_what_counts(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = sum(%2)::Float64
#>     return %3
#> end
#> refused: symmetric.1 at filetests/opt/assumptions_not_taken.jl:29:16  transpose(A)
#>     guard is undecided
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:28:5  @assume counting(A)
#>     its predicate may write, print, or answer differently the next time; `@effects` says if it does not
#! opt --explain --rules symmetric --entry of_no_truth --sig "Matrix{Float64}"
#> # cost 2 → 2, optimal
#> function of_no_truth(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %3 = sum(%2)::Float64
#>     return %3
#> end
#> refused: symmetric.1 at filetests/opt/assumptions_not_taken.jl:33:16  transpose(A)
#>     guard is undecided
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:32:5  @assume sum(A)
#>     it calls nothing that returns a `Bool` for these arguments
#! opt --explain --rules symmetric --entry of_what_is_known --sig Int64
#> # cost 1 → 1, optimal
#> function of_what_is_known(%1 n::Int64)::Int64
#> b0:
#>     %2 = +(%1, %1)::Int64
#>     return %2
#> end
#> refused: @assume at filetests/opt/assumptions_not_taken.jl:36:5  @assume isa(n, Int64)
#>     what it says is known
