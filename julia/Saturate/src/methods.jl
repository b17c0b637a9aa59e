# Finding the method that a call runs, and its typed, unoptimised code.

"A method for given argument types, as inference left it before optimisation."
struct MethodBody
    method::Method
    signature::Any              # Tuple{typeof(f), argument types...}
    static_params::Vector{Any}  # a `TypeVar` where the signature does not determine the parameter
    code::Core.CodeInfo
    ret::Any
end

"""
    method_body(f, types)

The one method that `f` runs for arguments of `types`. Throws [`NotUnderstood`](@ref) where there is none, or more than one.
"""
function method_body(@nospecialize(f), @nospecialize(types))
    if f isa Core.Builtin
        not_understood("`", f, "` is built into Julia: it has no code in Julia")
    end
    signature = Base.signature_type(f, types)
    found = try
        code_typed(f, types; optimize=false)
    catch err
        not_understood("Julia has no typed code for ", signature, ": ", sprint(showerror, err))
    end
    isempty(found) && not_understood("there is no method for ", signature)
    length(found) == 1 || not_understood(length(found), " methods may run for ", signature,
                                         "; give narrower argument types")
    entry = found[1]
    entry isa Pair && entry.first isa Core.CodeInfo ||
        not_understood("Julia has no typed code for ", signature)
    method = try
        which(f, types)
    catch err
        not_understood("no method certainly runs for ", signature)
    end
    environment = ccall(:jl_type_intersection_with_env, Any, (Any, Any), signature, method.sig)
    return MethodBody(method, signature, Any[environment[2]...], entry.first, entry.second)
end
