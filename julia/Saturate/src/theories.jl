# Rules of the field: those written for Metatheory.jl are read, those of this package are written for egglog.
#
#     Saturate.@theory a b begin                 @rules theory begin
#         a + b == b + a                             ~a + ~b == ~b + ~a
#         a::Number * b::Number => a * b    is       ~a::Comptime{Number} * ~b::Comptime{Number} => ~a * ~b
#         f(~~xs) --> g(xs...)                       f(~xs...) --> g(~xs...)
#     end                                        end
#
# There, `=>` computes with values that are literals; here, with values that are known while optimising. What has no meaning here is an error that names it: a rule is never dropped in silence.

"""
    Saturate.@theory variables… begin … end

A set of rules as they are written for Metatheory.jl, as a [`RuleSet`](@ref): `-->`, `==` and `=>`; variables are those that are declared, and those with `~`; `~x::T`, `~x::predicate`, `~~xs`, `xs...`,
and a condition behind `where`. What cannot be read (`!=`, `\$`, `_egraph`, …) is a [`Saturate.RuleError`](@ref) that names it.

```jldoctest
julia> Saturate.@theory a b begin
           a::Float64 * b::Float64 == b * a
           ~x::Float64 + 0.0 --> x
       end
@rules theory begin
    ~a::Float64 * ~b::Float64 == ~b * ~a
    ~x::Float64 + 0.0 --> ~x
end
```
"""
macro theory(parts...)
    return theory_code(parts, __module__, __source__)
end

"""
    Saturate.@rule variables… rule

One rule as it is written for Metatheory.jl, as a [`RuleSet`](@ref); see [`Saturate.@theory`](@ref).

```jldoctest
julia> Saturate.@rule a a::Int + a --> 2 * a
@rules rule begin
    ~a::Int + ~a --> 2 * ~a
end
```
"""
macro rule(parts...)
    isempty(parts) && throw(ArgumentError("`@rule` takes variables and a rule"))
    return theory_code((parts[1:end-1]..., Expr(:block, parts[end])), __module__, __source__, :rule)
end

function theory_code(parts, home::Module, source::LineNumberNode, name::Symbol=:theory)
    !isempty(parts) && parts[end] isa Expr && parts[end].head === :block || throw(ArgumentError("`@theory` takes variables and a block, `begin` … `end`"))
    all(v -> v isa Symbol, parts[1:end-1]) || throw(ArgumentError("the variables of `@$name` are names"))
    file = source.file === nothing ? "none" : string(source.file)
    line, body = source.line, Any[]
    for x in parts[end].args
        x isa LineNumberNode && (line = x.line; continue)
        push!(body, theory_rule(x, Set{Symbol}(parts[1:end-1]), home, string(file, ':', line)))
    end
    part = RulePart(name, home, file, source.line, 1, printed_rules(name, Expr(:block, body...)))
    return :(define_rules($part))
end

"What a rule is while it is translated."
struct TheoryRule
    variables::Set{Symbol}
    home::Module
    place::String
    guards::Vector{Any}
    known::Set{Symbol}          # variables that a dynamic right side computes with
end

refuse(r::TheoryRule, @nospecialize(x), why::String) = throw(RuleError(string(r.place, ": `", x, "`: ", why)))

function theory_rule(@nospecialize(x), declared::Set{Symbol}, home::Module, place::String)
    r = TheoryRule(copy(declared), home, place, Any[], Set{Symbol}())
    condition = nothing
    x isa Expr && x.head === :where && ((x, condition) = (x.args[1], x.args[2]))
    operator, left, right = rule_sides(x, r)
    condition === nothing && ((right, condition) = without_condition(right))
    collect_variables!(r.variables, left)
    operator === :(=>) && collect_used!(r.known, right, r.variables)
    condition === nothing || collect_used!(r.known, condition, r.variables)
    left, right = theory_side(left, r, true), theory_side(right, r, operator === :(==))
    condition === nothing || push!(r.guards, theory_side(condition, r, false))
    rule = operator === :--> ? Expr(:-->, left, right) : Expr(:call, operator, left, right)
    return foldr((guard, inside) -> Expr(:if, guard, Expr(:block, inside)), r.guards; init=rule)
end

"Operator and sides of a rule."
function rule_sides(@nospecialize(x), r::TheoryRule)
    x isa Expr || refuse(r, x, "this is no rule")
    x.head === :--> && return :-->, x.args[1], x.args[2]
    operator = x.head === :call && length(x.args) == 3 ? x.args[1] : nothing
    operator in (:(==), :(=>)) && return operator, x.args[2], x.args[3]
    operator in (:!=, :≠) && refuse(r, x, "there are no rules that say what is never equal")
    operator === :|> && refuse(r, x, "a dynamic rule is written with `=>`")
    refuse(r, x, "this is no rule: write `-->`, `==` or `=>` between its sides")
end

"A right side and the condition behind it: Julia reads `a + b where c` as `a + (b where c)`."
function without_condition(@nospecialize(x))
    x isa Expr || return x, nothing
    x.head === :where && return x.args[1], x.args[2]
    is_infix = x.head === :call && length(x.args) >= 3 && x.args[1] isa Symbol && Base.isoperator(x.args[1])
    is_infix || return x, nothing
    last, condition = without_condition(x.args[end])
    return condition === nothing ? (x, nothing) : (Expr(:call, x.args[1:end-1]..., last), condition)
end

is_tilde(@nospecialize(x)) = x isa Expr && x.head === :call && length(x.args) == 2 && x.args[1] === :~

"Variables that are written with `~`."
function collect_variables!(found::Set{Symbol}, @nospecialize(x))
    x isa Expr || return
    is_tilde(x) && (v = tilde_name(x)) isa Symbol && push!(found, v)
    foreach(a -> collect_variables!(found, a), x.args)
end

"The name behind one `~` or two."
function tilde_name(@nospecialize(x))
    inner = x.args[2]
    is_tilde(inner) && (inner = inner.args[2])
    while inner isa Expr && inner.head in (:(::), :call, :...) && !isempty(inner.args)
        inner = inner.args[1]
    end
    return inner
end

"Variables that some code reads."
function collect_used!(found::Set{Symbol}, @nospecialize(x), variables::Set{Symbol})
    x isa Symbol && x in variables && push!(found, x)
    x isa Expr && foreach(a -> collect_used!(found, a, variables), x.args)
end

"A side of a rule. Types of variables are said where the side is a pattern."
function theory_side(@nospecialize(x), r::TheoryRule, is_pattern::Bool)
    x in (:_egraph, :_eclass, :_lhs_expr) && refuse(r, x, "right sides do not see the e-graph")
    x isa Symbol && return x in r.variables ? theory_variable(x, nothing, r, is_pattern) : x
    x isa Expr || return x
    x.head === :$ && refuse(r, x, "values are not interpolated into theories; name a constant")
    if is_tilde(x)
        inner = x.args[2]
        is_tilde(inner) && return theory_segment(inner.args[2], r)
        inner isa Symbol && return theory_variable(inner, nothing, r, is_pattern)
        inner isa Expr && inner.head === :(::) && return theory_variable(inner.args[1], inner.args[2], r, is_pattern)
        inner isa Expr && inner.head === :call && inner.args[1] in (:!, :+, :-) && refuse(r, x, "there are no variables with defaults")
        # `~f(x)`: the sign belongs to the name.
        return theory_side(tilde_first(inner), r, is_pattern)
    end
    if x.head === :(::) && length(x.args) == 2
        v = is_tilde(x.args[1]) ? x.args[1].args[2] : x.args[1]
        is_tilde(v) && return theory_segment(v.args[2], r)
        v isa Symbol && v in r.variables && return theory_variable(v, x.args[2], r, is_pattern)
    end
    x.head === :... && (v = is_tilde(x.args[1]) ? tilde_name(x.args[1]) : x.args[1]) isa Symbol && v in r.variables && return theory_segment(v, r)
    x.head === :call && return Expr(:call, theory_callee(x.args[1], r, is_pattern), Any[theory_side(a, r, is_pattern) for a in x.args[2:end]]...)
    return Expr(x.head, Any[theory_side(a, r, is_pattern) for a in x.args]...)
end

theory_callee(@nospecialize(x), r::TheoryRule, is_pattern::Bool) = x isa Symbol && !(x in r.variables) ? x : theory_side(x, r, is_pattern)

function theory_segment(@nospecialize(v), r::TheoryRule)
    v isa Expr && v.head === :(::) && refuse(r, v, "a variable for several arguments has no type")
    v isa Symbol || refuse(r, v, "this is no variable")
    v in r.known && refuse(r, v, "code cannot compute with several arguments")
    return Expr(:..., Expr(:call, :~, v))
end

"A variable. What code computes with must be known while optimising; a function behind `::` is a condition."
function theory_variable(@nospecialize(v), @nospecialize(type), r::TheoryRule, is_pattern::Bool)
    v isa Symbol || refuse(r, v, "this is no variable")
    variable = Expr(:call, :~, v)
    is_pattern || return variable
    if type !== nothing && !names_type(type, r.home)
        push!(r.known, v)
        push!(r.guards, Expr(:call, type, variable))
        type = nothing
    end
    v in r.known || return type === nothing ? variable : Expr(:(::), variable, type)
    # Said once: the first time counts for all.
    return Expr(:(::), variable, Expr(:curly, :Comptime, type === nothing ? :Any : type))
end

"Whether an expression names a type where the rule stands; what is not known there yet is one."
function names_type(@nospecialize(x), home::Module)
    x isa Symbol && isdefined(home, x) || return !(x isa Expr && x.head === :->)
    return getfield(home, x) isa Type
end

# egglog.

"Names of operators in egglog, where most of them are taken."
const EGGLOG_NAMES = Dict(:+ => "Add", :- => "Sub", :* => "Mul", :/ => "Div", :\ => "LeftDiv", :^ => "Pow", :(==) => "Eq", :< => "Lt", :> => "Gt", :<= => "Le", :>= => "Ge", :! => "Not",
                          :& => "And", :| => "Or", :% => "Rem", :÷ => "IDiv", :∘ => "Compose", :(:) => "Range")

"What has no form in egglog, and why."
struct NoEgglog <: Exception
    why::String
end

mutable struct EgglogWriter
    constructors::Dict{String,Int}      # with their numbers of arguments
    costs::Dict{Symbol,Int}
    types::Set{String}
    guards::Vector{String}
end

"""
    Saturate.egglog([io], rules)

Rules as a program for egglog: a datatype of the calls that they mention, and a `rewrite` or `birewrite` for each. Types of variables are relations (`Is_Float64`) that the facts of a program would say. What has no form there (guards,
right sides that compute, effects) is a comment that says why.

```jldoctest
julia> @rules halves begin
           ~x::Float64 / 2.0 == ~x * 0.5
       end;

julia> print(Saturate.egglog(halves))
(datatype Term
    (Int i64) (Float f64) (Text String) (Name String)
    (Div Term Term)
    (Mul Term Term))
(relation Is_Float64 (Term))
(birewrite (Div x (Float 2.0)) (Mul x (Float 0.5)) :when ((Is_Float64 x)))
```
"""
egglog(rules::RuleSet) = sprint(egglog, rules)

function egglog(io::IO, rules::RuleSet)
    w = EgglogWriter(Dict{String,Int}(), Dict{Symbol,Int}(), Set{String}(), String[])
    lines = String[]
    for part in rules.parts
        block = Meta.parse(with_name(part)).args[end]
        foreach(x -> egglog_line!(lines, w, with_tildes(without_lines(x))), Any[x for x in block.args if !(x isa LineNumberNode)])
    end
    println(io, "(datatype Term\n    (Int i64) (Float f64) (Text String) (Name String)",
            (string("\n    (", name, " Term"^n, cost_text(w, name), ")") for (name, n) in sort!(collect(w.constructors)))..., ")")
    foreach(t -> println(io, "(relation Is_", t, " (Term))"), sort!(collect(w.types)))
    foreach(line -> println(io, line), lines)
end

cost_text(w::EgglogWriter, name::String) = (found = [c for (f, c) in w.costs if egglog_name(f) == name]; isempty(found) ? "" : string(" :cost ", found[1]))

function egglog_line!(lines::Vector{String}, w::EgglogWriter, @nospecialize(x))
    x isa Expr || return
    if x.head === :macrocall && x.args[1] === Symbol("@cost") && x.args[end] isa Int && x.args[end-1] isa Symbol
        w.costs[x.args[end-1]] = x.args[end]
        return
    end
    empty!(w.guards)
    text = try
        x.head === :if && throw(NoEgglog("a guard"))
        x.head === :macrocall && throw(NoEgglog(string('`', x.args[1], '`')))
        x.head === :--> ? egglog_rule("rewrite", x.args[1], x.args[2], w) :
        x.head === :call && x.args[1] === :(==) ? egglog_rule("birewrite", x.args[2], x.args[3], w) :
        throw(NoEgglog("a right side that computes"))
    catch err
        err isa NoEgglog || rethrow()
        # Constructors that only such a rule has do no harm.
        string("; not written, ", err.why, ": ", replace(printed_line(x, ""), r"\s*\n\s*" => " "))
    end
    push!(lines, text)
end

function egglog_rule(kind::String, @nospecialize(left), @nospecialize(right), w::EgglogWriter)
    sides = egglog_term(left, w), egglog_term(right, w)
    when = isempty(w.guards) ? "" : string(" :when (", join(unique(w.guards), ' '), ')')
    return string('(', kind, ' ', sides[1], ' ', sides[2], when, ')')
end

egglog_name(f::Symbol) = get(() -> uppercasefirst(replace(replace(string(f), "!" => "_to"), r"[^\w]" => "_")), EGGLOG_NAMES, f)

function egglog_term(@nospecialize(x), w::EgglogWriter)
    x isa Int && return "(Int $x)"
    x isa Float64 && isfinite(x) && return "(Float $x)"
    x isa String && return string("(Text ", repr(x), ')')
    x isa Symbol && return "(Name \"$x\")"
    x isa Expr || throw(NoEgglog("the literal `$x`"))
    is_tilde(x) && x.args[2] isa Symbol && return string(x.args[2])
    if x.head === :(::) && is_tilde(x.args[1])
        type = x.args[2]
        type isa Expr && throw(NoEgglog("the type `$type`"))
        push!(w.types, string(type))
        push!(w.guards, string("(Is_", type, ' ', x.args[1].args[2], ')'))
        return string(x.args[1].args[2])
    end
    x.head === :... && throw(NoEgglog("a variable for several arguments"))
    x.head === :for && throw(NoEgglog("a loop"))
    x.head === :call && x.args[1] isa Symbol || throw(NoEgglog("`$x`"))
    name = egglog_name(x.args[1])
    arguments = [egglog_term(a, w) for a in x.args[2:end]]
    # A constructor has one number of arguments.
    known = get!(w.constructors, name, length(arguments))
    known == length(arguments) || (name = string(name, '_', length(arguments)); w.constructors[name] = length(arguments))
    return string('(', name, (string(' ', a) for a in arguments)..., ')')
end
