# Rule sets: values that remember where they were written.
#
#     @rules trig begin
#         sin(~x::Number)^2 + cos(~x)^2 --> 1
#     end
#
# The text of the block goes to the library, which reads it over this session: names, types, guards and dynamic right sides
# are those of the module that the block stands in, and both sides are lowered by Julia itself (`answer_lower`). Where
# the block comes from a file, the text is the file's, so that rules print as they were written and errors have their line
# and column; otherwise (the REPL, `eval`) it is printed from the expression that the macro got.

"One `@rules` block."
struct RulePart
    name::Symbol
    home::Module
    file::String
    line::Int
    column::Int
    text::String        # from `@rules` to `end`
    values::Tuple       # what stood behind `$`, when the rules were defined
end

RulePart(name, home, file, line, column, text) = RulePart(name, home, file, line, column, text, ())

"""
    RuleSet

Rewrite rules, as [`@rules`](@ref) makes them. Sets compose with `∪` and print as they were written.

```jldoctest
julia> @rules halves begin
           ~x::Float64 / 2 --> ~x * 0.5
       end
@rules halves begin
    ~x::Float64 / 2 --> ~x * 0.5
end

julia> isempty(halves ∪ RuleSet())
false
```
"""
struct RuleSet
    parts::Vector{RulePart}
end

RuleSet() = RuleSet(RulePart[])

Base.union(a::RuleSet, b::RuleSet) = RuleSet(unique(vcat(a.parts, b.parts)))
Base.union(a::RuleSet, b) = throw(ArgumentError("`∪` joins sets of rules (see `@rules`); this is none: $(repr(b))"))
Base.:(==)(a::RuleSet, b::RuleSet) = a.parts == b.parts
Base.hash(rules::RuleSet, h::UInt) = hash(rules.parts, hash(:RuleSet, h))
Base.isempty(rules::RuleSet) = isempty(rules.parts)

function Base.show(io::IO, rules::RuleSet)
    isempty(rules) && return print(io, "RuleSet()")
    join(io, (part.text for part in rules.parts), "\n\n")
end

"Rules that cannot be read: each line names the place and what is wrong."
struct RuleError <: Exception
    message::String
end

Base.showerror(io::IO, e::RuleError) = print(io, "RuleError: ", e.message)

"""
    @rules name begin … end

Defines a set of rewrite rules, a value that is assigned to `name`. Errors in a rule are thrown here, with their place. `@rules begin … end` is a set without a name.

A rule says that wherever its left side is computed, its right side may be computed instead. Both are kept, and the cheapest program that follows from all rules is
chosen: rules do not fight each other, and their order does not matter. That both sides are equal is your promise; types, effects and memory are checked.

| a line | means |
|---|---|
| `lhs --> rhs`, `lhs → rhs` | `rhs` may take the place of `lhs` |
| `lhs == rhs` | both ways |
| `for ~i in ~r … end --> rhs` | `rhs` may be run in place of the loop, whose body is one statement; of `~s = …`, `rhs` is the last value of `~s` |
| `lhs => expr`, `lhs ⇒ expr` | `expr` is computed while optimising, with the values of `~x::Comptime{T}`; `nothing` is no rewrite |
| `@relaxed rule` | the calls of `lhs` may be dropped although they have effects |
| `if cond … end` | rules under a condition, which must be certainly true |
| `@arg(f, 2) => W`, `f.arg[2] ⇒ W` | a known argument: the constant `W`, or `\$W`, what the variable `W` holds here and now |
| `@cost f 10`, `@cost f(::Matrix) 100` | what a call costs, 1 without any; the last line that covers a call counts |
| `@opaque f`, `@transparent f` | calls of `f` are never looked into; the body of `f` always stands in place of a call |
| `@generic f`, `@generic f(::T)` | the methods of your function `f` mean the same: it may be given equal values of other types |
| `@cost f(A::Matrix) 2 * length(A)`, `@shape f(A) (size(A, 2), 1)` | what it costs by size; the sizes of its result |
| `@effects f reads alloc` | what a call may do, where that cannot be seen: `pure`, `reads`, `alloc`, `writes`, `throws`, `inconsistent`, `other`, … |

| in a pattern | matches |
|---|---|
| `~x`, `~x::T` | any value; one whose inferred type is under `T`. The same variable twice matches equal values |
| `~xs...` | any number of arguments |
| `~x::Comptime{T}` | a value that is known while optimising |
| `0.0`, `π` | a literal, or a constant by its name: what is egal to it (`===`), and nothing else |
| `(~x)^2`, `(~A)'`, `~f.(~x)`, `~a[1]`, `~x.field` | what the same text is in a program |

| in a condition | is true if |
|---|---|
| `~x > 0`, `iszero(~x)`, … | it is, for values that are known while optimising |
| `f(~x) isa T` | inference proves it |
| `one_use(call)` | no other use of the value can run in the same run |
| `spans(~x, ~ys...)` | none of the others has more dimensions than `~x` |

Names, types and functions mean what they mean in the module that the block stands in. [`explain`](@ref) shows what rules did and which matches were refused, and why.

```jldoctest
julia> @rules halving begin
           ~x::Float64 / 2.0 --> ~x * 0.5
           @cost (/) 10
       end;

julia> f(x) = (x + 1.0) / 2.0;

julia> code_saturated(f, (Float64,), halving)
function f_saturated(self, x)
    return (x + 1.0) * 0.5
end # Float64
```
"""
macro rules(name, body)
    name isa Symbol || throw(ArgumentError("`@rules` takes a name and a block, not `$name`"))
    return :($(esc(name)) = $(defined_rules(rule_part(name, body, __module__, __source__), body)))
end

"`@rules begin … end` is a set without a name."
macro rules(body)
    return defined_rules(rule_part(:rules, body, __module__, __source__), body)
end

macro rules(args...)
    throw(ArgumentError("write `@rules name begin … end`, or `@rules begin … end` for a set without a name"))
end

"The code that defines a set: values behind `\$` are computed where it stands."
function defined_rules(part::RulePart, @nospecialize(body))
    return :(define_rules($part, $(Expr(:tuple, map(esc, interpolated_values(body))...))))
end

"The expressions behind `\$` in the known arguments of a block, in the order of the text."
function interpolated_values(@nospecialize(x), found=Any[])
    x isa Expr || return found
    if is_known_argument(x)
        value = x.args[3]
        value isa Expr && value.head === :$ && push!(found, value.args[1])
    elseif x.head in (:block, :if, :macrocall)
        foreach(a -> interpolated_values(a, found), x.args)
    end
    return found
end

"`@arg(f, 2) => value` or `f.arg[2] ⇒ value`."
function is_known_argument(x::Expr)
    x.head === :call && length(x.args) == 3 && x.args[1] in (:(=>), :⇒) && x.args[2] isa Expr || return false
    left = x.args[2]
    left.head === :macrocall && return left.args[1] === Symbol("@arg")
    return left.head === :ref && length(left.args) == 2 && left.args[1] isa Expr && left.args[1].head === :. &&
           left.args[1].args[2] == QuoteNode(:arg)
end

function rule_part(name::Symbol, @nospecialize(body), home::Module, source::LineNumberNode)
    body isa Expr && body.head === :block || throw(ArgumentError("`@rules` takes a block, `begin` … `end`"))
    file = source.file === nothing ? "none" : string(source.file)
    found = text_in_file(file, source.line, body)
    found === nothing || return RulePart(name, home, file, found...)
    return RulePart(name, home, file, source.line, 1, printed_rules(name, body))
end

"Line, column and text of the block in its file; `nothing` if it is not there."
function text_in_file(file::String, line::Integer, body::Expr)
    isfile(file) || return nothing
    text = read(file, String)
    isvalid(text) || return nothing
    start = 1
    for _ in 2:line
        newline = findnext('\n', text, start)
        newline === nothing && return nothing
        start = newline + 1
    end
    found = findnext("@rules", text, start)
    while found !== nothing
        at = first(found)
        parsed = try
            Meta.parse(text, at; greedy=true, raise=false)
        catch
            nothing
        end
        if parsed !== nothing && parsed[1] isa Expr && parsed[1].head === :macrocall &&
           without_lines(parsed[1].args[end]) == without_lines(body)
            block = rstrip(text[at:prevind(text, parsed[2])])
            here = something(findprev('\n', text, at), 0)
            number = count(==('\n'), SubString(text, 1, at)) + 1
            return number, length(text, here + 1, at), String(block)
        end
        found = findnext("@rules", text, nextind(text, at))
    end
    return nothing
end

"An expression without line numbers; a macro call has `nothing` in their place."
function without_lines(@nospecialize(x))
    x isa LineNumberNode && return nothing
    x isa Expr || return x
    is_line(a) = a isa LineNumberNode || (a isa Expr && a.head === :line)
    x.head === :macrocall && return Expr(:macrocall, map(without_lines, x.args)...)
    return Expr(x.head, Any[without_lines(a) for a in x.args if !is_line(a)]...)
end

"The text of a block that is in no file."
function printed_rules(name::Symbol, body::Expr)
    lines = printed_lines(with_tildes(without_lines(body)).args, "    ")
    # Julia prints a variable with a type as `(~x)::T`.
    return string("@rules ", name, " begin\n", replace(lines, r"\(~(\w+)\)::" => s"~\1::"), "end")
end

printed_lines(lines, indent::String) = join(string(indent, printed_line(x, indent), '\n') for x in lines)

"One line of a block. Not every version of Julia prints `-->`, and a macro call among others would be printed without parentheses."
function printed_line(@nospecialize(x), indent::String)
    x isa Expr || return string(x)
    if x.head === :block
        return string("begin\n", printed_lines(x.args, indent * "    "), indent, "end")
    elseif x.head === :if && length(x.args) == 2
        return string("if ", x.args[1], '\n', printed_lines(x.args[2].args, indent * "    "), indent, "end")
    elseif x.head === :-->
        return string(x.args[1], " --> ", x.args[2])
    elseif x.head === :macrocall
        arguments = Any[a for a in x.args[2:end] if a !== nothing]
        print_argument = x.args[1] in (Symbol("@cost"), Symbol("@effects"), Symbol("@shape"), Symbol("@opaque"), Symbol("@transparent"), Symbol("@generic")) ? printed_signature : a -> printed_line(a, indent)
        return string(x.args[1], ' ', join((print_argument(a) for a in arguments), ' '))
    elseif is_known_argument(x) && x.args[2].head === :macrocall
        arguments = Any[printed_signature(a) for a in x.args[2].args[2:end] if a !== nothing]
        return string("@arg(", join(arguments, ", "), ") => ", printed_value(x.args[3]))
    elseif is_known_argument(x)
        function_name, number = x.args[2].args[1].args[1], x.args[2].args[2]
        return string(printed_signature(function_name), ".arg[", number, "] => ", printed_value(x.args[3]))
    end
    return string(x)
end

"The value of a known argument: which expression stood behind `\$` does not matter any more."
printed_value(@nospecialize(x)) = x isa Expr && x.head === :$ ? "\$value" : string(x)

"`f` or `f(::T, ::U)`. An operator is in parentheses, and never between its operands: `@cost + 10` would be `+10`."
function printed_signature(@nospecialize(x))
    x isa Symbol && Base.isoperator(x) && return string('(', x, ')')
    x isa Expr && x.head === :call || return string(x)
    return string(printed_signature(x.args[1]), '(', join(x.args[2:end], ", "), ')')
end

"""
Julia reads `~x^2` as `~(x^2)`; in a rule, `~` belongs to the name behind it. This moves each `~` there, so that what is
printed means what was written.
"""
function with_tildes(@nospecialize(x))
    x isa Expr || return x
    if x.head === :call && length(x.args) == 2 && x.args[1] === :~
        return tilde_first(with_tildes(x.args[2]))
    end
    return Expr(x.head, Any[with_tildes(a) for a in x.args]...)
end

"Puts a `~` before the first name of an expression."
function tilde_first(@nospecialize(x))
    x isa Symbol && return Expr(:call, :~, x)
    x isa Expr && !isempty(x.args) || return Expr(:call, :~, x)
    x.head === :call && x.args[1] === :~ && return x
    infix = x.head === :call && length(x.args) >= 3 && x.args[1] isa Symbol && Base.isoperator(x.args[1])
    args = copy(x.args)
    n = infix ? 2 : 1
    args[n] = tilde_first(args[n])
    return Expr(x.head, args...)
end

"The text of a block; one without a name gets one, so that there is one form to read."
with_name(part::RulePart) = replace(part.text, r"^@rules\s+begin\b" => string("@rules ", part.name, " begin"))

"A rule set as the library has read it: the tables and code that its numbers refer to."
mutable struct ReadRules
    address::Ptr{Cvoid}
    tables::Tables
    code::Vector{Any}
end

# Not saved with a precompiled module: addresses are those of this process.
const READ_RULES = Dict{RuleSet,ReadRules}()
const RULES_LOCK = ReentrantLock()

"The rules of a block, checked. Values are those of now, whatever is written into them later."
function define_rules(part::RulePart, values::Tuple=())
    isempty(values) || (part = RulePart(part.name, part.home, part.file, part.line, part.column, part.text, deepcopy(values)))
    rules = RuleSet([part])
    lock(RULES_LOCK) do
        # The names may mean something else by now.
        READ_RULES[rules] = read_now(rules)
    end
    return rules
end

"The rule set as the library has read it, read at the first use."
function read_rules(rules::RuleSet)
    return lock(RULES_LOCK) do
        get!(() -> read_now(rules), READ_RULES, rules)
    end
end

"Names mean what they mean now, also where whoever asks is older."
read_now(rules::RuleSet) = Base.invokelatest(read_parts, rules)::ReadRules

function read_parts(rules::RuleSet)
    tables = Tables()
    session = Session(tables, Main)
    read = ReadRules(C_NULL, tables, session.code)
    finalizer(r -> r.address == C_NULL || free_rules(r.address), read)
    fixed_types(tables)
    parts = isempty(rules) ? [RulePart(:none, Main, "none", 1, 1, "")] : rules.parts
    for part in parts
        session.home = part.home
        session.values = part.values
        # The library counts lines and columns itself: the text begins where it begins in the file.
        text = string('\n'^(part.line - 1), ' '^(part.column - 1), with_name(part))
        address = try
            read_rule_text(part.file, text, session, read.address)
        catch err
            err isa RequestError && err.status == Wire.Status.BAD_RULES || rethrow()
            throw(RuleError(err.message))
        end
        read.address == C_NULL || free_rules(read.address)
        read.address = address
    end
    return read
end
