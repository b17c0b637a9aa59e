# The same files on both hosts: this session, and the `saturate` binary's own model of Julia.

module Hosts

using Test, Saturate

const ROOT = normpath(joinpath(@__DIR__, "..", "..", ".."))

"The binary: what SATURATE_BINARY names, or the newest that cargo made; where there is none, that is said."
function binary(io=stdout)
    haskey(ENV, "SATURATE_BINARY") && return ENV["SATURATE_BINARY"]
    target = get(ENV, "CARGO_TARGET_DIR", joinpath(ROOT, "target"))
    found = filter(isfile, [joinpath(target, profile, "saturate") for profile in ("release", "debug")])
    isempty(found) || return found[argmax(map(mtime, found))]
    println(io, "skipped: there is no `saturate` binary; build it with `cargo build`")
    return nothing
end

"Files with entry points: the examples and the text tests of the optimiser."
function files()
    all = [joinpath(folder, name) for folder in ("examples", joinpath("filetests", "opt"))
           for name in readdir(joinpath(ROOT, folder)) if endswith(name, ".jl")]
    return filter(file -> occursin(r"^@saturate "m, read(joinpath(ROOT, file), String)), all)
end

"The functions of an output by their order: cost line, and code without types, which the hosts know more or less exactly."
function parts(text)
    found = Tuple{String,Vector{String}}[]
    for line in split(text, '\n')
        # What became of calls has lines of its own, with numbers of lines on one host only.
        startswith(line, r"# (cost|not)") && push!(found, (line, String[]))
        isempty(found) || startswith(line, "# ") || isempty(line) || push!(found[end][2], without_types(line))
    end
    return found
end

function without_types(line)
    startswith(line, "function ") && return replace(line, r"::[^%]*?(?=, %|\)::|$)" => "")
    line = replace(line, r"\)::[A-Z].*$" => ")")
    return replace(line, r"::[^%]*?(?=, %|\):$)" => "")
end

in_session(file) = sprint(io -> Saturate.opt_file(io, joinpath(ROOT, file)))

"Each entry point: the file, its number, costs and code on either host, whether they are the same."
function compare(program, file)
    embedded = try
        parts(read(`$program opt $(joinpath(ROOT, file))`, String))
    catch
        return nothing      # not a file that the binary optimises
    end
    # Not every text test is a Julia file: some use one name twice.
    julia = try
        parts(in_session(file))
    catch err
        startswith(file, "examples") && rethrow()
        println(file, ": ", sprint(showerror, err))
        return nothing
    end
    return embedded, julia
end

"The cost that a line ends with: `# cost 12 → 3, optimal`."
cost(line) = parse(Float64, match(r"→ ([0-9.e+]+)|cost ([0-9.e+]+):", line).captures |> c -> something(c[1], c[2]))

"Entry points for which this session knows more: here, the default value of a keyword argument."
const KNOWN_BETTER = [("control_flow.jl", 1)]

function run(; io=stdout)
    program = binary(io)
    @testset "a page of a file" begin
        page(file) = mktempdir() do folder
            path = joinpath(folder, "page.html")
            Saturate.opt_file(devnull, joinpath(ROOT, "examples", file); report=path)
            read(path, String)
        end
        @test occursin("eigen_reuse", page("eigen_reuse.jl"))
        @test_throws ArgumentError page("symmetric.jl")     # two entry points
    end
    @testset "both hosts" begin
        if program !== nothing
            for file in files()
                both = compare(program, file)
                both === nothing && continue
                embedded, julia = both
                example = startswith(file, "examples")
                example && @test length(embedded) == length(julia) > 0
                for (n, (one, other)) in enumerate(zip(embedded, julia))
                    one == other || println(io, file, ", entry point ", n, ":\n  embedded: ", one[1], "\n    ", join(one[2], "\n    "),
                                            "\n  julia: ", other[1], "\n    ", join(other[2], "\n    "))
                    example || continue
                    @test cost(other[1]) <= cost(one[1])
                    (basename(file), n) in KNOWN_BETTER || @test one == other
                end
            end
            withenv("SATURATE_JULIA" => joinpath(Sys.BINDIR, "julia")) do
                file = joinpath(ROOT, "examples", "forward.jl")
                @test read(`$program opt $file --host julia`, String) == in_session(joinpath("examples", "forward.jl"))
                @test !success(pipeline(`$program opt $file --host julia --rules no_such_rules`; stderr=devnull))
            end
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Hosts.run()
end
