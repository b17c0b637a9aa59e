# Installs the Julia package as a user does, and runs its tests: a new depot, no network, a registry without packages.
#
#     julia scripts/check-package.jl [arguments of runtests.jl]
#
# `Pkg.develop(path=…)`, `Pkg.build`, `using`, `Pkg.test`: the package needs nothing but the standard library, so that an empty registry is enough.

const PACKAGE = normpath(joinpath(@__DIR__, "..", "julia", "Saturate"))

const REGISTRY = """
name = "Empty"
uuid = "0d6a3d4e-6b3e-4b1c-9d6f-0b8a8a8d3c11"
repo = "none"
description = "no packages: the standard library is enough"

[packages]
"""

const INSTALL = """
using Pkg
Pkg.develop(PackageSpec(path=$(repr(PACKAGE))))
Pkg.build("Saturate")
using Saturate
f(x) = sin(x)^2 + cos(x)^2
@assert (@saturate trig f(0.5)) == 1.0
"""

function main(arguments)
    folder = mktempdir()
    depot = joinpath(folder, "depot")
    mkpath(joinpath(depot, "registries", "Empty"))
    write(joinpath(depot, "registries", "Empty", "Registry.toml"), REGISTRY)
    julia = `$(Base.julia_cmd()) --startup-file=no --project=$(mkpath(joinpath(folder, "environment")))`
    # The depots of Julia itself stay: newer versions keep the compiled standard library there.
    separator = Sys.iswindows() ? ';' : ':'
    bundled = filter(d -> startswith(d, dirname(Sys.BINDIR)), DEPOT_PATH)
    withenv("JULIA_DEPOT_PATH" => join([depot; bundled], separator), "JULIA_PKG_SERVER" => "", "JULIA_PKG_OFFLINE" => "true",
            "JULIA_LOAD_PATH" => nothing, "JULIA_PROJECT" => nothing) do
        run(`$julia -e $INSTALL`)
        run(`$julia -e "using Pkg; Pkg.test(\"Saturate\"; test_args=ARGS)" $arguments`)
    end
end

main(ARGS)
