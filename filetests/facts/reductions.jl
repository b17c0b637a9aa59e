# What a reduction gives and may do is known for all numbers, in arrays, ranges and tuples, as in Julia. The values are those of Julia 1.5.3.

first_of(f, x) = f(x)

# Narrow integers are added and multiplied as those of 64 bits.
#! facts --entry sum --sig "Vector{Float32}"
#> sum(::Vector{Float32})::Float32  reads
#! facts --entry sum --sig "Vector{Int8}"
#> sum(::Vector{Int8})::Int64  reads
#! facts --entry sum --sig "Matrix{UInt8}"
#> sum(::Matrix{UInt8})::UInt64  reads
#! facts --entry prod --sig "Vector{Float32}"
#> prod(::Vector{Float32})::Float32  reads
#! facts --entry prod --sig "Vector{Bool}"
#> prod(::Vector{Bool})::Bool  reads
#! facts --entry prod --sig "Vector{UInt16}"
#> prod(::Vector{UInt16})::UInt64  reads
#! facts --entry cumsum --sig "Vector{Int8}"
#> cumsum(::Vector{Int8})::Vector{Int64}  reads alloc
#! facts --entry cumsum --sig "Vector{Bool}"
#> cumsum(::Vector{Bool})::Vector{Int64}  reads alloc
#! facts --entry cumprod --sig "Vector{Bool}"
#> cumprod(::Vector{Bool})::Vector{Bool}  reads alloc
#! facts --entry mean --sig "Vector{Float32}"
#> mean(::Vector{Float32})::Float32  reads
#! facts --entry mean --sig "Matrix{Int64}"
#> mean(::Matrix{Int64})::Float64  reads

#! run --entry first_of sum "Int8[100, 100]"
#> 200
#! run --entry first_of sum "UInt8[]"
#> 0x0000000000000000
#! run --entry first_of sum "Float32[1.5, 2.5]"
#> 4.0f0
#! run --entry first_of prod "Int8[100, 100]"
#> 10000
#! run --entry first_of prod "Bool[]"
#> true
#! run --entry first_of prod "Float32[]"
#> 1.0f0
#! run --entry first_of cumsum "Int8[100, 100]"
#> 2-element Vector{Int64}:
#>  100
#>  200
#! run --entry first_of cumsum "Int8[]"
#> Int64[]
#! run --entry first_of cumsum "UInt8[]"
#> UInt64[]
#! run --entry first_of cumsum "Bool[]"
#> Int64[]
#! run --entry first_of cumprod "Bool[]"
#> Bool[]

# What may be of several types is not summed without an exception: nobody knows what zero is.
#! facts --entry sum --sig "Vector{Union{Int64, Float64}}"
#> sum(::Vector{Union{Float64, Int64}})::Any  unknown
#! facts --entry sum --sig "Vector{Any}"
#> sum(::Vector{Any})::Any  unknown

# A tuple that is not empty has an extreme. Integers with and without a sign may not be compared.
#! facts --entry sum --sig "Tuple{Float32, Float32}"
#> sum(::Tuple{Float32, Float32})::Float32  pure
#! facts --entry sum --sig "Tuple{Int64, Float64}"
#> sum(::Tuple{Int64, Float64})::Real  aliases
#! facts --entry sum --sig "Tuple{}"
#> sum(::Tuple{})::Any  unknown
#! facts --entry prod --sig "Tuple{Int64, Int64, Int64}"
#> prod(::Tuple{Int64, Int64, Int64})::Int64  pure
#! facts --entry maximum --sig "Tuple{Int8, Int8}"
#> maximum(::Tuple{Int8, Int8})::Int8  pure
#! facts --entry maximum --sig "Tuple{Int8, UInt8}"
#> maximum(::Tuple{Int8, UInt8})::Real  throws aliases
#! facts --entry maximum --sig "Tuple{}"
#> maximum(::Tuple{})::Any  unknown
#! facts --entry extrema --sig "Tuple{Float64, Float64}"
#> extrema(::Tuple{Float64, Float64})::Tuple{Float64, Float64}  pure
#! facts --entry findmax --sig "Tuple{Float64, Float64}"
#> findmax(::Tuple{Float64, Float64})::Tuple{Float64, Int64}  pure
#! facts --entry any --sig "Tuple{Bool, Bool}"
#> any(::Tuple{Bool, Bool})::Bool  pure
#! facts --entry any --sig "Tuple{Int64}"
#> any(::Tuple{Int64})::Any  unknown
#! facts --entry first --sig "Tuple{Int64, Float64}"
#> first(::Tuple{Int64, Float64})::Int64  pure
#! facts --entry last --sig "Tuple{Int64, Int64}"
#> last(::Tuple{Int64, Int64})::Int64  pure
#! facts --entry reverse --sig "Tuple{Int64, Int64}"
#> reverse(::Tuple{Int64, Int64})::Tuple{Int64, Int64}  pure

#! run --entry first_of sum "(1.5f0, 2.5f0)"
#> 4.0f0
#! run --entry first_of sum "(1, 2.5)"
#> 3.5
#! run --entry first_of prod "(2, 3, 4)"
#> 24
#! run --entry first_of maximum "(1, 2.5)"
#> 2.5
#! run --entry first_of maximum "(Int8(-1), 0x01)"
#> error: InexactError: check_top_bit(UInt8, -1)
#! run --entry first_of extrema "(1.5, -0.0)"
#> (-0.0, 1.5)
#! run --entry first_of findmax "(1.5, NaN)"
#> (NaN, 2)
#! run --entry first_of argmin "(2, 1, 1)"
#> 2

# The extremes of a range are its ends, however long it is; an empty one has none.
#! facts --entry maximum --sig "UnitRange{Int64}"
#> maximum(::UnitRange{Int64})::Int64  throws
#! facts --entry prod --sig "UnitRange{Int64}"
#> prod(::UnitRange{Int64})::Int64  throws diverges
#! facts --entry cumsum --sig "StepRange{Int64, Int64}"
#> cumsum(::StepRange{Int64, Int64})::Vector{Int64}  throws diverges alloc

#! run --entry first_of maximum "1:10^15"
#> 1000000000000000
#! run --entry first_of minimum "5:-2:2"
#> 3
#! run --entry first_of extrema "0.0:0.5:1.6"
#> (0.0, 1.5)
#! run --entry first_of maximum "1:0"
#> error: ArgumentError: reducing over an empty collection is not allowed
#! run --entry first_of prod "1:5"
#> 120
#! run --entry first_of cumsum "1:2:5"
#> 3-element Vector{Int64}:
#>  1
#>  4
#>  9
