# Where the shared library and the rule library are: in an artifact, in a checkout, or where the user says.
#
# A checkout has both: `target/release/libsaturate_capi.so` and `rules/*.jl`. A package that is added without the repository around it gets both as
# an artifact, one folder for each platform:
#
#     lib/libsaturate_capi.so.10      the library; its number is that of the interface (`Wire.VERSION`)
#     rules/*.jl                     the rule library
#
# `Artifacts.toml` says which folder of the depot that is; `deps/artifact.jl` makes folder, archive and entry. The few lines of that file are read
# here: the standard library that reads them is not there on every version, and it would take longer to load than this package.

"The package's folder; a checkout may be linked to."
package_folder() = realpath(joinpath(@__DIR__, ".."))

"The library as cargo names it."
const BUILT_FILE = string(Sys.iswindows() ? "" : "lib", "saturate_capi.", Libdl.dlext)

"The library as it is installed: a package never loads one that was made for another interface."
const LIBRARY_FILE = versioned_name(Wire.VERSION)

"The platform's name in `Artifacts.toml`: architecture, system."
platform() = (arch=string(Sys.ARCH), os=Sys.iswindows() ? "windows" : Sys.isapple() ? "macos" : lowercase(string(Sys.KERNEL)))

"""
The folder of this package's artifact for this platform, or `nothing`: where there is no `Artifacts.toml`, no entry for the platform, or the folder is in no
depot.
"""
function artifact_folder(file::String=joinpath(package_folder(), "Artifacts.toml"); depots=DEPOT_PATH)
    isfile(file) || return nothing
    for entry in artifact_entries(read(file, String))
        (get(entry, "arch", ""), get(entry, "os", "")) == (platform().arch, platform().os) || continue
        hash = get(entry, "git-tree-sha1", "")
        occursin(r"^[0-9a-f]{40}$", hash) || continue
        for depot in depots
            folder = joinpath(depot, "artifacts", hash)
            isdir(folder) && return folder
        end
    end
    return nothing
end

"The entries of an `Artifacts.toml`: of each `[[saturate]]`, its names and texts."
function artifact_entries(text::String)
    entries = Dict{String,String}[]
    for line in split(text, '\n')
        table = match(r"^\s*\[\[?\s*([\w.]+)\s*\]\]?", line)
        pair = match(r"^\s*([\w-]+)\s*=\s*\"([^\"]*)\"", line)
        if table !== nothing
            table[1] == "saturate" && push!(entries, Dict{String,String}())
        elseif pair !== nothing && !isempty(entries)
            get!(entries[end], pair[1], pair[2])
        end
    end
    return entries
end

"""
Where the library is looked for, in order: what `SATURATE_LIBRARY` names, what `deps/build.jl` made, the artifact, what `cargo build`
made in a checkout.
"""
function library_candidates()
    haskey(ENV, "SATURATE_LIBRARY") && return [ENV["SATURATE_LIBRARY"]]
    package, artifact = package_folder(), artifact_folder()
    target = get(ENV, "CARGO_TARGET_DIR", normpath(joinpath(package, "..", "..", "target")))
    candidates = [joinpath(package, "deps", LIBRARY_FILE), joinpath(target, "release", BUILT_FILE), joinpath(target, "debug", BUILT_FILE)]
    artifact === nothing || insert!(candidates, 2, joinpath(artifact, "lib", LIBRARY_FILE))
    return candidates
end

"The folder of the rule library, or `nothing`: that of the checkout, or of the artifact."
function rules_folder()
    artifact = artifact_folder()
    candidates = [joinpath(package_folder(), "..", "..", "rules")]
    artifact === nothing || push!(candidates, joinpath(artifact, "rules"))
    found = findfirst(isdir, candidates)
    return found === nothing ? nothing : normpath(candidates[found])
end
