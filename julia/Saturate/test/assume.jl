# `@assume`: checked at entry, known to rules behind the check, nothing for everybody else.

module AssumeTest

using Saturate, Test, LinearAlgebra

@rules symmetric begin
    if issymmetric(~A)
        ~A::Matrix{<:Real} --> Symmetric(~A)
    end
    if issymmetric(~A)
        det(~A::Matrix{<:Real}) --> det(Symmetric(~A))
    end
    if ~n > 0
        abs(~n::Int64) --> ~n
    end
    @opaque eigvals
    @opaque det
    @cost eigvals(A::Matrix) 100
    @cost eigvals(A::Symmetric) 20
    @cost det(A::Matrix) 50
    @cost det(A::Symmetric) 10
end

const M = Matrix{Float64}

function spectrum(A)
    @assume issymmetric(A)
    return eigvals(A)
end
function written(A, C)
    @assume issymmetric(A)
    before = det(A)
    C[1, 2] = 7.0
    return before, det(A)
end
function number(n)
    @assume n > 0
    return abs(n)
end
function late(A)
    A[1, 2] = A[2, 1]
    @assume issymmetric(A)
    return det(A)
end
asked = Ref(0)
counting(A) = (asked[] += 1; true)
function loud(A)
    @assume counting(A)
    return A[1]
end

run() = @testset "assumptions" begin
    # Without the optimiser nothing is called.
    @test loud([1.0]) == 1.0 && asked[] == 0
    @test_throws Exception macroexpand(@__MODULE__, :(@assume A))
    @test_throws Exception macroexpand(@__MODULE__, :(@assume issymmetric(A')))

    g = saturate(spectrum, (M,), symmetric)
    @test reason(g) === nothing
    code = sprint(show, code_saturated(spectrum, (M,), symmetric))
    @test occursin("issymmetric(A)", code) && occursin("Symmetric(A)", code)
    for A in ([2.0 1.0; 1.0 2.0], [2.0 1.0; 0.0 2.0], [0.0 1.0; -1.0 0.0], zeros(0, 0), zeros(1, 1))
        @test g(A) == spectrum(A)
    end
    @test_throws DimensionMismatch g(ones(2, 3))
    @test_throws ArgumentError g([1.0 NaN; NaN 1.0])

    # The fact ends with a write to what may be the same matrix.
    h = saturate(written, (M, M), symmetric)
    @test reason(h) === nothing
    A = [2.0 1.0; 1.0 2.0]
    @test all(h(copy(A), copy(A)) .≈ (3.0, 3.0))
    same, own = copy(A), copy(A)
    @test all(h(same, same) .≈ written(own, own)) && same == own
    @test h([2.0 1.0; 0.0 2.0], A)[1] ≈ 4.0

    @test map(saturate(number, (Int,), symmetric), (3, 0, -3)) == (3, 0, 3)
    @test saturate(late, (M,), symmetric)([2.0 1.0; 3.0 2.0]) ≈ late([2.0 1.0; 3.0 2.0])
    # What writes is no predicate.
    @test saturate(loud, (Vector{Float64},), symmetric)([1.0]) == 1.0 && asked[] == 0
end

end # module
