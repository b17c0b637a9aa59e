# Which object is which: functions whose value depends on it, optimised without a rule that would allow anything. Each was wrong once,
# or is a neighbour of one that was.

module Objects

using Test, Saturate, LinearAlgebra

mutable struct Cell
    x::Int
end
same(a, b) = a === b
const TABLE = [1, 2, 3]
third(i) = TABLE
hidden(x) = 2x

# A function compares what it is given.
by_function(x) = same(Cell(x), Cell(x))
by_function_of_arrays(x) = same([x, x], [x, x])
by_equality(x) = Cell(x) == Cell(x)
by_egal(x) = Cell(x) === Cell(x)
by_identity(x) = objectid(Cell(x)) == objectid(Cell(x))
# A new array over old memory.
by_vec(A) = vec(A) === vec(A)
by_reshape(A) = reshape(A, 4) === reshape(A, 4)
by_parent(A) = parent(view(A, 1:2)) === parent(view(A, 1:2))
through_reshape(A) = (y = reshape(A, 4); s = sum(A); y[1] = 7.0; sum(A) - s)
# What was given comes back.
through_float(x) = (y = float(x); s = sum(x); y[1] = 7.0; sum(x) - s)
through_real(x) = (y = real(x); s = sum(x); y[1] = 7.0; sum(x) - s)
through_conj(x) = (y = conj(x); s = sum(x); y[1] = 7.0; sum(x) - s)
through_plus(x) = (y = +x; s = sum(x); y[1] = 7.0; sum(x) - s)
through_permutedims(x) = (y = permutedims(x); s = sum(x); y[1] = 7.0; sum(x) - s)
through_repeat(x) = (y = repeat(x); s = sum(x); y[1] = 7.0; sum(x) - s)
through_eigvals(x) = (y = eigvals(Diagonal(x)); s = sum(x); y[1] = 7.0; sum(x) - s)
through_elements(x) = (y = map(third, [1, 2]); s = sum(TABLE); y[1][1] = x; d = sum(TABLE) - s; TABLE[1] = 1; d)

const CASES = Any[(f, 5) for f in (by_function, by_function_of_arrays, by_equality, by_egal, by_identity, through_elements)]
append!(CASES, Any[(f, [1.0 2.0; 3.0 4.0]) for f in (by_vec, by_reshape, by_parent, through_reshape)])
append!(CASES, Any[(f, [1.0, 2.0]) for f in (through_float, through_real, through_conj, through_plus, through_permutedims,
                                               through_repeat, through_eigvals)])

# Made by a right side, or by a function that Julia's analysis says little about.
make(x) = Cell(x)
hidden_cell(x) = Cell(x)
flipped(A) = transpose(A * A)
two_made(x) = (a = make(x); b = make(x); a.x += 1; (a.x, b.x))
two_replaced(x) = (a = hidden_cell(x); b = hidden_cell(x); (a, b))
two_wrapped(A) = (a = flipped(A); b = flipped(A); (a, b))
two_transposed(A) = (a = transpose(A * A); b = transpose(A * A); (a, b))
are_two((a, b)) = a isa Cell ? a !== b : parent(a) !== parent(b)

@rules replacing begin
    @relaxed hidden_cell(~a::Int64) --> Cell(~a)
    @effects hidden_cell alloc other
    flipped(~A::Matrix{Float64}) == transpose(~A * ~A)
end

@rules neighbours begin
    copy(copy(~x)) --> copy(~x)
    @effects hidden unknown
end
twice(x) = hidden(x) + hidden(x)

function run()
    @testset "which object is which" begin
        for (f, x) in CASES, options in ((), (extractor=:chaos, seed=1), (extractor=:chaos, seed=2))
            g = saturate(f, (typeof(x),), neighbours; options...)
            @test reason(g) === nothing
            @test (f, g(copy(x))) == (f, f(copy(x)))
        end
        for (f, x) in Any[(two_replaced, 1), (two_wrapped, [1.0 2.0; 3.0 4.0]), (two_transposed, [1.0 2.0; 3.0 4.0])],
                options in ((), (extractor=:chaos, seed=1), (extractor=:chaos, seed=2))
            g = saturate(f, (typeof(x),), replacing; options...)
            @test reason(g) === nothing
            @test (f, are_two(g(x))) == (f, true)
        end
        @test saturate(two_made, (Int,), replacing)(3) == (4, 3)
        # What is said to do anything is not looked into.
        text = string(code_saturated(twice, (Int,), neighbours))
        @test length(collect(eachmatch(r"hidden\(", text))) == 2
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Objects.run()
end
