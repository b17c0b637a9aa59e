# Callables: an optimised body that can be called at once, in the world that made it.
#
# A function that `eval` defines is too new for the code that is running; `invokelatest` costs a hundred nanoseconds and
# forgets the type. The type of a callable carries the number of its body instead, and a generated method, which is as
# old as this package, gives the body to the compiler. It is then compiled, inferred and inlined as any other method.
#
# Redefinitions cost nothing until they happen. The generated code is
#
#     relies_on(f, args...)                          # does nothing: it makes Julia note that this code depends on f
#     still_valid(id) || return f(args...)           # inference evaluates it, so that nothing is left of it
#     …the optimised body…
#
# When `f`, or what `f` calls, is redefined, Julia infers the code again, `still_valid` is asked again, and where it says
# no, the new `f` runs.
#
# No version allows reflection while inference evaluates a call. So `still_valid` only says whether the body is known to hold
# in the world that inference works for, and where it is not, the code asks at each call whether the world has moved: two
# loads and a comparison. Only where it has is the question asked in earnest. (On 1.5, some questions can be answered there, and a body
# whose dependencies were all of that kind was checked for free. Others came back with less than before, and such a body never ran again.)
# (Attaching edges to generated code by hand was tried: how it is done differs between versions, and getting it wrong
# crashes the session. `Core.Compiler.return_type` in the code was tried: not every version notes a dependency for it.)

"How versions of a callable are made for narrower types than its own; see `narrower.jl`."
mutable struct Wide
    options::COptions
    checked::Bool
    left::Int                       # for how many types one may still be made
    plain::Any                      # the callable that has the same body and no versions, once it is needed
end

"What is known of one optimised method."
mutable struct Entry
    types::Any                      # Tuple type of the arguments
    methods::Vector{Relied}         # the method, the one that a wrapper led to, and those that were looked into
    body::Union{Nothing,Body}       # nothing: the original runs, for `reason`
    reason::Union{Nothing,String}
    ret::Any
    inline::Bool                    # whether Julia inlines the original
    dependencies::Vector{Dependency}
    names::Vector{Meant}            # constants that the code of those methods names
    since::UInt                     # the world in which the body was made
    world::UInt                     # the newest world in which it was found valid
    stale::Bool                     # once invalid, always invalid
    report::Union{Nothing,Report}   # nothing: there were no rules
    rules::Any
    wide::Union{Nothing,Wide}       # nothing: there are no versions for narrower types
end

"""
    Saturated

What [`saturate`](@ref) returns: a callable that runs the optimised method for the argument types it was made for,
and the original function for any other.
"""
struct Saturated{ID,F} <: Function
    f::F
end

const ENTRIES = Numbered{Entry}()

"The number of callables that only ever run the original: those that were made while something was written to a file that is no package."
const NO_BODY = 0
const NOT_KEPT = "it was made while a file was written that is no package, such as a system image: make callables in `__init__`, or with `@saturate` in functions"

include("kept.jl")

"Registers an entry and gives its callable."
function callable(entry::Entry, @nospecialize(f))
    id = is_precompiling() ? something(keep_with_package!(entry), NO_BODY) : number!(ENTRIES, entry)
    return made(Saturated{id,Core.Typeof(f)}, f)
end

"An object with one field, without a constructor: Julia would compile one for each of these types, which takes milliseconds."
function made(@nospecialize(type), @nospecialize(field))
    fields = Any[field]
    return GC.@preserve fields ccall(:jl_new_structv, Any, (Any, Ptr{Any}, UInt32), type, pointer(fields), 1)
end

function entry(::Saturated{ID}) where {ID}
    found = entry_of(ID)
    found === nothing || return found
    e = blank_entry(Tuple)
    e.reason = NOT_KEPT
    return e
end

"""
    reason(g)

Why `g` runs the original function, or `nothing` if it runs the optimised one.

```jldoctest
julia> reason(saturate(hypot, (Float64, Float64))) === nothing
true

julia> reason(saturate(tuple, (Int,)))
"`tuple` is built into Julia: it has no code in Julia"
```
"""
function reason(g::Saturated)
    e = entry(g)
    e.body === nothing || is_current(e) || return "a method that the optimised code relied on was redefined"
    return e.reason
end

"""
    report(g)

What the optimiser did to make `g`, a [`Report`](@ref); `nothing` where it had no rules.

```jldoctest
julia> f(x) = sin(x)^2 + cos(x)^2;

julia> r = report(saturate(f, (Float64,), Saturate.Rules.trig));

julia> (r.cost_after, r.optimal, r.rules[1].name)
(0.0, true, "trig.1")
```
"""
report(g::Saturated) = entry(g).report

world_counter() = ccall(:jl_get_world_counter, UInt, ())

"Whether everything the body relied on still holds in the newest world."
function is_current(e::Entry)
    e.stale && return false
    world = world_counter()
    was_current(e, world) && return true
    # Inside of generated functions, newer versions do not say which world it is, and answer no questions.
    world == typemax(UInt) && return false
    # Who asks may be older than what is asked about, and newer versions keep newer names from it.
    valid = Base.invokelatest(all_hold, e)::Bool
    valid ? note_current!(e, world) : (e.stale = true)
    return valid
end

all_hold(e::Entry) = all(is_newest, e.methods) && all(means_the_same, e.names) && all(holds, e.dependencies)

"""
Whether a body is known to hold, asked such that inference evaluates it: its answer changes only when inference runs again. `false` means that it is not known.
"""
function still_valid end

is_known_in(e::Entry, world::UInt) = !e.stale && e.since <= world <= e.world

if isdefined(Base, Symbol("@assume_effects"))
    @eval Base.@assume_effects :foldable still_valid(id) = is_known_in(entry_of(id)::Entry, ccall(:jl_get_tls_world_age, UInt, ()))
else
    @eval Base.@pure still_valid(id) = is_known_in(entry_of(id)::Entry, world_counter())
end

"Whether the world counter is a variable that generated code can read: a call takes longer than a small function."
const HAS_COUNTER = try
    cglobal(:jl_world_counter, UInt) != C_NULL
catch
    false
end

"Asks in earnest. What cannot be asked does not hold."
@noinline function ask_again(e::Entry)
    return try
        is_current(e)
    catch err
        err isa InterruptException && rethrow()
        false
    end
end

if HAS_COUNTER
    newest_world() = unsafe_load(cglobal(:jl_world_counter, UInt))
else
    newest_world() = world_counter()
end

"""
Whether a body holds in the newest world. The answer is remembered, which nobody sees: to the compiler, a question whose answer nobody needs can go, and the call of a callable with it.
"""
function holds_now end

if isdefined(Base, Symbol("@assume_effects"))
    @eval Base.@assume_effects :effect_free :nothrow :terminates_globally @inline holds_now(e::Entry) = e.world === newest_world() || ask_again(e)
else
    @eval @inline holds_now(e::Entry) = e.world === newest_world() || ask_again(e)
end

"The expression that says whether a body may run."
validity(id::Union{Int,KeptID}, e::Entry) = Expr(:||, Expr(:call, still_valid, id), Expr(:call, holds_now, e))

@noinline run_original(f::F, args::Vararg{Any,N}) where {F,N} = f(args...)

# Where inference knows effects, a call that might run the original would keep a callable from being as pure as its optimised code: there, it is behind a barrier, in
# a function that is said to do nothing. That function is always inferred from types alone: a branch in the callable itself would be decided, and the original forgotten,
# where inference looks at the callable once more with an argument that is a constant.
const HAS_BARRIER = isdefined(Core, :compilerbarrier) && isdefined(Base, Symbol("@assume_effects"))

if HAS_BARRIER
    @eval Base.@constprop :none Base.@assume_effects :total function relies_on(f::F, args::Vararg{Any,N}) where {F,N}
        Core.compilerbarrier(:const, true) || run_original(f, args...)
        return true
    end
end

"The expression by which Julia notes that code depends on the original."
function dependence(@nospecialize(original), arguments::Vector{Symbol}, @nospecialize(ret))
    HAS_BARRIER && return Expr(:call, relies_on, original, arguments...)
    always = Expr(:call, GlobalRef(Base, :llvmcall), "ret i8 1", Bool, Tuple{})
    # The type of a branch that never runs must not widen that of the code.
    return Expr(:||, always, Expr(:return, Expr(:call, GlobalRef(Core, :typeassert), Expr(:call, run_original, original, arguments...), ret)))
end

"What a callable is called in its own code: the name begins with `#`, so that no variable of a body has it."
const CALLABLE = Symbol("#callable")

"""
The code that a callable runs for arguments of these types. The arguments are `arguments`, the callable is [`CALLABLE`](@ref).
"""
function generated_code(id::Union{Int,KeptID}, arguments::Vector{Symbol}, types)
    self = Expr(:call, GlobalRef(Core, :getfield), CALLABLE, QuoteNode(:f))
    original = Expr(:call, self, arguments...)
    e = entry_of(id)
    body = e === nothing ? nothing : e.body
    if body === nothing || !(Tuple{types...} <: e.types)
        return Expr(:block, Expr(:meta, :inline), original)
    end
    if e.wide !== nothing && Tuple{types...} != e.types
        return Expr(:block, Expr(:meta, :inline), Expr(:call, run_narrower, narrower_site(id), CALLABLE, arguments...))
    end
    named = body.arguments
    fixed = length(named) - 1 - body.is_va
    statements = meta_statements(body.metas)
    # What stands around the body must not be what keeps it from being inlined.
    e.inline && push!(statements, Expr(:meta, :inline))
    push!(statements, Expr(:local, named..., body.locals...))
    push!(statements, dependence(self, arguments, e.ret))
    push!(statements, Expr(:||, validity(id, e), Expr(:return, original)))
    push!(statements, Expr(:(=), named[1], self))
    for n in 1:fixed
        push!(statements, Expr(:(=), named[n + 1], arguments[n]))
    end
    if body.is_va
        push!(statements, Expr(:(=), named[end], Expr(:call, GlobalRef(Core, :tuple), arguments[fixed + 1:end]...)))
    end
    return Expr(:block, statements..., body.statements...)
end

"Calls with more arguments than this are not optimised."
const MAX_ARGUMENTS = 16

# The code of callables is compiled as the user's own, whatever the package thinks of its own code.
module Callables

import ..Saturated, ..generated_code, ..CALLABLE, ..MAX_ARGUMENTS, ..@compile_as

@compile_as 2

# One method for each number of arguments: through a tuple of arguments, types among them would be inferred less well.
# The names begin with `#`, which no variable of a body does. (`if @generated`, with the original for abstract types, was tried: inference then
# knows more of calls with such types, but code that does not know which callable it has runs the original, not the body.)
for n in 0:MAX_ARGUMENTS
    arguments = [Symbol("#a", k) for k in 1:n]
    @eval @generated function ($CALLABLE::Saturated{ID})($(arguments...)) where {ID}
        generated_code(ID, Symbol[$(map(QuoteNode, arguments)...)], ($(arguments...),))
    end
end

# More arguments, or keyword arguments: no body is optimised for those.
(g::Saturated)(arguments...; keywords...) = g.f(arguments...; keywords...)

end # module Callables
