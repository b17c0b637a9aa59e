# The names of a block: which variables it may read before it gives them a value, which it assigns, and in which part of it.
#
# The code of a block has no macro calls any more. It is read in the order in which it runs. `for`, `while`, `let`, `try`, functions and generators are parts with variables of
# their own: what is declared there is nobody else's; what is assigned there without a declaration is a variable of the block if the block reads it
# elsewhere, too, or before it has a value. Whether code is read as it runs is not always known; then a name counts as read, which costs little.

"A part of a block with variables of its own: the place of its code, what is declared in it, and what it assigns beside that."
struct Scope
    parent::Union{Scope,Nothing}
    holder::Expr
    place::Int
    declared::Set{Symbol}
    assigned::Vector{Symbol}
end

Scope(parent, holder::Expr, place::Int) = Scope(parent, holder, place, Set{Symbol}(), Symbol[])

"What is known of the names of a block, up to a place in it."
mutable struct Names
    scopes::Vector{Scope}
    scope::Scope
    outside::Vector{Symbol}                 # may be read, or asked for, before the block gives them a value
    reads::Vector{Tuple{Expr,Int}}          # where that is
    shared::Set{Symbol}                     # stay the variables that they are around the block
    functions::Set{Symbol}                  # get methods, which no argument can get
    static::Set{Symbol}                     # in the types of a foreign call, which no variables may stand in
    given::Union{Set{Symbol},Nothing}       # certainly have a value here; `nothing` where nothing runs
    indexed::Bool                           # whether `begin` and `end` are places in an array
end

"The names of a block, which is an argument of `holder`."
function Names(holder::Expr, place::Int)
    scope = Scope(nothing, holder, place)
    names = Names([scope], scope, Symbol[], Tuple{Expr,Int}[], Set{Symbol}(), Set{Symbol}(), Set{Symbol}(), Set{Symbol}(), false)
    visit!(names, holder, place)
    return names
end

"Names that code binds anywhere."
bound_names(@nospecialize(x)) = reduce(union, (union(scope.declared, scope.assigned) for scope in Names(Expr(:block, x), 1).scopes); init=Set{Symbol}())

# Where two ways meet, only what has a value on both has one.
meet(a, b) = a === nothing ? b : b === nothing ? a : intersect(a, b)
kept(given) = given === nothing ? nothing : copy(given)

# `_` can only be assigned.
is_blank(name::Symbol) = all(==('_'), string(name))

function is_declared(names::Names, name::Symbol)
    scope = names.scope
    while scope !== nothing
        name in scope.declared && return true
        scope = scope.parent
    end
    return false
end

"A variable is read here, or asked for."
function read!(names::Names, name::Symbol, holder::Expr, place::Int)
    (names.indexed && name in (:begin, :end) || is_blank(name) || is_declared(names, name)) && return
    names.given !== nothing && name in names.given && return
    name in names.outside || push!(names.outside, name)
    push!(names.reads, (holder, place))
    return
end

"A variable gets a value here."
function gain!(names::Names, name::Symbol)
    (is_blank(name) || is_declared(names, name)) && return
    name in names.scope.assigned || push!(names.scope.assigned, name)
    names.given === nothing || push!(names.given, name)
    return
end

"Reads a part with variables of its own. It may run later, or not at all: what it assigns has no certain value behind it."
function inside!(visit, names::Names, holder::Expr, place::Int)
    around, given = names.scope, names.given
    names.scope, names.given = Scope(around, holder, place), kept(given)
    push!(names.scopes, names.scope)
    visit()
    names.scope, names.given = around, given
    return
end

"Reads code that may not run."
function maybe!(visit, names::Names)
    given = kept(names.given)
    visit()
    names.given = given
    return
end

"Reads an argument of an expression."
function visit!(names::Names, holder::Expr, place::Int)
    x = holder.args[place]
    x isa Symbol && return read!(names, x, holder, place)
    return x isa Expr ? visit!(names, x) : nothing
end

function visit!(names::Names, x::Expr)
    x.head in SILENT && return
    visitor = get(VISITORS, x.head, nothing)
    visitor === nothing || return visitor(names, x)
    is_update(x) && return visit_update!(names, x)
    return visit_parts!(names, x)
end

visit_parts!(names::Names, x::Expr, from::Int=1) = foreach(n -> visit!(names, x, n), from:length(x.args))

# `x += 1`, not `x .+= 1`, which changes what `x` holds.
is_update(x::Expr) = length(x.args) == 2 && endswith(string(x.head), "=") && !startswith(string(x.head), ".")

function visit_update!(names::Names, x::Expr)
    visit_parts!(names, x)
    is_place(x.args[1]) || assign!(names, x.args[1])
    return
end

is_place(@nospecialize(x)) = x isa Expr && x.head in (:ref, :.)

function visit_assignment!(names::Names, x::Expr)
    target, value = x.args
    is_signature(target) && return visit_function!(names, x)
    # A function may call itself by the name that it gets.
    target isa Symbol && value isa Expr && value.head in (:->, :function) && gain!(names, target)
    visit!(names, x, 2)
    assign!(names, target)
    return
end

"The left side of an assignment."
assign!(names::Names, @nospecialize(x)) = nothing
assign!(names::Names, x::Symbol) = gain!(names, x)

function assign!(names::Names, x::Expr)
    is_place(x) && return visit!(names, x)
    if x.head in (:(::), :curly)
        visit_parts!(names, x, 2)
        return assign!(names, x.args[1])
    end
    return foreach(a -> assign!(names, a), x.args)
end

"Variables that are new in this part."
declare!(names::Names, @nospecialize(x)) = nothing
declare!(names::Names, x::Symbol) = (push!(names.scope.declared, x); nothing)

function declare!(names::Names, x::Expr)
    x.head === :(::) && length(x.args) == 2 && visit!(names, x, 2)
    if is_signature(x) || x.head in (:(::), :curly, :(=)) || is_update(x)
        return declare!(names, x.args[1])
    end
    return foreach(a -> declare!(names, a), x.args)
end

function visit_local!(names::Names, x::Expr)
    foreach(a -> declare!(names, a), x.args)
    foreach(a -> a isa Expr && a.head !== :(::) && visit!(names, a), x.args)
    return
end

function visit_global!(names::Names, x::Expr)
    foreach(a -> share!(names, a), x.args)
    foreach(a -> a isa Expr && visit!(names, a), x.args)
    return
end

share!(names::Names, @nospecialize(x)) = nothing
share!(names::Names, x::Symbol) = (push!(names.shared, x); nothing)

function share!(names::Names, x::Expr)
    x.head in (:tuple, :const) && return foreach(a -> share!(names, a), x.args)
    return share!(names, x.args[1])
end

"`f(x) = …`, `function …`, `x -> …`"
function visit_function!(names::Names, x::Expr)
    name = function_name(x.args[1])
    name === nothing || (push!(names.functions, name); gain!(names, name))
    length(x.args) == 2 || return
    inside!(names, x, 2) do
        parameter!(names, x.args[1])
        visit!(names, x, 2)
    end
end

"The name that a definition gives to its function; `nothing` where it gives none."
function function_name(@nospecialize(signature))
    is_signature(signature) || return nothing
    signature.head === :call || return function_name(signature.args[1])
    return signature.args[1] isa Symbol ? signature.args[1] : nothing
end

"A signature, or a part of it."
parameter!(names::Names, @nospecialize(x)) = nothing
parameter!(names::Names, x::Symbol) = declare!(names, x)

function parameter!(names::Names, x::Expr)
    if x.head === :where
        foreach(a -> type_variable!(names, a), x.args[2:end])
        parameter!(names, x.args[1])
    elseif x.head === :(::)
        visit!(names, x, length(x.args))
        length(x.args) == 2 && parameter!(names, x.args[1])
    elseif x.head in (:kw, :(=))
        visit!(names, x, 2)
        parameter!(names, x.args[1])
    elseif x.head === :meta
        parameter!(names, x.args[end])
    else
        callee = x.head === :call ? x.args[1] : nothing
        callee isa Expr && (is_place(callee) ? visit!(names, callee) : parameter!(names, callee))
        rest = x.args[(x.head === :call ? 2 : 1):end]
        # Keyword arguments stand first, and may be computed from the others.
        foreach(a -> parameter!(names, a), [filter(!is_parameters, rest); filter(is_parameters, rest)])
    end
    return
end

"A variable of `where`, with its bounds."
type_variable!(names::Names, @nospecialize(x)) = nothing
type_variable!(names::Names, x::Symbol) = declare!(names, x)

function type_variable!(names::Names, x::Expr)
    at = x.head === :comparison ? 3 : 1
    x.head in (:(<:), :(>:)) && length(x.args) == 2 || x.head === :comparison && length(x.args) == 5 ||
        return foreach(a -> type_variable!(names, a), x.args)
    foreach(n -> n == at || iseven(n) && x.head === :comparison || visit!(names, x, n), eachindex(x.args))
    return type_variable!(names, x.args[at])
end

"`Vector{T} where T`"
visit_where!(names::Names, x::Expr) = inside!(names, x, 1) do
    foreach(a -> type_variable!(names, a), x.args[2:end])
    visit!(names, x, 1)
end

function visit_for!(names::Names, x::Expr)
    loops = x.args[1].head === :block ? x.args[1].args : Any[x.args[1]]
    visit!(names, loops[1], 2)
    for loop in loops
        is_outer(loop.args[1]) || continue
        # A variable that exists: the loop may run no time at all, and leave it as it was.
        read!(names, loop.args[1].args[1], loop.args[1], 1)
        maybe!(() -> gain!(names, loop.args[1].args[1]), names)
    end
    inside!(names, x, 2) do
        for (n, loop) in enumerate(loops)
            n == 1 || visit!(names, loop, 2)
            is_outer(loop.args[1]) ? gain!(names, loop.args[1].args[1]) : declare!(names, loop.args[1])
        end
        visit!(names, x, 2)
    end
end

is_outer(@nospecialize(x)) = x isa Expr && x.head === :outer

function visit_while!(names::Names, x::Expr)
    visit!(names, x, 1)
    inside!(() -> visit!(names, x, 2), names, x, 2)
end

visit_let!(names::Names, x::Expr) = inside!(names, x, 2) do
    bindings = x.args[1] isa Expr && x.args[1].head === :block ? x.args[1].args : Any[x.args[1]]
    foreach(b -> binding!(names, b), bindings)
    visit!(names, x, 2)
end

"What `let` binds: the values are computed before the variables are there."
function binding!(names::Names, @nospecialize(x))
    x isa Expr && x.head === :(=) || return declare!(names, x)
    is_signature(x.args[1]) || visit!(names, x, 2)
    declare!(names, is_signature(x.args[1]) ? function_name(x.args[1]) : x.args[1])
    is_signature(x.args[1]) && visit_function!(names, x)
    return
end

"`f(x) for x in xs if p(x)`"
function visit_generator!(names::Names, x::Expr)
    parts = x.args[2:end]
    conditions = Any[]
    while !isempty(parts) && parts[1] isa Expr && parts[1].head === :filter
        push!(conditions, parts[1])
        parts = parts[1].args[2:end]
    end
    foreach(p -> visit!(names, p, 2), parts)
    inside!(names, x, 1) do
        foreach(p -> declare!(names, p.args[1]), parts)
        foreach(c -> visit!(names, c, 1), conditions)
        visit!(names, x, 1)
    end
end

function visit_try!(names::Names, x::Expr)
    for n in eachindex(x.args)
        n == 2 && continue
        inside!(names, x, n) do
            n == 3 && x.args[2] isa Symbol && declare!(names, x.args[2])
            visit!(names, x, n)
        end
    end
end

function visit_if!(names::Names, x::Expr)
    visit!(names, x, 1)
    before = names.given
    ways = map(2:3) do n
        names.given = kept(before)
        n <= length(x.args) && visit!(names, x, n)
        names.given
    end
    names.given = meet(ways...)
    return
end

function visit_some!(names::Names, x::Expr)
    visit!(names, x, 1)
    return maybe!(() -> visit_parts!(names, x, 2), names)
end

function visit_leaving!(names::Names, x::Expr)
    x.head === :return && visit_parts!(names, x)
    names.given = nothing
    return
end

# Code jumps to a label from anywhere.
visit_label!(names::Names, x::Expr) = (names.given = Set{Symbol}(); nothing)

function visit_index!(names::Names, x::Expr)
    visit!(names, x, 1)
    indexed = names.indexed
    names.indexed = true
    visit_parts!(names, x, 2)
    names.indexed = indexed
    return
end

"`x.field`, `f.(x)`"
function visit_field!(names::Names, x::Expr)
    visit!(names, x, 1)
    return length(x.args) == 2 ? visit!(names, x, 2) : nothing
end

visit_keyword!(names::Names, x::Expr) = visit!(names, x, 2)

"`(x, y)`, `(a=x, b=y)`"
function visit_tuple!(names::Names, x::Expr)
    for (n, a) in enumerate(x.args)
        a isa Expr && a.head === :(=) ? visit!(names, a, 2) : visit!(names, x, n)
    end
end

function visit_call!(names::Names, x::Expr)
    callee = x.args[1]
    callee === :ccall && return visit_foreign!(names, x, 3:4)
    # Operators are functions of the module; `.+` is no name at all.
    callee isa Symbol && Base.isoperator(callee) || visit!(names, x, 1)
    return visit_parts!(names, x, 2)
end

"A call of a function of another language, or a pointer to one: with types that are known before it runs."
function visit_foreign!(names::Names, x::Expr, types)
    foreach(n -> n <= length(x.args) && static!(names, x.args[n]), types)
    return visit_parts!(names, x, x.head === :call ? 2 : 1)
end

static!(names::Names, @nospecialize(x)) = nothing
static!(names::Names, x::Symbol) = (push!(names.static, x); nothing)
static!(names::Names, x::Expr) = foreach(a -> static!(names, a), x.args)

# Code without variables.
const SILENT = (:quote, :inert, :copyast, :meta, :line, :inbounds, :boundscheck, :loopinfo, :core, :top, :import, :using, :export, :toplevel, :module, :struct)

const VISITORS = Dict{Symbol,Function}(
    :(=) => visit_assignment!, :function => visit_function!, :-> => visit_function!, :local => visit_local!, :global => visit_global!,
    :where => visit_where!, :for => visit_for!, :while => visit_while!, :let => visit_let!, :try => visit_try!, :generator => visit_generator!,
    :if => visit_if!, :elseif => visit_if!, :&& => visit_some!, :|| => visit_some!, :comparison => visit_some!,
    :break => visit_leaving!, :continue => visit_leaving!, :return => visit_leaving!, :symbolicgoto => visit_leaving!, :symboliclabel => visit_label!,
    :ref => visit_index!, :. => visit_field!, :kw => visit_keyword!, :tuple => visit_tuple!, :call => visit_call!,
    :foreigncall => (names, x) -> visit_foreign!(names, x, 2:3), :cfunction => (names, x) -> visit_foreign!(names, x, 3:4),
    :macrocall => (names, x) -> visit_parts!(names, x, 3),
    # Asked of the variables around, which a function of the block sees.
    :islocal => visit_global!, :isglobal => visit_global!)
