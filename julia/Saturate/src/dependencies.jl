# What an optimised body relied on, and whether that still holds.
#
# The body calls other functions as any Julia code does, and Julia itself recompiles it when those are redefined. What Julia
# cannot see is what the optimiser concluded: which method `f` was, which methods were looked into, and what the session
# said about calls that are perhaps no longer in the body. Those are remembered as questions and answers; when the world
# counter has moved, they are asked again, and a body whose answers changed is no longer run.

"A question about a call and the answer it got."
struct Dependency
    f::Any
    types::Vector{Any}
    constants::Vector{Any}
    answer::Any
end

holds(d::Dependency) = remembered_facts(d.f, d.types, d.constants) == d.answer

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
