# Showing optimised code.

"""
    code_saturated(f, types, rules=(); options...)

The optimised code of `f` for arguments of `types`: an expression that defines a function, which prints as Julia source
that can be saved and loaded. Where the method cannot be optimised, an `ArgumentError` says why.
"""
function code_saturated(@nospecialize(f), @nospecialize(types), rules=(); keywords...)
    e = optimized_entry(f, argument_tuple(types), rules, options(; keywords...))
    e.body === nothing && throw(ArgumentError(string("cannot optimise `", f, "`: ", e.reason)))
    return SaturatedCode(f, e)
end

"What [`code_saturated`](@ref) returns. `Expr(code)` is the definition."
struct SaturatedCode
    f::Any
    entry::Entry
end

function Base.Expr(code::SaturatedCode)
    return definition(code.entry.body, Symbol(nameof_callable(code.f), "_saturated"))
end

nameof_callable(@nospecialize(f)) = f isa Function || f isa Type ? nameof(f) : nameof(typeof(f))

function Base.show(io::IO, code::SaturatedCode)
    print(io, readable(Expr(code)))
    print(io, " # ", code.entry.ret)
end

"""
An expression as Julia source reads it: labels and jumps as macros, forms that have no syntax as they are spelled in
an interpolated expression.
"""
function readable(@nospecialize(x))
    x isa Expr || return x
    macro_call(name, args...) = Expr(:macrocall, Symbol(name), nothing, args...)
    x.head === :symboliclabel && return macro_call("@label", x.args...)
    x.head === :symbolicgoto && return macro_call("@goto", x.args...)
    return Expr(x.head, map(readable, x.args)...)
end

function Base.show(io::IO, g::Saturated)
    e = entry(g)
    print(io, "saturate(", g.f, ", ", Tuple(e.types.parameters), ")")
    why = reason(g)
    why === nothing || print(io, " # runs the original: ", why)
end

# Functions print by their name; a callable has none.
Base.print(io::IO, g::Saturated) = show(io, g)
Base.show(io::IO, ::MIME"text/plain", g::Saturated) = show(io, g)
