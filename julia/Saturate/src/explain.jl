# Why the optimised code is what it is.

"""
    explain(f, types, rules; options...)

What the rules did: for each statement that changed, the code that took its place and the rules that lead there; matches
that were refused, and why; cost before and after.

```jldoctest
julia> f(x) = sin(x)^2 + cos(x)^2;

julia> explain(f, (Float64,), Saturate.Rules.trig)
f(Float64,)
⋮
    by      trig.1  sin(~x::Float64)^2 + cos(~x)^2 --> 1.0
⋮
```
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

"""
    report(f, types, rules; file="f.html", measure=false, options...)

Writes a page that shows what the rules did to `f`: code, rules, e-graph, saturation, refusals and times, in one HTML file that loads nothing. The
same as `saturate opt --report` writes. Gives the name of the file.

Where `f` becomes several programs among which sizes decide, the page plots what they are predicted to cost. With `measure=true` it has the times of `f` and of the result, too, for
arguments whose sizes are all the same; `measure=n -> (rand(n, n), rand(n))` says what arguments of size `n` are.
"""
function report(@nospecialize(f), @nospecialize(types), rules; file::AbstractString=string(nameof_callable(f), ".html"), measure=false, keywords...)
    rules isa RuleSet || throw(ArgumentError("a page shows what rules did: give a set of rules (see `@rules`), not $(repr(rules))"))
    e = optimized_entry(f, argument_tuple(types), rules, options(; page=true, keywords...))
    e.reason === nothing || throw(ArgumentError(string("cannot optimise `", f, "`: ", e.reason)))
    page = e.report.page
    if measure !== false
        arguments = measure === true ? n -> sample_arguments(e.types, n) : measure
        page = with_measured(page, measured_over_sizes(f, saturate(f, e.types, rules; keywords...), arguments))
    end
    write(file, page)
    return file
end
