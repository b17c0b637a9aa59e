# Costs by size: variants, the guard, sizes that the caller knows, measured costs.

module SizesTest

using Saturate, Test, LinearAlgebra, InteractiveUtils

@rules grouping begin
    (~A::Matrix{Float64} * ~B::Matrix{Float64}) * ~C::Matrix{Float64} == ~A * (~B * ~C)
    *(~A::Matrix{Float64}, ~B::Matrix{Float64}, ~C::Matrix{Float64}) --> (~A * ~B) * ~C
    @cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)
    @cost *(A::Matrix, B::Matrix, C::Matrix) 2 * size(A, 1) * size(B, 2) * (size(A, 2) + size(C, 2))
end

three(A, B, C) = A * B * C
const M = Matrix{Float64}

@testset "sizes" begin
    g = saturate(three, (M, M, M), grouping)
    @test reason(g) === nothing
    @test length(report(g).variants) == 2
    @test Base.return_types(g, (M, M, M)) == [M]
    for (m, k, n, p) in ((40, 40, 40, 2), (2, 40, 40, 40), (1, 1, 1, 1), (0, 3, 2, 4), (3, 0, 2, 0), (7, 5, 6, 8))
        A, B, C = randn(m, k), randn(k, n), randn(n, p)
        @test g(A, B, C) ≈ three(A, B, C)
    end
    @test_throws DimensionMismatch g(ones(2, 3), ones(2, 3), ones(2, 3))
    # The guard itself allocates nothing: what is allocated are the products.
    A, B, C = randn(40, 40), randn(40, 40), randn(40, 2)
    by_hand(A, B, C) = A * (B * C)
    g(A, B, C), by_hand(A, B, C)
    @test @allocated(g(A, B, C)) == @allocated(by_hand(A, B, C))
    code = sprint(show, code_saturated(three, (M, M, M), grouping))
    @test occursin("# variant 1: ", code) && occursin("# variant 2: ", code)

    # The page plots predicted costs, and measured times on request.
    mktempdir() do folder
        file = joinpath(folder, "page.html")
        report(three, (M, M, M), grouping; file=file)
        @test occursin("\"curves\":[{", read(file, String)) && occursin("id=\"measured\">null<", read(file, String))
        sizes = Int[]
        report(three, (M, M, M), grouping; file=file, measure=n -> (push!(sizes, n); (ones(n, n), ones(n, n), ones(n, 1))))
        @test sizes[1] == 2 && allunique(sizes) && occursin("\"at\":[$(join(sizes, ','))]", read(file, String))
        @test Saturate.sample_arguments(Tuple{M,Vector{Float32},UpperTriangular{Float64,M},Int}, 3) isa Tuple{M,Vector{Float32},UpperTriangular{Float64,M},Int}
        @test_throws ArgumentError report((s, A) -> A, (String, M), grouping; file=file, measure=true)
    end

    # Who knows the sizes gets one program.
    known = saturate(three, (M, M, M), grouping; sizes=(1000, 1000, 1000, 10))
    @test isempty(report(known).variants)
    @test report(known).cost_after == 40_000_000
    @test known(A, B, C) ≈ three(A, B, C)
    @test occursin("2 sizes were given", reason(saturate(three, (M, M, M), grouping; sizes=(1, 2))) === nothing ?
                   something(report(saturate(three, (M, M, M), grouping; sizes=(1, 2))).kept) : "")
    @test_throws ArgumentError saturate(three, (M, M, M), grouping; sizes=(-1,))

    # The library picks A * (B * C) where C is thin.
    h = saturate(three, (M, M, M), Saturate.Rules.linalg)
    @test length(report(h).variants) == 2
    @test h(A, B, C) ≈ three(A, B, C)

    # Errors in costs have their place.
    @test_throws Saturate.RuleError Core.eval(@__MODULE__, :(@rules bad begin
        @cost *(A::Matrix, B::Matrix) size(C, 1)
    end))
end

# The guard alone: variants that do nothing but say which one was picked.
first_way(A, B) = 1 + 0 * length(A)
second_way(A, B) = 2 + 0 * length(A)
@rules ways begin
    first_way(~A::Matrix{Float64}, ~B::Matrix{Float64}) --> second_way(~A, ~B)
    @cost first_way(A::Matrix, B::Matrix) 100 * size(A, 1) * size(B, 2)
    @cost second_way(A::Matrix, B::Matrix) max(3000, 10 * size(A, 2)^3)
end
either(A, B) = first_way(A, B)
const picked = saturate(either, (M, M), ways)
through(A, B) = picked(A, B) + 1

@testset "the guard" begin
    @test length(report(picked).variants) == 2
    @test Base.return_types(picked, (M, M)) == [Int] && Base.return_types(through, (M, M)) == [Int]
    # Right before and behind its boundaries: the second way is taken where it gains a twentieth.
    for (m, k, n) in ((5, 1, 6), (6, 1, 6), (33, 1, 1), (34, 1, 1), (20, 10, 6), (20, 10, 5), (0, 0, 0))
        expected = 100m * n / 1.05 < max(3000, 10k^3) ? 1 : 2
        @test picked(zeros(m, k), zeros(k, n)) == expected
    end
    A, B = zeros(6, 1), zeros(1, 6)
    through(A, B)
    @test @allocated(through(A, B)) == 0
    # A caller has it inside: no call of it is left, and the comparison is there.
    code = code_typed(through, (M, M))[1].first.code
    calls = [ex for ex in code if ex isa Expr && ex.head in (:call, :invoke)]
    @test !any(ex -> any(arg -> arg === picked, ex.args), calls)
    @test any(ex -> occursin("le_float", string(ex.args[1])) || occursin("lt_float", string(ex.args[1])), calls)
end

# Three variants: the number of the last one is kept with the sizes that it was for.
third_way(A, B) = 3 + 0 * length(A)
@rules three_ways begin
    first_way(~A::Matrix{Float64}, ~B::Matrix{Float64}) --> second_way(~A, ~B)
    first_way(~A::Matrix{Float64}, ~B::Matrix{Float64}) --> third_way(~A, ~B)
    @cost first_way(A::Matrix, B::Matrix) 100 * size(A, 1)
    @cost second_way(A::Matrix, B::Matrix) 100 * size(A, 2)
    @cost third_way(A::Matrix, B::Matrix) 100 * size(B, 2)
end
one_of_three(A, B) = first_way(A, B)
const kept = saturate(one_of_three, (M, M), three_ways)
way(m, k, n) = m / 1.05 <= min(k, n) ? 1 : k <= n ? 2 : 3

@testset "the last decision" begin
    @test length(report(kept).variants) == 3
    @test Base.return_types(kept, (M, M)) == [Int]
    lists = [(m, k, n) for m in (0, 1, 4, 20, 21, 22) for k in (1, 4, 20, 21) for n in (1, 4, 20, 21)]
    pick(m, k, n) = kept(zeros(m, k), zeros(k, n))
    # The same sizes twice in a row, sizes that take turns, and sizes in other places.
    for sizes in lists
        @test pick(sizes...) == pick(sizes...) == way(sizes...)
    end
    for _ in 1:3, sizes in ((4, 20, 21), (20, 4, 21), (20, 21, 4), (21, 20, 4))
        @test pick(sizes...) == way(sizes...)
    end
    A, B = zeros(6, 1), zeros(1, 6)
    kept(A, B)
    @test @allocated(kept(A, B)) == 0
    # Tasks that call it with sizes of their own get variants of their own.
    tasks = [Threads.@spawn all(_ -> pick(sizes...) == way(sizes...), 1:1000) for sizes in lists[1:8]]
    @test all(fetch, tasks)

    memo = Saturate.Memo()
    @test Saturate.last_variant(memo, 3, 4) == 0
    @test Saturate.keep_variant(memo, 2, 3, 4) == 2 && Saturate.last_variant(memo, 3, 4) == 2
    @test Saturate.last_variant(memo, 4, 3) == 0 && Saturate.last_variant(memo, 3) == 0 && Saturate.last_variant(memo) == 0
    @test Saturate.keep_variant(memo, 300, 5) == 300 && Saturate.last_variant(memo, 5) == 0
    # Several sizes in turn are kept side by side, but for those that share a word.
    foreach(n -> Saturate.keep_variant(memo, n, n, 10), 1:8)
    found = [Saturate.last_variant(memo, n, 10) for n in 1:8]
    @test all(n -> found[n] in (0, n), 1:8) && count(!=(0), found) >= 6
    # No two of these lists are mixed to the same number.
    mixtures = [Saturate.mixed((a, b, c)) for a in 0:30, b in 0:30, c in 0:30]
    @test allunique(mixtures)
    # It is shown for what it is.
    @test occursin("Saturate.last_variant(Saturate.Memo(), ", sprint(show, code_saturated(one_of_three, (M, M), three_ways)))
end

@testset "measured costs" begin
    mktempdir() do folder
        file = joinpath(folder, "costs.jl")
        c = Saturate.calibrate(Float64; quick=true, file=file, progress=false)
        @test isfile(file) && length(c.measured) > 10
        @test all(m -> m.overhead >= 0 && m.unit >= 0, c.measured)
        @test occursin("product", sprint(show, c))
        again = Saturate.costs(Float64; file=file)
        @test again.rules == c.rules && length(again.measured) == length(c.measured)
        g = saturate(three, (M, M, M), Saturate.Rules.linalg ∪ c)
        @test reason(g) === nothing
        A, B, C = randn(40, 40), randn(40, 40), randn(40, 2)
        @test g(A, B, C) ≈ three(A, B, C)
    end
    @test Saturate.fitted([1.0, 2.0, 3.0], [5.0, 7.0, 9.0])[1] ≈ 3
    @test !isempty(Saturate.costs(Float64; file="/nonexistent").measured)
end

end # module
