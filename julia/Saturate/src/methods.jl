# Finding the method that a call runs, and its typed, unoptimised code.

"A method for given argument types, as inference left it before optimisation."
struct MethodBody
    f::Any
    types::Any                  # Tuple type of the arguments
    method::Method
    signature::Any              # Tuple{typeof(f), argument types...}
    static_params::Vector{Any}  # a `TypeVar` where the signature does not determine the parameter
    code::Core.CodeInfo
    ret::Any
end

"""
    method_body(f, types; optimize=false)

The one method that `f` runs for arguments of `types`. Throws [`NotUnderstood`](@ref) where there is none, or more than one. With
`optimize`, its code is what Julia's optimiser makes of it: inlined, with phi nodes (see merges.jl).
"""
function method_body(@nospecialize(f), @nospecialize(types); optimize::Bool=false)
    if f isa Core.Builtin
        not_understood("`", f, "` is built into Julia: it has no code in Julia")
    end
    f isa OpaqueClosure_ && not_understood("opaque closures are not understood")
    for t in types.parameters
        (t === Union{} || t === NoValue) && not_understood("an argument type is empty: no call has such arguments")
    end
    signature = Base.signature_type(f, types)
    found = try
        code_typed(f, types; optimize=optimize, debuginfo=:source)
    catch err
        not_understood("Julia has no typed code for ", signature, ": ", sprint(showerror, err))
    end
    isempty(found) && not_understood("there is no method for ", signature)
    length(found) == 1 || not_understood(length(found), " methods may run for ", signature,
                                         "; give narrower argument types")
    typed = typed_code(found)
    typed === nothing && not_understood("Julia has no typed code for ", signature)
    method = try
        which(f, types)
    catch err
        not_understood("no method certainly runs for ", signature)
    end
    environment = ccall(:jl_type_intersection_with_env, Any, (Any, Any), signature, method.sig)
    return MethodBody(f, types, method, signature, Any[environment[2]...], typed...)
end

"""
Code and type of the only method that `code_typed` has found, or `nothing`. They come as a `Pair` of the type's own type: its fields are taken without a method, which Julia would compile for each of these.
"""
function typed_code(found)
    length(found) == 1 && found[1] isa Pair || return nothing
    code = getfield(found[1], 1)
    return code isa Core.CodeInfo ? (code, getfield(found[1], 2)) : nothing
end

"""
    wrapped_call(body)

Function and operands of the call that a method consists of, if it does: a method with keyword arguments, called without
any, only fills in their defaults and calls the method that has the code. `nothing` for any other method.
"""
function wrapped_call(body::MethodBody)
    call, result = nothing, 0
    for (i, statement) in enumerate(body.code.code)
        if statement isa Expr && statement.head === :call && call === nothing
            call, result = statement, i
        elseif (value = as_return(statement)) !== nothing
            call === nothing || something(value) === Core.SSAValue(result) || return nothing
        elseif !(statement isa Nothing || (statement isa Expr && statement.head === :meta))
            return nothing
        end
    end
    call === nothing && return nothing
    callee = call.args[1]
    callee isa GlobalRef && isdefined(callee.mod, callee.name) && isconst(callee.mod, callee.name) || return nothing
    # Only what the compiler named itself: following other calls would be inlining.
    startswith(string(callee.name), '#') || return nothing
    all(x -> is_slot(x) || !(x isa Expr || x isa Core.SSAValue), call.args) || return nothing
    body.method.isva && return nothing
    return getfield(callee.mod, callee.name), call.args[2:end]
end

"The method that a wrapper calls, and the operands it passes; `nothing` for a method that is no wrapper."
function followed(body::MethodBody)
    wrapped = wrapped_call(body)
    wrapped === nothing && return nothing
    f, operands = wrapped
    types = Any[]
    for x in operands
        if is_slot(x)
            push!(types, body.signature.parameters[slot_number(x)])
        elseif x isa GlobalRef
            isdefined(x.mod, x.name) && isconst(x.mod, x.name) || return nothing
            push!(types, Core.Typeof(getfield(x.mod, x.name)))
        else
            push!(types, Core.Typeof(x isa QuoteNode ? x.value : x))
        end
    end
    inner = try
        method_body(f, Tuple{types...})
    catch err
        err isa NotUnderstood || rethrow()
        return nothing
    end
    # Inference may know more of the wrapper's call, from the values of the defaults.
    inner.method.isva || inner.ret != body.ret ? nothing : (inner, operands)
end

"Whether Julia inlines calls of a function with these argument types: what it decided, where its version records it."
function is_inlined(@nospecialize(f), @nospecialize(types))
    world, known = recall(INLINED, (f, types))
    if known === missing
        known = looks_inlined(f, types)
        remember!(INLINED, (f, types), known, world)
    end
    return known::Bool
end

function looks_inlined(@nospecialize(f), @nospecialize(types))
    found = code_typed(f, types)
    typed = typed_code(found)
    typed === nothing && return false
    code = typed[1]
    hasfield(Core.CodeInfo, :inlineable) && return code.inlineable
    # A cost that does not fit means "never".
    hasfield(Core.CodeInfo, :inlining_cost) && return code.inlining_cost != typemax(code.inlining_cost)
    return false
end
