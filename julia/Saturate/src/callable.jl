# Callables: an optimised body that can be called at once, in the world that made it.
#
# A function that `eval` defines is too new for the code that is running; `invokelatest` costs a hundred nanoseconds and
# forgets the type. The type of a callable carries the number of its body instead, and a generated method, which is as
# old as this package, gives the body to the compiler. It is then compiled, inferred and inlined as any other method.

"What is known of one optimised method."
struct Entry
    f::Any
    types::Any                      # Tuple type of the arguments
    method::Union{Nothing,Method}
    body::Union{Nothing,Body}       # nothing: the original runs, for `reason`
    reason::Union{Nothing,String}
    ret::Any
    world::UInt
    dependencies::Vector{Any}       # method instances that the body relied on
end

"""
    Saturated

What [`saturate`](@ref) returns: a callable that runs the optimised method for the argument types it was made for,
and the original function for any other.
"""
struct Saturated{ID,F} <: Function
    f::F
end

const ENTRIES = Entry[]
const ENTRIES_LOCK = ReentrantLock()

"Registers an entry and gives its callable."
function callable(entry::Entry)
    id = lock(ENTRIES_LOCK) do
        push!(ENTRIES, entry)
        length(ENTRIES)
    end
    return Saturated{id,Core.Typeof(entry.f)}(entry.f)
end

entry(::Saturated{ID}) where {ID} = ENTRIES[ID]

"""
    reason(g)

Why `g` runs the original function, or `nothing` if it runs the optimised one.
"""
reason(g::Saturated) = entry(g).reason

"The statements of a body, ready to stand in a function."
function body_block(body::Body)
    statements = Any[]
    isempty(body.locals) || push!(statements, Expr(:local, body.locals...))
    return Expr(:block, statements..., body.statements...)
end

"Metas that stand in the body of a method."
function meta_statements(metas::Metas)
    statements = Any[]
    metas.propagate_inbounds ? push!(statements, Expr(:meta, :inline, :propagate_inbounds)) :
    metas.inline ? push!(statements, Expr(:meta, :inline)) :
    metas.noinline && push!(statements, Expr(:meta, :noinline))
    metas.pure && push!(statements, Expr(:meta, :pure))
    metas.purity === nothing || push!(statements, Expr(:meta, metas.purity))
    return statements
end

"""
The code that a callable runs for arguments of these types. The arguments are `arguments`, the callable is `g`.
"""
function generated_code(id::Int, arguments::Vector{Symbol}, types)
    e = ENTRIES[id]
    body = e.body
    original = Expr(:call, Expr(:call, GlobalRef(Core, :getfield), :g, QuoteNode(:f)), arguments...)
    if body === nothing || !(Tuple{types...} <: e.types)
        return Expr(:block, Expr(:meta, :inline), original)
    end
    named = body.arguments
    fixed = length(named) - 1 - body.is_va
    statements = meta_statements(body.metas)
    push!(statements, Expr(:local, named..., body.locals...))
    push!(statements, Expr(:(=), named[1], Expr(:call, GlobalRef(Core, :getfield), :g, QuoteNode(:f))))
    for n in 1:fixed
        push!(statements, Expr(:(=), named[n + 1], arguments[n]))
    end
    if body.is_va
        push!(statements, Expr(:(=), named[end], Expr(:call, GlobalRef(Core, :tuple), arguments[fixed + 1:end]...)))
    end
    return Expr(:block, statements..., body.statements...)
end

"Calls with more arguments than this go through a tuple, which Julia infers less well."
const MAX_ARGUMENTS = 16

# The names begin with `#`, which no variable of a body does.
for n in 0:MAX_ARGUMENTS
    arguments = [Symbol("#a", k) for k in 1:n]
    @eval @generated function (g::Saturated{ID})($(arguments...)) where {ID}
        generated_code(ID, $(Expr(:vect, map(QuoteNode, arguments)...))::Vector{Symbol}, ($(arguments...),))
    end
end
