# Results as JSON.

module Json

text(x::AbstractString) = string('"', escape_string(x), '"')
text(x::Real) = isfinite(x) ? string(x) : "null"
text(x::Union{AbstractVector,Tuple}) = string('[', join(map(text, collect(Any, x)), ','), ']')
text(x::Pair) = string(text(string(first(x))), ':', text(last(x)))
text(x::NamedTuple) = string('{', join([text(k => v) for (k, v) in pairs(x)], ','), '}')

end
