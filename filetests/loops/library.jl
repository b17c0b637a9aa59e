# The set `loops`: products, solutions and sums that are written as loops.
using LinearAlgebra

function columns(A, B, C)
    R = copy(C)
    for j in 1:size(R, 2)
        R[:, j] = A * B[:, j]
    end
    return R
end
@saturate loops columns(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

function rows(A, B, C)
    for i in axes(C, 1)
        C[i, :] = B' * A[i, :]
    end
    return C
end
@saturate loops rows(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

function elements(A, x)
    y = zeros(size(A, 1))
    for i in eachindex(y)
        y[i] = dot(A[i, :], x)
    end
    return y
end
@saturate loops elements(::Matrix{Float64}, ::Vector{Float64})

function solutions(A, B)
    for j in 1:size(B, 2)
        B[:, j] = A \ B[:, j]
    end
    return B
end
@saturate loops solutions(::Matrix{Float64}, ::Matrix{Float64})

function inner(x, y)
    s = 0.0
    for i in 1:length(x)
        s += x[i] * y[i]
    end
    return s
end
@saturate loops inner(::Vector{Float64}, ::Vector{Float64})

function three_loops(A, B)
    C = zeros(size(A, 1), size(B, 2))
    for i in 1:size(A, 1)
        for j in 1:size(B, 2)
            s = 0.0
            for k in 1:size(A, 2)
                s += A[i, k] * B[k, j]
            end
            C[i, j] = s
        end
    end
    return C
end
@saturate loops three_loops(::Matrix{Float64}, ::Matrix{Float64})

function with_views(A, B)
    R = zeros(size(A, 1), size(B, 2))
    @views for j in axes(B, 2)
        R[:, j] = A * B[:, j]
    end
    for j in axes(B, 2)
        mul!(view(R, :, j), A, view(B, :, j))
    end
    return R
end
@saturate loops with_views(::Matrix{Float64}, ::Matrix{Float64})

function two_loops(A, x)
    y = zeros(size(A, 1))
    for i in 1:size(A, 1)
        s = 0.0
        for j in 1:size(A, 2)
            s += A[i, j] * x[j]
        end
        y[i] = s
    end
    return y
end
@saturate loops two_loops(::Matrix{Float64}, ::Vector{Float64})

function in_place(C, A, B)
    for i in 1:size(A, 1), j in 1:size(B, 2), k in 1:size(A, 2)
        C[i, j] += A[i, k] * B[k, j]
    end
    return C
end
@saturate loops in_place(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

function by_columns(C, A, B)
    for j in 1:size(B, 2), k in 1:size(A, 2), i in 1:size(A, 1)
        @inbounds C[i, j] += A[i, k] * B[k, j]
    end
    return C
end
@saturate loops by_columns(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

#! run --opt --entry in_place "[1.0 2.0; 3.0 4.0]" "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  2.0  4.0
#>  6.0  8.0
#! run --opt --entry by_columns "[1.0 2.0; 3.0 4.0]" "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  2.0  4.0
#>  6.0  8.0
#! run --opt --entry two_loops "[1.0 2.0; 3.0 4.0]" "[1.0, 10.0]"
#> 2-element Vector{Float64}:
#>  21.0
#>  43.0
#! run --opt --entry with_views "[1.0 2.0; 3.0 4.0]" "[1.0 0.0; 0.0 1.0]"
#> 2×2 Matrix{Float64}:
#>  1.0  2.0
#>  3.0  4.0
#! opt
#> # cost 86 → 4, optimal
#> # in place of a loop: loops.1 (line 7)
#> function columns(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = copy(%3)::Matrix{Float64}
#>     %5 = size(%4, 2)::Int64
#>     %6 = (:)(1, %5)::UnitRange{Int64}
#>     %7 = columns_of_product!(%4, %1, %2, %6)::Nothing
#>     return %4
#> end
#>
#> # cost 94 → 3, optimal
#> # in place of a loop: loops.6 (line 15)
#> function rows(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = axes(%3, 1)::OneTo{Int64}
#>     %5 = adjoint(%2)::Adjoint{Float64, Matrix{Float64}}
#>     %6 = rows_of_product!(%3, %1, %5, %4)::Nothing
#>     return %3
#> end
#>
#> # cost 86 → 4, optimal
#> # in place of a loop: loops.7 (line 24)
#> function elements(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = zeros(%3)::Vector{Float64}
#>     %5 = eachindex(%4)::OneTo{Int64}
#>     %6 = elements_of_product!(%4, %1, %2, %5)::Nothing
#>     return %4
#> end
#>
#> # cost 85 → 3, optimal
#> # in place of a loop: loops.10 (line 32)
#> function solutions(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = size(%2, 2)::Int64
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = columns_of_solution!(%2, %1, %2, %4)::Nothing
#>     return %2
#> end
#>
#> # cost 95 → 3, optimal
#> # in place of a loop: loops.11 (line 41)
#> function inner(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Float64
#> b0:
#>     %3 = length(%1)::Int64
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = sum_of_products_over(0.0, %1, %2, %4)::Float64
#>     return %5
#> end
#>
#> # cost 10208 → 8, optimal
#> # in place of a loop: loops.16 (line 55)
#> function three_loops(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = size(%2, 2)::Int64
#>     %5 = zeros(%3, %4)::Matrix{Float64}
#>     %6 = (:)(1, %3)::UnitRange{Int64}
#>     %7 = (:)(1, %4)::UnitRange{Int64}
#>     %8 = size(%1, 2)::Int64
#>     %9 = (:)(1, %8)::UnitRange{Int64}
#>     %10 = product_by_rows!(%5, %1, %2, %6, %7, %9)::Nothing
#>     return %5
#> end
#>
#> # cost 171 → 7, optimal
#> # in place of a loop: loops.4 (line 65)
#> # in place of a loop: loops.5 (line 68)
#> function with_views(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = size(%2, 2)::Int64
#>     %5 = zeros(%3, %4)::Matrix{Float64}
#>     %6 = axes(%2, 2)::OneTo{Int64}
#>     %7 = columns_of_product!(%5, %1, %2, %6)::Nothing
#>     %8 = axes(%2, 2)::OneTo{Int64}
#>     %9 = written_columns_of_product!(%5, %1, %2, %8)::Nothing
#>     return %5
#> end
#>
#> # cost 1017 → 6, optimal
#> # in place of a loop: loops.9 (line 81)
#> function two_loops(%1 A::Matrix{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = size(%1, 1)::Int64
#>     %4 = zeros(%3)::Vector{Float64}
#>     %5 = (:)(1, %3)::UnitRange{Int64}
#>     %6 = size(%1, 2)::Int64
#>     %7 = (:)(1, %6)::UnitRange{Int64}
#>     %8 = vector_over!(%4, %1, %2, %5, %7)::Nothing
#>     return %4
#> end
#>
#> # cost 12105 → 7, optimal
#> # in place of a loop: loops.22 (line 89)
#> function in_place(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = size(%2, 1)::Int64
#>     %5 = (:)(1, %4)::UnitRange{Int64}
#>     %6 = size(%3, 2)::Int64
#>     %7 = (:)(1, %6)::UnitRange{Int64}
#>     %8 = size(%2, 2)::Int64
#>     %9 = (:)(1, %8)::UnitRange{Int64}
#>     %10 = add_product_by_rows!(%1, %2, %3, %5, %7, %9)::Nothing
#>     return %1
#> end
#>
#> # cost 12105 → 7, optimal
#> # in place of a loop: loops.23 (line 97)
#> function by_columns(%1 C::Matrix{Float64}, %2 A::Matrix{Float64}, %3 B::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = size(%3, 2)::Int64
#>     %5 = (:)(1, %4)::UnitRange{Int64}
#>     %6 = size(%2, 2)::Int64
#>     %7 = (:)(1, %6)::UnitRange{Int64}
#>     %8 = size(%2, 1)::Int64
#>     %9 = (:)(1, %8)::UnitRange{Int64}
#>     %10 = add_product_by_columns!(%1, %2, %3, %9, %5, %7)::Nothing
#>     return %1
#> end
