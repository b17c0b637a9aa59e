# Loads a program, then the program and what was written of it, and calls the entry points of both.
# Prints `@@@ file entry problem` for what differs.
using LinearAlgebra, Random

const COUNTS = Dict(:calls => 0, :entries => 0, :files => 0)

function new_module()
    m = Module(:Program)
    Core.eval(m, :(using Base))
    Core.eval(m, :(eval(x) = Core.eval($m, x)))
    Core.eval(m, :(include_string(m, s) = Base.include_string(m, s)))
    Core.eval(m, :(const saturate_entries = Any[]))
    Core.eval(m, :(macro rules(xs...) nothing end))
    Core.eval(m, :(macro saturate(rules, call)
        QuoteNode_ = QuoteNode(call)
        esc(:(push!(saturate_entries, $QuoteNode_)))
    end))
    m
end

# Statement by statement: what fails is not there.
function load(m, file)
    text = read(file, String)
    at = 1
    while at <= ncodeunits(text)
        expr, at = try
            Meta.parse(text, at; raise = false)
        catch
            break
        end
        expr === nothing && continue
        try
            Core.eval(m, expr)
        catch
        end
    end
end

struct Unknown end
sample(::Type{Int64}, k) = (3, 1, -2)[k]
sample(::Type{Int32}, k) = Int32((3, 1, -2)[k])
sample(::Type{Int8}, k) = Int8((3, 1, -2)[k])
sample(::Type{UInt8}, k) = UInt8((3, 1, 200)[k])
sample(::Type{Bool}, k) = isodd(k)
sample(::Type{Float64}, k) = (0.75, 2.0, -1.5)[k]
sample(::Type{Float32}, k) = Float32((0.75, 2.0, -1.5)[k])
sample(::Type{Char}, k) = ('U', 'a', 'L')[k]
sample(::Type{String}, k) = ("abc", "", "x y")[k]
sample(::Type{Symbol}, k) = (:a, :b, :c)[k]
sample(::Type{Nothing}, k) = nothing
sample(::Type{Missing}, k) = missing
sample(::Type{Any}, k) = sample(Int64, k)
sample(::Type{Complex{T}}, k) where {T} = Complex{T}(sample(T, k), sample(T, 1))
sample(::Type{Vector{T}}, k) where {T} = T[sample(T, k), sample(T, 1), sample(T, 2)]
sample(::Type{Matrix{T}}, k) where {T} = reshape(T[sample(T, mod1(i * k, 3)) for i in 1:9] .+ T[i == j for i in 1:3, j in 1:3][:], 3, 3)
sample(::Type{Symmetric{T,Matrix{T}}}, k) where {T} = Symmetric(sample(Matrix{T}, k))
sample(::Type{UnitRange{Int64}}, k) = (1:3, 2:1, 0:5)[k]
sample(::Type{Base.RefValue{T}}, k) where {T} = Ref{T}(sample(T, k))
sample(T::Union, k) = sample(isodd(k) ? T.a : T.b, k)
sample(::Type{T}, k) where {T<:Tuple} = Tuple(sample(S, k) for S in T.parameters)
function sample(T::Type, k)
    T isa DataType && isdefined(T, :instance) && return T.instance
    throw(Unknown())
end

same(a::AbstractFloat, b::AbstractFloat) = typeof(a) === typeof(b) && (isequal(a, b) || isapprox(a, b; rtol = 1e-6, atol = 1e-9) || a == b)
same(a::Complex, b::Complex) = same(real(a), real(b)) && same(imag(a), imag(b))
same(a::AbstractArray, b::AbstractArray) = size(a) == size(b) && all(i -> isassigned(a, i) == isassigned(b, i) && (!isassigned(a, i) || same(a[i], b[i])), 1:length(a))
same(a::AbstractDict, b::AbstractDict) = length(a) == length(b) && all(k -> haskey(b, k) && same(a[k], b[k]), keys(a))
same(a::Union{Number,AbstractString,Symbol,Char,Nothing,Missing,Type,Function,Module}, b) = isequal(a, b) || nameof_type(a) == nameof_type(b) && a isa Function
nameof_type(x) = typeof(x) isa DataType ? nameof(typeof(x)) : nothing
function same(a, b)
    nameof(typeof(a)) == nameof(typeof(b)) || return false
    isequal(a, b) && return true
    all(i -> isdefined(a, i) == isdefined(b, i) && (!isdefined(a, i) || same(getfield(a, i), getfield(b, i))), 1:fieldcount(typeof(a)))
end

outcome(f, args) = try
    Random.seed!(1)
    (true, Base.invokelatest(f, args...))
catch e
    (false, e)
end

function arguments(m, types, k)
    values = Any[sample(Core.eval(m, T), k) for T in types]
    values
end

function compare(name, file, written, calls)
    original, optimised = new_module(), new_module()
    load(original, file)
    load(optimised, file)
    isempty(original.saturate_entries) && return
    try
        Base.include_string(optimised, read(written, String), written)
    catch e
        println("@@@ ", name, " - does not load: ", first(split(sprint(showerror, e), "\nStacktrace")))
        return
    end
    COUNTS[:files] += 1
    calls || return
    for call in original.saturate_entries
        entry = call.args[1]
        entry isa Symbol || continue
        types = [arg.args[end] for arg in call.args[2:end]]
        (isdefined(original, entry) && isdefined(optimised, entry)) || continue
        COUNTS[:entries] += 1
        for k in 1:3
            a, b = try
                arguments(original, types, k), arguments(optimised, types, k)
            catch
                continue
            end
            (ok, mine) = redirected(() -> outcome(getfield(original, entry), a))
            (does_throw, COUNTS[:calls]) = (!ok, COUNTS[:calls] + 1)
            (ok, theirs) = redirected(() -> outcome(getfield(optimised, entry), b))
            if does_throw
                # Not `strict`: a call that throws may be gone where nobody uses its value. What calls functions that only the embedded host has is no program.
                ok || mine isa UndefVarError || nameof(typeof(mine)) === nameof(typeof(theirs)) ||
                    println("@@@ ", name, " ", entry, " throws ", typeof(mine), " for ", a, ", written ", typeof(theirs))
            elseif !ok
                println("@@@ ", name, " ", entry, " throws for ", a, ": ", sprint(showerror, theirs))
            elseif !same(mine, theirs)
                println("@@@ ", name, " ", entry, " of ", a, " is ", repr(mine), ", written ", repr(theirs))
            elseif !same(a, b)
                println("@@@ ", name, " ", entry, " leaves ", a, ", written ", b)
            end
        end
    end
end

# What the program prints is none of the answer.
function redirected(f)
    open("/dev/null", "w") do sink
        redirect_stdout(f, sink)
    end
end

finish() = println("compared ", COUNTS[:calls], " calls of ", COUNTS[:entries], " entry points in ", COUNTS[:files], " files")
