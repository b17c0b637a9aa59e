# Checks every rule of `rules/` numerically: both sides are evaluated on generated inputs and compared.
#
#   julia --startup-file=no scripts/check-rules.jl [FILES...]
#
# The comment above a rule states its law and, in parentheses, how far it holds:
#
#   (exact…)              the results are `==`, with the same type where they are numbers
#   (up to rounding…)     they agree to a relative 1e-8 (1e-4 in single precision), or absolutely to 1e-10
#   (finite values…)      as exact, for inputs that are finite
#
# A rule without such a comment, one that fails, and one whose left side could not be evaluated on any input are reported;
# then the exit code is 1. Inputs are random with a fixed seed. What a call on the left side throws is no failure: a rule says
# nothing about such inputs. Guards that look at the program (`one_use`, `spans`, `known`) count as true, the others are evaluated.

using LinearAlgebra, Random
using Base.Broadcast: Broadcasted, broadcasted, materialize, materialize!

const TRIALS = 400          # inputs that are tried at most
const ENOUGH = 12           # inputs on which both sides were compared
const TAG = r"\((exact|up to rounding|finite values)[^)]*\)"

# -- Reading --------------------------------------------------------------------------------------------------------------------

struct Variable
    name::Symbol
    type::Any               # an expression, or `nothing`
    splat::Bool
end

struct Rule
    left::Any
    right::Any
    guards::Vector{Any}
    variables::Vector{Variable}
    line::Int
end

"Position of the leftmost part of an expression, as it is written."
leftmost(e::Expr) = e.head === :call && e.args[1] isa Symbol && Base.isoperator(e.args[1]) && length(e.args) > 2 ? 2 : 1

"The expression without `~` and annotations; what they say goes into `found`."
function variables!(found, e)
    e isa Expr || return e
    if e.head === :call && e.args[1] === :~ && length(e.args) == 2
        return mark!(found, e.args[2])
    elseif e.head === :... && length(e.args) == 1
        inner = variables!(found, e.args[1])
        inner isa Symbol && haskey(found, inner) && (found[inner] = (found[inner][1], true))
        return Expr(:..., inner)
    elseif e.head === :(::) && length(e.args) == 2
        inner = variables!(found, e.args[1])
        inner isa Symbol && haskey(found, inner) && (found[inner] = (e.args[2], found[inner][2]))
        return inner
    end
    return Expr(e.head, [variables!(found, a) for a in e.args]...)
end

"As `variables!`, for what stands behind a `~`: its leftmost name is the variable."
function mark!(found, e)
    if e isa Symbol
        get!(found, e, (nothing, false))
        return e
    end
    e isa Expr || error("`~` must stand before a name: $e")
    at = leftmost(e)
    args = Any[i == at ? mark!(found, a) : variables!(found, a) for (i, a) in enumerate(e.args)]
    if e.head === :(::)
        found[args[1]] = (e.args[2], found[args[1]][2])
        return args[1]
    end
    return Expr(e.head, args...)
end

without_lines(e) = e isa Expr ? Expr(e.head, [without_lines(a) for a in e.args if !(a isa LineNumberNode)]...) : e

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
        sides = if statement.head === Symbol("-->")
            statement.args
        elseif statement.head === :call && statement.args[1] in (:(=>), :(==))
            statement.args[2:3]
        else
            error("line $line: not a rule: $statement")
        end
        found = Dict{Symbol,Any}()
        order = Symbol[]
        left = variables!(found, without_lines(sides[1]))
        right = variables!(found, without_lines(sides[2]))
        plain = [variables!(Dict{Symbol,Any}(), g) for g in guards]
        names = sort!(collect(keys(found)))
        push!(rules, Rule(left, right, plain, [Variable(n, found[n]...) for n in names], line))
    end
    return rules
end

"All expressions of a file."
function expressions(text, path)
    block = Meta.parseall(text; filename=path)
    return block.args
end
if !isdefined(Meta, :parseall)
    @eval expressions(text, path) = Meta.parse("begin\n" * text * "\nend").args
end

# -- Inputs ---------------------------------------------------------------------------------------------------------------------

const SIZE = Ref(4)
vector(r) = randn(r, SIZE[])
matrix(r) = randn(r, SIZE[], SIZE[]) + 3I
decimal(r) = rand(r, (0.0, 1.0, 2.0, randn(r), 0.2 + 2rand(r), 3randn(r)))
integer(r) = rand(r, -6:6)
number(r) = rand(r, (decimal(r), integer(r), complex(randn(r), randn(r))))
"A function of any number of numbers."
anyway(xs...) = tanh(+(0.0, xs...))

const GENERATORS = Dict{Any,Function}(
    :Number => number, :Real => r -> rand(r, (decimal(r), integer(r))), :AbstractFloat => r -> rand(r, (decimal(r), Float32(decimal(r)))),
    :Float64 => decimal, :Float32 => r -> Float32(decimal(r)), :Int64 => integer, :Integer => r -> rand(r, 0:4), :Bool => r -> rand(r, Bool),
    :Val => r -> Val(rand(r, 0:4)), :Vector => vector, :AbstractVector => vector, :Matrix => matrix, :AbstractMatrix => matrix,
    :AbstractArray => r -> rand(r, (vector(r), matrix(r))), :Array => r -> rand(r, (vector(r), matrix(r))),
    :Symmetric => r -> Symmetric(matrix(r)), :Broadcasted => r -> broadcasted(exp, vector(r)),
)

"An input for a variable."
function input(v::Variable, r)
    v.splat && return ntuple(_ -> rand(r, (vector(r), decimal(r))), rand(r, 0:2))
    v.type === nothing || return of_type(v.type, r)
    v.name in (:f, :g, :σ) && return anyway
    v.name === :z && return zeros(SIZE[])
    return broadcasted(exp, vector(r))
end

function of_type(t, r)
    t isa Expr && t.head === :curly || return GENERATORS[t](r)
    t.args[1] === :Comptime && return of_type(t.args[2], r)
    t.args[1] === :Union && return of_type(rand(r, t.args[2:end]), r)
    return GENERATORS[t.args[1]](r)     # parameters are `Float64` or free: what the generators make
end

# -- Comparing ------------------------------------------------------------------------------------------------------------------

plain(x) = x
plain(x::Broadcasted) = materialize(x)
plain(x::AbstractArray) = collect(x)

function agree(a, b, tag)
    a, b = plain(a), plain(b)
    tag == "up to rounding" || return (a isa Number ? typeof(a) === typeof(b) : true) && (a == b || isequal(a, b))
    single = a isa Float32 || a isa AbstractArray{Float32}
    a isa Number && b isa Number && (real(typeof(a)) === real(typeof(b)) || return false)
    return isapprox(a, b; rtol=single ? 1e-4 : 1e-8, atol=single ? 1e-5 : 1e-10, nans=true)
end

finite(x) = true
finite(x::Number) = isfinite(x)
finite(x::AbstractArray{<:Number}) = all(isfinite, x)

"Compares the sides of a rule; `nothing`, or what is wrong."
function check(rule::Rule, tag, scope, r)
    names = [v.name for v in rule.variables]
    make(body) = Core.eval(scope, Expr(:->, Expr(:tuple, names...), body))
    left, right = make(rule.left), make(rule.right)
    guards = map(make, rule.guards)
    compared = 0
    for trial in 1:TRIALS
        inputs = [input(v, r) for v in rule.variables]
        holds = try
            all(g -> Base.invokelatest(g, inputs...) === true, guards)
        catch
            false
        end
        holds || continue
        mine, theirs = deepcopy(inputs), deepcopy(inputs)
        a = try
            Base.invokelatest(left, mine...)
        catch
            continue
        end
        tag == "finite values" && !finite(a) && continue
        b = try
            Base.invokelatest(right, theirs...)
        catch error
            return "the right side throws $(sprint(showerror, error)) for $(shown(names, inputs))"
        end
        same = agree(a, b, tag) && all(agree(x, y, tag) for (x, y) in zip(mine, theirs) if x isa AbstractArray)
        same || return "$(plain(a)) is not $(plain(b)) for $(shown(names, inputs))"
        compared += 1
        compared == ENOUGH && return nothing
    end
    return compared == 0 ? "no input was found on which the left side has a value" : nothing
end

shown(names, inputs) = join(["$n = $(x isa Broadcasted ? materialize(x) : x)" for (n, x) in zip(names, inputs)], ", ")

"The tag of the nearest comment above a line that has one."
function tag_above(lines, line)
    for at in line-1:-1:1
        text = strip(lines[at])
        startswith(text, "@rules") && return nothing
        found = match(TAG, text)
        startswith(text, "#") && found !== nothing && return found.captures[1]
    end
    return nothing
end

function check_file(path, r)
    text = read(path, String)
    lines = split(text, '\n')
    SIZE[] = occursin("2d", basename(path)) ? 2 : 4
    scope = Module(:Scope)
    Core.eval(scope, :(using LinearAlgebra; using Base.Broadcast: Broadcasted, broadcasted, materialize, materialize!))
    Core.eval(scope, :(one_use(_) = true; spans(_...) = true; known(_) = true))
    checked, failures = 0, String[]
    offset = isdefined(Meta, :parseall) ? 0 : 1
    for e in expressions(text, path)
        e isa Expr || continue
        if !(e.head === :macrocall && e.args[1] === Symbol("@rules"))
            Core.eval(scope, e)
            continue
        end
        for rule in rules_in!(Rule[], e.args[end], Any[], 0)
            line = rule.line - offset
            tag = tag_above(lines, line)
            problem = tag === nothing ? "no comment says how far the law holds" : check(rule, tag, scope, r)
            checked += 1
            problem === nothing || push!(failures, "$path:$line: $(strip(lines[line]))\n    $problem")
        end
    end
    return checked, failures
end

function main(paths)
    if isempty(paths)
        folder = joinpath(@__DIR__, "..", "rules")
        paths = [joinpath(folder, f) for f in sort(readdir(folder)) if endswith(f, ".jl")]
    end
    all_failures = String[]
    for path in paths
        checked, failures = check_file(path, MersenneTwister(1))
        println(rpad(basename(path), 20), lpad(checked, 4), " rules, ", length(failures), " failed")
        append!(all_failures, failures)
    end
    foreach(f -> println(stderr, f), all_failures)
    return isempty(all_failures) ? 0 : 1
end

exit(main(ARGS))
