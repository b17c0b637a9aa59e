# Callables that a precompiled package holds.
#
# In a session, the type of a callable carries the number of its entry in a list. Such a number means nothing in another session. While a package is
# precompiled, entries go into a list of that package instead, `var"#saturated#"`, which is written to its image with everything else, and the
# type carries the package and the number in its list:
#
#     Saturated{(0x1111…, 0x8444…, 1), typeof(f)}
#
# When the package is loaded, its list is noted, so that generated code finds it. What is known of the world does not cross: worlds are counted
# anew in each session. A kept entry begins as one of which nothing is known, and its first call asks whether all that it relied on still holds. If a method was
# redefined, or another package has added one that counts, the original runs, as ever.

"Package (its identifier, as two numbers) and place in its list."
const KeptID = Tuple{UInt64,UInt64,Int}

"The name of a package's list."
const KEPT_NAME = Symbol("#saturated#")

"The lists of loaded packages. A new table takes the place of the old one, so that it can be read at any time."
const KEPT = Ref(Dict{Tuple{UInt64,UInt64},Vector{Entry}}())
const KEPT_LOCK = ReentrantLock()

"""
Whether code of this session is written to a file.
"""
is_precompiling() = ccall(:jl_generating_output, Cint, ()) != 0

identifier(m::Module) = ccall(:jl_module_uuid, Tuple{UInt64,UInt64}, (Any,), m)

"The package that is being precompiled, or `nothing`: also where something else is written to a file, such as a system image."
function package_in_the_making()
    is_precompiling() && isdefined(Base, :__toplevel__) || return nothing
    wanted = identifier(Base.__toplevel__)
    wanted == (0, 0) && return nothing
    for m in Base.loaded_modules_array()
        identifier(m) == wanted && return m
    end
    return nothing
end

"Keeps an entry with the package in the making; gives its identifier, or `nothing` where there is no package."
function keep_with_package!(e::Entry)
    m = package_in_the_making()
    m === nothing && return nothing
    lock(KEPT_LOCK)
    try
        known = KEPT[]
        list = get(known, identifier(m), nothing)
        if list === nothing
            list = Entry[]
            Core.eval(m, Expr(:const, Expr(:(=), KEPT_NAME, list)))
            KEPT[] = merge(known, Dict(identifier(m) => list))
        end
        e.since = e.world = 0
        push!(list, e)
        return (identifier(m)..., length(list))
    finally
        unlock(KEPT_LOCK)
    end
end

"Notes the list of a package that was loaded, if it has one."
function note_package(id::Base.PkgId)
    m = get(Base.loaded_modules, id, nothing)
    m isa Module && isdefined(m, KEPT_NAME) || return
    list = getfield(m, KEPT_NAME)
    list isa Vector{Entry} || return
    lock(KEPT_LOCK)
    try
        haskey(KEPT[], identifier(m)) && return
        # The code of these entries is as old as the package is in this session.
        foreach(e -> e.since = world_counter(), list)
        KEPT[] = merge(KEPT[], Dict(identifier(m) => list))
    finally
        unlock(KEPT_LOCK)
    end
    return
end

function __init__()
    # An image holds what was there when it was written.
    KEPT[] = Dict{Tuple{UInt64,UInt64},Vector{Entry}}()
    push!(Base.package_callbacks, note_package)
    return
end

"The entry of a callable; `nothing` where it is not there (any more)."
entry_of(id::Int) = id == NO_BODY ? nothing : ENTRIES[id]
function entry_of(id::KeptID)
    list = get(KEPT[], (id[1], id[2]), nothing)
    if list === nothing
        # Called while its package is still being loaded.
        for m in Base.loaded_modules_array()
            identifier(m) == (id[1], id[2]) && isdefined(m, KEPT_NAME) && (list = getfield(m, KEPT_NAME))
        end
    end
    return list isa Vector{Entry} && 1 <= id[3] <= length(list) ? list[id[3]] : nothing
end

"In which world entries were found valid, while a package is made: nothing of that is written to its image."
const HELD_MEANWHILE = IdDict{Entry,UInt}()

was_current(e::Entry, world::UInt) = is_precompiling() ? get(HELD_MEANWHILE, e, UInt(0)) == world : e.world == world
note_current!(e::Entry, world::UInt) = is_precompiling() ? (HELD_MEANWHILE[e] = world) : (e.world = world)

"""
The value of an expression of a module. While a package is precompiled, nothing can be evaluated in modules that are closed, those of other packages and those that have ended: there, the
expression is evaluated in the package in the making, with the module's names written out. (Newer versions count `Main` among the closed ones.)
"""
function eval_at(home::Module, @nospecialize(x))
    is_precompiling() || return Core.eval(home, x)
    open = something(package_in_the_making(), Main)
    home === open && return Core.eval(home, x)
    return Core.eval(open, with_names_of(home, bound_names(x), x))
end

"An expression with the names of a module written out, other than those that it binds itself."
function with_names_of(home::Module, bound::Set{Symbol}, @nospecialize(x))
    x isa Symbol && return !(x in bound) && isdefined(home, x) ? GlobalRef(home, x) : x
    x isa Expr || return x
    x.head in (:quote, :inert, :meta, :line) && return x
    first_kept = x.head === :kw
    return Expr(x.head, Any[first_kept && n == 1 ? a : with_names_of(home, bound, a) for (n, a) in enumerate(x.args)]...)
end
