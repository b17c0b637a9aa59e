# Constant folding: what is known at compile time is computed at compile time.
#
# Folding is exact: the call runs with the operands it would have at run time, on the same host, and its result takes its
# place. A call that throws is left where it is, with its exception. Arrays are known only where `@arg` says so.

using LinearAlgebra

@rules constants begin
    # Arithmetic on numbers. (exact)
    -(~a::Comptime{Number}) => -(~a)
    ~a::Comptime{Number} + ~b::Comptime{Number} => ~a + ~b
    ~a::Comptime{Number} - ~b::Comptime{Number} => ~a - ~b
    ~a::Comptime{Number} * ~b::Comptime{Number} => ~a * ~b
    ~a::Comptime{Number} / ~b::Comptime{Number} => ~a / ~b
    # Powers of machine numbers only: one of a `BigInt` may take all the memory there is. (exact)
    ~a::Comptime{Union{Int64, Float64, Float32}}^~b::Comptime{Int64} => (~a)^(~b)
    # `x^2` with a literal exponent is a call of its own. (exact)
    Base.literal_pow(^, ~a::Comptime{Union{Int64, Float64, Float32}}, ~p::Comptime{Val}) => Base.literal_pow(^, ~a, ~p)

    # Elementary functions. (exact)
    abs(~a::Comptime{Real}) => abs(~a)
    sqrt(~a::Comptime{Real}) => sqrt(~a)
    exp(~a::Comptime{Real}) => exp(~a)
    log(~a::Comptime{Real}) => log(~a)
    sin(~a::Comptime{Real}) => sin(~a)
    cos(~a::Comptime{Real}) => cos(~a)
    tan(~a::Comptime{Real}) => tan(~a)
    min(~a::Comptime{Real}, ~b::Comptime{Real}) => min(~a, ~b)
    max(~a::Comptime{Real}, ~b::Comptime{Real}) => max(~a, ~b)

    # Comparisons and logic decide branches. (exact)
    ~a::Comptime{Number} < ~b::Comptime{Number} => ~a < ~b
    ~a::Comptime{Number} <= ~b::Comptime{Number} => ~a <= ~b
    ~a::Comptime{Number} > ~b::Comptime{Number} => ~a > ~b
    ~a::Comptime{Number} >= ~b::Comptime{Number} => ~a >= ~b
    !(~a::Comptime{Bool}) => !(~a)

    # Matrices and vectors: what depends on known weights alone is computed once. (exact)
    ~a::Comptime{Matrix{Float64}} * ~b::Comptime{Matrix{Float64}} => ~a * ~b
    ~a::Comptime{Matrix{Float64}} * ~b::Comptime{Vector{Float64}} => ~a * ~b
    ~a::Comptime{Float64} * ~b::Comptime{Matrix{Float64}} => ~a * ~b
    ~a::Comptime{Matrix{Float64}} + ~b::Comptime{Matrix{Float64}} => ~a + ~b
    ~a::Comptime{Matrix{Float64}} - ~b::Comptime{Matrix{Float64}} => ~a - ~b
    inv(~a::Comptime{Matrix{Float64}}) => inv(~a)
    det(~a::Comptime{Matrix{Float64}}) => det(~a)
    tr(~a::Comptime{Matrix{Float64}}) => tr(~a)
    sum(~a::Comptime{Array{Float64}}) => sum(~a)
    # A transposed matrix is written out. (exact; another type)
    transpose(~a::Comptime{Matrix{Float64}}) => Matrix(transpose(~a))
    adjoint(~a::Comptime{Matrix{Float64}}) => Matrix(adjoint(~a))
end
