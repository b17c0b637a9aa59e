# The bundled rule library: `rules/*.jl` of the repository, one file for both hosts.
#
# Each file has a module of its own, in which its helper functions live and its rules find their names; the sets are constants
# of `Saturate.Rules`. They are read when they are first used.

const RULES_FOLDER = rules_folder()

"Definitions and `@rules` blocks of one file: name, line and text of each."
function read_rule_file(path::String)
    text, at = read(path, String), 1
    definitions, blocks = Any[], Tuple{Symbol,Int,String}[]
    while at <= ncodeunits(text)
        start = at
        x, at = Meta.parse(text, at)
        if x isa Expr && x.head === :macrocall && x.args[1] === Symbol("@rules")
            start = first(findnext("@rules", text, start))
            line = count(==('\n'), SubString(text, 1, start)) + 1
            push!(blocks, (x.args[3], line, String(rstrip(text[start:prevind(text, at)]))))
        elseif x !== nothing
            push!(definitions, x)
        end
    end
    return definitions, blocks
end

# Modules are made whole: a package that is being compiled cannot add to one later.
let sets = Any[]
    paths = RULES_FOLDER !== nothing ? [joinpath(RULES_FOLDER, name) for name in sort(readdir(RULES_FOLDER)) if endswith(name, ".jl")] : String[]
    for path in paths
        include_dependency(path)
        definitions, blocks = read_rule_file(path)
        # A module knows itself by its name, and a file may define a function of that name.
        name = Symbol(first(splitext(basename(path))), "_rules")
        # The helpers are the user's code: they run often, unlike this package, and are compiled as such.
        level = macroexpand(@__MODULE__, :(@compile_as 2))
        home = Core.eval(@__MODULE__, Expr(:module, true, name, Expr(:block, level, definitions...)))
        for (set, line, text) in blocks
            part = RulePart(set, home, string("rules/", basename(path)), line, 1, text)
            push!(sets, :(const $set = $(RuleSet([part]))))
        end
    end
    Core.eval(@__MODULE__, Expr(:module, false, :Rules, Expr(:block, sets...)))
end

@doc "The bundled rule sets, by name: `Saturate.Rules.linalg`. In `@saturate` and its kin the name alone does." Rules

"A set of the library by name."
function library_rules(name::Symbol)
    isdefined(Rules, name) && getfield(Rules, name) isa RuleSet && return getfield(Rules, name)::RuleSet
    known = sort([string(n) for n in names(Rules; all=true) if isdefined(Rules, n) && getfield(Rules, n) isa RuleSet])
    throw(ArgumentError("there is no rule set `$name`; the library has $(join(known, ", "))"))
end
