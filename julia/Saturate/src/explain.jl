# Why the optimised code is what it is.

"""
    explain(f, types, rules; options...)

What the rules did: for each statement that changed, the code that took its place and the rules that lead there; matches
that were refused, and why; cost before and after.
"""
function explain(@nospecialize(f), @nospecialize(types), rules=(); keywords...)
    e = optimized_entry(f, argument_tuple(types), rules, options(; explain=true, keywords...))
    return Explained(f, e)
end

"What [`explain`](@ref) returns; it prints itself."
struct Explained
    f::Any
    entry::Entry
end

function Base.show(io::IO, x::Explained)
    e = x.entry
    println(io, nameof_callable(x.f), Tuple(e.types.parameters))
    e.reason === nothing || return print(io, "runs as it is: ", e.reason)
    e.report === nothing && return print(io, "no rules were given")
    isempty(e.report.explanation) || print(io, e.report.explanation)
    show(io, e.report)
end
