# Dots fuse within one statement.

relu(x) = max(x, 0)
fused(A, b) = relu.(A .+ b .* 2)
function inplace(C, A)
    C .= A .^ 2 .- 1
    return C
end
mixed(v) = sqrt.(abs.(v)) .+ (1, 2, 3)
shapes(A, v) = A .* v
lifted(v) = @. 2v + v^2
compared(v) = v .> 1
scalar() = (1 .+ 2, [1, 2] .+ Ref(10))
keyword(v) = round.(v; digits = 1)

#! run --entry fused '[1.0 -2.0; -3.0 4.0]' '[1.0, -1.0]'
#! run --entry inplace 'zeros(3)' '[1.0, 2.0, 3.0]'
#! run --entry mixed '[1.0, -4.0, 9.0]'
#! run --entry shapes '[1 2; 3 4]' '[10, 100]'
#! run --entry lifted '[1.0, 2.0]'
#! run --entry compared '[1, 2, 3]'
#! run --entry scalar
#! run --entry shapes '[1 2; 3 4]' '[1, 2, 3]'

#! lower --entry fused --sig "Matrix{Float64}, Vector{Float64}"
#! lower --entry inplace --sig "Vector{Float64}, Vector{Float64}"
