# Output, and random numbers.

const stdout = Stdout()
const stderr = Stderr()
struct MIME{mime} end

# What has a `show` method of its own may do anything when it is printed.
const Printable = Union{BitReal, AbstractString, Char, Symbol, Nothing, Missing}
@stub other print(xs::Printable...)::Nothing
@stub other println(xs::Printable...)::Nothing
@stub other reads println(x::Array{T, N})::Nothing where {T<:BitReal, N}
@stub unknown print(xs...)::Nothing
@stub unknown println(xs...)::Nothing
@stub unknown show(x)::Nothing
@stub unknown show(io, x)::Nothing
@stub unknown show(io, mime, x)::Nothing
@stub unknown display(x)::Nothing
@stub unknown write(io, xs...)
@stub throws other flush(io)::Nothing
@stub unknown showerror(io, e)::Nothing
@stub unknown sprint(f, xs...)::String
@stub unknown summary(x)::String
@stub alloc IOBuffer()::IOBuffer
@stub reads writes other alloc throws take!(io)

mutable struct MersenneTwister end
# A draw changes the generator: dropping one shifts the others.
@stub inconsistent other rand()::Float64
@stub inconsistent other alloc throws rand(n::Int64)::Vector{Float64}
@stub inconsistent other alloc throws rand(n::Int64, m::Int64)::Matrix{Float64}
@stub unknown rand(xs...)
@stub inconsistent other randn()::Float64
@stub inconsistent other alloc throws randn(n::Int64)::Vector{Float64}
@stub inconsistent other alloc throws randn(n::Int64, m::Int64)::Matrix{Float64}
@stub unknown randn(xs...)
@stub unknown seed!(xs...)
@stub unknown shuffle(xs...)
@stub unknown randperm(n)::Vector{Int64}
