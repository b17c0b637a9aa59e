# The linear algebra mapping problem: does the optimiser find what an expert would write?
#
#     julia --project=julia/Saturate julia/Saturate/eval/lamp.jl               found or not, question by question
#     julia --project=julia/Saturate julia/Saturate/eval/lamp.jl timed [N...]  times of naive, optimised and recommended code
#
# The questions are those of C. Psarras, H. Barthels, P. Bientinesi, The Linear Algebra Mapping Problem (ACM TOMS 48, 2022), as plain functions. All of
# them are optimised by one set of rules, that of the whole library for matrices, without a word about sizes.
#
# Found without timing: the result calls what `kernels` names and nothing else that computes with matrices. Timed: the optimised function is at most 5 % slower than the
# recommended one, or the ratio is inside the interval that the naive function has against itself (`measure.jl`). In both modes the results of all
# three are compared, at several sizes.

module Lamp

using LinearAlgebra, Random, Printf
using Saturate
include("measure.jl")

const M = Matrix{Float64}
const V = Vector{Float64}
const S = Symmetric{Float64,M}

struct Question
    name::Symbol
    naive::Function
    recommended::Function
    types::Tuple
    input::Function             # size -> arguments
    kernels::Vector{Vector{Symbol}}     # what the result calls, in order: one of these
end

square(n) = randn(n, n)
two(n) = (square(n), square(n))
three(n) = (square(n), square(n), square(n))
thin(n) = max(1, n ÷ 10)

# -- Products as BLAS has them --------------------------------------------------------------------------------------------------

product_update(A, B, C) = A * B + C
product_update_recommended(A, B, C) = BLAS.gemm!('N', 'N', 1.0, A, B, 1.0, copy(C))
product_coefficients(A, B, C) = 3.0 * A * B + 3.0 * C
product_coefficients_recommended(A, B, C) = BLAS.gemm!('N', 'N', 3.0, A, B, 3.0, copy(C))
transposed_factors(A, B) = transpose(A) * transpose(B)
transposed_factors_recommended(A, B) = BLAS.gemm('T', 'T', 1.0, A, B)
symmetric_update(A, C) = A * transpose(A) + C
symmetric_update_recommended(A, C) = Symmetric(BLAS.syrk!('U', 'N', 1.0, A, 1.0, copy(C.data)), :U)
symmetric_update_of_two(A, B, C) = A * transpose(B) + B * transpose(A) + C
symmetric_update_of_two_recommended(A, B, C) = Symmetric(BLAS.syr2k!('U', 'N', 1.0, A, B, 1.0, copy(C.data)), :U)
triangular_factor(A, B) = Matrix(LowerTriangular(A)) * B
triangular_factor_recommended(A, B) = BLAS.trmm!('L', 'L', 'N', 'N', 1.0, A, copy(B))
diagonal_factor(d, B) = Matrix(Diagonal(d)) * B
diagonal_factor_recommended(d, B) = d .* B

# -- What need not be computed twice, or in this order --------------------------------------------------------------------------

common_subexpression(A, B) = A * B + A * B
function common_subexpression_recommended(A, B)
    K = A * B
    return K + K
end
inverse(A, B) = inv(A) * B
inverse_recommended(A, B) = A \ B
chain_from_the_right(A, B, C) = A * B * C
chain_from_the_right_recommended(A, B, C) = A * (B * C)
chain_from_both_ends(A, B, C, D) = A * B * C * D
chain_from_both_ends_recommended(A, B, C, D) = (A * B) * (C * D)

# -- Parts of results -----------------------------------------------------------------------------------------------------------

diagonal_of_sum(A, B) = diag(A + B)
diagonal_of_sum_recommended(A, B) = diag(A) + diag(B)
diagonal_of_product(A, B) = diag(A * B)
diagonal_of_product_recommended(A, B) = [dot(view(A, i, :), view(B, :, i)) for i in 1:size(A, 1)]
column_of_sum(A, B) = (A + B)[:, 2]
column_of_sum_recommended(A, B) = A[:, 2] + B[:, 2]
column_of_product(A, B) = (A * B)[:, 2]
column_of_product_recommended(A, B) = A * B[:, 2]
element_of_sum(A, B) = (A + B)[2, 2]
element_of_sum_recommended(A, B) = A[2, 2] + B[2, 2]
element_of_product(A, B) = (A * B)[2, 2]
element_of_product_recommended(A, B) = dot(view(A, 2, :), view(B, :, 2))

# -- Loops ----------------------------------------------------------------------------------------------------------------------

function invariant_in_a_loop(A, B, c)
    result = copy(c)
    for i in 1:length(result)
        t = A * B
        result[i] = t[i, i]
    end
    return result
end
function invariant_in_a_loop_recommended(A, B, c)
    result = copy(c)
    t = A * B
    for i in 1:length(result)
        result[i] = t[i, i]
    end
    return result
end
function loop_over_columns(A, B, C)
    result = copy(C)
    for j in 1:size(result, 2)
        result[:, j] = A * B[:, j]
    end
    return result
end
loop_over_columns_recommended(A, B, C) = A * B

# -- Blocks ---------------------------------------------------------------------------------------------------------------------

function block_diagonal(A, D, B)
    return [A zeros(size(A, 1), size(D, 2)); zeros(size(D, 1), size(A, 2)) D] \ B
end
function block_diagonal_recommended(A, D, B)
    m = size(A, 1)
    return [A \ view(B, 1:m, :); D \ view(B, m+1:size(B, 1), :)]
end
halves(n) = (k = max(1, n ÷ 2); (square(k) + k * I, square(k) + k * I, square(2k)))

const QUESTIONS = [
    Question(:product_update, product_update, product_update_recommended, (M, M, M), three, [[:product_sum]]),
    Question(:product_coefficients, product_coefficients, product_coefficients_recommended, (M, M, M), three, [[:product_sum]]),
    Question(:transposed_factors, transposed_factors, transposed_factors_recommended, (M, M), two, [[:*]]),
    Question(:symmetric_update, symmetric_update, symmetric_update_recommended, (M, S), n -> (square(n), Symmetric(square(n))), [[:gram_sum]]),
    Question(:symmetric_update_of_two, symmetric_update_of_two, symmetric_update_of_two_recommended, (M, M, S),
             n -> (square(n), square(n), Symmetric(square(n))), [[:mixed_gram_sum]]),
    Question(:triangular_factor, triangular_factor, triangular_factor_recommended, (M, M), two, [[:LowerTriangular, :*]]),
    Question(:diagonal_factor, diagonal_factor, diagonal_factor_recommended, (V, M), n -> (randn(n), square(n)), [[:scaled_rows]]),
    Question(:common_subexpression, common_subexpression, common_subexpression_recommended, (M, M), two, [[:*, :+]]),
    Question(:inverse, inverse, inverse_recommended, (M, M), n -> (square(n) + n * I, square(n)), [[:\]]),
    Question(:chain_from_the_right, chain_from_the_right, chain_from_the_right_recommended, (M, M, M),
             n -> (square(n), square(n), randn(n, thin(n))), [[:*, :*]]),
    Question(:chain_from_both_ends, chain_from_both_ends, chain_from_both_ends_recommended, (M, M, M, M),
             n -> (square(n), randn(n, thin(n)), randn(thin(n), n), square(n)), [[:*, :*, :*]]),
    Question(:diagonal_of_sum, diagonal_of_sum, diagonal_of_sum_recommended, (M, M), two, [[:diag, :diag, :+]]),
    Question(:diagonal_of_product, diagonal_of_product, diagonal_of_product_recommended, (M, M), two, [[:diag_of_product]]),
    Question(:column_of_sum, column_of_sum, column_of_sum_recommended, (M, M), two, [[:getindex, :getindex, :+]]),
    Question(:column_of_product, column_of_product, column_of_product_recommended, (M, M), two, [[:getindex, :*]]),
    Question(:element_of_sum, element_of_sum, element_of_sum_recommended, (M, M), two, [[:getindex, :getindex, :+]]),
    Question(:element_of_product, element_of_product, element_of_product_recommended, (M, M), two, [[:element_of_product]]),
    Question(:invariant_in_a_loop, invariant_in_a_loop, invariant_in_a_loop_recommended, (M, M, V), n -> (k = max(3, n ÷ 10); (square(k), square(k), randn(k))), [[:*, :loop, :getindex], [:loop, :element_of_product]]),
    Question(:loop_over_columns, loop_over_columns, loop_over_columns_recommended, (M, M, M), three, [[:columns_of_product!]]),
    Question(:block_diagonal, block_diagonal, block_diagonal_recommended, (M, M, M), halves, [[:block_diagonal_solve]]),
]

# -- Found or not ---------------------------------------------------------------------------------------------------------------

"All sets of the library that know arrays of numbers."
library() = foldl(∪, [Saturate.library_rules(name) for name in (:constants, :arithmetic, :broadcast, :linalg, :gemm, :parts, :structure, :solves, :loops)])

"The sizes of all array arguments, one after another."
sizes(args) = [n for a in args for n in size(a)]

"Functions that compute nothing: what they call is not counted."
const FREE = (:transpose, :adjoint, :size, :length, :Symmetric, :tuple, :copy, :zeros, :iterate, :getfield, :(===), :!, :(:), :setindex!)

"The functions that code calls, in the order in which it calls them; `:loop` where a loop begins."
function called!(names, e)
    e isa Expr || return names
    e.head in (:while, :for) && push!(names, :loop)
    first_argument = e.head === :call && !(e.args[1] isa Expr && e.args[1].head === :call) ? 2 : 1
    foreach(a -> called!(names, a), e.args[first_argument:end])
    if e.head === :ref
        push!(names, :getindex)
    elseif first_argument == 2
        f = e.args[1]
        name = f isa Symbol ? f : f isa GlobalRef ? f.name : f isa Function || f isa Type ? nameof(f) : f isa Expr && f.head === :. ? f.args[end].value : :unknown
        name in FREE || push!(names, name)
    end
    return names
end

"What the optimised code calls, where all matrices are square with this many rows, or as thin as the question has it."
function calls(question, n)
    code = code_saturated(question.naive, question.types, library(); sizes=sizes(question.input(n)))
    return called!(Symbol[], Expr(code).args[end])
end

"Whether the results of the naive, the optimised and the recommended function agree."
function agrees(question, optimised, n)
    args = question.input(n)
    expected = question.naive(deepcopy(args)...)
    close(x) = isapprox(x, expected; rtol=1e-9)
    return close(Base.invokelatest(optimised, deepcopy(args)...)) && close(question.recommended(deepcopy(args)...))
end

function print_found()
    count = 0
    for question in QUESTIONS
        names = calls(question, 400)
        found = names in question.kernels
        optimised = saturate(question.naive, question.types, library())
        equal = all(agrees(question, optimised, n) for n in (2, 3, 20))
        count += found && equal
        println(rpad(question.name, 26), found ? "found" : "not found: it calls $(join(names, ", "))", equal ? "" : "; RESULTS DIFFER")
    end
    println("$count of $(length(QUESTIONS)) found")
end

# -- Timed ----------------------------------------------------------------------------------------------------------------------

"Whether the optimised function is as fast as the recommended one, as far as can be told: at most 5 % slower, or inside the interval of the recommended one against itself."
as_fast(result) = result.speedups[2] >= min(0.95, result.aa[1])

"Whether it is not slower than the naive one, likewise."
not_slower(result, naive) = result.times[2] * min(0.95, result.aa[1]) <= naive

"Seconds that a call takes, about."
function rough_time(f, args)
    Measure.run(f, args, 1)
    calls = clamp(ceil(Int, 1e-3 / max(1e-9, Measure.run(f, args, 1))), 1, 1000)
    return sort([Measure.run(f, args, calls) / calls for _ in 1:5])[3]
end

"""
Recommended and optimised in turns, and what a call of the naive one takes: in turns with them too, unless it is so slow that these would take hours.
"""
function measured(question, optimised, args, rounds)
    naive = rough_time(question.naive, args)
    variants = Any[question.recommended, optimised]
    naive < 20 * rough_time(question.recommended, args) && push!(variants, question.naive)
    result = Measure.compare(variants, args; rounds=rounds, budget=4.0)
    return result, length(variants) == 3 ? result.times[3] : naive
end

function print_times(counts)
    println("| question | rows | naive | optimised | recommended | naive / optimised | recommended / optimised | A/A interval | |")
    println("|:--|--:|--:|--:|--:|--:|--:|:--|:--|")
    as_good, never_slower = Set(q.name for q in QUESTIONS), true
    for question in QUESTIONS
        optimised = saturate(question.naive, question.types, library())
        for n in counts
            args = question.input(n)
            # A turn of a large matrix is long enough for few rounds.
            rounds = n > 1000 ? 9 : 40
            result, naive = Base.invokelatest(measured, question, optimised, args, rounds)
            as_fast(result) || delete!(as_good, question.name)
            never_slower &= not_slower(result, naive)
            @printf("| %s | %d | %s | %s | %s | %.2f | %.2f | %.2f … %.2f | %s%s |\n", replace(string(question.name), '_' => ' '), n,
                    (Saturate.shown_time(1e9 * t) for t in (naive, result.times[2], result.times[1]))..., naive / result.times[2], result.speedups[2],
                    result.aa..., as_fast(result) ? "" : "slower than recommended", not_slower(result, naive) ? "" : "; slower than naive")
            flush(stdout)
        end
    end
    println("\nAs fast as recommended at all sizes: $(length(as_good)) of $(length(QUESTIONS)).", never_slower ? " None is slower than naive." : "")
end

function main(arguments)
    BLAS.set_num_threads(1)
    Random.seed!(21)
    isempty(arguments) && return print_found()
    arguments[1] == "timed" || error("`$(arguments[1])` is no mode; there is `timed`")
    print_times(length(arguments) > 1 ? parse.(Int, arguments[2:end]) : [50, 400, 1500])
end

end # module

Lamp.main(ARGS)
