# Tests of the package: on the emulation (SATURATE_GPU=emulation) everywhere, on a device where there is one.
#
# Every result is compared with what Julia computes on the processor: exactly where each operation is rounded to its type, up to rounding for products, sums and
# functions such as `exp`.

using Test, LinearAlgebra, Random
using Saturate, SaturateGPU
using SaturateGPU: WAYS, PAIR_WAYS, with_way, gemm!, memory

available() || (println(SaturateGPU.reason()); exit(1))
println(SaturateGPU.describe())

const TYPES = (Float16, Float32, Float64)
const RNG = MersenneTwister(1)
random(T, dims...) = T.(randn(RNG, dims...))
# A norm of the difference in units of the type's precision.
close_to(a::AbstractArray{T}, b::AbstractArray; units=8) where {T} = size(a) == size(b) && norm(Float64.(a) .- Float64.(b)) <= units * eps(T) * max(norm(Float64.(b)), 1)
close_to(a::T, b::Number; units=8) where {T<:Number} = abs(Float64(a) - Float64(b)) <= units * eps(T) * max(abs(Float64(b)), 1)
"Runs a function on the processor and on the device."
function on_both(f, args...)
    there = map(a -> a isa AbstractArray ? DeviceArray(a) : a, args)
    return f(args...), Array(f(there...))
end
# Equal, signs of zero included; one NaN is as good as another.
same(a, b) = size(a) == size(b) && all(isequal.(a, b))

@testset "SaturateGPU" begin
    include("broadcasts.jl")
    include("products.jl")
    include("rules.jl")
end
