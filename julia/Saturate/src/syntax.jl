# The syntax that the source had: `for`, `x[i]`, `x.f`, `(a, b)`, `f.(x)`, in place of the calls that Julia makes of it.
#
#     v = iterate(c)
#     if v !== nothing
#         while true                                   for x in c
#             x = getfield(v, 1)            becomes        y[i] = x .+ 1
#             setindex!(y, materialize(broadcasted(+, x, 1)), i)
#             …                                        end
#
# Only calls of Julia's own functions are written so, and only where Julia makes the same call of the syntax: what is shown can be loaded, and does what the callable does.

"What a constant in code is: itself, or what its name stands for."
function resolved(@nospecialize(x))
    x isa QuoteNode && return x.value
    x isa GlobalRef || return x
    return isdefined(x.mod, x.name) && isconst(x.mod, x.name) ? getfield(x.mod, x.name) : x
end

"The function that a call names: what it is, not what it is called."
function called(@nospecialize(x))
    x isa Expr && x.head === :call || return nothing
    f = resolved(x.args[1])
    return f isa Function ? f : nothing
end

# Loops over collections.

"Whether `x` is `v === nothing`; the variable."
function tests_for_nothing(@nospecialize(x))
    called(x) === (===) && length(x.args) == 3 && x.args[2] isa Symbol || return nothing
    return resolved(x.args[3]) === nothing ? x.args[2] : nothing
end

"The arms of `if v === nothing`, whichever way it is asked: what happens at the end, and before an element."
function arms_of_end(@nospecialize(x), v::Symbol)
    x isa Expr && x.head === :if || return nothing
    block(n) = length(x.args) >= n ? Any[x.args[n].args...] : Any[]
    tests_for_nothing(x.args[1]) === v && return block(2), block(3)
    called(x.args[1]) === (!) && tests_for_nothing(x.args[1].args[2]) === v && return block(3), block(2)
    return nothing
end

"How often each variable occurs in an expression."
function occurrences!(counts::Dict{Symbol,Int}, @nospecialize(x))
    x isa Symbol && (counts[x] = get(counts, x, 0) + 1)
    x isa Expr && !(x.head in (:quote, :inert)) && foreach(a -> occurrences!(counts, a), x.args)
    return counts
end
occurrences(@nospecialize(x)) = occurrences!(Dict{Symbol,Int}(), x)

"Whether a loop body goes on with the loop from its middle; loops inside it have their own `continue`."
has_continue(@nospecialize(x)) = x isa Expr && (x.head === :continue || (!(x.head in (:while, :for)) && any(has_continue, x.args)))

"Statements in which loops over collections are `for`; `all` counts the variables of the whole function."
function with_for(statements::Vector{Any}, all::Dict{Symbol,Int})
    out, at = Any[], 1
    while at <= length(statements)
        x = statements[at]
        made = at < length(statements) ? for_loop(x, statements[at + 1], all) : nothing
        first_one = made === nothing ? known_first(out, x, all) : nothing
        if first_one !== nothing
            made = for_loop(first_one[2], first_one[3], all)
            made === nothing || deleteat!(out, first_one[1])
            # The loop is one statement, without the question before it.
            at -= made === nothing ? 0 : 1
        end
        if made !== nothing
            inline_collection!(out, made, all)
            append!(out, Any[with_for_inside(y, all) for y in made])
            at += 2
            continue
        end
        push!(out, with_for_inside(x, all))
        at += 1
    end
    return out
end

"""
Of a loop over a constant collection, inference may know the first answer of `iterate`: `v = (1, 1); while true … v = iterate(1:10, …) … end`. Where the statement is such a loop: which of those before it
sets the answer, and the question and the branch that they stand for.
"""
function known_first(before::Vector{Any}, @nospecialize(x), all::Dict{Symbol,Int})
    x isa Expr && x.head === :while && x.args[1] === true || return nothing
    asks = findlast(y -> is_assignment(y) && called(y.args[2]) === iterate && length(y.args[2].args) == 3, x.args[2].args)
    asks === nothing && return nothing
    v, (_, collection, _) = x.args[2].args[asks].args[1], x.args[2].args[asks].args[2].args
    c = resolved(collection)
    # Collections of Julia's own, whose `iterate` does nothing else.
    c isa Union{UnitRange{Int},StepRange{Int,Int},StepRangeLen{Float64},LinRange{Float64},Tuple} || return nothing
    at = findlast(y -> !(is_assignment(y) && y.args[1] !== v && !occurs(y.args[2], v)), before)
    at !== nothing && is_assignment(before[at]) && before[at].args[1] === v && resolved(before[at].args[2]) === iterate(c) || return nothing
    # What is assigned in between is not what the loop starts with.
    get(occurrences(Expr(:block, before[at], x)), v, 0) == get(all, v, 0) || return nothing
    test = Expr(:call, GlobalRef(Core, :(===)), v, nothing)
    return at, Expr(:(=), v, Expr(:call, GlobalRef(Base, :iterate), collection)), Expr(:if, Expr(:call, GlobalRef(Base, :!), test), Expr(:block, x))
end

function with_for_inside(@nospecialize(x), all::Dict{Symbol,Int})
    x isa Expr || return x
    x.head === :block && return Expr(:block, with_for(x.args, all)...)
    x.head in (:if, :while, :for, :try) && return Expr(x.head, Any[with_for_inside(a, all) for a in x.args]...)
    return x
end

"The statements of `for x in c … end`, if these two are what it stands for, or `nothing`."
function for_loop(@nospecialize(asked), @nospecialize(branch), all::Dict{Symbol,Int})
    is_assignment(asked) && called(asked.args[2]) === iterate && length(asked.args[2].args) == 2 || return nothing
    v, collection = asked.args[1], asked.args[2].args[2]
    arms = arms_of_end(branch, v)
    arms === nothing && return nothing
    none, some = arms
    !isempty(some) && some[end] isa Expr && some[end].head === :while && some[end].args[1] === true || return nothing
    body, first_moves = Any[some[end].args[2].args...], some[1:end-1]
    # The question for the next element, and what is done with the answer, end the body.
    asks = findlast(x -> is_assignment(x) && x.args[1] === v, body)
    asks === nothing && return nothing
    ask, rest = body[asks].args[2], body[asks+1:end]
    called(ask) === iterate && length(ask.args) == 3 && ask.args[2] == collection || return nothing
    state = ask.args[3]
    isempty(rest) && return nothing
    ends = ends_of(rest[1], v)
    ends === nothing && return nothing
    last_moves = vcat(ends[2], rest[2:end])
    behind = ends[1][1:end-1]
    all_assign(xs) = Base.all(x -> is_assignment(x) && !(x.args[2] isa Expr), xs)
    all_assign(first_moves) && all_assign(none) && all_assign(last_moves) && all_assign(behind) || return nothing
    inside = body[1:asks-1]
    has_continue(Expr(:block, inside...)) && return nothing
    # Nobody else looks at what `iterate` returned: it is taken apart once.
    element, inside = take_element(inside, v, state)
    element === nothing && return nothing
    counts = occurrences(Expr(:block, inside...))
    haskey(counts, v) && return nothing
    whole = occurrences(Expr(:block, asked, branch))
    # The loop's own variable is not seen outside of it.
    get(whole, element, 0) == get(all, element, 0) || return nothing
    moves = map(((first_moves, none), (last_moves, behind))) do (into, out)
        # What only one of the two ways gets must not be needed on the other.
        for x in into
            x in out || get(whole, x.args[1], 0) == get(all, x.args[1], 0) || return nothing
        end
        more = Any[x for x in out if !(x in into)]
        any(x -> reads(inside, x.args[1]) || any(y -> y.args[1] === x.args[1] || y.args[2] === x.args[1], into), more) && return nothing
        vcat(more, into)
    end
    any(isnothing, moves) && return nothing
    any(y -> occurs(collection, y.args[1]), moves[1]) && return nothing
    return Any[moves[1]..., Expr(:for, Expr(:(=), element, collection), Expr(:block, inside..., moves[2]...))]
end

"A collection that is made right before its loop, for the loop alone, is written in it."
function inline_collection!(out::Vector{Any}, made::Vector{Any}, all::Dict{Symbol,Int})
    isempty(out) && return
    before, element, collection = out[end], made[end].args[1].args...
    is_own = is_assignment(before) && before.args[1] === collection && get(all, collection, 0) == 3
    is_own && !any(x -> occurs(before.args[2], x.args[1]), made[1:end-1]) || return
    pop!(out)
    made[end] = Expr(:for, Expr(:(=), element, before.args[2]), made[end].args[2])
    return
end

occurs(@nospecialize(x), v::Symbol) = haskey(occurrences(x), v)

"What is done at the end of a loop, and before the next element: the arms of a question, of which the first leaves the loop."
function ends_of(@nospecialize(x), v::Symbol)
    if x isa Expr && x.head in (:&&, :||) && x.args[2] == Expr(:break)
        is_end = x.head === :&& ? tests_for_nothing(x.args[1]) : called(x.args[1]) === (!) ? tests_for_nothing(x.args[1].args[2]) : nothing
        return is_end === v ? (Any[Expr(:break)], Any[]) : nothing
    end
    arms = arms_of_end(x, v)
    arms !== nothing && !isempty(arms[1]) && arms[1][end] == Expr(:break) || return nothing
    return arms
end

"Whether statements read a variable."
function reads(statements::Vector{Any}, v::Symbol)
    found = false
    foreach(x -> each_read(y -> y === v && (found = true), x), statements)
    return found
end

"The variable of an element, and the statements without those that take the pair apart; `nothing` where something else looks at the pair."
function take_element(statements::Vector{Any}, v::Symbol, @nospecialize(state))
    is_field(x, n) = called(x) === getfield && length(x.args) == 3 && x.args[2] === v && x.args[3] === n
    is_field(state, 2) || state isa Symbol || return nothing, statements
    kept, element = Any[], nothing
    for x in statements
        if is_assignment(x) && is_field(x.args[2], 1) && element === nothing
            element = x.args[1]
        elseif is_assignment(x) && x.args[1] === state && is_field(x.args[2], 2)
            state = nothing
        elseif !is_field(x, 1)
            push!(kept, x)
        end
    end
    state isa Symbol && return nothing, statements
    return element === nothing ? :_ : element, kept
end

"`catch err`, where a handler begins by naming the exception, and nobody outside of it knows the name."
function with_catch(@nospecialize(x), all::Dict{Symbol,Int})
    x isa Expr && x.head in (:block, :if, :while, :try) || return x
    x = Expr(x.head, Any[with_catch(a, all) for a in x.args]...)
    x.head === :try || return x
    caught = x.args[3].args
    is_named = !isempty(caught) && is_assignment(caught[1]) && caught[1].args[2] == Expr(:the_exception)
    name = is_named ? caught[1].args[1] : false
    is_named && get(occurrences(x.args[3]), name, 0) == get(all, name, 0) || return x
    return Expr(:try, x.args[1], name, Expr(:block, caught[2:end]...))
end

# Calls.

"Functions that are written as operators stand between their arguments when they are symbols; dots go before them."
is_operator(name::Symbol) = Base.isoperator(name) && !(name in (:!, :(=), :~, :(->)))

"`x.f` of a field's name."
function field_name(@nospecialize(x))
    name = x isa QuoteNode ? x.value : nothing
    return name isa Symbol && Base.isidentifier(name) ? QuoteNode(name) : nothing
end

"Whether a name of Base means the same in the module that code is shown for."
means_the_same(home::Module, name::Symbol) = isdefined(Base, name) && isdefined(home, name) && getfield(home, name) === getfield(Base, name)

"""
A call as the syntax that stands for it in a module. Arguments are written already.
"""
function with_syntax(x::Expr, home::Module)
    f, args = called(x), x.args[2:end]
    n = length(args)
    f === getindex && n >= 1 && return Expr(:ref, args...)
    f === tuple && return Expr(:tuple, args...)
    f === Base.vect && n >= 1 && return Expr(:vect, args...)
    if f === getproperty && n == 2
        name = field_name(args[2])
        name === nothing || return Expr(:., args[1], name)
    end
    f === Base.materialize && n == 1 && (dots = with_dots(args[1], home)) !== nothing && return dots
    power = literal_power(x)
    power !== nothing && means_the_same(home, :^) && return Expr(:call, :^, power...)
    return x
end

"A statement as the assignment that stands for it: its value is nobody's."
function assignment_syntax(@nospecialize(x), home::Module)
    f = called(x)
    # An assignment evaluates what is assigned in another order than a call.
    (f === nothing || count(a -> a isa Expr, x.args) > 1) && return x
    args = x.args[2:end]
    f === setindex! && length(args) >= 2 && return Expr(:(=), Expr(:ref, args[1], args[3:end]...), args[2])
    if f === setproperty! && length(args) == 3
        name = field_name(args[2])
        name === nothing || return Expr(:(=), Expr(:., args[1], name), args[3])
    end
    if f === Base.materialize! && length(args) == 2
        dots = with_dots(args[2], home)
        dots === nothing || return Expr(:.=, args[1], dots)
    end
    return x
end

"Whether a call never comes back, and inference knows it."
never_returns(@nospecialize(x)) = called(x) in (throw, rethrow, error)

"Whether `x` is what the writer puts where control does not come."
is_unreachable(@nospecialize(x)) = called(x) === throw && length(x.args) == 2 && x.args[2] == QuoteNode(:unreachable)

"Base and exponent of `x^2`: with a literal exponent, that is a call of its own."
function literal_power(@nospecialize(x))
    called(x) === Base.literal_pow && length(x.args) == 4 || return nothing
    return power_of(x.args[2:4])
end

function power_of(args)
    operator, base, exponent = args
    n = resolved(operator) === (^) ? val_number(exponent) : nothing
    return n === nothing ? nothing : (base, n)
end

"The number in `Val{n}()`, as a constant or as the calls that make it."
function val_number(@nospecialize(x))
    x = resolved(x)
    x isa Val && return (n = typeof(x).parameters[1]; n isa Int ? n : nothing)
    x isa Expr && x.head === :call && length(x.args) == 1 || return nothing
    made = x.args[1]
    called(made) === Core.apply_type && length(made.args) == 3 && resolved(made.args[2]) === Val || return nothing
    return made.args[3] isa Int ? made.args[3] : nothing
end

"A broadcast that is not yet materialised, with dots; `nothing` where it is none, or has no such form."
function with_dots(@nospecialize(x), home::Module)
    called(x) === Base.broadcasted && length(x.args) >= 3 || return nothing
    f = x.args[2]
    # What is materialised by itself must not become part of this one.
    operands = Any[(dots = with_dots(a, home)) === nothing ? (is_dotted(a) ? Expr(:call, GlobalRef(Base, :identity), a) : a) : dots for a in x.args[3:end]]
    if resolved(f) === Base.literal_pow && length(operands) == 3
        power = power_of(operands)
        return power === nothing || !means_the_same(home, :^) ? nothing : Expr(:call, Symbol(".^"), power...)
    end
    f isa Function && (f = something(named_function_ref(f), f))
    f isa GlobalRef || f isa Symbol || return nothing
    name = f isa GlobalRef ? f.name : f
    if Base.isoperator(name)
        # An operator of a module, or one with other than two operands, has no dotted form.
        is_base = f isa GlobalRef && means_the_same(f.mod, name) && means_the_same(home, name)
        return is_base && is_operator(name) && length(operands) == 2 ? Expr(:call, Symbol('.', name), operands...) : nothing
    end
    return Expr(:., f, Expr(:tuple, operands...))
end

"Whether an expression is written with dots, which would fuse with dots around it."
is_dotted(@nospecialize(x)) = x isa Expr && ((x.head === :call && x.args[1] isa Symbol && startswith(string(x.args[1]), '.')) ||
                                            (x.head === :. && length(x.args) == 2 && x.args[2] isa Expr && x.args[2].head === :tuple) || x.head === :.=)
