# Inputs: for every concrete type that a pattern admits, special values first, then random ones.
#
# A *kind* is a concrete type, or a family of arrays, with a way to make values of it. A number's values are those at which laws
# break: zeros of both signs, one, the ends of the type, what is not finite, the smallest number. An array has a shape
# (empty, one row, one column, square, fitting the next factor or not) and elements (ordinary, special, singular).

using LinearAlgebra, Random
using Base.Broadcast: Broadcasted, broadcasted, materialize

struct Kind
    name::String
    type::Type
    special::Vector{Any}    # empty for arrays
    make::Function          # (random, shape) -> value
end

# -- Numbers --------------------------------------------------------------------------------------------------------------------

floats(T) = T[NaN, Inf, -Inf, -0.0, 0.0, 1.0, -1.0, 2.5, nextfloat(zero(T)), floatmax(T), floatmin(T), -0.1]
rationals = Rational{Int64}[0//1, 1//1, -1//3, 1//0, typemax(Int)//1, 1//typemax(Int), 5//2]
complexes = ComplexF64[0, 1, im, -0.0 - 0.0im, complex(NaN, 1), complex(Inf, -1), 1.5 - 2im, 1e200 + 1e200im]

number(T, special, make) = Kind(string(T), T, special, (r, _) -> make(r))

const NUMBERS = Kind[
    number(Bool, [false, true], r -> rand(r, Bool)),
    number(Int8, Int8[typemin(Int8), -1, 0, 1, 3, typemax(Int8)], r -> rand(r, Int8)),
    number(UInt8, UInt8[0, 1, 3, 0x80, 0xff], r -> rand(r, UInt8)),
    number(Int32, Int32[typemin(Int32), -1, 0, 1, typemax(Int32)], r -> rand(r, Int32)),
    number(Int64, [typemin(Int), -1, 0, 1, 3, 10^10, typemax(Int)], r -> rand(r, -9:9)),
    number(UInt64, UInt64[0, 1, 3, typemax(UInt)], r -> rand(r, UInt)),
    number(Float16, floats(Float16), r -> Float16(randn(r))),
    number(Float32, floats(Float32), r -> randn(r, Float32)),
    number(Float64, [floats(Float64); 1e10; 1.0 + eps()], r -> rand(r, (randn(r), 100randn(r), 0.2 + 2rand(r)))),
    number(BigInt, BigInt[0, 1, -1, big(2)^70], r -> big(rand(r, -9:9))),
    number(BigFloat, BigFloat[NaN, Inf, -Inf, -0.0, 0, 1, -1, 2.5], r -> big(randn(r)) / 3),
    number(Rational{Int64}, rationals, r -> rand(r, -9:9) // rand(r, 1:9)),
    number(ComplexF64, complexes, r -> complex(randn(r), randn(r))),
    number(Complex{Bool}, [im, complex(true, false)], r -> im),
    number(typeof(π), [π], r -> π),
]

"The constants that a literal may stand for: all that are `isequal` to it."
function literal_kinds(v)
    values = Any[v]
    for T in (Bool, Int8, UInt8, Int64, Float16, Float32, Float64, BigInt, BigFloat, Rational{Int64})
        x = try
            convert(T, v)
        catch
            continue
        end
        T !== typeof(v) && isequal(x, v) && push!(values, x)
    end
    return [Kind(repr(x), typeof(x), Any[x], (_, _) -> x) for x in values]
end

const INTEGER_VALUES = Kind("Val", Val, Any[Val(-1), Val(0), Val(1), Val(2), Val(3)], (r, _) -> Val(rand(r, 0:4)))

"Indices: mostly inside of the arrays here, some at their ends and outside."
const INDICES = Kind[
    number(Int64, [1, 2, 3, 0, -1, 4, typemax(Int)], r -> rand(r, (1, 1, 1, 2, 2, 3))),
    number(UnitRange{Int64}, [1:1, 1:2, 2:2, 1:0, 2:1, 0:1, 1:5], r -> rand(r, (1:1, 1:2, 1:1, 2:2, 1:3))),
]

"What a loop goes through: indices, as above, some of them from 1."
const RANGES = Kind[
    INDICES[2];
    number(Base.OneTo{Int64}, map(Base.OneTo, [1, 2, 0, 3, 5]), r -> Base.OneTo(rand(r, 0:3)))
]

"Multiples of the identity matrix."
const SCALINGS = Kind("UniformScaling{Bool}", UniformScaling{Bool}, Any[I, UniformScaling(false)], (r, _) -> I)

# -- Arrays ---------------------------------------------------------------------------------------------------------------------

"An ordinary element: small, so that nothing overflows where the type is wide."
ordinary(::Type{T}, r) where {T<:AbstractFloat} = T(rand(r, (randn(r), 3randn(r))))
ordinary(::Type{T}, r) where {T<:Complex} = T(randn(r), randn(r))
ordinary(::Type{Bool}, r) = rand(r, Bool)
ordinary(::Type{T}, r) where {T<:Integer} = rand(r, T <: Unsigned ? (T(0):T(9)) : (T(-5):T(5)))
ordinary(::Type{Any}, r) = rand(r, (1, 2.5, true))
ordinary(::Type{Matrix{Float64}}, r) = randn(r, 2, 2)

const SPECIAL = Dict{Any,Vector{Any}}(k.type => k.special for k in NUMBERS)
special(::Type{T}, r) where {T} = haskey(SPECIAL, T) ? convert(T, rand(r, SPECIAL[T])) : ordinary(T, r)

"Elements of one of five sorts: ordinary, ordinary with one that is special, all special, equal ones, those of a singular matrix."
function fill_with!(A, r)
    T, sort = eltype(A), rand(r, 1:8)
    for i in eachindex(A)
        A[i] = sort == 6 ? special(T, r) : ordinary(T, r)
    end
    isempty(A) && return A
    sort == 5 && (A[rand(r, eachindex(A))] = special(T, r))
    sort == 7 && fill!(A, A[1])
    sort == 8 && ndims(A) == 2 && (A[:, end] = A[:, 1])
    return A
end

dense(T, shape, r) = fill_with!(Array{T}(undef, shape...), r)
vector(T) = (r, s) -> dense(T, s[1:1], r)
matrix(T) = (r, s) -> dense(T, s[1:2], r)
square(s) = (s[1], s[1])

const ELEMENTS = (Float64, Float32, Int64, Int8, Bool, ComplexF64)

const ARRAYS = Kind[
    [Kind("Vector{$T}", Vector{T}, [], vector(T)) for T in ELEMENTS];
    [Kind("Matrix{$T}", Matrix{T}, [], matrix(T)) for T in ELEMENTS];
    Kind("Vector{Any}", Vector{Any}, [], vector(Any));
    Kind("Matrix{Matrix{Float64}}", Matrix{Matrix{Float64}}, [], matrix(Matrix{Float64}));
    Kind("Array{Float64,0}", Array{Float64,0}, [], (r, s) -> fill(ordinary(Float64, r)));
    Kind("Array{Int8,0}", Array{Int8,0}, [], (r, s) -> fill(Int8(3)));
    Kind("Array{Float64,3}", Array{Float64,3}, [], (r, s) -> dense(Float64, (s[1], s[2], 2), r));
    Kind("view of a Vector", SubArray{Float64,1}, [], (r, s) -> view(dense(Float64, (s[1] + 1,), r), 2:s[1]+1));
    Kind("BitMatrix", BitMatrix, [], (r, s) -> BitArray(dense(Bool, s[1:2], r)));
    Kind("view of a Matrix", SubArray{Float64,2}, [], (r, s) -> view(dense(Float64, (s[1] + 1, s[2]), r), 2:s[1]+1, :));
    Kind("Transpose of a Matrix", Transpose{Float64,Matrix{Float64}}, [], (r, s) -> transpose(dense(Float64, (s[2], s[1]), r)));
    Kind("Adjoint of a Matrix", Adjoint{Float64,Matrix{Float64}}, [], (r, s) -> adjoint(dense(Float64, (s[2], s[1]), r)));
    Kind("Adjoint of a ComplexF64 Matrix", Adjoint{ComplexF64,Matrix{ComplexF64}}, [], (r, s) -> adjoint(dense(ComplexF64, (s[2], s[1]), r)));
    Kind("Adjoint of a Vector", Adjoint{Float64,Vector{Float64}}, [], (r, s) -> adjoint(dense(Float64, s[2:2], r)));
    Kind("Symmetric", Symmetric{Float64,Matrix{Float64}}, [], (r, s) -> Symmetric(dense(Float64, square(s), r), rand(r, (:U, :L))));
    Kind("Hermitian", Hermitian{ComplexF64,Matrix{ComplexF64}}, [], (r, s) -> Hermitian(dense(ComplexF64, square(s), r)));
    Kind("Diagonal", Diagonal{Float64,Vector{Float64}}, [], (r, s) -> Diagonal(dense(Float64, s[1:1], r)));
    Kind("UpperTriangular", UpperTriangular{Float64,Matrix{Float64}}, [], (r, s) -> UpperTriangular(dense(Float64, square(s), r)));
    Kind("LowerTriangular", LowerTriangular{Float64,Matrix{Float64}}, [], (r, s) -> LowerTriangular(dense(Float64, square(s), r)))
]

# -- Functions and broadcasts -------------------------------------------------------------------------------------------------

"Functions of any number of numbers that vary no faster than their arguments, so that rounding explains what a rule changes."
smooth(xs...) = tanh(+(0.0, xs...))
ramp(xs...) = (x = +(xs...); x > 0 ? x : 0)                  # an integer where the rest is floating
picky(xs...) = (x = +(xs...); x < -4 ? throw(DomainError(x)) : x)
"Functions that jump: for rules that are exact."
steps(xs...) = +(0, xs...) > 0 ? 1 : -1
positive(xs...) = +(0, xs...) > 0
narrow(xs...) = +(0, xs...) > 0 ? Int8(100) : Int8(3)
words(xs...) = +(0, xs...) > 0 ? "up" : "down"

callable(f) = Kind(string(f), typeof(f), Any[f], (_, _) -> f)
const SMOOTH = map(callable, [identity, abs, -, +, smooth, ramp, picky])
const JUMPS = map(callable, [steps, positive, narrow, words])
"The same for any number of operands, few: each broadcast of each of them is compiled."
const OF_MANY = map(callable, [+, ramp])

"An operand of a broadcast: mostly numbers and arrays that fit, or have one element, or do not fit."
function operand(r, s)
    c = rand(r, 1:16)
    c <= 3 && return -0.5
    c == 4 && return Int8(3)
    c <= 8 && return dense(Float64, s[1:1], r)
    c == 9 && return dense(Float64, (1,), r)
    c == 10 && return dense(Int8, s[1:1], r)
    c <= 13 && return dense(Float64, s[1:2], r)
    c == 14 && return Diagonal(dense(Float64, s[1:1], r))
    c == 15 && return 1:s[1]
    return rand(r, (Ref(1.5), (1, 2.5), transpose(dense(Float64, s[1:1], r))))
end

function lazy(r, s)
    rand(r, Bool) && return broadcasted(rand(r, (abs, steps, ramp)), operand(r, s))
    return broadcasted(+, operand(r, s), operand(r, s))
end
const LAZY = [Kind("Broadcasted", Broadcasted, [], lazy), Kind("operand", Any, [], operand)]

"Whether values of a kind have many types, each of which has functions of its own to compile."
varied(k::Kind) = k.type in (Any, Broadcasted, Tuple)

"Kinds that a variable admits in this scope."
function kinds(v::Variable, scope, grade, rule_is_varied)
    v.role === :literal && return literal_kinds(v.literal)
    if v.splat
        v.role === :factor && return [Kind("$n matrices", Tuple{Vararg{Matrix{Float64}}}, [], (r, s) -> ntuple(_ -> dense(Float64, s, r), n)) for n in 0:1]
        return [Kind("$n operands", Tuple, [], (r, s) -> ntuple(_ -> operand(r, s), n)) for n in 0:2]
    end
    v.role === :index && return filter(k -> k.type <: Core.eval(scope, v.type), INDICES)
    v.role === :collection && return filter(k -> k.type <: Core.eval(scope, v.type), RANGES)
    v.type === nothing || return admitted(v.type, scope)
    v.role === :function && rule_is_varied && return OF_MANY
    v.role === :function && return grade.rounding ? SMOOTH : [SMOOTH; JUMPS]
    v.role === :lazy && return LAZY
    v.role === :array && return filter(k -> k.type in (Vector{Float64}, Matrix{Float64}), ARRAYS)
    return [NUMBERS; ARRAYS]
end

function admitted(type, scope)
    type isa Expr && type.head === :curly && type.args[1] === :Comptime && return admitted(type.args[2], scope)
    T = Core.eval(scope, type)
    found = filter(k -> k.type <: T, T <: AbstractRange ? RANGES : [NUMBERS; ARRAYS; INTEGER_VALUES; SCALINGS])
    isempty(found) && error("no input is known for `$type`")
    return found
end

# -- Shapes -------------------------------------------------------------------------------------------------------------------

"Numbers of rows and columns for each array: all square; a chain, in which each fits the next; all equal; square blocks and what has rows for all of them; or at random."
function shapes(n, r)
    sort = rand(r, 1:9)
    if sort <= 3
        k = rand(r, (0, 1, 2, 2, 3, 4))
        return [(k, k) for _ in 1:n]
    elseif sort <= 5
        sizes = [rand(r, (0, 1, 1, 2, 3)) for _ in 0:n]
        return [(sizes[i], sizes[i+1]) for i in 1:n]
    elseif sort == 6
        k, m = rand(r, 0:3), rand(r, 0:3)
        return [(k, m) for _ in 1:n]
    elseif sort == 7    # factors of a product that has the shape of the first, which may be wider or taller than it
        k, m, l = rand(r, 1:3), rand(r, 1:3), rand(r, 0:2)
        return [i == 1 ? (k, m) : i % 2 == 0 ? (rand(r, (1, k)), l) : (l, rand(r, (1, m))) for i in 1:n]
    elseif sort == 9 && n > 2
        blocks = rand(r, Bool) ? fill(rand(r, 1:3), n - 1) : [rand(r, 0:3) for _ in 1:n-1]
        return [[(k, k) for k in blocks]; (sum(blocks), rand(r, 0:2))]
    end
    return [(rand(r, 0:3), rand(r, 0:3)) for _ in 1:n]
end

"""
Values for the variables of a rule, of these kinds; array arguments of one kind may be one array. Beside a `Symmetric`, `Hermitian`
or `Diagonal` matrix, arrays have its size: Julia 1.5 does not always look at that of the other factor, and returns memory that nobody has written.
"""
function inputs(chosen::Vector{Kind}, r)
    arrays = count(k -> isempty(k.special), chosen)
    left = shapes(arrays, r)
    any(varied, chosen) && rand(r, 1:4) > 1 && fill!(left, left[1])
    any(k -> k.type <: Union{Symmetric,Hermitian,Diagonal}, chosen) && fill!(left, square((rand(r, 1:3),)))
    rand(r, 1:4) == 1 && shuffle!(r, left)
    values = map(chosen) do kind
        isempty(kind.special) && return kind.make(r, popfirst!(left))
        rand(r) < 0.3 ? kind.make(r, ()) : rand(r, kind.special)
    end
    values = collect(Any, values)
    if rand(r, 1:4) == 1
        for i in eachindex(values), j in 1:i-1
            values[i] isa Array && typeof(values[i]) === typeof(values[j]) && (values[i] = values[j])
        end
    end
    return values
end

"Tuples of special values, at most so many: none where there are arrays, whose special ones are made at random."
function special_inputs(chosen::Vector{Kind}, most, r)
    any(k -> isempty(k.special), chosen) && return []
    if prod(length(k.special) for k in chosen) <= most
        return [collect(Any, values) for values in vec(collect(Iterators.product((k.special for k in chosen)...)))]
    end
    return [Any[rand(r, k.special) for k in chosen] for _ in 1:most]
end
