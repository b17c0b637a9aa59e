# What an optimised body relied on, and whether that still holds.
#
# The body calls other functions as any Julia code does, and Julia itself recompiles it when those are redefined. What Julia
# cannot see is what the optimiser concluded: which method `f` was, which methods were looked into, and what the session
# said about calls that are perhaps no longer in the body, and what names stood for: newer versions let a constant, or a type, be
# defined again. Those are remembered as questions and answers; when the world
# counter has moved, they are asked again, and a body whose answers changed is no longer run.

"A question about a call, as the function that answers it and what it is asked, and the answer it got."
struct Dependency
    question::Any
    asked::Tuple
    answer::Any
end

holds(d::Dependency) = d.question(d.asked...) == d.answer

"A method that was read, and the call for which it was."
struct Relied
    f::Any
    types::Any
    method::Method
end

Relied(body::MethodBody) = Relied(body.f, body.types, body.method)

"Whether the method is still the one that runs for its signature."
function is_newest(r::Relied)
    return try
        which(r.f, r.types) === r.method
    catch
        false
    end
end

"A name that was read, and what it stood for."
struct Meant
    ref::GlobalRef
    value::Any
end

"Whether a name still stands for what it did."
means_the_same(m::Meant) = isdefined(m.ref.mod, m.ref.name) && isconst(m.ref.mod, m.ref.name) && getfield(m.ref.mod, m.ref.name) === m.value

"The constants that the code of methods names, other than in Julia's own modules."
function names_read(bodies)
    found, seen = Meant[], Set{Tuple{Module,Symbol}}()
    for body in bodies, statement in body.code.code
        note_names!(found, seen, statement)
    end
    return found
end

function note_names!(found::Vector{Meant}, seen::Set{Tuple{Module,Symbol}}, @nospecialize(x))
    if x isa GlobalRef
        key = (x.mod, x.name)
        key in seen && return
        push!(seen, key)
        (is_library(x.mod) || !isdefined(x.mod, x.name) || !isconst(x.mod, x.name)) && return
        value = getfield(x.mod, x.name)
        # An object that can change is written to the image of a package as a copy, and the code finds it by its name.
        is_precompiling() && may_be_mutable(exact_type(value)) || push!(found, Meant(x, value))
    elseif x isa Expr
        foreach(a -> note_names!(found, seen, a), x.args)
    elseif (value = as_return(x)) !== nothing
        note_names!(found, seen, something(value))
    elseif (branch = as_branch(x)) !== nothing
        note_names!(found, seen, branch[1])
    end
    return
end
