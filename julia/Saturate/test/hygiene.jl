# What a package owes its users: no methods for types and functions of others, no ambiguities, no parameter that nothing determines, every exported name
# described, a complete `Project.toml`, a library that is found where it is installed.

module Hygiene

using Test, Saturate

const FOLDER = dirname(dirname(pathof(Saturate)))

"A module and those inside of it."
function own_modules(m::Module, found=Module[])
    m in found && return found
    push!(found, m)
    for name in names(m; all=true)
        !Base.isdeprecated(m, name) && isdefined(m, name) || continue
        value = getfield(m, name)
        value isa Module && parentmodule(value) === m && value !== m && own_modules(value, found)
    end
    return found
end

"Whether a type, or something that a type is made of, is defined in one of some modules."
function is_of(@nospecialize(t), modules)
    t isa TypeVar && return is_of(t.ub, modules)
    t isa UnionAll && return is_of(Base.unwrap_unionall(t), modules) || is_of(t.var, modules)
    t isa Union && return is_of(t.a, modules) && is_of(t.b, modules)
    t isa DataType || return false
    return t.name.module in modules || any(p -> is_of(p, modules), t.parameters)
end

"Methods that some modules have added to functions of others for types of others."
function pirated(modules)
    found = Method[]
    for m in Any[Base, Core, values(Base.loaded_modules)...], name in names(m; all=true)
        !Base.isdeprecated(m, name) && isdefined(m, name) || continue
        f = getfield(m, name)
        (f isa Function && !(f isa Core.Builtin)) || (f isa Type && f !== Union{} && !Saturate.is_vararg(f)) || continue
        for method in methods(f)
            method.module in modules && !is_of(method.sig, modules) && push!(found, method)
        end
    end
    return unique(found)
end

"The tables of a `Project.toml`: of each, its lines of `name = value`."
function project_tables(text)
    tables, at = Dict("" => Dict{String,String}()), ""
    for line in split(text, '\n')
        table, pair = match(r"^\[(\w+)\]$", line), match(r"^(\w+) = (.*)$", line)
        table === nothing || (at = String(table[1]); tables[at] = Dict{String,String}())
        pair === nothing || (tables[at][pair[1]] = pair[2])
    end
    return tables
end

module Pirate
# The check must see piracy where there is some.
Base.isempty(x::Complex{Bool}, y::Complex{Bool}) = false
struct Own end
Base.isempty(x::Own) = false
end

run() = @testset "package hygiene" begin
    modules = own_modules(Saturate)
    @test length(modules) > 5
    @test isempty(pirated(modules))
    @test length(pirated([Pirate])) == 1
    @test isempty(Test.detect_ambiguities(Saturate; recursive=true))
    @test isempty(Test.detect_unbound_args(Saturate; recursive=true))
    described = keys(Base.Docs.meta(Saturate))
    for name in names(Saturate)
        @test any(binding -> binding.var === name, described)
    end
    tables = project_tables(read(joinpath(FOLDER, "Project.toml"), String))
    @test issubset(["name", "uuid", "version", "authors"], keys(tables[""]))
    @test Set(keys(tables["compat"])) == Set(union(["julia"], keys(tables["deps"]), keys(tables["extras"])))
    for name in keys(tables["extras"])
        @test occursin(string('"', name, '"'), tables["targets"]["test"])
    end
    # What the package loads is what it names.
    source = join((read(joinpath(FOLDER, "src", file), String) for file in readdir(joinpath(FOLDER, "src"))), '\n')
    for name in keys(tables["deps"])
        @test occursin(Regex("\\b(using|import)\\b.*\\b$name\\b"), source)
    end
    @test Saturate.REHEARSED == Saturate.KEEPS_CODE || Base.JLOptions().use_compiled_modules == 0
    # Every file is part of the package, and in its map.
    main = read(joinpath(FOLDER, "src", "Saturate.jl"), String)
    for file in readdir(joinpath(FOLDER, "src"))
        file == "Saturate.jl" && continue
        @test occursin("`$file`", main)
        # Costs are read as rules.
        @test occursin(file == "measured_costs.jl" ? "\"$file\"" : "include(\"$file\")", source)
    end
end

"The package without its repository: library and rules come from an artifact."
run_artifact(session) = @testset "a binary package" begin
    folder = mktempdir()
    made = Module(:Made)
    Core.eval(made, :(include(path) = Base.include($made, path)))
    withenv("SATURATE_LIBRARY" => Saturate.library().path) do
        Base.include(made, joinpath(FOLDER, "deps", "artifact.jl"))
        depot = mkpath(joinpath(folder, "depot"))
        Base.invokelatest(Saturate.newest(made, :make), depot, "https://example.org/saturate/")
    end
    entries = joinpath(folder, "depot", "Artifacts.toml")
    @test Saturate.artifact_folder(entries; depots=[joinpath(folder, "depot")]) !== nothing
    @test Saturate.artifact_folder(entries; depots=String[]) === nothing
    other = replace(read(entries, String), string("\"", Saturate.platform().arch, "\"") => "\"other\"")
    write(joinpath(folder, "other.toml"), other)
    @test Saturate.artifact_folder(joinpath(folder, "other.toml"); depots=[joinpath(folder, "depot")]) === nothing
    template = read(joinpath(FOLDER, "Artifacts.toml.template"), String)
    @test length(Saturate.artifact_entries(template)) == 5
    # A copy of the package alone, in a folder of its own.
    cp(FOLDER, joinpath(folder, "Saturate"))
    foreach(rm, filter(isfile, [joinpath(folder, "Saturate", "deps", Saturate.LIBRARY_FILE), joinpath(folder, "Saturate", "Manifest.toml")]))
    code = """
        using Saturate
        f(x) = sin(x)^2 + cos(x)^2
        g = saturate(f, (Float64,), Saturate.Rules.trig)
        println((reason(g), report(g).cost_after < report(g).cost_before, Saturate.library().path == joinpath(Saturate.artifact_folder(), "lib", Saturate.LIBRARY_FILE)))
        """
    cp(entries, joinpath(folder, "Saturate", "Artifacts.toml"))
    @test strip(session(code, folder; library=nothing)) == "(nothing, true, true)"
    # Without it, an error says what to do.
    rm(joinpath(folder, "Saturate", "Artifacts.toml"))
    code = "using Saturate; try; saturate(sin, (Float64,)); catch err; println(occursin(\"Pkg.build\", sprint(showerror, err))); end"
    @test strip(session(code, folder; library=nothing)) == "true"
    @test occursin("is not a checkout", session("try; include(joinpath(\"$folder\", \"Saturate\", \"deps\", \"build.jl\")); catch err; println(sprint(showerror, err)); end",
                                                folder; library=nothing))
end

end # module
