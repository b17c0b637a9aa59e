# Rules whose left sides are loops.

module LoopTests

using LinearAlgebra, Saturate, Test

const M, V = Matrix{Float64}, Vector{Float64}

log!(calls, name) = push!(calls, name)
const CALLS = Symbol[]

doubled!(y, x, r) = (log!(CALLS, :doubled!); for i in r; y[i] = 2x[i]; end)
total(s, x, r) = (log!(CALLS, :total); for i in r; s += x[i]; end; s)

@rules doubling begin
    for ~i in ~r
        (~y::Vector{Float64})[~i] = 2 * (~x::Vector{Float64})[~i]
    end --> doubled!(~y, ~x, ~r)
    for ~i in ~r
        ~s::Float64 += (~x::Vector{Float64})[~i]
    end --> total(~s, ~x, ~r)
end

function double(y, x)
    for i in eachindex(x)
        y[i] = 2 * x[i]
    end
    return y
end
function sum_from(s, x)
    for i in 1:length(x)
        s += x[i]
    end
    return s
end
function of_three(x)
    s = 0.0
    for i in 1:3
        s += x[i]
    end
    return s
end
function double_and_count(y, x)
    n = 0
    for i in eachindex(x)
        y[i] = 2 * x[i]
        n += 1
    end
    return y, n
end
function double_the_next(y, x)
    for i in 1:length(x)-1
        y[i] = 2 * x[i+1]
    end
    return y
end
function double_until(y, x)
    for i in eachindex(x)
        x[i] > 2 && break
        y[i] = 2 * x[i]
    end
    return y
end
function sums_so_far(x)
    s, all = 0.0, Float64[]
    for i in eachindex(x)
        s += x[i]
        push!(all, s)
    end
    return all
end

"What a function and its callable return, or throw, and which functions of the rules the callable called."
function both(f, types, rules, args...)
    callable = saturate(f, types, rules)
    run(g) = (a = deepcopy(args); r = try g(a...) catch err; typeof(err) end; (r, a))
    expected = run(f)
    empty!(CALLS)
    found = run(callable)
    return isequal(expected, found), copy(CALLS)
end

function columns(A, B, C)
    R = copy(C)
    for j in 1:size(R, 2)
        R[:, j] = A * B[:, j]
    end
    return R
end
function rows!(R, A, B)
    for i in axes(R, 1)
        R[i, :] = B' * A[i, :]
    end
    return R
end
function solutions!(A, B)
    for j in 1:size(B, 2)
        B[:, j] = A \ B[:, j]
    end
    return B
end
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

function with_views(A, B)
    R = zeros(size(A, 1), size(B, 2))
    @views for j in axes(B, 2)
        R[:, j] = A * B[:, j]
    end
    return R
end
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
function in_place!(C, A, B)
    for j in 1:size(B, 2), k in 1:size(A, 2), i in 1:size(A, 1)
        @inbounds C[i, j] += A[i, k] * B[k, j]
    end
    return C
end

run() = @testset "rules for loops" begin
    @testset "a loop that is the left side" begin
        @test both(double, (V, V), doubling, zeros(3), [1.0, 2, 3]) == (true, [:doubled!])
        @test both(double, (V, V), doubling, zeros(2), [1.0, 2, 3]) == (true, [:doubled!])      # throws, after two elements
        @test both(double, (V, V), doubling, zeros(3), V()) == (true, [:doubled!])
        @test both(sum_from, (Float64, V), doubling, 0.5, [1.0, 2, 3]) == (true, [:total])
        @test both(of_three, (V,), doubling, [1.0, 2, 3]) == (true, [:total])
        @test both(of_three, (V,), doubling, [1.0, 2]) == (true, [:total])
        x = [1.0, 2, 3]
        @test both(double, (V, V), doubling, x, x) == (true, [:doubled!])
    end

    @testset "a loop that is not" begin
        @test both(double_and_count, (V, V), doubling, zeros(3), [1.0, 2, 3]) == (true, [])
        @test both(double_the_next, (V, V), doubling, zeros(3), [1.0, 2, 3]) == (true, [])
        @test both(double_until, (V, V), doubling, zeros(3), [1.0, 2, 3]) == (true, [])
        @test both(sums_so_far, (V,), doubling, [1.0, 2, 3]) == (true, [])
        @test both(double, (Vector{Int}, Vector{Int}), doubling, zeros(Int, 3), [1, 2, 3]) == (true, [])
    end

    @testset "what is said of it" begin
        text = sprint(show, MIME("text/plain"), explain(double, (V, V), doubling))
        @test occursin("doubled!(y, x, ", text)
        @test occursin("in place of a loop: doubling.1", text)
        @test occursin("for ~i in ~r", sprint(show, doubling))
        @test_throws Saturate.RuleError @eval @rules begin
            for ~i in ~r
                (~y)[~i] = 1
            end --> doubled!(~y, ~i, ~r)
        end
    end

    @testset "the library's" begin
        loops = Saturate.library_rules(:loops)
        A, B, C = randn(4, 3), randn(3, 5), randn(4, 5)
        calls(f, types) = string(code_saturated(f, types, loops))
        @test occursin("columns_of_product!(", calls(columns, (M, M, M)))
        @test saturate(columns, (M, M, M), loops)(A, B, C) ≈ A * B
        @test_throws BoundsError saturate(columns, (M, M, M), loops)(A, B, randn(4, 6))
        @test occursin("rows_of_product!(", calls(rows!, (M, M, M)))
        @test saturate(rows!, (M, M, M), loops)(copy(C), A, B) ≈ A * B
        S = randn(4, 4) + 4I
        @test occursin("columns_of_solution!(", calls(solutions!, (M, M)))
        @test saturate(solutions!, (M, M), loops)(S, copy(C)) ≈ S \ C
        @test_throws SingularException saturate(solutions!, (M, M), loops)(zeros(4, 4), copy(C))
        @test occursin("product_by_rows!(", calls(three_loops, (M, M)))
        @test saturate(three_loops, (M, M), loops)(A, B) ≈ A * B
        @test occursin("columns_of_product!(", calls(with_views, (M, M)))
        @test saturate(with_views, (M, M), loops)(A, B) ≈ A * B
        @test occursin("vector_over!(", calls(two_loops, (M, V)))
        @test saturate(two_loops, (M, V), loops)(A, B[:, 1]) ≈ A * B[:, 1]
        @test occursin("add_product_by_columns!(", calls(in_place!, (M, M, M)))
        @test saturate(in_place!, (M, M, M), loops)(copy(C), A, B) ≈ C + A * B
        # An array that is read and written is gone through column by column.
        @test saturate(columns, (M, M, M), loops)(S, S, S) ≈ S * S
        aliased(R, A) = (for j in 1:size(R, 2); R[:, j] = A * R[:, j]; end; R)
        @test saturate(aliased, (M, M), loops)(copy(S), S) ≈ aliased(copy(S), S)
        T = copy(S)
        @test saturate(aliased, (M, M), loops)(T, T) ≈ aliased((U = copy(S); U), U)
    end
end

end
