# The rule sets that come with the package: `Saturate.Rules.linalg`, `Saturate.Rules.broadcast`, …
#
# The files are those of `rules/` at the root of the repository, which the command-line program has, too. A file is read at the first use
# of one of its sets, into a module of its own: reading rules needs the shared library, and a package that is only loaded
# should not.

"Where the files are."
const RULES_FOLDER = normpath(joinpath(@__DIR__, "..", "..", "..", "rules"))

"Names of the sets, and the files that they are in."
const RULE_FILES = Dict(:arithmetic => "arithmetic", :broadcast => "broadcast", :constants => "constants", :gemm => "gemm",
                        :linalg => "linalg", :multiline => "broadcast", :nn => "nn", :transforms2d => "transforms2d", :trig => "trig")

"""
    Saturate.Rules

The rule sets that come with the package, as properties: `Saturate.Rules.linalg ∪ Saturate.Rules.broadcast`. `rules/README.md` says
what is in them.
"""
struct RuleLibrary end

const Rules = RuleLibrary()

const RULE_MODULES = Dict{String,Module}()

Base.propertynames(::RuleLibrary) = Tuple(sort!(collect(keys(RULE_FILES))))

function Base.getproperty(::RuleLibrary, name::Symbol)
    haskey(RULE_FILES, name) || throw(ArgumentError("there is no rule set `$name`; there are $(join(propertynames(Rules), ", "))"))
    return getfield(rule_module(RULE_FILES[name]), name)
end

"The module that a file of rules was read into, with the functions that its rules call."
function rule_module(file::String)
    return get!(RULE_MODULES, file) do
        m = Module(Symbol(:Rules_, file))
        # A constant of the module, so that it is found however the package itself was loaded.
        Core.eval(m, Expr(:const, Expr(:(=), Symbol("@rules"), getfield(@__MODULE__, Symbol("@rules")))))
        Core.eval(m, :(using LinearAlgebra))
        Core.eval(m, :(using Base.Broadcast: Broadcasted, broadcasted, materialize, materialize!))
        Base.include(m, joinpath(RULES_FOLDER, file * ".jl"))
        m
    end
end

Base.show(io::IO, ::RuleLibrary) = print(io, "Saturate.Rules (", join(propertynames(Rules), ", "), ")")
