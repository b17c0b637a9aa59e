# What a user calls.

"""
    saturate(f, types, rules=(); options...)

A callable that computes what `f` does for arguments of `types` (a tuple of types, or a tuple type), optimised with
`rules` (see [`@rules`](@ref)). It can be called at once, and costs what a call of `f` costs.

Where a method cannot be optimised, the callable runs `f` itself, and [`reason`](@ref) says why. A redefinition of `f`, or of
what the optimiser relied on, is noticed: from then on the callable runs the new `f`. [`report`](@ref) says what was done.

For abstract types (`(Real,)`, `(Any,)`), of whose calls little is known, the first call with some others makes a version for those, where the rules gain more with them:
up to 8 such versions.

| option | means |
|---|---|
| `strict` | whether a call that may throw is dropped only where a rule covers it |
| `extractor` | `:exact` (the proven optimum), `:greedy`, `:chaos` (a random valid choice, for tests; `seed`); `:ilp` and `:paper` (an ILP solver on our problem and on the paper's; `solver_ms`) where the library was built with `--features highs` |
| `iterations`, `nodes`, `work`, `time_ms` | limits of saturation |
| `extraction_work` | limit of extraction |
| `calls` | how deep calls are looked into: a number, or `:none` |
| `sizes` | the sizes of the array arguments, one after another, where costs depend on them and the caller knows them: one program for these |
| `checked` | whether the code looks, as it runs, at each type that the optimiser relied on (see [`checked!`](@ref)) |

```jldoctest
julia> f(x) = 2x + (sin(x)^2 + cos(x)^2);

julia> g = saturate(f, (Float64,), Saturate.Rules.trig)
saturate(f, (Float64,))

julia> g(3.0)
7.0
```
"""
function saturate(@nospecialize(f), @nospecialize(types), rules=(); checked::Bool=CHECKED[], keywords...)
    return callable(optimized_entry(f, argument_tuple(types), rules, options(; keywords...), checked), f)
end

"The argument types as a tuple type."
function argument_tuple(@nospecialize(types))
    types isa Type && types <: Tuple && types !== Union{} && return types
    if types isa Tuple && all(t -> t isa Type, types)
        # As a list: Julia would compile the loop for each tuple of kinds of types.
        list = Any[types...]
        return Tuple{Any[t === Union{} ? NoValue : t for t in list]...}
    end
    throw(ArgumentError("the argument types must be a tuple of types, such as (Float64, Int), not $(repr(types))"))
end

function optimized_entry(@nospecialize(f), @nospecialize(types), rules, chosen::COptions=options(), checked::Bool=false)
    as_rules(rules)
    e = blank_entry(types, rules)
    if is_precompiling() && package_in_the_making() === nothing
        e.reason = NOT_KEPT
        return e
    end
    try
        length(types.parameters) <= MAX_ARGUMENTS ||
            not_understood("it has more than ", MAX_ARGUMENTS, " arguments")
        # Names are looked up in the newest world, as methods are, also where the caller is older.
        Base.invokelatest(optimize_entry!, e, f, rules, chosen, checked)
    catch err
        err isa Union{InterruptException,LibraryError,RuleError,OutOfMemoryError} && rethrow()
        e.body = nothing
        # A message may name what is newer than the caller.
        message = Base.invokelatest(sprint, showerror, err)::String
        e.reason = err isa Union{NotUnderstood,RequestError} ? message : string("this package failed at it: ", message)
    end
    return e
end

"Fills in an entry; throws where its method cannot be optimised."
function optimize_entry!(e::Entry, @nospecialize(f), rules, chosen::COptions, checked::Bool)
    found = remembered_body(f, e.types)
    e.ret = found.ret
    e.body = optimized_body!(e, found, rules, chosen, checked)
    e.wide = wide(e, chosen, checked)
    e.inline = !e.body.metas.noinline && is_inlined(f, e.types)
    return
end

"An entry of which nothing is known yet."
function blank_entry(@nospecialize(types), rules=())
    world = world_counter()
    return Entry(types, Relied[], nothing, nothing, Any, false, Dependency[], Meant[], world, world, false, nothing, rules, nothing)
end

"Reads a method, sends it through the optimiser and writes what comes back; notes what that relied on."
function optimized_body!(e::Entry, found::MethodBody, rules, chosen::COptions, checked::Bool=false)
    # Tables and address stay alive with `read`.
    read = rules isa RuleSet ? read_rules(rules) : ReadRules(C_NULL, Tables(), Any[])
    session = Session(copy(read.tables), found.method.module, copy(read.code))
    session.method = found.method
    session.checked = checked
    fixed_types(session.tables)
    started = time_ns()
    words, names, metas, bodies = read_method(found, session.tables)
    asked = time_ns()
    response = GC.@preserve read optimize_words(words, names, session, read.address, chosen)
    answered = time_ns()
    answer, answer_names = response[1:2]
    e.report = read_report(response[3:6]...)
    body = write_body(read_response(answer, answer_names, session.tables), metas, checked)
    if e.report !== nothing
        microseconds(ns) = Int(ns ÷ 1000)
        e.report.questions = session.questions
        merge!(e.report.times, Dict(:read => microseconds(asked - started), :request => microseconds(answered - asked),
                                    :answers => microseconds(session.answering), :write => microseconds(time_ns() - answered)))
    end
    append!(bodies, session.bodies)
    e.methods = unique(Relied[Relied(b) for b in bodies])
    e.dependencies = session.asked
    e.names = names_read(bodies)
    settle_versions!(session, e)
    return body
end
