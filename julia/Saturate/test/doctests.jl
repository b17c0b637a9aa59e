# Examples in the documentation are run, and must print what they say.
#
# In a docstring or in a file of `docs/`, a block
#
#     ```jldoctest
#     julia> 1 + 1
#     2
#     ```
#
# is a session: each input is evaluated in a module of the block's own, and what it prints and what its value is shown as is compared with the
# text below it. Blocks with the same label (`jldoctest first`) share a module. An error is compared by its first line; a line `⋮` stands for any number of lines.

module DocTests

using Test, Saturate

"The blocks of a text: label and lines of each."
function blocks(text::AbstractString)
    found = Tuple{String,Vector{String}}[]
    for block in eachmatch(r"^```jldoctest *([^\n]*)\n(.*?)^```"ms, text)
        push!(found, (String(strip(block[1])), split(chomp(String(block[2])), '\n')))
    end
    return found
end

"Inputs and outputs of a block."
function steps(lines::Vector{String})
    found, in_input = Tuple{Vector{String},Vector{String}}[], false
    for line in lines
        if startswith(line, "julia> ")
            push!(found, ([line[8:end]], String[]))
            in_input = true
        elseif in_input && startswith(line, "       ")
            push!(found[end][1], line[8:end])
        elseif !isempty(found)
            in_input = false
            push!(found[end][2], line)
        end
    end
    return [(join(input, '\n'), strip(join(output, '\n'))) for (input, output) in found]
end

"What a session shows for an input."
function shown(m::Module, input::String)
    path, io = mktemp()
    value = try
        redirect_stdout(() -> include_string(m, input, "none"), io)
    catch err
        while err isa LoadError
            err = err.error
        end
        close(io)
        return string("ERROR: ", first(split(Base.invokelatest(sprint, showerror, err), '\n')))
    end
    flush(io)
    close(io)
    printed = read(path, String)
    value === nothing || endswith(rstrip(input), ';') || (printed *= Base.invokelatest(repr, "text/plain", value))
    return join((rstrip(line) for line in split(strip(printed), '\n')), '\n')
end

"Whether a text is what was written; lines `⋮` stand for any lines."
function fits(wanted, found)
    occursin("⋮", wanted) || return wanted == found
    parts = split(wanted, r"^⋮\n?"m)
    pattern = join((replace(part, r"[\\^$.|?*+()\[\]{}]" => s"\\\0") for part in parts), "(.|\\n)*")
    return occursin(Regex(string("^", pattern, "\$")), found)
end

"Runs the blocks of a text; gives the inputs that show something else, with what was wanted and what came."
function failures(text::AbstractString, modules=Dict{String,Module}())
    found, count = Any[], 0
    for (label, lines) in blocks(text)
        make() = (m = Module(:DocTest); Core.eval(m, :(using Saturate)); m)
        m = isempty(label) ? make() : get!(make, modules, label)
        for (input, wanted) in steps(lines)
            count += 1
            came = shown(m, input)
            fits(wanted, came) || push!(found, (input=input, wanted=wanted, came=came))
        end
    end
    return found, count
end

"The docstrings of a module, as they were written."
docstrings(m::Module) = [join(docs.text) for multi in values(Base.Docs.meta(m)) for docs in values(multi.docs)]

function run_tests()
    @testset "examples in the documentation" begin
        # Checked code has other texts.
        checked = Saturate.CHECKED[]
        Saturate.checked!(false)
        folder = normpath(joinpath(@__DIR__, "..", "..", "..", "docs"))
        texts = vcat(docstrings(Saturate), [read(joinpath(folder, name), String) for name in ("julia.md", "tutorial.md")
                                            if isfile(joinpath(folder, name))])
        total = 0
        for text in texts
            failed, count = failures(text)
            total += count
            foreach(f -> println("`", f.input, "` should show\n", f.wanted, "\nand shows\n", f.came, '\n'), failed)
            @test isempty(failed)
        end
        @test total >= 60
        # The check sees what is wrong.
        @test length(failures("```jldoctest\njulia> 1 + 1\n3\n\njulia> error(\"no\")\nERROR: no\n```\n")[1]) == 1
        Saturate.checked!(checked)
    end
end

end # module
