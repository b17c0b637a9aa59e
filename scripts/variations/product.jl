# C ← α A B + β C in one call.
using LinearAlgebra
product!(C, A, B, α, β) = (C .= α * (A * B) + β * C; C)
other_order!(C, A, B, α, β) = (C .= β * C + α * A * B; C)
over_lines!(C, A, B, α, β) = (P = A * B; Q = α * P; R = β * C; C .= Q + R; C)
difference!(C, A, B, α, β) = (C .= α * (A * B) - β * C; C)
dotted!(C, A, B, α, β) = (C .= α .* (A * B) .+ β .* C; C)
literals!(C, A, B) = (C .= 2 * (A * B) + 3 * C; C)
in_a_branch!(C, A, B, c) = (c && (C .= 2.0 * (A * B) + 3.0 * C); C)
in_a_loop!(C, A, B, n) = (for i in 1:n; C .= 2.0 * (A * B) + 3.0 * C; end; C)
adjoint_factor!(C, A, B, α, β) = (C .= α * (A' * B) + β * C; C)

@saturate gemm product!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)         # as printed | 202
@saturate gemm other_order!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)     # other order | 202
@saturate gemm over_lines!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)      # over lines | 202
@saturate gemm difference!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)      # subtraction | 203
@saturate gemm dotted!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)          # dotted | 202
@saturate gemm literals!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})                              # `Int` coefficients | 202
@saturate gemm in_a_branch!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Bool)                   # in a branch | 202
@saturate gemm product!(::Matrix{Float16}, ::Matrix{Float16}, ::Matrix{Float16}, ::Float16, ::Float16)         # `Float16` | 202
@saturate gemm product!(::Matrix{Float32}, ::Matrix{Float32}, ::Matrix{Float32}, ::Float32, ::Float32)         # `Float32` | 202
@saturate gemm product!(::Matrix{BigFloat}, ::Matrix{BigFloat}, ::Matrix{BigFloat}, ::BigFloat, ::BigFloat)    # `BigFloat` | 202
@saturate gemm product!(::Matrix{ComplexF64}, ::Matrix{ComplexF64}, ::Matrix{ComplexF64}, ::Float64, ::Float64) # `Complex` | 202
@saturate gemm adjoint_factor!(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64}, ::Float64, ::Float64)  # adjoint | 203
@saturate gemm product!(::Matrix{Float64}, ::Symmetric{Float64, Matrix{Float64}}, ::Matrix{Float64}, ::Float64, ::Float64) # `Symmetric` | 202
