# What the prelude said of these calls was not true in real Julia: exceptions that were not announced, other types, methods that are not there.

first_of(f, x) = f(x)
of(f, x, y) = f(x, y)

# A range may have more elements than there are numbers.
#! facts --entry length --sig "UnitRange{Int64}"
#> length(::UnitRange{Int64})::Int64  throws
#! facts --entry size --sig "StepRange{Int64, Int64}"
#> size(::StepRange{Int64, Int64})::Tuple{Int64}  throws
#! facts --entry eachindex --sig "UnitRange{Int64}"
#> eachindex(::UnitRange{Int64})::OneTo{Int64}  throws
#! facts --entry pairs --sig "UnitRange{Int64}"
#> pairs(::UnitRange{Int64})::Any  throws aliases
#! facts --entry sum --sig "UnitRange{Int64}"
#> sum(::UnitRange{Int64})::Int64  throws
#! facts --entry length --sig "OneTo{Int64}"
#> length(::OneTo{Int64})::Int64  pure
#! facts --entry sum --sig "OneTo{Int64}"
#> sum(::OneTo{Int64})::Int64  pure
#! run --entry first_of length "0:typemax(Int64)"
#> error: OverflowError: 9223372036854775807 + 1 overflowed for type Int64
#! run --entry first_of size "typemin(Int64):2:typemax(Int64)"
#> error: OverflowError: 9223372036854775807 + 1 overflowed for type Int64
#! run --entry first_of sum "1:typemax(Int64)"
#> -4611686018427387904

# An end that is no number is no end.
#! facts --entry : --sig "Float64, Float64"
#> :(::Float64, ::Float64)::Any  throws aliases
#! facts --entry : --sig "Int64, Int64"
#> :(::Int64, ::Int64)::UnitRange{Int64}  pure

# Of floats, older versions do not ask whether they are even.
#! facts --entry iseven --sig "Float64"
#> iseven(::Float64)::Bool  throws
#! facts --entry iseven --sig "Int8"
#> iseven(::Int8)::Bool  pure

# The angle of a number is zero or half a turn, in its own precision.
#! facts --entry angle --sig "Float32"
#> angle(::Float32)::Float32  pure
#! facts --entry angle --sig "Int64"
#> angle(::Int64)::Float64  pure
#! run --entry first_of angle "-0.0"
#> 3.141592653589793
#! run --entry first_of angle "NaN"
#> NaN
#! run --entry first_of angle "3"
#> 0.0

#! facts --entry fld1 --sig "UInt8, Int64"
#> fld1(::UInt8, ::Int64)::Int64  throws
#! run --entry of fld1 0x07 3
#> 3
#! run --entry of fld1 -7 3
#> -2

# A vector has no diagonal, a number no columns, and no array is made of complex numbers by `complex`.
#! facts --entry isdiag --sig "Vector{Float64}"
#> error: `isdiag` has no method for these types
#! facts --entry isdiag --sig "Matrix{Float64}"
#> isdiag(::Matrix{Float64})::Bool  reads
#! facts --entry eachcol --sig "Int64"
#> error: `eachcol` has no method for these types
#! facts --entry complex --sig "Vector{Float64}"
#> error: `complex` has no method for these types
#! facts --entry AbstractFloat --sig "Complex{Float64}"
#> error: `AbstractFloat` has no method for these types
#! facts --entry norm --sig "Vector{Float64}, Float64"
#> norm(::Vector{Float64}, ::Float64)::Any  throws reads aliases

# Not everything can be grown, and not as far as numbers go; not everything has something wider.
#! facts --entry sizehint! --sig "Vector{Float64}, Int64"
#> sizehint!(::Vector{Float64}, ::Int64)::Vector{Float64}  throws aliases
#! facts --entry widen --sig "Float64"
#> widen(::Float64)::Any  throws alloc
#! facts --entry widen --sig "Float32"
#> widen(::Float32)::Float64  pure

# A root of a matrix may be complex.
#! facts --entry sqrt --sig "Matrix{Float64}"
#> sqrt(::Matrix{Float64})::Union{Matrix{Complex{Float64}}, Matrix{Float64}}  throws reads alloc
#! facts --entry similar --sig "BitVector"
#> similar(::BitArray{1})::AbstractArray  reads alloc
