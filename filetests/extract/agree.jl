# Three ways to solve the same problem agree: our own search, an ILP of the whole problem, the paper's formulation. All of one function: the paper looks into no call. With no time for its solver, the last is a greedy choice, and says so.
#! requires highs
using LinearAlgebra

# eigen(A) is computed once, trace and determinant reuse it. Reading a field is free here: the paper's formulation reads
# `values` in each branch, ours once before them.
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
    @cost getproperty 0
end

# The fused call in the inference branch, product and bias only in the training branch.
function fused_dense(σ, W, x, b)
    y = W * x
    for j in 1:size(y, 2)
        for i in 1:size(y, 1)
            y[i, j] = σ(y[i, j] + b[i])
        end
    end
    return y
end
relu(x) = max(x, zero(x))
dropout(x, p) = x .* (1 - p)
function forward(x, W, b, σ, training, p)
    logits = W * x .+ b
    if training
        return σ.(dropout(logits, p))
    else
        return σ.(logits)
    end
end
@rules dense begin
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::AbstractMatrix * ~x::AbstractMatrix, ~b::AbstractVector))) -->
        fused_dense(~σ, ~W, ~x, ~b)
end

@saturate spectrum eigen_reuse(::Matrix{Float64}, ::Bool)
@saturate dense forward(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Float64}, ::typeof(relu), ::Bool, ::Float64)

#! opt --extract exact --calls none
#> # cost 1111 → 1003, optimal
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%5)
#> b2:
#>     %6 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %7 = prod(%6)::Union{Complex{Float64}, Float64}
#>     goto b3(%7)
#> b3(%8 x::Union{Complex{Float64}, Float64}):
#>     %9 = tuple(%3, %8)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#>     return %9
#> end
#>
#> # cost 8 → 7, optimal
#> function forward(%1 x::Matrix{Float64}, %2 W::Matrix{Float64}, %3 b::Vector{Float64}, %4 σ::typeof(relu), %5 training::Bool, %6 p::Float64)::Matrix{Float64}
#> b0:
#>     goto b1 if %5 else b2
#> b1:
#>     %7 = *(%2, %1)::Matrix{Float64}
#>     %8 = broadcasted(+, %7, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     %10 = dropout(%9, %6)::Matrix{Float64}
#>     %11 = broadcasted(%4, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %12 = materialize(%11)::Matrix{Float64}
#>     return %12
#> b2:
#>     %13 = fused_dense(%4, %2, %1, %3)::Matrix{Float64}
#>     return %13
#> end
#! opt --extract ilp --calls none
#> # cost 1111 → 1003, optimal
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%5)
#> b2:
#>     %6 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %7 = prod(%6)::Union{Complex{Float64}, Float64}
#>     goto b3(%7)
#> b3(%8 x::Union{Complex{Float64}, Float64}):
#>     %9 = tuple(%3, %8)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#>     return %9
#> end
#>
#> # cost 8 → 7, optimal
#> function forward(%1 x::Matrix{Float64}, %2 W::Matrix{Float64}, %3 b::Vector{Float64}, %4 σ::typeof(relu), %5 training::Bool, %6 p::Float64)::Matrix{Float64}
#> b0:
#>     goto b1 if %5 else b2
#> b1:
#>     %7 = *(%2, %1)::Matrix{Float64}
#>     %8 = broadcasted(+, %7, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     %10 = dropout(%9, %6)::Matrix{Float64}
#>     %11 = broadcasted(%4, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %12 = materialize(%11)::Matrix{Float64}
#>     return %12
#> b2:
#>     %13 = fused_dense(%4, %2, %1, %3)::Matrix{Float64}
#>     return %13
#> end
#! opt --extract paper --calls none
#> # cost 1111 → 1003
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%5)
#> b2:
#>     %6 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %7 = prod(%6)::Union{Complex{Float64}, Float64}
#>     goto b3(%7)
#> b3(%8 x::Union{Complex{Float64}, Float64}):
#>     %9 = tuple(%3, %8)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#>     return %9
#> end
#>
#> # cost 8 → 7
#> function forward(%1 x::Matrix{Float64}, %2 W::Matrix{Float64}, %3 b::Vector{Float64}, %4 σ::typeof(relu), %5 training::Bool, %6 p::Float64)::Matrix{Float64}
#> b0:
#>     goto b1 if %5 else b2
#> b1:
#>     %7 = *(%2, %1)::Matrix{Float64}
#>     %8 = broadcasted(+, %7, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     %10 = dropout(%9, %6)::Matrix{Float64}
#>     %11 = broadcasted(%4, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %12 = materialize(%11)::Matrix{Float64}
#>     return %12
#> b2:
#>     %13 = fused_dense(%4, %2, %1, %3)::Matrix{Float64}
#>     return %13
#> end
#! opt --extract paper --time-limit 0 --calls none
#> # cost 1111 → 1003, optimal, greedy: the solver had no answer in its time
#> function eigen_reuse(%1 A::Matrix{Float64}, %2 c::Bool)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#> b0:
#>     %3 = eigen(%1)::Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %5 = sum(%4)::Union{Complex{Float64}, Float64}
#>     goto b3(%5)
#> b2:
#>     %6 = getproperty(%3, :values)::Union{Vector{Complex{Float64}}, Vector{Float64}}
#>     %7 = prod(%6)::Union{Complex{Float64}, Float64}
#>     goto b3(%7)
#> b3(%8 x::Union{Complex{Float64}, Float64}):
#>     %9 = tuple(%3, %8)::Tuple{Union{Eigen{Complex{Float64}, Complex{Float64}, Matrix{Complex{Float64}}, Vector{Complex{Float64}}}, Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}}, Union{Complex{Float64}, Float64}}
#>     return %9
#> end
#>
#> # cost 8 → 7, optimal, greedy: the solver had no answer in its time
#> function forward(%1 x::Matrix{Float64}, %2 W::Matrix{Float64}, %3 b::Vector{Float64}, %4 σ::typeof(relu), %5 training::Bool, %6 p::Float64)::Matrix{Float64}
#> b0:
#>     goto b1 if %5 else b2
#> b1:
#>     %7 = *(%2, %1)::Matrix{Float64}
#>     %8 = broadcasted(+, %7, %3)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Matrix{Float64}, Vector{Float64}}}
#>     %9 = materialize(%8)::Matrix{Float64}
#>     %10 = dropout(%9, %6)::Matrix{Float64}
#>     %11 = broadcasted(%4, %10)::Broadcasted{Nothing, Nothing, typeof(relu), Tuple{Matrix{Float64}}}
#>     %12 = materialize(%11)::Matrix{Float64}
#>     return %12
#> b2:
#>     %13 = fused_dense(%4, %2, %1, %3)::Matrix{Float64}
#>     return %13
#> end
