# Measures which way is the fastest at which size, and writes the table that the package reads.
#
#   julia --project=julia/SaturateGPU julia/SaturateGPU/eval/calibrate.jl [--out FILE] [--quick]
#
# Operations: `dense` is a layer with bias and relu; `gemm` a product with cheap functions of both factors, accumulation and relu; `costly_gemm` the same with
# `tanh`, which a kernel that applies it as it loads computes once for each block; `two_products` two products with one factor.

using SaturateGPU, Dates, Statistics
using SaturateGPU: WAYS, PAIR_WAYS, with_way, gemm!, two_products

include("measure.jl")
include("usecases.jl")

function main(arguments)
    value(name, default) = (at = findfirst(==(name), arguments)) === nothing ? default : arguments[at + 1]
    quick = "--quick" in arguments
    out = value("--out", joinpath(@__DIR__, "..", "calibration.txt"))
    relu = UseCases.relu
    operations = [
        ("dense", (T, n) -> (W = DeviceArray(T.(UseCases.entries(n, 1))); x = copy(W); b = DeviceArray(Array(W)[:, 1]); () -> dense(relu, W, x, b))),
        ("gemm", (T, n) -> (A = DeviceArray(T.(UseCases.entries(n, 1))); B = copy(A); C = copy(A); () -> gemm!(relu, C, abs, A, relu, B, T(0.5), T(0.25)))),
        ("costly_gemm", (T, n) -> (A = DeviceArray(T.(UseCases.entries(n, 1))); B = copy(A); C = copy(A); () -> gemm!(relu, C, abs, A, tanh, B, T(0.5), T(0.25)))),
        ("two_products", (T, n) -> (A = DeviceArray(T.(UseCases.entries(n, 1))); X = copy(A); Y = copy(A); () -> two_products(A, X, Y))),
    ]
    open(string(out, ".part"), "w") do io
        name = match(r"device: (.*)", SaturateGPU.describe()).captures[1]
        println(io, "# ", name, ", ", Dates.format(now(), "yyyy-mm-dd"), ". Operation, type, size, fastest way; then the ways' medians in microseconds.")
        for T in (Float16, Float32, Float64), (operation, make) in operations, n in (quick ? (16, 32) : UseCases.SIZES)
            T !== Float16 && n > 4096 && continue
            call = make(T, n)
            ways = operation == "two_products" ? PAIR_WAYS : [w for w in WAYS if T === Float16 || w in (:epilogue, :separate)]
            variants = Any[() -> with_way(call, w) for w in ways]
            times = Measure.compare(variants, Any[() for _ in ways]; rounds=quick ? 8 : 24, seconds=5e-4).times
            println(io, rpad(operation, 13), rpad(T, 8), rpad(n, 5), rpad(ways[argmin(times)], 9), " # ",
                    join((string(w, " ", round(1e6t; digits=2)) for (w, t) in zip(ways, times)), ", "))
        end
    end
    mv(string(out, ".part"), out; force=true)
    print(read(out, String))
end

main(ARGS)
