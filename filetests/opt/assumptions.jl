# `@assume p(x)` at the top of a function: checked when it is called, known to rules behind the check, without it otherwise.
using LinearAlgebra

@rules symmetric begin
    # Whoever may take another type is offered one.
    if issymmetric(~A)
        ~A::Matrix{<:Real} --> Symmetric(~A)
    end
    # A guard asks.
    if issymmetric(~A)
        det(~A::Matrix{<:Real}) --> det_of_symmetric(~A)
    end
    if issymmetric(~A)
        transpose(~A::Matrix{<:Real}) --> ~A
        adjoint(~A::Matrix{<:Real}) --> copy(~A)
    end
    if n_is_positive(~n)
        abs(~n::Int64) --> ~n
    end
    if ~n > 0
        sign(~n::Int64) --> 1
    end
    @cost eigvals(A::Matrix) 100
    @cost eigvals(A::Symmetric) 20
    @cost det(A::Matrix) 50
    @cost det_of_symmetric 10
    @opaque det_of_symmetric
end
det_of_symmetric(A) = det(Symmetric(A))
n_is_positive(n) = n > 0

# The check is false: what would run without the assumption.
function spectrum(A)
    @assume issymmetric(A)
    return eigvals(A)
end
#! opt --rules symmetric --entry spectrum --sig "Matrix{Float64}"
#> # cost 100 → 21, optimal
#> function spectrum(%1 A::Matrix{Float64})::Vector
#> b0:
#>     %2 = issymmetric(%1)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = eigvals(%3)::Vector{Float64}
#>     return %4
#> b2:
#>     %5 = eigvals(%1)::Vector
#>     return %5
#> end
#! run --entry spectrum "[2.0 1.0; 1.0 2.0]"
#> 2-element Vector{Float64}:
#>  1.0
#>  3.0
#! run --opt --rules symmetric --entry spectrum "[2.0 1.0; 1.0 2.0]"
#> 2-element Vector{Float64}:
#>  1.0
#>  3.0
#! run --opt --rules symmetric --entry spectrum "[2.0 1.0; 0.0 2.0]"
#> 2-element Vector{Float64}:
#>  2.0
#>  2.0
#! run --opt --rules symmetric --entry spectrum "[2.0 NaN; NaN 2.0]"
#> error: ArgumentError: matrix contains Infs or NaNs
#! run --opt --rules symmetric --entry spectrum "[2.0 1.0 3.0; 0.0 2.0 1.0]"
#> error: DimensionMismatch: matrix is not square: dimensions are (2, 3)

# Without a rule that asks nothing is checked.
function not_asked(A)
    @assume issymmetric(A)
    return sum(A)
end
#! opt --rules symmetric --entry not_asked --sig "Matrix{Float64}"
#> # cost 1 → 1, optimal
#> function not_asked(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = sum(%1)::Float64
#>     return %2
#> end

# The fact ends with the write.
function written_between(A)
    @assume issymmetric(A)
    before = det(A)
    A[1, 2] = 7.0
    after = det(A)
    return before, after
end
#! opt --rules symmetric --entry written_between --sig "Matrix{Float64}"
#> # cost 102 → 62, optimal
#> function written_between(%1 A::Matrix{Float64})::Tuple{Float64, Float64}
#> b0:
#>     %2 = issymmetric(%1)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = det_of_symmetric(%1)::Float64
#>     %4 = setindex!(%1, 7.0, 1, 2)::Matrix{Float64}
#>     %5 = det(%1)::Float64
#>     %6 = tuple(%3, %5)::Tuple{Float64, Float64}
#>     return %6
#> b2:
#>     %7 = det(%1)::Float64
#>     %8 = setindex!(%1, 7.0, 1, 2)::Matrix{Float64}
#>     %9 = det(%1)::Float64
#>     %10 = tuple(%7, %9)::Tuple{Float64, Float64}
#>     return %10
#> end
#! run --entry written_between "[2.0 1.0; 1.0 2.0]"
#> (3.0, -3.0)
#! run --opt --rules symmetric --entry written_between "[2.0 1.0; 1.0 2.0]"
#> (3.0, -3.0)

# It also ends with a write to what may be the same matrix.
function other_written(A, C)
    @assume issymmetric(A)
    before = eigvals(A)
    C[1, 2] = 7.0
    after = det(A)
    return before, after
end
#! opt --rules symmetric --entry other_written --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 152 → 152, optimal
#> function other_written(%1 A::Matrix{Float64}, %2 C::Matrix{Float64})::Tuple{Vector, Float64}
#> b0:
#>     %3 = eigvals(%1)::Vector
#>     %4 = setindex!(%2, 7.0, 1, 2)::Matrix{Float64}
#>     %5 = det(%1)::Float64
#>     %6 = tuple(%3, %5)::Tuple{Vector, Float64}
#>     return %6
#> end
same_matrix(A) = other_written(A, A)
#! run --entry same_matrix "[2.0 1.0; 1.0 2.0]"
#> ([1.0, 3.0], -3.0)
#! run --opt --rules symmetric --entry same_matrix "[2.0 1.0; 1.0 2.0]"
#> ([1.0, 3.0], -3.0)
function eigenvalues_around(A, C)
    @assume issymmetric(A)
    before = eigvals(A)
    C[1, 2] = 7.0
    return before, eigvals(A)
end
#! opt --rules symmetric --entry eigenvalues_around --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 202 → 202, optimal
#> function eigenvalues_around(%1 A::Matrix{Float64}, %2 C::Matrix{Float64})::Tuple{Vector, Vector}
#> b0:
#>     %3 = eigvals(%1)::Vector
#>     %4 = setindex!(%2, 7.0, 1, 2)::Matrix{Float64}
#>     %5 = eigvals(%1)::Vector
#>     %6 = tuple(%3, %5)::Tuple{Vector, Vector}
#>     return %6
#> end

# What is lazy has other contents after a write: it is not replaced by what was equal before.
function transposed_and_written(A, b)
    @assume issymmetric(A)
    t = transpose(A)
    A[1, 2] = 7.0
    return t * b
end
#! opt --rules symmetric --entry transposed_and_written --sig "Matrix{Float64}, Vector{Float64}" --explain
#> # cost 3 → 3, optimal
#> function transposed_and_written(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %4 = setindex!(%1, 7.0, 1, 2)::Matrix{Float64}
#>     %5 = *(%3, %2)::Vector{Float64}
#>     return %5
#> end
#> refused: symmetric.3 at filetests/opt/assumptions.jl:156:9  transpose(A)
#>     guard is undecided
#! run --opt --rules symmetric --entry transposed_and_written "[2.0 1.0; 1.0 2.0]" "[1.0, 2.0]"
#> 2-element Vector{Float64}:
#>   4.0
#>  11.0
function copied_and_written(A, b)
    @assume issymmetric(A)
    t = adjoint(A)
    A[1, 2] = 7.0
    return t * b
end
#! opt --rules symmetric --entry copied_and_written --sig "Matrix{Float64}, Vector{Float64}" --explain
#> # cost 3 → 3, optimal
#> function copied_and_written(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = adjoint(%1)::Adjoint{Float64, Matrix{Float64}}
#>     %4 = setindex!(%1, 7.0, 1, 2)::Matrix{Float64}
#>     %5 = *(%3, %2)::Vector{Float64}
#>     return %5
#> end
#> refused: symmetric.4 at filetests/opt/assumptions.jl:177:9  adjoint(A)
#>     guard is undecided
function transposed(A, b)
    @assume issymmetric(A)
    return transpose(A) * b
end
#! opt --rules symmetric --entry transposed --sig "Matrix{Float64}, Vector{Float64}"
#> # cost 2 → 1, optimal
#> function transposed(%1 A::Matrix{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = issymmetric(%1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     return %4
#> b2:
#>     %5 = transpose(%1)::Transpose{Float64, Matrix{Float64}}
#>     %6 = *(%5, %2)::Vector{Float64}
#>     return %6
#> end

# A write to something that is certainly another array does not end it.
function vector_written(A, v::Vector{Int64})
    @assume issymmetric(A)
    v[1] = 7
    return det(A)
end
#! opt --rules symmetric --entry vector_written --sig "Matrix{Float64}, Vector{Int64}"
#> # cost 51 → 3, optimal
#> function vector_written(%1 A::Matrix{Float64}, %2 v::Vector{Int64})::Float64
#> b0:
#>     %3 = issymmetric(%1)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = setindex!(%2, 7, 1)::Vector{Int64}
#>     %5 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %6 = det(%5)::Float64
#>     return %6
#> b2:
#>     %7 = setindex!(%2, 7, 1)::Vector{Int64}
#>     %8 = det(%1)::Float64
#>     return %8
#> end

# In a loop that writes it, the fact is not known; the first turn is no other than the rest.
function written_in_a_loop(A, n)
    @assume issymmetric(A)
    s = 0.0
    for i in 1:n
        s += det(A)
        A[1, 2] += 1.0
    end
    return s
end
#! opt --rules symmetric --entry written_in_a_loop --sig "Matrix{Float64}, Int64"
#> # cost 594 → 584, optimal
#> function written_in_a_loop(%1 A::Matrix{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = (:)(1, %2)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4(0.0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0.0, %7)
#> b2(%8 s::Float64, %9::Tuple{Int64, Int64}):
#>     %10 = getfield(%9, 2)::Int64
#>     %11 = det(%1)::Float64
#>     %12 = +(%8, %11)::Float64
#>     %13 = getindex(%1, 1, 2)::Float64
#>     %14 = +(%13, 1.0)::Float64
#>     %15 = setindex!(%1, %14, 1, 2)::Matrix{Float64}
#>     %16 = iterate(%3, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %17 = ===(%16, nothing)::Bool
#>     %18 = not_int(%17)::Bool
#>     goto b3 if %18 else b4(%12)
#> b3:
#>     %19 = π(%16, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%12, %19)
#> b4(%20 s::Float64):
#>     return %20
#> end

# Behind a write it is no assumption: the check at entry would be another one.
function too_late(A)
    A[1, 2] = A[2, 1]
    @assume issymmetric(A)
    return det(A)
end
#! opt --rules symmetric --entry too_late --sig "Matrix{Float64}"
#> # cost 52 → 52, optimal
#> function too_late(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = getindex(%1, 2, 1)::Float64
#>     %3 = setindex!(%1, %2, 1, 2)::Matrix{Float64}
#>     %4 = det(%1)::Float64
#>     return %4
#> end

# In a branch neither.
function not_always(A, p)
    if p
        @assume issymmetric(A)
        return det(A)
    end
    return 0.0
end
#! opt --rules symmetric --entry not_always --sig "Matrix{Float64}, Bool"
#> # cost 50 → 50, optimal
#> function not_always(%1 A::Matrix{Float64}, %2 p::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = det(%1)::Float64
#>     return %3
#> b2:
#>     return 0.0
#> end

# A matrix that is handed out, printed, or looked at is the matrix.
function handed_out(A)
    @assume issymmetric(A)
    println(typeof(A))
    return A, eigvals(A)
end
#! opt --rules symmetric --entry handed_out --sig "Matrix{Float64}"
#> # cost 102 → 102, optimal
#> function handed_out(%1 A::Matrix{Float64})::Tuple{Matrix{Float64}, Vector}
#> b0:
#>     %2 = println(Matrix{Float64})::Nothing
#>     %3 = eigvals(%1)::Vector
#>     %4 = tuple(%1, %3)::Tuple{Matrix{Float64}, Vector}
#>     return %4
#> end
function compared(A, B)
    @assume issymmetric(A)
    return A === B, eigvals(A)
end
#! opt --rules symmetric --entry compared --sig "Matrix{Float64}, Matrix{Float64}"
#> # cost 102 → 102, optimal
#> function compared(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Tuple{Bool, Vector}
#> b0:
#>     %3 = ===(%1, %2)::Bool
#>     %4 = eigvals(%1)::Vector
#>     %5 = tuple(%3, %4)::Tuple{Bool, Vector}
#>     return %5
#> end

# Any predicate will do, also of several arguments; operators are predicates; all of them must hold.
function numbers(n, m)
    @assume n_is_positive(n) && m > 0
    return abs(n) + sign(m)
end
#! opt --rules symmetric --entry numbers --sig "Int64, Int64"
#> # cost 3 → 1, optimal
#> function numbers(%1 n::Int64, %2 m::Int64)::Int64
#> b0:
#>     %3 = n_is_positive(%1)::Bool
#>     goto b1 if %3 else b3
#> b1:
#>     %4 = >(%2, 0)::Bool
#>     goto b2 if %4 else b3
#> b2:
#>     %5 = +(%1, 1)::Int64
#>     return %5
#> b3:
#>     %6 = abs(%1)::Int64
#>     %7 = sign(%2)::Int64
#>     %8 = +(%6, %7)::Int64
#>     return %8
#> end
#! run --opt --rules symmetric --entry numbers 3 4
#> 4
#! run --opt --rules symmetric --entry numbers -3 4
#> 4
#! run --opt --rules symmetric --entry numbers 3 -4
#> 2

# What is known anyway is not checked; what prints or writes is no predicate.
loud(A) = (println("asked"); true)
function no_predicate(A)
    @assume loud(A)
    @assume issymmetric(A)
    return eigvals(A)
end
#! run --opt --rules symmetric --entry no_predicate "[2.0 1.0; 1.0 2.0]"
#> 2-element Vector{Float64}:
#>  1.0
#>  3.0

# A callee's assumption is its own: its version checks.
twice(A) = det_assuming(A) + det_assuming(A)
function det_assuming(A)
    @assume issymmetric(A)
    return det(A)
end
#! run --entry twice "[2.0 1.0; 1.0 2.0]"
#> 6.0
#! run --opt --rules symmetric --entry twice "[2.0 1.0; 1.0 2.0]"
#> 6.0
#! run --opt --rules symmetric --entry twice "[2.0 1.0; 0.0 2.0]"
#> 8.0
