# Makes the artifact of this platform: a folder, its archive, and the entry for `Artifacts.toml`.
#
#     julia julia/Saturate/deps/artifact.jl OUTPUT_FOLDER URL_OF_THE_ARCHIVES
#
# The library must be built (`deps/build.jl`). The layout is described in `src/places.jl`; `Artifacts.toml.template` has the platforms.

import Pkg, SHA, Libdl

const HERE = @__DIR__
include(joinpath(HERE, "names.jl"))
include(joinpath(HERE, "..", "src", "wire.jl"))
include(joinpath(HERE, "..", "src", "places.jl"))

"Fills a folder as `src/places.jl` describes it."
function fill_artifact(folder::String)
    library = findfirst(isfile, library_candidates())
    library === nothing && error("there is no library yet: run deps/build.jl")
    rules = rules_folder()
    rules === nothing && error("the rule library is not beside this package")
    mkpath(joinpath(folder, "lib"))
    mkpath(joinpath(folder, "rules"))
    cp(library_candidates()[library], joinpath(folder, "lib", LIBRARY_FILE))
    for name in readdir(rules)
        endswith(name, ".jl") && cp(joinpath(rules, name), joinpath(folder, "rules", name))
    end
    return folder
end

"The entry of an archive."
entry(hash, url, sum) = """
    [[saturate]]
    arch = "$(platform().arch)"
    os = "$(platform().os)"
    git-tree-sha1 = "$hash"

        [[saturate.download]]
        url = "$url"
        sha256 = "$sum"
    """

function make(output::String, url::String)
    folder = fill_artifact(mktempdir())
    hash = bytes2hex(Pkg.GitTools.tree_hash(folder))
    mkpath(joinpath(output, "artifacts"))
    installed = joinpath(output, "artifacts", hash)
    isdir(installed) || cp(folder, installed)
    name = string("saturate-", Wire.VERSION, '-', platform().arch, '-', platform().os, ".tar.gz")
    archive = joinpath(abspath(output), name)
    run(Cmd(`tar --sort=name --owner=0 --group=0 --mtime=@0 -czf $archive .`; dir=folder))
    write(joinpath(output, "Artifacts.toml"), entry(hash, string(rstrip(url, '/'), '/', name), bytes2hex(open(SHA.sha256, archive))))
    return installed
end

if abspath(PROGRAM_FILE) == @__FILE__
    length(ARGS) == 2 || error("usage: julia artifact.jl OUTPUT_FOLDER URL_OF_THE_ARCHIVES")
    println(make(ARGS...))
end
