# Arrays, broadcasts, functions that users write, reductions.

special(T) = T[0, -0.0, 1, -1, 0.5, -2.5, 3, 65504, floatmin(T), -nextfloat(zero(T)), Inf, -Inf, NaN, 1 / 3, 100, -7]

@testset "arrays" begin
    for T in TYPES
        A = random(T, 3, 5)
        D = DeviceArray(A)
        @test D isa DeviceMatrix{T} && size(D) == (3, 5) && Array(D) == A && D[2, 3] == A[2, 3]
        @test Array(copy(D)) == A && copy(D) !== D && D == copy(D)
        D[4] = 7
        @test D[1, 2] == 7
        R = reshape(D, 5, 3)
        R[1] = -1
        @test D[1] == -1 && Array(vec(D)) == vec(Array(D))
        @test isempty(DeviceArray{T}(undef, 0, 3)) && Array(similar(D, 0)) == T[]
        @test Array(fill!(similar(D), 2)) == fill(T(2), 3, 5)
        @test sprint(show, DeviceArray(T[1, 2])) == string("DeviceArray(", sprint(show, T[1, 2]), ")")
    end
    @test_throws BoundsError DeviceArray(Float32[1, 2])[3]
    @test_throws DimensionMismatch reshape(DeviceArray(Float32[1, 2]), 3)
    @test_throws ArgumentError similar(DeviceArray(Float32[1]), Int)
end

@testset "every operation rounds as on the processor" begin
    for T in (Float16, Float64)
        a, b = repeat(special(T), inner=16), repeat(special(T), outer=16)
        for f in (+, -, *, /, max, min)
            @test same(on_both((x, y) -> f.(x, y), a, b)...)
        end
        x = special(T)
        for f in (abs, -, sign, floor, round, x -> x^2, x -> 2x + 1, x -> clamp(x, -1, 2), x -> ifelse(isnan(x), zero(x), x))
            @test same(on_both(x -> f.(x), x)...)
        end
    end
    for T in TYPES
        # Several functions in one kernel.
        all_of_them(x) = exp(x) + tanh(x) - sin(x) * sqrt(abs(x)) / log1p(x^2)
        @test close_to(reverse(on_both(x -> all_of_them.(x), random(T, 33)))...)
    end
end

@testset "shapes" begin
    for T in (Float16,)
        A, b, r = random(T, 16, 6), random(T, 16), random(T, 1, 6)
        @test same(on_both((A, b) -> A .+ b, A, b)...)
        @test same(on_both((A, b, r) -> (A .- b) .* r .+ T(0.5), A, b, r)...)
        @test same(on_both((A, r) -> r .* A .+ r, A, r)...)
        @test same(on_both((b, r) -> b .* r, b, r)...)
        @test same(on_both(A -> transpose(A) .+ 1, A)...)
        @test same(on_both((A, b) -> A' .+ b', A, b)...)
        @test same(on_both((A, b) -> A .+ b, random(T, 7, 3), random(T, 7))...)
        @test same(on_both(A -> A .+ 1, random(T, 3, 4, 5))...)
        @test same(on_both((A, B) -> A .* B, random(T, 3, 4, 5), random(T, 3, 1, 5))...)
        @test same(on_both(A -> A .+ 1, random(T, 0, 4))...)
        @test same(on_both(x -> x .+ x[1:1], random(T, 5))...)
    end
    A = DeviceArray(Float32[1 2; 3 4])
    @test_throws DimensionMismatch A .+ DeviceArray(Float32[1, 2, 3])
    # Into an array that is read: at the same place, and at other places.
    into!(C, x) = (C .= C .* 2 .+ x; C)
    flip!(C) = (C .= transpose(C) .+ 1; C)
    first_column!(C) = (C .= C .+ reshape(C, 4)[1]; C)
    @test same(on_both(into!, Float32[1 2; 3 4], Float32[5, 6])...)
    @test same(on_both(flip!, Float32[1 2; 3 4])...)
    @test same(on_both(C -> (C .= 3; C), Float32[1 2; 3 4])...)
    @test same(on_both(x -> (y = similar(x, Float64); y .= x; y), Float32[1, 2])...)
end

leaky(x) = x > 0 ? x : x / 100
function newton(x)              # variables, a loop
    y, steps = one(x), 0
    while steps < 5
        y = (y + x / y) / 2
        steps += 1
    end
    return y
end
function series(x, n)           # a loop over a range, in a loop over a range
    s = zero(x)
    for i in 1:n, j in i:3
        s += x^2 / (i + j)
    end
    return s
end
summed(x) = series(x, 4)
function last_of_range(x)       # a range that ends where its type does, one that is empty, a way out
    s = x
    for i in typemax(Int64)-1:typemax(Int64)
        s += 1
    end
    for i in 3:2
        s = zero(x)
    end
    for i in 1:10
        s > 5 && break
        s += i
    end
    return s
end
module Elsewhere
leaky(x) = x < 1 ? x : 1 + (x - 1) / 2
end
leaky(x, y) = leaky(x) * y + Elsewhere.leaky(y)        # another method of the same name, and another function
inner(x) = leaky(x) + leaky(-x)
polynomial(x, y) = x^3 - 2x * y + y^2
struct Scaling{T}
    by::T
end
(s::Scaling)(x) = s.by * x
const SHIFT = 0.25f0

@testset "functions that users write" begin
    x, y = random(Float32, 40), random(Float32, 40)
    for f in (leaky, inner, summed, last_of_range, x -> x + SHIFT, x -> x > 1 ? x : x < -1 ? -x : zero(x), let a = 3.0f0, b = 2; x -> a * x - b end, Scaling(2.5f0))
        @test same(on_both(x -> f.(x), x)...)
    end
    @test same(on_both((x, y) -> polynomial.(x, y), x, y)...)
    @test same(on_both((x, y) -> leaky.(x, y), x, y)...)
    @test close_to(reverse(on_both(x -> newton.(x), abs.(x) .+ 1))...)
    @test same(on_both(x -> leaky.(x), random(Float16, 40))...)
    @test same(on_both(x -> Float64.(x) .* π, x)...)
end

global changing = 1.0
recursive(x) = x > 1 ? recursive(x / 2) : x
two_types(x) = x > 0 ? x : 0
printing(x) = (println(x); x)
of_an_array(x) = [x, x][1]
const COUNTER = Ref(0)
tick() = (COUNTER[] += 1; 0.0f0)        # its value is known, but that is not all it does
counting(x) = x + tick()
silent() = (COUNTER[] += 1; nothing)
counting_silently(x) = (y = silent(); x)
throwing(x) = (x > 5 && error("too large"); x)

@testset "what cannot run there says why" begin
    D = DeviceArray(Float32[1, 2])
    message(f) = try f(); "" catch err; err isa NotOnDevice ? err.message : rethrow() end
    @test occursin("`changing`, which may change", message(() -> (x -> x + changing::Float64).(D)))
    @test occursin("calls itself", message(() -> recursive.(D)))
    @test occursin("elements of type", message(() -> two_types.(D)))
    @test occursin("printing", message(() -> printing.(D)))
    @test occursin("counting", message(() -> counting.(D))) && occursin("counting_silently", message(() -> counting_silently.(D)))
    @test occursin("throwing", message(() -> throwing.(D)))
    @test occursin("of_an_array", message(() -> of_an_array.(D)))
    @test occursin("Bool", message(() -> D .> 0))
    @test occursin("DeviceArray(x)", message(() -> D .+ [1.0f0, 2.0f0]))
    @test occursin("dims=1", message(() -> sum(D; dims=1)))
end

@testset "a function that is defined anew is another one" begin
    D = DeviceArray(Float32[1, -2])
    @eval changed(x) = 2x
    @test Array(Base.invokelatest(D -> changed.(D), D)) == [2, -4]
    @eval changed(x) = max(x, zero(x))
    @test Array(Base.invokelatest(D -> changed.(D), D)) == [1, 0]
    @test Base.invokelatest(SaturateGPU.epilogue_of, changed, Float32) === SaturateGPU.RELU
    @eval changed(x) = x + 1
    @test Base.invokelatest(SaturateGPU.epilogue_of, changed, Float32) === nothing
end

@testset "reductions" begin
    for T in TYPES, n in (1, 255, 1000)
        x = random(T, n)
        D = DeviceArray(x)
        @test close_to(sum(D), sum(Float64.(x)); units=32)
        @test maximum(D) === maximum(x) && minimum(D) === minimum(x)
        @test close_to(sum(abs2, D), sum(abs2, Float64.(x)); units=32)
    end
    D = DeviceArray(random(Float64, 0))
    @test sum(D) === 0.0 && prod(D) === 1.0
    @test_throws ArgumentError maximum(D)
    @test isnan(maximum(DeviceArray([1.0, NaN, 2.0])))
    @test sum(let a = 2.0; x -> a * x end, DeviceArray([1.0, 2.0])) === 6.0
end

@testset "memory" begin
    GC.gc()
    before = memory().live
    function churn(n)
        x = DeviceArray(zeros(Float32, 256))
        for _ in 1:n
            x = x .+ 1.0f0
        end
        return x[1]
    end
    @test churn(100_000) == 100_000
    GC.gc()
    now = memory()
    @test now.live == before
    # What was freed was used again: fewer than one in two asked the device.
    @test now.misses < now.requests / 2
    SaturateGPU.trim()
    @test memory().cached == 0
    @test try DeviceArray{Float64}(undef, 2^50); false catch err; err isa DeviceError && occursin("no memory", err.message) end
    @test SaturateGPU.elapsed(() -> DeviceArray(zeros(Float32, 8)) .+ 1) > 0
end
