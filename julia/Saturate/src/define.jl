# The optimised body as the definition of an ordinary function.

"""
    definition(body, name)

`function name(self, arguments...) … end`: a body as a function of its own. The first argument is the function object,
which the body of a closure or a callable object needs.
"""
function definition(body::Body, name::Symbol)
    arguments = Any[body.arguments...]
    body.is_va && (arguments[end] = Expr(:..., arguments[end]))
    statements = meta_statements(body.metas)
    hidden = Symbol[body.arguments[n] for n in 2:min(length(body.arguments), 32)
                    if body.metas.nospecialize & (1 << (n - 2)) != 0]
    isempty(hidden) || push!(statements, Expr(:meta, :nospecialize, hidden...))
    body.metas.nospecializeinfer && push!(statements, Expr(:meta, :nospecializeinfer))
    isempty(body.locals) || push!(statements, Expr(:local, body.locals...))
    return Expr(:function, Expr(:call, name, arguments...), Expr(:block, statements..., body.statements...))
end

"Metas that stand in the body of a method."
function meta_statements(metas::Metas)
    statements = Any[]
    metas.propagate_inbounds ? push!(statements, Expr(:meta, :inline, :propagate_inbounds)) :
    metas.inline ? push!(statements, Expr(:meta, :inline)) :
    metas.noinline && push!(statements, Expr(:meta, :noinline))
    metas.pure && push!(statements, Expr(:meta, :pure))
    metas.purity === nothing || push!(statements, Expr(:meta, metas.purity))
    metas.constprop == 1 && push!(statements, Expr(:meta, :aggressive_constprop))
    metas.constprop == 2 && push!(statements, Expr(:meta, :no_constprop))
    return statements
end
