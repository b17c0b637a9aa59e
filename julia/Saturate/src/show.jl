# Showing optimised code.

"""
    code_saturated(f, types, rules=(); options...)

The optimised code of `f` for arguments of `types`: an expression that defines a function, which prints as Julia source
that can be saved and loaded in the module of `f`: what has the same name there is written without a module before it. Where the method cannot be optimised, an `ArgumentError` says why.

```jldoctest
julia> f(x) = 2x + (sin(x)^2 + cos(x)^2);

julia> code_saturated(f, (Float64,), Saturate.Rules.trig)
function f_saturated(self, x)
    return 2x + 1.0
end # Float64
```
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
    body = code.entry.body
    found = structured(body.statements, body.arguments, body.locals)
    found === nothing || (body = Body(body.arguments, body.is_va, found[2], found[1], body.metas, body.ret))
    return definition(body, Symbol(nameof_callable(code.f), "_saturated"))
end

nameof_callable(@nospecialize(f)) = f isa Function || f isa Type ? nameof(f) : nameof(typeof(f))

function Base.show(io::IO, code::SaturatedCode)
    shown = with_plain_names(Base.invokelatest(readable, Expr(code), home_module(code)), Base.invokelatest(plain_names, code))
    report = code.entry.report
    report === nothing || foreach(n -> show_variant(io, "# ", n, report.variants[n]), 1:length(report.variants))
    # What has no syntax is interpolated, and `@eval` is what interpolates.
    has_interpolation(shown) && print(io, "@eval ")
    # Julia prints `for x = c`.
    print(io, replace(string(shown), r"^( *for \S+) = "m => s"\1 in "))
    print(io, " # ", code.entry.body.ret)
end

"The module in whose names code is written: that of its method."
home_module(code::SaturatedCode) = code.entry.methods[1].method.module

"""
Which names of other modules mean the same in the code's own: those need no module before them. A variable of the code that has the name hides it.
"""
function plain_names(code::SaturatedCode)
    home, body = home_module(code), code.entry.body
    hidden = Set{Symbol}(vcat(body.arguments, body.locals))
    is_known(m, name) = isdefined(m, name) && isconst(m, name)
    return function (ref::GlobalRef)
        m, name = ref.mod, ref.name
        name in hidden && return false
        m === home && return true
        return is_known(m, name) && is_known(home, name) && getfield(m, name) === getfield(home, name)
    end
end

"The name of a function that stands in the code as a value, or `nothing` if it has none: the value would print without its module, whatever the name means where it is read."
function named_function_ref(f::Function)
    m, name = parentmodule(f), nameof(f)
    is_named = isdefined(m, name) && isconst(m, name) && getfield(m, name) === f
    return is_named ? GlobalRef(m, name) : nothing
end

"An expression in which the names that `is_plain` knows stand alone. Quoted code, and the text of forms, is left as it is."
function with_plain_names(@nospecialize(x), is_plain)
    x isa GlobalRef && return is_plain(x) ? x.name : x
    x isa Function && (ref = named_function_ref(x)) !== nothing && return with_plain_names(ref, is_plain)
    x isa Expr && !(x.head in (:$, :quote, :inert)) || return x
    return Expr(x.head, Any[with_plain_names(a, is_plain) for a in x.args]...)
end

"Heads of expressions that Julia source has a syntax for, as far as the writer makes them."
const SYNTAX = (:function, :block, :if, :while, :for, :break, :continue, :||, :&&, :(=), :return, :local, :try, :..., :tuple)

"""
An expression as Julia source reads it in a module: labels and jumps as macros; a form that has no syntax, such as `foreigncall`, is made by an
interpolated call of `Expr`.
"""
function readable(@nospecialize(x), home::Module)
    x isa Expr || return x
    macro_call(name, args...) = Expr(:macrocall, Symbol(name), nothing, args...)
    x.head === :symboliclabel && return macro_call("@label", x.args...)
    x.head === :symbolicgoto && return macro_call("@goto", x.args...)
    x.head === :isdefined && x.args[1] isa Symbol && return macro_call("@isdefined", x.args...)
    inside(xs) = Any[readable(a, home) for a in xs]
    x.head === :block && return Expr(:block, readable_statements(x.args, home)...)
    x.head === :call && x.args[1] isa Maker && return readable_version(x.args[1], readable(x.args[2], home))
    x.head === :call && return with_syntax(Expr(:call, inside(x.args)...), home)
    x.head in SYNTAX && return Expr(x.head, inside(x.args)...)
    return Expr(:$, construction(x))
end

"What makes a version of a closure from the closure."
function readable_version(::Maker{ID}, @nospecialize(closure)) where {ID}
    types = entry_of(ID).types.parameters
    return Expr(:call, :saturate, closure, Expr(:tuple, types...))
end

"Statements of a block; those between a pair of `:inbounds` marks are what `@inbounds` makes such a pair around."
function readable_statements(statements::Vector{Any}, home::Module)
    line(@nospecialize(x)) = assignment_syntax(readable(x, home), home)
    out, at = Any[], 1
    while at <= length(statements)
        if at > 1 && is_unreachable(statements[at]) && never_returns(statements[at - 1])
            at += 1
            continue
        end
        stop = statements[at] == Expr(:inbounds, true) ? findnext(==(Expr(:inbounds, :pop)), statements, at) : nothing
        if stop === nothing
            push!(out, line(statements[at]))
            at += 1
            continue
        end
        inside = map(line, statements[at + 1:stop - 1])
        push!(out, Expr(:macrocall, Symbol("@inbounds"), nothing, length(inside) == 1 ? inside[1] : Expr(:block, inside...)))
        at = stop + 1
    end
    return out
end

"The expression that makes an expression."
function construction(@nospecialize(x))
    x isa Symbol && return QuoteNode(x)
    x isa QuoteNode && return Expr(:call, :QuoteNode, construction(x.value))
    x isa GlobalRef && return Expr(:call, :GlobalRef, x.mod, QuoteNode(x.name))
    x isa Core.SimpleVector && return Expr(:call, Expr(:., :Core, QuoteNode(:svec)), map(construction, Any[x...])...)
    x isa Expr && return Expr(:call, :Expr, QuoteNode(x.head), map(construction, x.args)...)
    return x
end

function has_interpolation(@nospecialize(x))
    x isa Expr || return false
    return x.head === :$ || any(has_interpolation, x.args)
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

# Notebooks and editors show a result as the page of `report`, in a frame of its own: the page has its own styles and scripts.

"Whether a callable has a page: rules were given, and they can be looked at again."
Base.showable(::MIME"text/html", g::Saturated) = (e = entry(g); e.rules isa RuleSet && e.body !== nothing)
Base.showable(::MIME"text/html", x::Explained) = x.entry.rules isa RuleSet && x.entry.body !== nothing

Base.show(io::IO, ::MIME"text/html", g::Saturated) = print(io, framed_page(g.f, entry(g)))
Base.show(io::IO, ::MIME"text/html", x::Explained) = print(io, framed_page(x.f, x.entry))

"The page of an entry, as an element of another page."
function framed_page(@nospecialize(f), e::Entry)
    page = optimized_entry(f, e.types, e.rules, options(; page=true)).report.page
    escaped = replace(replace(page, '&' => "&amp;"), '"' => "&quot;")
    return string("<iframe style=\"width:100%;height:40em;border:0\" srcdoc=\"", escaped, "\"></iframe>")
end
