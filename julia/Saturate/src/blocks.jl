# Blocks that are optimised.
#
#     @saturate laws begin          f = (x, y) -> let
#         t = x + y                     local t
#         t * y                         …
#     end                           end
#                                   @isdefined(x) && @isdefined(y) ? run_at(site, f, laws, x, y) : …
#
# The block becomes a function of the variables that it may read before it gives them a value (see scopes.jl): what it assigns is its own. Where one of these has no value
# when the block is run, a function that takes a mark in its place leaves the variable without one.

"Stands for a variable that has no value."
struct Undefined end

"The code of `@saturate rules begin … end`."
function saturated_block(block::Expr, rules, home::Module)
    # Code that another macro has put together has variables of two places: it runs as it is.
    is_composed(block) && return esc(Expr(:let, Expr(:block), block))
    block = macroexpand(home, block)
    leaves_block(block) && throw(ArgumentError("a block that `@saturate` optimises has a value: it cannot `return` from the function around it, nor `break` or `continue` a loop around it"))
    body, names = own_body(block)
    passed = passed_names(names, home)
    owned = filter(name -> is_assigned(names, name), passed)
    declare_locals!(names, passed)
    any(name -> name in names.static, passed) && return esc(block_in_place(body, owned))
    whole = block_call(Expr(:->, Expr(:tuple, passed...), body), rules, home, Any[esc(name) for name in passed])
    isempty(passed) && return whole
    all_defined = foldr((a, b) -> Expr(:&&, a, b), Any[esc(Expr(:isdefined, name)) for name in passed])
    return Expr(:if, all_defined, whole, block_call(marked_function(block, passed, owned), rules, home, Any[esc(value_or_mark(name)) for name in passed]))
end

"A copy of a block, as the body of a function, and its names."
function own_body(block)
    body = Expr(:let, Expr(:block), copy(block))
    return body, Names(body, 2)
end

block_call(f::Expr, rules, home::Module, arguments) = Expr(:call, run_at, new_site(home), esc(f), Expr(:call, as_rules, rules), arguments...)

value_or_mark(name::Symbol) = Expr(:if, Expr(:isdefined, name), name, Undefined())

"What was passed for a variable."
value_of(x, name::Symbol) = x
value_of(::Undefined, name::Symbol) = throw(UndefVarError(name))

"The function of a block that takes marks for variables without a value."
function marked_function(block, passed, owned)
    body, names = own_body(block)
    marks = Dict{Symbol,Symbol}(name => gensym(name) for name in passed)
    # Other names are only read: they may be type parameters of the function around, which no variable can be called.
    foreach(place -> take_mark!(place..., marks, owned), names.reads)
    declare_locals!(names, passed)
    return Expr(:->, Expr(:tuple, (marks[name] for name in passed)...), with_marks(body, owned, marks))
end

"Takes the value behind a mark where the block reads a variable."
function take_mark!(holder::Expr, place::Int, marks, owned)
    name = holder.args[place]
    (name in owned || !haskey(marks, name)) && return
    mark = marks[name]
    if holder.head === :isdefined
        holder.head, holder.args = :call, Any[GlobalRef(Base, :!), Expr(:call, GlobalRef(Core, :isa), mark, Undefined)]
    elseif holder.head === :gc_preserve
        holder.args[place] = mark
    else
        value = Expr(:call, value_of, mark, QuoteNode(name))
        holder.args[place] = holder.head === :parameters ? Expr(:kw, name, value) : value
    end
    return
end

"The block, with variables that have the values behind marks, or none."
function with_marks(body::Expr, names, marks)
    given = Any[Expr(:||, Expr(:call, GlobalRef(Core, :isa), marks[name], Undefined), Expr(:(=), name, marks[name])) for name in names]
    return Expr(:let, Expr(:block, names...), Expr(:block, given..., body))
end

"The block where it stands, as no function can have it: with variables of its own in place of those that it assigns."
function block_in_place(body::Expr, owned)
    marks = Dict{Symbol,Symbol}(name => gensym(name) for name in owned)
    bound = Any[Expr(:(=), marks[name], value_or_mark(name)) for name in owned]
    return Expr(:let, Expr(:block, bound...), Expr(:block, with_marks(body, owned, marks)))
end

"The variables that are passed to the function of a block. Constants of the module stay names."
function passed_names(names::Names, home::Module)
    assigned = names.scopes[1].assigned
    stays(name) = name in names.shared || (name in assigned ? name in names.functions : isdefined(home, name) && isconst(home, name))
    return filter(!stays, names.outside)
end

is_assigned(names::Names, name::Symbol) = any(scope -> name in scope.assigned, names.scopes)

"Declares what parts of the block assign, and nothing around them does: a variable outside of the block may have the same name."
function declare_locals!(names::Names, passed)
    for scope in names.scopes
        own = filter(name -> !(name in passed && !(name in names.functions) || name in names.shared || is_known_around(scope, name)), scope.assigned)
        isempty(own) && continue
        scope.holder.args[scope.place] = Expr(:block, Expr(:local, own...), scope.holder.args[scope.place])
    end
end

function is_known_around(scope::Scope, name::Symbol)
    around = scope.parent
    while around !== nothing
        (name in around.assigned || name in around.declared) && return true
        around = around.parent
    end
    return false
end

"Whether code has parts that come from another place."
is_composed(@nospecialize(x)) = x isa Expr && !(x.head in (:quote, :inert)) && (x.head in (:escape, Symbol("hygienic-scope")) || any(is_composed, x.args))

"Whether code returns from the function around it, or goes on with a loop around it. Functions and loops inside of it may."
function leaves_block(@nospecialize(x), in_loop::Bool=false)
    x isa Expr || return false
    (x.head in (:->, :function, :quote, :inert) || x.head === :(=) && is_signature(x.args[1])) && return false
    x.head === :return && return true
    x.head in (:break, :continue) && return isempty(x.args) && !in_loop
    in_loop |= x.head in (:for, :while)
    return any(a -> leaves_block(a, in_loop), x.args)
end
