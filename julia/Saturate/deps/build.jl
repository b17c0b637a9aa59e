# Builds the shared library with cargo and puts it beside this file.
#
#     julia julia/Saturate/deps/build.jl

using Libdl

const ROOT = normpath(joinpath(@__DIR__, "..", "..", ".."))
const FILE = string(Sys.iswindows() ? "" : "lib", "saturate_capi.", Libdl.dlext)

function build()
    if !isfile(joinpath(ROOT, "crates", "saturate-capi", "Cargo.toml"))
        error("the Rust sources are not beside this package: $ROOT is not a checkout of Saturate. ",
              "Set SATURATE_LIBRARY to a built $FILE instead")
    end
    cargo = Sys.which("cargo")
    if cargo === nothing
        error("building Saturate's library needs cargo, which is not on the path. Install Rust (https://rustup.rs), or set ",
              "SATURATE_LIBRARY to a built $FILE")
    end
    run(Cmd(`$cargo build --release --package saturate-capi`; dir=ROOT))
    target = get(ENV, "CARGO_TARGET_DIR", joinpath(ROOT, "target"))
    cp(joinpath(target, "release", FILE), joinpath(@__DIR__, FILE); force=true)
    println("built ", joinpath(@__DIR__, FILE))
end

build()
