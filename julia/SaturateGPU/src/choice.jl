# Which way a fused call takes, by its size.
#
# The same product with what is around it can be computed in several ways:
#
#   tile32 tile64 tile128    everything in one kernel of our own (gpu/cuda/gemm.cuh), each block a square of that many elements; half precision only
#   epilogue                 cuBLASLt with an epilogue; functions of the operands before it, in a kernel of their own
#   separate                 cuBLAS, then what is left as one kernel
#   batch                    of two products with one factor only: one call of cuBLAS; `separate` are two
#
# None is the best for all sizes. The call itself looks up a table: for each operation, type and size (the third
# root of m n k) the way that was measured to be the fastest on squares; between two sizes the nearer one counts. `calibrate` measures and writes the
# table; the one that comes with the package was measured on the device that its first line names.

const WAYS = (:tile32, :tile64, :tile128, :epilogue, :separate)
const PAIR_WAYS = (:batch, :separate)
const ALL_WAYS = (WAYS..., :batch)

"Ways by size: `limits[i]` is the largest m n k that takes `ways[i]`."
struct Choice
    limits::Vector{Float64}
    ways::Vector{Symbol}
end

const CALIBRATION_FILE = joinpath(@__DIR__, "..", "calibration.txt")
const CHOICES = Dict{Tuple{Symbol,DataType},Choice}()
const TYPES_BY_NAME = Dict("Float16" => Float16, "Float32" => Float32, "Float64" => Float64)

"Reads a table: lines of operation, type, size, way, and the times in microseconds, which are for people."
function read_calibration!(path::String)
    rows = Dict{Tuple{Symbol,DataType},Vector{Tuple{Int,Symbol}}}()
    for (number, line) in enumerate(eachline(path))
        words = split(first(split(line, '#')))
        isempty(words) && continue
        length(words) >= 4 && haskey(TYPES_BY_NAME, words[2]) && Symbol(words[4]) in ALL_WAYS && tryparse(Int, words[3]) !== nothing ||
            throw(ArgumentError("$path:$number: no line of a calibration: $line"))
        push!(get!(() -> Tuple{Int,Symbol}[], rows, (Symbol(words[1]), TYPES_BY_NAME[words[2]])), (parse(Int, words[3]), Symbol(words[4])))
    end
    empty!(CHOICES)
    for (key, sizes) in rows
        sort!(sizes)
        limits = [i < length(sizes) ? (Float64(sizes[i][1]) * sizes[i + 1][1])^1.5 : Inf for i in eachindex(sizes)]
        CHOICES[key] = Choice(limits, last.(sizes))
    end
    return CHOICES
end

"The way for an operation of this size; `forced` while ways are compared."
function way(operation::Symbol, ::Type{T}, m::Int, n::Int, k::Int) where {T}
    FORCED[] === nothing || return FORCED[]::Symbol
    choice = get(CHOICES, (operation, T), nothing)
    choice === nothing && return :epilogue
    work = Float64(m) * n * k
    for (limit, found) in zip(choice.limits, choice.ways)
        work <= limit && return found
    end
    return :epilogue
end

const FORCED = Ref{Union{Nothing,Symbol}}(nothing)

"Runs `f` with one way for all calls."
function with_way(f, way::Symbol)
    way in ALL_WAYS || throw(ArgumentError("there is no way `$way`; there are $(join(ALL_WAYS, ", "))"))
    before = FORCED[]
    FORCED[] = way
    try
        return f()
    finally
        FORCED[] = before
    end
end
