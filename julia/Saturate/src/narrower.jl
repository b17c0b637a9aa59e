# A callable for abstract types, called with others.
#
# Of `sin(::Real)` nothing is known: a type that somebody defines tomorrow may have a method that prints. So a rule over it is refused, and yet most calls are with
# numbers for which it would hold. A callable for abstract types is called with some, which are known by then:
#
#     g = saturate(f, (Real,), trig)
#     g(0.5)                              # makes the version for Float64, and runs it
#
# There is a version of its own for the types of a call where the rules gain more with them than they did without, and the one that was made first for the others. As for a place in
# the program that `@saturate` optimises (`choose.jl`), the choice becomes a method: from the next call on, nothing is looked up, and the version is inlined.

"For how many types of arguments one callable has versions; with others, the plain one runs."
const MAX_NARROWER = 8

"Whether a type may have subtypes that nobody knows of: inference splits a union of others itself."
is_open(@nospecialize(t)) = t isa Union ? is_open(t.a) || is_open(t.b) : !Base.isdispatchtuple(Tuple{t})

"What versions for narrower types need, where there may be some. A callable that a package keeps has none: it is the same in every session."
function wide(e::Entry, chosen::COptions, checked::Bool)
    rules_help = e.rules isa RuleSet && e.report !== nothing
    rules_help && !is_precompiling() || return nothing
    any(is_open, Base.unwrap_unionall(e.types).parameters) || return nothing
    return Wide(chosen, checked, MAX_NARROWER, nothing)
end

"The place at which a callable runs versions of itself."
narrower_site(id::Int) = Site{(:narrower, id)}()

"Runs the version of a callable for the types of these arguments."
@inline function run_narrower(site::Site, g::Saturated, arguments::Vararg{Any,N}) where {N}
    choice = chosen(site, g.f, arguments...)
    choice === nothing && return first_narrower(site, g, arguments)
    return of_function(choice, g.f)(arguments...)
end

"A call for whose types no version is known, or in an older world."
@noinline function first_narrower(site::Site, g::Saturated, @nospecialize(arguments::Tuple))
    e = entry(g)
    is_current(e) || return g.f(arguments...)
    types = Tuple{Any[exact_type(a) for a in arguments]...}
    key = (site, types)
    found = known_callable(key)
    if found === nothing
        takes_one_more!(e.wide) || return plain(e, g.f)(arguments...)
        found = keep!(key, narrower_callable(e, g.f, types))
        choose!(site, g.f, types, e.rules, found)
    end
    return for_function(found, g.f)(arguments...)
end

"Whether a version may be made for other types, which are then counted."
takes_one_more!(w::Wide) = locked() do
    w.left > 0 || return false
    w.left -= 1
    return true
end

"What part of the cost is left; all of it where nothing was optimised."
left_of(e::Entry) = e.body === nothing || e.report === nothing || e.report.cost_before == 0 ? 1.0 : e.report.cost_after / e.report.cost_before

"The callable for narrower types: one of its own where that gains something, or the plain one."
function narrower_callable(e::Entry, @nospecialize(f), @nospecialize(types))
    own = optimized_entry(f, types, e.rules, e.wide.options, e.wide.checked)
    left_of(own) < left_of(e) || return plain(e, f)
    line = string("called with (", join(types.parameters, ", "), "): ", summary_line(own.report))
    locked(() -> push!(e.report.through, line))
    return callable(own, f)
end

"The callable that runs the body of an entry whatever the types: one for all of them."
function plain(e::Entry, @nospecialize(f))
    found = locked() do
        if e.wide.plain === nothing
            same = Entry((getfield(e, n) for n in 1:fieldcount(Entry))...)
            same.wide = nothing
            e.wide.plain = callable(same, f)
        end
        return e.wide.plain
    end
    return for_function(found, f)
end
