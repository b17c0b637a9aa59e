# The eigenvalues are computed already: trace and determinant come almost for free.
#
#   saturate opt examples/eigen_reuse.jl
using LinearAlgebra

function eigen_reuse(A, c)
    eig = eigen(A)
    if c
        x = tr(A)
    else
        x = det(A)
    end
    return eig, x
end

@rules spectrum begin
    tr(~A::AbstractMatrix) --> sum(eigen(~A).values)
    det(~A::AbstractMatrix) --> prod(eigen(~A).values)
    @cost tr 10
    @cost det 100
    @cost eigen 1000
end

@saturate spectrum eigen_reuse(::Matrix{Float64}, ::Bool)
