# The package's rule sets: the blocks of `rules/gpu.jl`, read when they are first used.

const RULES_FILE = normpath(joinpath(@__DIR__, "..", "rules", "gpu.jl"))
include_dependency(RULES_FILE)

"The rule set of that name in the package's file."
function rule_set(name::Symbol)
    _, blocks = Saturate.read_rule_file(RULES_FILE)
    at = findfirst(block -> block[1] === name, blocks)
    at === nothing && throw(ArgumentError("there is no rule set `$name` in $RULES_FILE"))
    _, line, text = blocks[at]
    return Saturate.RuleSet([Saturate.RulePart(name, @__MODULE__, "rules/gpu.jl", line, 1, text)])
end

"Rules for device arrays: layers, products with what is around them, chains of broadcasts. Compose with `Saturate.Rules.broadcast` for broadcasts on several lines."
const gpu = rule_set(:gpu)

"What LinearAlgebra alone offers: products with coefficients and accumulation; functions stay kernels of their own."
const gpu_mul = rule_set(:gpu_mul)
