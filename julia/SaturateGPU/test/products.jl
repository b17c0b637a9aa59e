# Products, and products with what is around them in every way that there is.

@testset "products" begin
    for T in TYPES
        A, B, x = random(T, 5, 8), random(T, 8, 3), random(T, 8)
        @test close_to(reverse(on_both(*, A, B))...)
        @test close_to(reverse(on_both(*, A, x))...)
        @test close_to(reverse(on_both((A, B) -> transpose(A) * A, A, B))...)
        @test close_to(reverse(on_both((A, B) -> mul!(A * B, A, B, T(2), T(-1)), A, B))...)
        @test same(on_both((A, B) -> T(2) * A + A / T(4) - A * T(0.5), A, B)...)
        @test Array(permutedims(DeviceArray(A))) == permutedims(A)
    end
    # Sums of nothing.
    @test Array(DeviceArray(zeros(Float32, 2, 0)) * DeviceArray(zeros(Float32, 0, 3))) == zeros(Float32, 2, 3)
    @test size(DeviceArray(zeros(Float32, 0, 2)) * DeviceArray(zeros(Float32, 2, 3))) == (0, 3)
    A = DeviceArray(rand(Float32, 2, 2))
    @test_throws DimensionMismatch A * DeviceArray(rand(Float32, 3, 2))
    @test_throws ArgumentError mul!(A, A, A)
    @test_throws DimensionMismatch A + DeviceArray(rand(Float32, 3, 2))
end

const HALF = let a = Float16(0.5); x -> a * x end

@testset "layers, $way" for way in WAYS
    with_way(way) do
        for T in TYPES, (m, n, k) in ((5, 3, 7), (40, 72, 16))
            # Only half precision has a kernel of its own, which is another one where sizes are multiples of eight.
            T === Float16 || (m == 5 && way in (:epilogue, :separate)) || continue
            W, x, b = random(T, m, k), random(T, k, n), random(T, m)
            want(σ) = σ.(Float64.(W) * Float64.(x) .+ Float64.(b))
            for σ in (relu, tanh, identity)
                @test close_to(Array(dense(σ, DeviceArray(W), DeviceArray(x), DeviceArray(b))), want(σ))
            end
            T === Float64 || @test close_to(Array(dense(gelu, DeviceArray(W), DeviceArray(x), DeviceArray(b))), want(gelu))
            @test close_to(Array(dense(relu, DeviceArray(W), DeviceArray(x))), relu.(Float64.(W) * Float64.(x)))
            @test close_to(Array(dense(relu, DeviceArray(W), DeviceArray(x[:, 1]), DeviceArray(b))), want(relu)[:, 1])
            A, B, C = W, x, random(T, m, n)
            D, α, β = DeviceArray(C), T(0.5), T(-0.25)
            g = T === Float16 ? HALF : tanh
            gemm!(relu, D, abs, DeviceArray(A), g, DeviceArray(B), α, β)
            @test close_to(Array(D), relu.(α * (Float64.(abs.(A)) * Float64.(g.(B))) + β * Float64.(C)))
        end
    end
end

@testset "layers that do not fit do what was written" begin
    W, x = DeviceArray(rand(Float32, 3, 2)), DeviceArray(rand(Float32, 2, 4))
    @test Array(dense(relu, W, x, DeviceArray(Float32[1]))) ≈ Array(relu.(W * x .+ DeviceArray(Float32[1])))
    @test_throws DimensionMismatch dense(relu, W, x, DeviceArray(rand(Float32, 2)))
    @test_throws DimensionMismatch dense(relu, W, W, DeviceArray(rand(Float32, 3)))
    # The product into one of its factors.
    A = rand(Float32, 3, 3)
    D = DeviceArray(A)
    gemm!(relu, D, abs, D, identity, D, 2.0f0, 3.0f0)
    @test Array(D) ≈ relu.(2 * (abs.(A) * A) + 3 * A)
end

@testset "functions are recognised by what they do" begin
    positive(x) = x > 0 ? x : zero(x)
    for T in TYPES
        @test SaturateGPU.epilogue_of(relu, T) === SaturateGPU.epilogue_of(positive, T) === SaturateGPU.RELU
        @test SaturateGPU.epilogue_of(gelu, T) === (T === Float16 ? SaturateGPU.GELU : nothing)
        @test SaturateGPU.epilogue_of(identity, T) === SaturateGPU.NOTHING
        for f in (tanh, leaky, x -> min(x, zero(x)), x -> x > 1 ? x : zero(x), HALF, printing)
            @test SaturateGPU.epilogue_of(f, T) === nothing
        end
    end
end
