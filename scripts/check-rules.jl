# Checks every rule of `rules/` on real Julia: both sides are run on special and on random inputs and compared.
#
#   julia --startup-file=no scripts/check-rules.jl [FILES...]
#
# The comment above a rule states its law and, in parentheses, how far it holds (`rules/README.md` has the whole table):
#
#   (exact)               results are `isequal`: the same type, shape and elements; errors are of the same type
#   (up to rounding)      the same, but elements may differ by what rounding in the steps of either side explains
#   (…; finite values)    … where nothing is infinite or NaN
#
# Every concrete type that a pattern admits takes part (`check_rules/inputs.jl`), mixed among the variables; arguments may be one
# array. A rule that fails is reported with types, values and both results; so are a rule without a grade and one whose
# left side has a value on too few inputs. Then the exit code is 1. So it is if one of the rules in `check_rules/no_laws.jl` is not
# found to be wrong. All numbers follow from a fixed seed. Guards that look at the program (`one_use`, `spans`, `known`) count as true, the
# others are evaluated.

module CheckRules

include("check_rules/read.jl")
include("check_rules/inputs.jl")
include("check_rules/evaluate.jl")
include("check_rules/compare.jl")

const TUPLES = 256          # tuples of kinds that are tried for a rule at most, if there are more
const ARRAY_TUPLES = 32     # the same where there are arrays: each has functions of its own to compile
const FEW_TUPLES = 12       # the same where functions are given, too: each makes a broadcast of its own to compile
const SPECIALS = 196        # tuples of special values for each of them: all, or a sample
const POINTS = 2048         # random inputs that are tried for a rule, about
const VARIED_POINTS = 12    # the same where each input has types of its own
const ATTEMPTS = 6          # for each of them, to find one that the guards let through
const LEAST = 8             # inputs of a tuple of kinds
const ENOUGH = 4            # inputs on which both sides must have been compared
const SHOWN = 3             # failures of a rule that are printed

"""
Tuples of kinds: all of them, or those of one kind and a sample. Where there are arrays of several types of elements, most of the sample has
one type of elements for all: rules ask for that.
"""
function tuples(candidates, r)
    is_array(c) = any(k -> isempty(k.special), c)
    most = any(is_array, candidates) ? ARRAY_TUPLES : TUPLES
    any(c -> any(varied, c), candidates) && return [Kind[rand(r, c) for c in candidates] for _ in 1:VARIED_POINTS]
    if prod(length.(candidates)) <= most
        return [Kind[c...] for c in vec(collect(Iterators.product(candidates...)))]
    end
    elements = any(is_array, candidates) ? reduce(intersect, [unique([eltype(k.type) for k in c]) for c in candidates if is_array(c)]) : []
    if length(elements) > 1
        most = any(c -> any(k -> k.type <: Function, c), candidates) ? FEW_TUPLES : ARRAY_TUPLES
        # Every other time numbers have that type, too.
        alike(c, T, n) = is_array(c) || n % 2 == 0 && any(k -> k.type === T, c) ? filter(k -> eltype(k.type) === T, c) : c
        of(T, n) = Kind[rand(r, alike(c, T, n)) for c in candidates]
        return [[of(T, n) for n in 1:2 for T in elements]; [of(rand(r, elements), n) for n in 1:most]; [Kind[rand(r, c) for c in candidates] for _ in 1:most÷4]]
    end
    common = reduce((a, b) -> filter(k -> any(o -> o === k, b), a), candidates)
    # Beside arrays, numbers are often positions and sizes, and literals are numbers, too: the left side has no value for others.
    whole(c) = any(k -> k.type === Int64, c) ? filter(k -> k.type === Int64, c) : c
    positions = any(is_array, candidates) ? [Kind[rand(r, whole(c)) for c in candidates] for _ in 1:most÷4] : []
    return [[Kind[k for _ in candidates] for k in common]; [Kind[rand(r, c) for c in candidates] for _ in 1:most]; positions]
end

mutable struct Outcome
    compared::Int
    tried::Int
    failures::Vector{String}
    wrong::Int
end

"Compares the sides of a rule on inputs of these kinds, special ones first."
function check_kinds!(outcome, rule, grade, globals, chosen, points, r)
    names = [v.name for v in rule.variables]
    specials = special_inputs(chosen, SPECIALS, r)
    tried, wrong, most = 0, 0, length(specials) + points
    for attempt in 1:length(specials)+ATTEMPTS*points
        given = attempt <= length(specials) ? specials[attempt] : inputs(chosen, r)
        holds(globals, names, rule.guards, given) || continue
        tried += 1
        verdict = compare(rule, grade, globals, names, given, r)
        verdict === :no_method && break
        outcome.compared += verdict !== :nothing
        if verdict isa String
            wrong += 1
            types = join(["$n::$(k.name)" for (n, k) in zip(names, chosen)], ", ")
            wrong == 1 && length(outcome.failures) < SHOWN && push!(outcome.failures, "$types\n        $(shown(names, given))\n        $verdict")
        end
        (tried == most || wrong == SHOWN) && break
    end
    outcome.tried += tried
    outcome.wrong += wrong
end

"What is wrong with a rule; of wrong ones, one input is enough if `first_only`."
function check(rule::Rule, grade, globals, r; first_only=false)
    outcome = Outcome(0, 0, String[], 0)
    if rule.left == rule.right      # a fold: the same call, at compile time
        outcome.compared = ENOUGH
        return outcome
    end
    rule_is_varied = any(v -> v.splat && v.role !== :factor || v.role === :lazy, rule.variables)
    candidates = [kinds(v, globals, grade, rule_is_varied) for v in rule.variables]
    sample = tuples(candidates, r)
    for chosen in sample
        points = any(varied, chosen) ? 1 : max(LEAST, POINTS ÷ length(sample))
        check_kinds!(outcome, rule, grade, globals, chosen, points, r)
        first_only && outcome.wrong > 0 && break
    end
    if outcome.compared < ENOUGH && isempty(outcome.failures)
        push!(outcome.failures, "the left side has a value on $(outcome.compared) of $(outcome.tried) inputs only")
    end
    return outcome
end

"A module with the functions of a rule file, and what guards may ask of the program."
function globals_of(definitions)
    globals = Module(:Scope)
    Core.eval(globals, :(using LinearAlgebra; using Base.Broadcast: Broadcasted, broadcasted, materialize, materialize!))
    Core.eval(globals, :(one_use(_) = true; spans(_...) = true; known(_) = true))
    foreach(e -> Core.eval(globals, e), definitions)
    return globals
end

"Directed rules of a file with the lines they begin on, their grades, and the module of its functions."
function read_file(path)
    lines = split(read(path, String), '\n')
    parsed, offset = expressions(join(lines, '\n'))
    is_rules(e) = e.head === :macrocall && e.args[1] === Symbol("@rules")
    globals = globals_of(filter(e -> e isa Expr && !is_rules(e), parsed))
    rules = Rule[]
    foreach(e -> rules_in!(rules, e.args[end], Any[], 0), filter(e -> e isa Expr && is_rules(e), parsed))
    return map(rules) do rule
        line = rule.line - offset
        place = "$(basename(path)):$line: $(strip(lines[line]))$(rule.backward ? "  (from right to left)" : "")"
        (rule, grade_above(lines, line), globals, place, MersenneTwister(line))
    end
end

"Checks the rules of a file; what is wrong goes to `stderr`. Numbers of rules, of inputs that were compared, and of rules that failed."
function check_file(path)
    rules, compared, failed = 0, 0, 0
    for (rule, grade, globals, place, r) in read_file(path)
        started = time()
        outcome = grade isa Grade ? check(rule, grade, globals, r) : Outcome(0, 0, [grade], 0)
        rules += 1
        compared += outcome.compared
        if !isempty(outcome.failures)
            failed += 1
            println(stderr, "$place\n    ", join(outcome.failures, "\n    "))
        end
        seconds = time() - started
        seconds > 2 && println(stderr, "  $place: $(round(seconds; digits=1)) s")
        flush(stderr)
    end
    return rules, compared, failed
end

"Whether every rule of a file is found to be wrong."
function all_wrong(path)
    read = read_file(path)
    missed = [place for (rule, grade, globals, place, r) in read if isempty(check(rule, grade, globals, r; first_only=true).failures)]
    foreach(place -> println(stderr, "$place\n    is no law, and nothing was found"), missed)
    println(rpad("rules that are no laws", 23), length(read) - length(missed), " of ", length(read), " found")
    return isempty(missed)
end

function main(paths)
    found = true
    if isempty(paths)
        found = all_wrong(joinpath(@__DIR__, "check_rules", "no_laws.jl"))
        folder = joinpath(@__DIR__, "..", "rules")
        paths = [joinpath(folder, f) for f in sort(readdir(folder)) if endswith(f, ".jl")]
    end
    all_failed = 0
    for path in paths
        started = time()
        rules, compared, failed = check_file(path)
        println(rpad(basename(path), 20), lpad(rules, 4), " directed rules, ", lpad(compared, 7), " inputs compared, ", failed, " failed")
        flush(stdout)
        println(stderr, "  $(basename(path)): $(round(time() - started; digits=1)) s")
        all_failed += failed
    end
    return found && all_failed == 0 ? 0 : 1
end

end

exit(CheckRules.main(ARGS))
