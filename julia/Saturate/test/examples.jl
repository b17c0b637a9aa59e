# The paper's examples on real Julia: optimised in the session, run, and compared with the original. Each with the twin
# that must not be optimised.

module Examples

using Test, Saturate, LinearAlgebra

optimised(f, types, rules; options...) = (g = saturate(f, types, rules; options...); @test reason(g) === nothing; g)

"The optimised code as text."
source(f, types, rules) = string(code_saturated(f, types, rules))
"The same without the syntax that stands for calls."
calls(f, types, rules) = string(Expr(code_saturated(f, types, rules)))

"What a function prints."
function output(f, args...)
    # What a library has printed before comes first.
    Base.Libc.flush_cstdio()
    path, io = mktemp()
    redirect_stdout(() -> (f(args...); flush(stdout); Base.Libc.flush_cstdio()), io)
    close(io)
    return read(path, String)
end

# 2D transformations.

rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]
function transform(p, dx, α)
    p = translate(p, dx, 0)
    p = rotate(p, π)
    p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
    p = rotate(p, π)
    return translate(p, -dx, 0)
end

@rules transforms begin
    ~x::Number + ~y::Number == ~y + ~x
    sin(~x::Number)^2 + cos(~x)^2 --> 1
    ~x::Number - ~x --> 0
    ~x::Number + -(~x) --> 0
    ~a::Comptime{Number} + ~b::Comptime{Number} => ~a + ~b
    translate(~p::Vector, 0, 0) --> ~p
    rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    rotate(~p::Vector, 2π) --> ~p
end

# Eigenvalues that are there already.

function eigen_reuse(A, c)
    eig = eigen(A)
    if c
        x = tr(A)
    else
        x = det(A)
    end
    return eig, x
end
only_trace(A) = tr(A)

@rules spectrum begin
    tr(~A::AbstractMatrix) --> sum(eigen(~A).values)
    det(~A::AbstractMatrix) --> prod(eigen(~A).values)
    @cost tr 10
    @cost det 100
    @cost eigen 1000
end

# Printing in a loop.

function pow(x, n)
    r = 1
    while n > 0
        n -= 1
        r *= x
        println("r = ", r)
    end
    return r
end

@rules arithmetic begin
    ~x::Number * ~y::Number == ~y * ~x
    ~x::Number - ~x --> 0
    ~x::Number * 1 --> ~x
end

# Symmetric wrapping.

symmetric(A) = eigvals(A + transpose(A))
plain_sum(A) = A + transpose(A)

@rules wrapping begin
    ~A::Matrix + transpose(~A) --> Symmetric(~A + transpose(~A))
    @cost eigvals 1000
    @cost eigvals(::Symmetric) 100
end

# Broadcasts over several lines.

function fused(x, y)
    a = x .+ y
    b = a .* 2
    return sqrt.(b)
end
function mutated_between(x, y)
    a = x .+ y
    x[1] = 100.0
    b = a .* 2
    return b
end
function alias_mutated(x, y)
    a = x .+ 0
    y[1] = 100.0
    return a .* 2
end
function used_twice(x, y)
    a = x .+ y
    b = a .* 2
    return a, b
end
without_method(x) = x > 0 ? x : sqrt("text")
noise(x) = x + rand()
noisy(a) = noise.(a) .- noise.(a)
quiet(a) = abs.(a) .- abs.(a)

@rules fusion begin
    broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
    broadcasted(~f, ~x, materialize(~y)) --> broadcasted(~f, ~x, ~y)
    broadcasted(-, ~x, ~x) --> zero(~x)
end

@rules same_lazy begin
    broadcasted(-, ~x, ~x) --> broadcasted(*, 0, ~x)
end

# A dense layer.

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
    broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    materialize(broadcasted(~σ, broadcasted(+, ~W::AbstractMatrix * ~x::AbstractMatrix, ~b::AbstractVector))) -->
        fused_dense(~σ, ~W, ~x, ~b)
end

# General matrix multiplication: the sum is accumulated where it is wanted.

function gemm(A, B, C, α, β)
    return α * (A * B) + β * C
end
function fused_gemm(A, B, C, α, β)
    D = copy(C)
    mul!(D, A, B, α, β)
    return D
end
function gemm!(C, A, B, α, β)
    C .= α .* (A * B) .+ β .* C
    return C
end
function relu_gemm!(C, A, B)
    C .= relu.(A * B)
    return C
end

@rules products begin
    ~α::Number * (~A::Matrix * ~B::Matrix) + ~β::Number * ~C::Matrix --> fused_gemm(~A, ~B, ~C, ~α, ~β)
    @relaxed materialize!(~C::Matrix, broadcasted(+, broadcasted(*, ~α::Number, ~A::Matrix * ~B::Matrix), broadcasted(*, ~β::Number, ~C))) -->
        mul!(~C, ~A, ~B, ~α, ~β)
    # It writes, but only what it has made itself.
    @effects fused_gemm reads alloc throws
    @cost Base.materialize! 10
end

# Constants.

folded(x) = x + (2 * 3 + 4)
scaled(x, k) = x * k
unscaled(x) = scaled(x, 1) + scaled(x, 0)

@rules constants begin
    ~a::Comptime{Integer} + ~b::Comptime{Integer} => ~a + ~b
    ~a::Comptime{Integer} * ~b::Comptime{Integer} => ~a * ~b
    scaled(~x::Float64, 1) --> ~x
    scaled(~x::Float64, 0) --> 0.0
    ~x::Float64 + 0.0 --> ~x
end

# Exceptions.

checked(a, b) = Base.checked_mul(a, b) - Base.checked_mul(a, b)
dropped_check(v) = (v[3]; length(v))

@rules cancelling begin
    ~x::Number - ~x --> 0
end

function run()
    V, M, F, B = Vector{Float64}, Matrix{Float64}, Float64, Bool

    @testset "2D transformations" begin
        g = optimised(transform, (V, F, F), transforms)
        @test report(g).cost_after == 0 && report(g).cost_before == 12
        p = [1.0, 2.0]
        @test g(p, 0.5, 0.3) ≈ transform(p, 0.5, 0.3)
        @test occursin("return p", source(transform, (V, F, F), transforms))
    end

    @testset "arguments called as the callable was" begin
        for f in ((f, g) -> f + g, (self, arguments) -> self - arguments)
            @test optimised(f, (F, F), RuleSet())(3.0, 1.0) == f(3.0, 1.0)
        end
    end

    @testset "eigenvalue reuse" begin
        g = optimised(eigen_reuse, (M, B), spectrum)
        @test report(g).cost_before == 1111 && report(g).cost_after == 1004
        text = source(eigen_reuse, (M, B), spectrum)
        @test count("eigen(", text) == 1 && !occursin("det(", text) && !occursin("tr(", text)
        for A in ([2.0 1.0; 1.0 3.0], [0.0 1.0; -1.0 0.0]), c in (true, false)
            (e, x), (e2, y) = g(A, c), eigen_reuse(A, c)
            @test x ≈ y && e.values == e2.values
        end
        @test report(optimised(only_trace, (M,), spectrum)).cost_after == 10
    end

    @testset "memory by region" begin
        sums(A, c) = (r = copy(c); s = sum(A); r[1] = 2.0; (s + sum(A), r))
        written(A, c) = (s = sum(A); c[1] = 2.0; s + sum(A))
        function products(A, B, c)
            r = copy(c)
            for i in 1:length(r)
                t = A * B
                r[i] = t[i, i]
            end
            return r
        end
        V, none = Vector{Float64}, RuleSet()
        g = optimised(sums, (V, V), none)
        @test report(g).cost_after == report(g).cost_before - 1
        @test g([1.0, 2.0], [5.0]) == (6.0, [2.0])
        # The two may be one array.
        h = optimised(written, (V, V), none)
        @test report(h).cost_after == report(h).cost_before
        a = [1.0, 2.0]
        @test h(a, a) == 7.0
        # The product leaves the loop: it costs ten times as much inside.
        p = optimised(products, (M, M, V), none)
        @test report(p).cost_after == report(p).cost_before - 9
        @test p([1.0 2.0; 3.0 4.0], [1.0 0.0; 0.0 1.0], [0.0, 0.0]) == [1.0, 4.0]
        @test p(ones(2, 3), ones(2, 3), Float64[]) == Float64[]     # no round, no product, no error
    end

    @testset "printing in a loop" begin
        g = optimised(pow, (Int, Int), arithmetic)
        @test output(g, 2, 4) == output(pow, 2, 4) == "r = 2\nr = 4\nr = 8\nr = 16\n"
        @test g(2, 4) == 16
    end

    @testset "symmetric wrapping" begin
        g = optimised(symmetric, (M,), wrapping)
        A = [1.0 2.0 3.0; 4.0 5.0 6.0; 7.0 8.0 10.0]
        @test g(A) ≈ symmetric(A)
        @test occursin("Symmetric(", source(symmetric, (M,), wrapping)) && report(g).cost_after == 103
        # Without a use that gains from it, nothing is wrapped: the type stays.
        @test optimised(plain_sum, (M,), wrapping)(A) isa Matrix
    end

    @testset "broadcasts over lines" begin
        g = optimised(fused, (V, V), fusion)
        @test count("materialize", calls(fused, (V, V), fusion)) == 1
        x, y = [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]
        @test g(x, y) == fused(x, y)
        big = collect(1.0:10_000.0)
        @test g(big, big) == fused(big, big)
        @test (@allocated g(big, big)) < (@allocated fused(big, big)) / 2
        # A write between the two lines: the first sum must not be computed after it.
        g = optimised(mutated_between, (V, V), fusion)
        @test g([1.0, 2.0], [3.0, 4.0]) == mutated_between([1.0, 2.0], [3.0, 4.0]) == [8.0, 12.0]
        @test count("materialize", calls(mutated_between, (V, V), fusion)) == 2
        # A write through another name of the same array.
        z = [1.0, 2.0]
        @test optimised(alias_mutated, (V, V), fusion)(z, z) == [2.0, 4.0]
        # Used twice: both results are right, whatever is shared.
        @test optimised(used_twice, (V, V), fusion)(x, y) == used_twice(x, y)
        # Random numbers are not equal to each other.
        @test any(!iszero, optimised(noisy, (V,), fusion)(x))
        # Two lazy broadcasts are one value only if their function always gives the same.
        @test report(saturate(noisy, (V,), same_lazy)).rules[1].matches == 0
        @test report(saturate(quiet, (V,), same_lazy)).rules[1].applied == 1
    end

    @testset "dense layer" begin
        types = (M, M, V, typeof(relu), B, F)
        g = optimised(forward, types, dense)
        W, x, b = [1.0 -2.0; 3.0 4.0; -1.0 0.5], [1.0 2.0; -1.0 0.5], [0.1, -0.2, 0.3]
        for training in (true, false)
            @test g(x, W, b, relu, training, 0.5) ≈ forward(x, W, b, relu, training, 0.5)
        end
        @test occursin("fused_dense", source(forward, types, dense))
        @test (@inferred g(x, W, b, relu, false, 0.5)) isa Matrix{Float64}
    end

    @testset "matrix multiplication" begin
        A, B, C = [1.0 2.0; 3.0 4.0], [0.5 1.0; -1.0 2.0], [1.0 0.0; 0.0 1.0]
        g = optimised(gemm, (M, M, M, F, F), products)
        @test occursin("fused_gemm", source(gemm, (M, M, M, F, F), products))
        kept = copy(C)
        @test g(A, B, C, 2.0, 3.0) ≈ gemm(A, B, C, 2.0, 3.0) && C == kept
        g = optimised(gemm!, (M, M, M, F, F), products)
        @test occursin("mul!", source(gemm!, (M, M, M, F, F), products))
        D, E = copy(C), copy(C)
        @test g(D, A, B, 2.0, 3.0) === D && D ≈ gemm!(E, A, B, 2.0, 3.0)
    end

    @testset "constant folding and partial evaluation" begin
        @test report(optimised(folded, (Int,), constants)).cost_after == 1
        @test optimised(folded, (Int,), constants)(5) == 15
        g = optimised(unscaled, (F,), constants)
        @test report(g).cost_after == 0 && g(3.5) == 3.5
        # Rules for `Float64` leave other types alone.
        @test report(optimised(unscaled, (Int,), constants)).cost_after > 0
    end

    @testset "exceptions" begin
        g = optimised(checked, (Int, Int), cancelling; strict=true)
        @test g(2, 3) == 0
        @test_throws OverflowError g(typemax(Int), 2)
        # A value that nobody uses is there for its exception.
        g = optimised(dropped_check, (Vector{Int},), cancelling)
        @test_throws BoundsError g([1, 2])
        @test g([1, 2, 3]) == 3
        # A call that has no method is an exception, too, not code that the optimiser cannot choose.
        g = optimised(without_method, (Int,), cancelling)
        @test !occursin("extracted", string(report(g).kept))
        @test g(1) == 1
        @test_throws MethodError g(-1)
    end

    @testset "redefinition of what rules relied on" begin
        m = Module()
        Core.eval(m, :(using Saturate; pure(x) = 2x; other(x) = 3x; user(x) = pure(x) + pure(x)))
        Core.eval(m, Meta.parse("@rules r begin\n pure(~x) + pure(~x) --> other(~x)\n@cost other 0\nend"))
        # What is defined while a function runs is newer than the function.
        user, rules = Saturate.newest(m, :user), Saturate.newest(m, :r)
        g = saturate(user, (Int,), rules)
        call(g) = Base.invokelatest(g, 1)
        @test call(g) == 3
        @test reason(g) === nothing
        # The rule's own function: what the optimiser saw of it no longer holds.
        Core.eval(m, :(other(x) = 5x))
        @test call(g) == 4 && occursin("redefined", reason(g))
        g = saturate(user, (Int,), rules)
        @test call(g) == 5
        Core.eval(m, :(pure(x) = (println("now it prints"); 2x)))
        @test output(call, g) == "now it prints\nnow it prints\n"
        @test occursin("redefined", reason(g))
    end
end

end # module
