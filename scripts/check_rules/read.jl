# Reading rules: the sides of each rule as plain expressions, what its variables admit, and how far its law holds.
#
#   # x - y = x + (-y). (exact; sign of zero aside)
#   ~x::Float64 - ~y::Float64 == ~x + -(~y)
#
# gives two directed rules over the variables x and y with the sides `x - y` and `x + -y`.

"What a variable admits: values under a type, a literal, a function, a broadcast, or anything."
struct Variable
    name::Symbol
    type::Any               # an expression; `nothing` without one
    splat::Bool
    role::Symbol            # :value, :literal, :function, :lazy, :array, :factor, :index or :collection, by its place on the left side
    literal::Any
end

"How far a law holds. The words of a comment that mean it are in `QUALIFIERS`."
struct Grade
    rounding::Bool          # up to rounding; else exact
    zeros::Bool             # a zero may have another sign
    finite::Bool            # only where everything stays finite
    type::Bool              # the result may have another type
    errors::Bool            # an error of the left side may go, or become another one
    alias::Bool             # the result may share memory with an argument
end

const QUALIFIERS = ["sign of zero aside", "finite values", "another type", "errors aside", "may alias"]
const GRADE = r"\((exact|up to rounding)((?:;[^;)]*)*)\)"

"The grade that a comment states; `nothing` if it states none; text, if it says what has no meaning."
function grade_of(text)
    found = match(GRADE, text)
    found === nothing && return nothing
    words = [strip(w) for w in split(found.captures[2], ';') if !isempty(strip(w))]
    for word in words
        word in QUALIFIERS || return "`$word` is no qualifier; there are: $(join(QUALIFIERS, ", "))"
    end
    return Grade(found.captures[1] == "up to rounding", (q in words for q in QUALIFIERS)...)
end

"A directed rule: wherever `left` is computed, `right` may be."
struct Rule
    left::Any
    right::Any
    guards::Vector{Any}
    variables::Vector{Variable}
    line::Int
    backward::Bool          # the second direction of a rule with `==`
end

"Position of the leftmost part of an expression, as it is written."
leftmost(e::Expr) = e.head === :call && e.args[1] isa Symbol && Base.isoperator(e.args[1]) && length(e.args) > 2 ? 2 : 1

"Types and splats of variables, in the order in which they are found."
struct Found
    names::Vector{Symbol}
    types::Dict{Symbol,Any}
    splats::Set{Symbol}
end
Found() = Found(Symbol[], Dict{Symbol,Any}(), Set{Symbol}())

"The expression without `~` and annotations; what they say goes into `found`."
function variables!(found, e)
    e isa Expr || return e
    if e.head === :call && e.args[1] === :~ && length(e.args) == 2
        return mark!(found, e.args[2])
    elseif e.head === :... && length(e.args) == 1
        inner = variables!(found, e.args[1])
        inner isa Symbol && inner in found.names && push!(found.splats, inner)
        return Expr(:..., inner)
    elseif e.head === :(::) && length(e.args) == 2
        inner = variables!(found, e.args[1])
        inner isa Symbol && inner in found.names && (found.types[inner] = e.args[2])
        return inner
    end
    return Expr(e.head, [variables!(found, a) for a in e.args]...)
end

"As `variables!`, for what stands behind a `~`: its leftmost name is the variable."
function mark!(found, e)
    if e isa Symbol
        e in found.names || push!(found.names, e)
        return e
    end
    e isa Expr || error("`~` must stand before a name: $e")
    at = leftmost(e)
    args = Any[i == at ? mark!(found, a) : variables!(found, a) for (i, a) in enumerate(e.args)]
    if e.head === :(::)
        found.types[args[1]] = e.args[2]
        return args[1]
    end
    return Expr(e.head, args...)
end

without_lines(e) = e isa Expr ? Expr(e.head, [without_lines(a) for a in e.args if !(a isa LineNumberNode)]...) : e

"""
The left side with a variable in place of each literal: a rule must hold for every constant that a literal may be read as.
Exponents stay (`x^2` is a call of its own), and so does what is multiplied by a constant with a name (`2π`).
"""
function literals!(literals, e)
    e isa Expr || return e
    e.head === :call || return Expr(e.head, [literals!(literals, a) for a in e.args]...)
    e.args[1] === :^ && return Expr(:call, :^, literals!(literals, e.args[2]), e.args[3])
    e.args[1] === :* && e.args[end] === :π && return e
    args = map(e.args) do a
        a isa Number || return literals!(literals, a)
        name = Symbol("literal", length(literals) + 1)
        push!(literals, Variable(name, nothing, false, :literal, a))
        name
    end
    return Expr(:call, args...)
end

called(e) = e isa Expr && e.head === :call ? (e.args[1] isa Expr ? e.args[1].args[end].value : e.args[1]) : nothing

"What the places of a variable on the left side say about it."
function role(name, e)
    e isa Expr || return :value
    f = called(e)
    if e.head === :call
        f === name && return :function
        f === :broadcasted && e.args[2] === name && return :function
        f === :materialize && e.args[2] === name && return :lazy
        f === :materialize! && e.args[2] === name && return :array
        f === :* && Expr(:..., name) in e.args && return :factor
    end
    e.head === :ref && name in e.args[2:end] && return :index
    e.head === :for && e.args[1].args[2] === name && return :collection
    for a in e.args
        found = role(name, a)
        found === :value || return found
    end
    return :value
end

"Whether a side is a loop."
is_loop(e) = e isa Expr && e.head === :for

"The directed rule from one side to another."
function directed(left, right, guards, found, line, backward)
    literals = Variable[]
    is_loop(left) || (left = literals!(literals, left))
    # The element of a loop is the loop's.
    names = is_loop(left) ? filter(n -> n !== left.args[1].args[1], found.names) : found.names
    variables = [Variable(n, get(found.types, n, nothing), n in found.splats, role(n, left), nothing) for n in names]
    return Rule(left, right, guards, [variables; literals], line, backward)
end

"The rules in a block, with the guards around them and the lines they begin on."
function rules_in!(rules, block, guards, line)
    for statement in block.args
        if statement isa LineNumberNode
            line = statement.line
            continue
        end
        statement isa Expr || continue
        if statement.head === :if
            rules_in!(rules, statement.args[2], [guards; without_lines(statement.args[1])], line)
            continue
        end
        if statement.head === :macrocall
            statement.args[1] === Symbol("@relaxed") || continue
            statement = statement.args[end]
        end
        both = statement.head === :call && statement.args[1] === :(==)
        sides = if statement.head === Symbol("-->")
            statement.args
        elseif both || statement.head === :call && statement.args[1] === :(=>)
            statement.args[2:3]
        else
            error("line $line: not a rule: $statement")
        end
        found = Found()
        left = variables!(found, without_lines(sides[1]))
        right = variables!(found, without_lines(sides[2]))
        plain = [variables!(Found(), g) for g in guards]
        push!(rules, directed(left, right, plain, found, line, false))
        both && push!(rules, directed(right, left, plain, found, line, true))
    end
    return rules
end

"All expressions of a file, and what to take from their line numbers."
function expressions(text)
    isdefined(Meta, :parseall) && return Meta.parseall(text).args, 0
    return Meta.parse("begin\n" * text * "\nend").args, 1
end

"The grade in the nearest comment above a line that has one; text, if there is none."
function grade_above(lines, line)
    for at in line-1:-1:1
        text = strip(lines[at])
        startswith(text, "@rules") && break
        startswith(text, "#") || continue
        grade = grade_of(text)
        grade === nothing || return grade
    end
    return "no comment says how far the law holds"
end
