# Which callable a place in the program runs: found once for each types of arguments, then known to the compiler.
#
#     @saturate laws f(x)        run_at(Site{…}(), f, laws, x)
#
# The first call with some types makes the callable and adds a method to `chosen` for the site, the function and these types. Julia then compiles the code
# around it again, and finds a constant: from the next call on, nothing is looked up, and the body is inlined as any other. Code that is still running in
# an older world does not see that method; it finds the callable in a table.

"A place in the program; `S` says which."
struct Site{S} end

"A site of its own for a macro call in a module."
new_site(home::Module) = Site{Symbol(join(fullname(home), '.'), gensym(:site))}()

"A callable by number, and the rules that it was made with."
struct Choice{ID,R}
    rules::R
end

"The choice of a site for a function and its arguments, or `nothing` if none has been made."
chosen(site::Site, f, arguments...) = nothing

"Rules as they were given, where they are some."
@inline as_rules(rules) = rules isa RuleSet ? rules : rules isa Tuple{} ? rules : no_rules(rules)
@noinline no_rules(rules) = throw(ArgumentError("rules must be a set of rules (see `@rules`), not $(repr(rules))"))

"Calls `f`, optimised with `rules` for the types of these arguments."
@inline function run_at(site::Site, f::F, rules, arguments::Vararg{Any,N}) where {F,N}
    choice = chosen(site, f, arguments...)
    choice !== nothing && same_rules(choice.rules, rules) || return first_call(site, f, rules, arguments)
    return of_function(choice, f)(arguments...)
end

@inline same_rules(a, b) = a === b || a == b
@inline of_function(::Choice{ID}, f) where {ID} = Saturated{ID,Core.Typeof(f)}(f)

"A call for whose types nothing has been chosen yet, or in an older world."
@noinline function first_call(site::Site, @nospecialize(f), rules, @nospecialize(arguments::Tuple))
    types = Tuple{Any[exact_type(a) for a in arguments]...}
    g = cached(f, types, rules)
    choose!(site, f, types, rules, g)
    return g(arguments...)
end

"Adds the method that makes a choice known, once. Where no method can be defined (in generated functions), calls go on looking."
function choose!(site::Site, @nospecialize(f), @nospecialize(types), rules, g::Saturated{ID}) where {ID}
    home = is_precompiling() ? package_in_the_making() : @__MODULE__
    home === nothing && return
    key = Tuple{typeof(site),exact_type(f),types.parameters...}
    lock(CACHE_LOCK)
    try
        (key in CHOSEN) && return
        push!(CHOSEN, key)
        parameters = Any[Expr(:(::), t) for t in key.parameters]
        e, before = entry(g), world_counter()
        # While a package is precompiled, the method is the package's, and comes with it.
        Core.eval(home, Expr(:(=), Expr(:call, Expr(:(::), typeof(chosen)), parameters...), Expr(:block, Choice{ID,typeof(rules)}(rules))))
        # Where nothing else was defined meanwhile, what held before holds now, and the code around need not ask.
        e.world == before && world_counter() == before + 1 && (e.world = before + 1)
    catch err
        err isa InterruptException && rethrow()
        delete!(CHOSEN, key)
    finally
        unlock(CACHE_LOCK)
    end
    return
end

"The signatures that have a choice."
const CHOSEN = Set{Any}()

"Forgets what was chosen for a function: its next call optimises again."
function forget!(@nospecialize(f))
    of = exact_type(f)
    lock(CACHE_LOCK)
    try
        for method in collect(methods(chosen))
            signature = Base.unwrap_unionall(method.sig)
            length(signature.parameters) >= 3 && signature.parameters[3] === of && Base.delete_method(method)
        end
        filter!(key -> key.parameters[2] !== of, CHOSEN)
    finally
        unlock(CACHE_LOCK)
    end
    return
end
