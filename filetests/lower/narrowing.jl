# A test narrows the value below it: π.

unwrap(x) = x isa Int64 ? x + 1 : 0
default(x, y) = x === nothing ? y : x
negated(x) = !(x isa Nothing) ? x : 0
function join(c)
    x = c ? 1 : 2.0
    return x + 1
end

#! lower --entry unwrap --sig "Union{Int64, Nothing}"
#! lower --entry default --sig "Union{Float64, Nothing}, Float64"
#! lower --entry negated --sig "Union{Float64, Nothing}"
#! lower --entry join --sig "Bool"

# Nothing to narrow: the type is known, the branch is gone.
#! lower --entry unwrap --sig "Int64"
#! lower --entry unwrap --sig "String"
