# Finds the shared library or builds it with cargo, and puts it beside this file. `Pkg.build("Saturate")` runs this; so does
#
#     julia julia/Saturate/deps/build.jl
#
# In order: what SATURATE_LIBRARY names is used as it is; a checkout is built, where cargo is there; otherwise what a checkout has built before, or the
# artifact of a binary package. Where there is nothing, the error says what to do.

module Build

using Libdl

const HERE = @__DIR__
include(joinpath(HERE, "names.jl"))
include(joinpath(HERE, "..", "src", "wire.jl"))
include(joinpath(HERE, "..", "src", "places.jl"))

"The number of the interface that a library speaks; `nothing` if it cannot be loaded, or is something else."
function interface(path::String)
    handle = Libdl.dlopen(path; throw_error=false)
    handle === nothing && return nothing
    address = Libdl.dlsym(handle, :saturate_version; throw_error=false)
    number = address === nothing ? nothing : ccall(address, Int32, ())
    Libdl.dlclose(handle)
    return number
end

"The library at `path`, if it fits this package; an error that says why not."
function fitting(path::String)
    isfile(path) || error("there is no file $path")
    number = interface(path)
    number === nothing && error("$path cannot be loaded, or is not Saturate's library")
    number == Wire.VERSION || error("$path has interface version $number, this package needs $(Wire.VERSION)")
    return path
end

function build()
    if haskey(ENV, "SATURATE_LIBRARY")
        println("uses what SATURATE_LIBRARY names, ", fitting(ENV["SATURATE_LIBRARY"]))
        return
    end
    root = normpath(joinpath(package_folder(), "..", ".."))
    is_checkout = isfile(joinpath(root, "crates", "saturate-capi", "Cargo.toml"))
    cargo = Sys.which("cargo")
    installed = joinpath(HERE, LIBRARY_FILE)
    if is_checkout && cargo !== nothing
        run(Cmd(`$cargo build --release --package saturate-capi`; dir=root))
        target = get(ENV, "CARGO_TARGET_DIR", joinpath(root, "target"))
        cp(fitting(joinpath(target, "release", BUILT_FILE)), installed; force=true)
        println("built ", installed)
        return
    end
    for path in library_candidates()
        isfile(path) && interface(path) == Wire.VERSION || continue
        println("uses ", path)
        return
    end
    error(is_checkout ? "building Saturate's library needs cargo, which is not on the path. Install Rust (https://rustup.rs) and run `Pkg.build(\"Saturate\")` again, " :
                        "the Rust sources are not beside this package ($root is not a checkout of Saturate), and there is no artifact for $(platform().arch) $(platform().os). " *
                        "Use `Pkg.develop` with a checkout, ",
          "or set SATURATE_LIBRARY to a built $BUILT_FILE")
end

end # module

Build.build()
