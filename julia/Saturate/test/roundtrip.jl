# Round trip: every exported function of Base and LinearAlgebra through the optimiser without rules.
#
#     julia --project=julia/Saturate julia/Saturate/test/roundtrip.jl [full|small] [optimise]
#
# One in ten of all pairs of a function and argument types take part; `small`, one in 200; `full`, all. With `optimise` they go through the whole
# optimiser with an empty rule set, otherwise they are only read and written.
# The code that comes back must be the code that went in: the same inferred return type, and where a call is safe the
# same value.

module RoundTrip

using Saturate, LinearAlgebra

"Argument types by number of arguments. More would only repeat the same methods."
const UNARY = Any[Int, UInt8, Float64, Float32, Bool, Char, String, Symbol, ComplexF64, Rational{Int}, BigInt, BigFloat,
                  Vector{Float64}, Vector{Int}, Matrix{Float64}, Matrix{ComplexF64}, UnitRange{Int},
                  StepRange{Int,Int}, Tuple{Int,Float64}, Dict{String,Int}, Set{Int}, Nothing, Type{Float64},
                  typeof(sin), Vector{String}, BitVector, SubString{String}, Pair{Int,String}, NamedTuple{(:a,),Tuple{Int}},
                  Diagonal{Float64,Vector{Float64}}, Symmetric{Float64,Matrix{Float64}}, Transpose{Float64,Matrix{Float64}},
                  UpperTriangular{Float64,Matrix{Float64}}, Base.RefValue{Int}, IOBuffer, Any, Vector, Number]
const BINARY = Any[Int, Float64, String, Char, ComplexF64, Vector{Float64}, Matrix{Float64}, UnitRange{Int}, typeof(abs),
                   Type{Int}, Tuple{Int,Int}, Dict{String,Int}, Rational{Int}, BigInt, Vector{Int}, IOBuffer]
const TERNARY = Any[Int, Float64, Vector{Float64}, Matrix{Float64}, typeof(+), String]

signatures() = Iterators.flatten((((),), ((a,) for a in UNARY), ((a, b) for a in BINARY for b in BINARY),
                                  ((a, b, c) for a in TERNARY for b in TERNARY for c in TERNARY)))

"An exported function. (In a tuple, its type would be part of the tuple's, and loops over them compiled for each.)"
struct Exported
    name::Symbol
    f::Any
end

"All functions and types that these modules export, in order of their names."
function exported(modules=(Base, LinearAlgebra))
    found = Exported[]
    for m in modules, name in sort!(names(m))
        isdefined(m, name) || continue
        f = getfield(m, name)
        (f isa Function || f isa DataType) && !(f isa Core.Builtin) && push!(found, Exported(name, f))
    end
    return found
end

"What happened to one method instance."
struct Trip
    name::Symbol
    types::Any
    outcome::Symbol     # :identical, :skipped, :kept (the optimiser gave up), :differing, :failed
    detail::String
end

const SCRATCH = Module(:RoundTripScratch)

"`rules` is `()` for reading and writing alone, or an empty set, which goes through the whole optimiser."
function trip(name::Symbol, @nospecialize(f), @nospecialize(types), rules=())
    found = try
        Saturate.method_body(f, types)
    catch err
        err isa Saturate.NotUnderstood || rethrow()
        return nothing      # no method, or more than one: nothing to optimise
    end
    e = Saturate.optimized_entry(f, types, rules)
    e.body === nothing && return Trip(name, types, :skipped, e.reason)
    if e.report !== nothing && e.report.kept !== nothing && !occursin("no cheaper program", e.report.kept)
        return Trip(name, types, :kept, e.report.kept)
    end
    body = e.body
    g = try
        Core.eval(SCRATCH, Saturate.definition(body, gensym(name)))
    catch err
        return Trip(name, types, :failed, sprint(showerror, err))
    end
    ret = Base.invokelatest(rettype, g, Tuple{Core.Typeof(f),types.parameters...})
    same = ret == found.ret
    if same
        # The code as it is shown, structured and with the syntax of the source, is the same code.
        definition = Expr(Saturate.SaturatedCode(f, e))
        definition.args[1].args[1] = gensym(name)
        definition = Saturate.readable(definition, SCRATCH)
        Saturate.has_interpolation(definition) && (definition = Expr(:macrocall, Symbol("@eval"), LineNumberNode(0), definition))
        shown = try
            Core.eval(SCRATCH, definition)
        catch err
            return Trip(name, types, :failed, string(sprint(showerror, err), ", as it is shown"))
        end
        ret = Base.invokelatest(rettype, shown, Tuple{Core.Typeof(f),types.parameters...})
        ret == found.ret || return Trip(name, types, :differing, "$(found.ret) became $ret, as it is shown")
    end
    return Trip(name, types, same ? :identical : :differing, same ? "" : "$(found.ret) became $ret")
end

function rettype(@nospecialize(g), @nospecialize(types))
    found = code_typed(g, types; optimize=false)
    return length(found) == 1 ? found[1].second : Union{}
end

"Whether the `n`-th pair of function and argument types takes part when one in `stride` does; scattered over all."
selected(n::Int, stride::Int) = (UInt32(n) * 0x9e3779b1) >> 8 % UInt32(stride) == 0

"Runs the trips of one in `stride` pairs of function and argument types."
function run(; stride=1, io=stdout, rules=())
    trips, number = Trip[], 0
    for e in exported()
        name, f = e.name, e.f
        # `hasmethod` takes milliseconds where a function has many methods; their signatures are tested directly.
        all_methods = nothing
        for types in signatures()
            number += 1
            selected(number, stride) || continue
            types = Tuple{types...}
            all_methods === nothing && (all_methods = [m.sig for m in methods(f)])
            signature = Base.signature_type(f, types)
            any(sig -> signature <: sig, all_methods) || continue
            t = trip(name, f, types, rules)
            t === nothing || push!(trips, t)
        end
    end
    report(io, trips)
    return trips
end

function report(io::IO, trips)
    count_of(outcome) = count(t -> t.outcome === outcome, trips)
    tried = length(trips)
    handled = tried - count_of(:skipped) - count_of(:failed) - count_of(:kept)
    println(io, "tried ", tried, ", identical ", count_of(:identical), ", skipped ", count_of(:skipped), ", kept ", count_of(:kept), ", differing ",
            count_of(:differing), ", failed ", count_of(:failed), "; handled ", round(100handled / tried; digits=2), " %")
    for outcome in (:skipped, :kept, :differing, :failed)
        for t in trips
            t.outcome === outcome || continue
            println(io, "  ", outcome, ": ", t.name, t.types.parameters === Core.svec() ? "()" : Tuple(t.types.parameters),
                    ": ", t.detail)
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    rules = "optimise" in ARGS ? RoundTrip.RuleSet() : ()
    @time RoundTrip.run(; stride="small" in ARGS ? 200 : "full" in ARGS ? 1 : 10, rules=rules)
end
