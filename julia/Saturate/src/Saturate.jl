"""
Equality saturation for Julia methods.

[`saturate`](@ref) gives an optimised callable, [`code_saturated`](@ref) shows its code.

| file | what |
|---|---|
| `wire.jl`, `library.jl` | the shared library and the words that cross to it |
| `handles.jl`, `lattice.jl` | types and constants as numbers; what inference says of a value |
| `methods.jl`, `nodes.jl`, `forms.jl`, `read.jl` | from a method to slot code |
| `ssa.jl`, `regions.jl`, `write.jl` | from the optimiser's SSA to an expression |
| `host.jl`, `effects.jl`, `dependencies.jl` | the session's answers to the optimiser's questions, and whether they still hold |
| `define.jl`, `callable.jl`, `api.jl`, `cache.jl`, `show.jl` | what a user calls |
"""
module Saturate

export saturate, reason, code_saturated, @saturate, @code_saturated

include("wire.jl")
include("handles.jl")
include("lattice.jl")
include("library.jl")
include("nodes.jl")
include("forms.jl")
include("methods.jl")
include("read.jl")
include("ssa.jl")
include("regions.jl")
include("write.jl")
include("host.jl")
include("effects.jl")
include("dependencies.jl")
include("define.jl")
include("callable.jl")
include("api.jl")
include("cache.jl")
include("show.jl")

end # module
