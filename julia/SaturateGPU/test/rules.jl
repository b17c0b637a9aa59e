# The rules: what they make of ordinary code, what they leave alone, and that results stay what they were.

module Written
include("../eval/written.jl")
dotted(C, A, B, α, β) = (C .= α .* (A * B) .+ β .* C; C)
overwrite(C, A, B) = (C .= relu.(A * B); C)
affine(W, x, b) = tanh.(W * x + b)
sum_of_products(A, B, C, α, β) = α * A * B + β * C
function chain(x, y)
    a = x .+ y
    b = a .* x
    c = tanh.(b)
    return c .- y
end
function used_twice(W, x, b)
    y = W * x
    return relu.(y .+ b), y
end
function written_between(C, A, B, α, β)
    P = A * B
    A .= A .+ α
    C .= relu.(α * P + β * C)
    return C
end
end

const RULES = gpu ∪ Saturate.Rules.broadcast

"Optimises for the types of device arrays of `T`; gives the cost before and after, and the code."
function optimised(f, T, args, rules=RULES)
    types = map(a -> a isa AbstractArray ? DeviceArray{T,ndims(a)} : Core.Typeof(a), args)
    g = saturate(f, types, rules)
    @test reason(g) === nothing
    return g, string(code_saturated(f, types, rules))
end

"Runs the optimised function on the device and the original on the processor; all arguments are compared, too."
function agrees(f, T, args, g; units=16)
    there = map(a -> a isa AbstractArray ? DeviceArray(a) : a, args)
    here = map(a -> a isa AbstractArray ? Float64.(a) : a, args)
    got, want = g(there...), f(here...)
    equal(a, b) = a isa AbstractArray ? close_to(Array(a), b; units=units) : a isa Tuple ? all(equal.(a, b)) : a === b
    return equal(got, want) && all(equal.(there, here))
end

@testset "layers and products, $T" for T in (Float16, Float64)
    W, x, b, v = random(T, 12, 8), random(T, 8, 5), random(T, 12), random(T, 8)
    A, B, C = W, x, random(T, 12, 5)
    α, β = T(0.5), T(-0.25)
    cases = ((Written.forward, (x, W, b, Written.relu, false, T(0.5)), "dense(σ"), (Written.forward, (x, W, b, tanh, true, T(0.5)), "dense("),
             (Written.gemm, (C, A, B, abs, tanh, α, β), "gemm!("), (Written.dotted, (C, A, B, α, β), "dotted_gemm!("),
             (Written.overwrite, (C, A, B), "overwriting_gemm!("), (Written.affine, (W, v, b), "affine("),
             (Written.sum_of_products, (A, B, C, α, β), "product_sum("))
    for (f, args, call) in cases
        g, code = optimised(f, T, args)
        @test occursin(call, code)
        @test agrees(f, T, args, g)
    end
    # The middle way: `mul!`, and functions of their own.
    g, code = optimised(Written.gemm, T, (C, A, B, abs, tanh, α, β), gpu_mul)
    @test occursin("mul_then!", code) && occursin("f.(A), g.(B)", code)
    @test agrees(Written.gemm, T, (C, A, B, abs, tanh, α, β), g)
end

@testset "broadcasts on several lines are one kernel" begin
    x, y = random(Float32, 6, 4), random(Float32, 6, 4)
    g, code = optimised(Written.chain, Float32, (x, y))
    @test occursin("return tanh.((x .+ y) .* x) .- y\n", code)
    @test agrees(Written.chain, Float32, (x, y), g)
end

@testset "two results at once, $T" for T in (Float16, Float32, Float64)
    A, X, Y, x, y = random(T, 12, 8), random(T, 8, 5), random(T, 8, 5), random(T, 8), random(T, 8)
    for args in ((A, X, Y), (A, Y, X), (A, X, X), (A, x, y))
        g, code = optimised(Written.both_sides, T, args)
        @test occursin("two_products(", code)
        @test agrees(Written.both_sides, T, args, g)
    end
    # In one call or in two, by size; sizes that do not fit throw as they did.
    there = map(DeviceArray, (A, X, Y))
    for way in PAIR_WAYS
        U, V = SaturateGPU.with_way(() -> SaturateGPU.two_products(there...), way)
        @test U !== V && close_to(Array(U), Float64.(A) * Float64.(X)) && close_to(Array(V), Float64.(A) * Float64.(Y))
    end
    g, _ = optimised(Written.both_sides, T, (A, X, Y))
    @test_throws DimensionMismatch g(there[1], there[2], DeviceArray(random(T, 7, 5)))
    wide, narrow = g(there[1], there[2], DeviceArray(random(T, 8, 2)))
    @test size(wide) == (12, 5) && size(narrow) == (12, 2)
    g, code = optimised(Written.gates, T, (X, Y))
    @test occursin("broadcast_two(", code) && !occursin(r"[^_]materialize\(", code)
    @test agrees(Written.gates, T, (X, Y), g)
    # An array that both have is read once, one that is repeated as often as needed.
    row(x, v) = (x .* x, v .+ x)
    for v in (x, random(T, 8, 1), random(T, 1, 5))
        g, code = optimised(row, T, (X, v))
        @test occursin("broadcast_two(", code) && agrees(row, T, (X, v), g)
    end
    # Another shape for each: two kernels.
    apart(x, v) = (abs.(v), v .+ x)
    g, code = optimised(apart, T, (X, random(T, 8, 1)))
    @test agrees(apart, T, (X, random(T, 8, 1)), g)
    # On one path each, and one of them written: nothing at once.
    either(c, x) = c ? tanh.(x) : abs.(x)
    @test !occursin("broadcast_two(", string(code_saturated(either, (Bool, DeviceMatrix{T}), RULES)))
    written(x) = (a = tanh.(x); b = abs.(x); a .= b; (a, b))
    g, code = optimised(written, T, (X,))
    @test !occursin("broadcast_two(", code) && agrees(written, T, (X,), g)
end

@testset "what stays as it is" begin
    T = Float32
    W, x, b, C = random(T, 12, 8), random(T, 8, 5), random(T, 12), random(T, 12, 5)
    # The product has another use.
    g, code = optimised(Written.used_twice, T, (W, x, b))
    @test !occursin("dense", code) && agrees(Written.used_twice, T, (W, x, b), g)
    # A factor is written between the product and its use: the fused call would read it afterwards.
    g, code = optimised(Written.written_between, T, (C, W, x, 0.5f0, 0.25f0))
    @test !occursin("gemm!(", code) && agrees(Written.written_between, T, (C, W, x, 0.5f0, 0.25f0), g)
    # A coefficient of another type makes other elements.
    types = (DeviceMatrix{Float16}, DeviceMatrix{Float16}, DeviceMatrix{Float16}, Float32, Float32)
    @test !occursin("gemm!(", string(code_saturated(Written.dotted, types, RULES)))
    # A function that makes another type.
    widen(x) = Float64(x)
    layer(W, x, b) = widen.(W * x .+ b)
    @test !occursin(r"dense\((\w+\.)*widen", string(code_saturated(layer, (DeviceMatrix{T}, DeviceMatrix{T}, DeviceVector{T}), RULES)))
end

@testset "the same source on the processor, by the library's rules" begin
    args = (randn(RNG, 8, 5), randn(RNG, 12, 8), randn(RNG, 12), Written.relu, false, 0.5)
    rules = RULES ∪ Saturate.Rules.nn
    g = saturate(Written.forward, map(Core.Typeof, args), rules)
    @test occursin("fused_dense", string(code_saturated(Written.forward, map(Core.Typeof, args), rules)))
    @test g(args...) ≈ Written.forward(args...)
    _, code = optimised(Written.forward, Float64, args, rules)
    @test occursin("SaturateGPU.dense", code) && !occursin("fused_dense", code)
end
