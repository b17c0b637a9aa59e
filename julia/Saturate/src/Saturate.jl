"""
Equality saturation for Julia methods.

[`saturate`](@ref) gives an optimised callable, [`code_saturated`](@ref) shows its code.

| file | what |
|---|---|
| `assume.jl` | what a function may take for granted |
| `wire.jl`, `places.jl`, `library.jl` | the shared library, where it is, and the words that cross to it |
| `handles.jl`, `lattice.jl` | types and constants as numbers; what inference says of a value |
| `methods.jl`, `nodes.jl`, `forms.jl`, `read.jl`, `merges.jl` | from a method to slot code |
| `ssa.jl`, `regions.jl`, `write.jl` | from the optimiser's SSA to an expression |
| `claims.jl` | types that checked code looks at |
| `calls.jl` | the code of callees for the optimiser, versions of functions that it made |
| `host.jl`, `facts.jl`, `lower.jl` | the session's answers to the optimiser's questions |
| `effects.jl`, `base_effects.jl` | what calls may do; the table for Base and LinearAlgebra |
| `dependencies.jl` | whether answers still hold |
| `rules.jl`, `rule_library.jl`, `report.jl` | rule sets; the bundled ones; options and what the optimiser did |
| `theories.jl` | rules written for Metatheory.jl, and for egglog |
| `variants.jl`, `memo.jl`, `calibrate.jl`, `measured_costs.jl` | programs by size, and which of them ran last; costs from the machine, and those that come with the package |
| `numbered.jl`, `define.jl`, `callable.jl`, `kept.jl` | callables: bodies by number, given to the compiler, kept with packages |
| `api.jl`, `cache.jl`, `choose.jl`, `narrower.jl`, `definitions.jl`, `explain.jl` | what a user calls |
| `scopes.jl`, `blocks.jl` | blocks that are optimised, and their variables |
| `measure.jl` | times over sizes, for the page of `report` |
| `structure.jl`, `variables.jl`, `syntax.jl`, `show.jl` | code as it is shown: structured, with the variables and the syntax of the source |
| `command.jl`, `text.jl` | `saturate opt --host julia` |
| `precompile.jl` | what the first use needs |
"""
module Saturate

export saturate, reason, report, explain, code_saturated, RuleSet, @rules, @saturate, @assume, @code_saturated, @explain

"Sets the optimisation level of a module, on versions that can: this package runs once per method, and should start soon."
macro compile_as(level)
    has = isdefined(Base, :Experimental) && isdefined(Base.Experimental, Symbol("@optlevel"))
    return has ? esc(:(Base.Experimental.@optlevel $level)) : nothing
end

@compile_as 0

"Julia's compiler: newer versions move it to `Base`."
const Compiler_ = isdefined(Core, :Compiler) ? Core.Compiler : Base.Compiler

import Libdl

include("wire.jl")
include("assume.jl")
include("../deps/names.jl")
include("places.jl")
include("numbered.jl")
include("handles.jl")
include("library.jl")
include("variants.jl")
include("memo.jl")
include("report.jl")
include("nodes.jl")
include("lattice.jl")
include("forms.jl")
include("methods.jl")
include("read.jl")
include("merges.jl")
include("ssa.jl")
include("regions.jl")
include("claims.jl")
include("write.jl")
include("dependencies.jl")
include("text.jl")
include("host.jl")
include("lower.jl")
include("effects.jl")
include("base_effects.jl")
include("calls.jl")
include("facts.jl")
include("rules.jl")
include("rule_library.jl")
include("theories.jl")
include("define.jl")
include("callable.jl")
include("api.jl")
include("choose.jl")
include("narrower.jl")
include("definitions.jl")
include("scopes.jl")
include("blocks.jl")
include("cache.jl")
include("calibrate.jl")
include("measure.jl")
include("explain.jl")
include("structure.jl")
include("variables.jl")
include("syntax.jl")
include("show.jl")
include("command.jl")
include("precompile.jl")

end # module
