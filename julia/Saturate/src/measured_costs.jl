# Costs in nanoseconds, measured on Intel(R) Xeon(R) Processor, Julia 1.5.3, elements Float64.
@rules costs begin
    # product: within 5 %; 4 191.0, 16 979.0, 64 46040.0
    @cost *(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 181.3 + 0.1818 * (size(A, 1) * size(A, 2) * size(B, 2))
    # product with a vector: within 4 %; 4 102.0, 16 123.0, 64 584.0
    @cost *(A::AbstractMatrix{Float64}, x::AbstractVector{Float64}) 97.3 + 0.1174 * (length(A))
    # product with a number: within 13 %; 4 81.0, 16 298.0, 64 2883.0
    @cost *(α::Float64, A::AbstractMatrix{Float64}) 71.82 + 0.7368 * (length(A))
    # sum: within 24 %; 4 77.0, 16 420.0, 64 3703.0
    @cost +(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 64.16 + 0.9999 * (length(A))
    # difference: within 66 %; 4 87.0, 16 283.0, 64 13500.0
    @cost -(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 63.24 + 1.117 * (length(A))
    # inverse: within 49 %; 4 549.0, 16 2795.0, 64 48040.0
    @cost inv(A::AbstractMatrix{Float64}) 587.9 + 0.2047 * (size(A, 1)^3)
    # solve: within 52 %; 4 447.0, 16 2088.0, 64 30520.0
    @cost \(A::AbstractMatrix{Float64}, x::AbstractVector{Float64}) 487.4 + 0.1281 * (size(A, 1)^3)
    # solve for a matrix: within 48 %; 4 536.0, 16 3433.0, 64 69480.0
    @cost \(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 556.0 + 0.07558 * (size(A, 1)^2 * (size(A, 1) + 3 * size(B, 2)))
    # determinant: within 55 %; 4 296.0, 16 1670.0, 64 25020.0
    @cost det(A::AbstractMatrix{Float64}) 317.6 + 0.1063 * (size(A, 1)^3)
    # trace: within 35 %; 4 45.0, 16 26.8, 64 57.5
    @cost tr(A::AbstractMatrix{Float64}) 27.93 + 0.3624 * (size(A, 1))
    # eigenvectors: within 34 %; 4 5622.0, 16 62440.0, 64 1.964e6
    @cost eigen(A::AbstractMatrix{Float64}) 5236.0 + 8.718 * (size(A, 1)^3)
    # eigenvectors, symmetric: within 64 %; 4 4474.0, 16 35680.0, 64 468600.0
    @cost eigen(A::Symmetric{Float64}) 4699.0 + 2.0 * (size(A, 1)^3)
    # eigenvalues: within 48 %; 4 3029.0, 16 34580.0, 64 824900.0
    @cost eigvals(A::AbstractMatrix{Float64}) 2918.0 + 3.688 * (size(A, 1)^3)
    # eigenvalues, symmetric: within 62 %; 4 1775.0, 16 13190.0, 64 180000.0
    @cost eigvals(A::Symmetric{Float64}) 1872.0 + 0.7687 * (size(A, 1)^3)
    # diagonal of a product: within 5 %; 4 74.0, 16 262.5, 64 3684.0
    @cost diag_of_product(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 59.44 + 0.8464 * (length(A))
    # trace of a product: within 8 %; 4 53.0, 16 200.0, 64 3078.0
    @cost trace_of_product(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 40.94 + 0.6855 * (length(A))
    # determinant of a product: within 55 %; 4 508.0, 16 3214.0, 64 51320.0
    @cost det_of_product(A::AbstractMatrix{Float64}, B::AbstractMatrix{Float64}) 537.5 + 0.2203 * (size(A, 1)^3)
    # copy: within 82 %; 4 62.0, 16 178.0, 64 14400.0
    @cost copy(A::AbstractMatrix{Float64}) 48.5 + 0.6255 * (length(A))
    # sum of elements: within 13 %; 4 49.0, 16 50.8, 64 304.0
    @cost sum(A::AbstractMatrix{Float64}) 42.1 + 0.06046 * (length(A))
end
