# The use cases of the evaluation: each is optimised as it is measured, and computes what the original and the code by hand compute.

module UseCaseTests

using Test, Saturate
include("../eval/usecases.jl")

"What the code of each says, and what it does not say any more."
const CODE = Dict("transforms2d" => (["return p"], ["rotate", "translate", "cos"]),
                  "eigen_reuse" => (["real(sum(", "real(prod("], ["det(", "tr("]),
                  "forward" => (["fused_dense("], []),
                  "gemm" => (["gemm!("], ["mul!", "max."]),
                  "product_eigvals" => (["Symmetric("], []),
                  "sum_eigvals" => (["Symmetric("], []),
                  "broadcasts" => (["clamp.((x .- μ) ./ s, -3, 3) .+ 3"], ["centred"]))

function run()
    @testset "use cases" begin
        @test Set(case.name for case in UseCases.ALL) == Set(keys(CODE))
        @testset "$(case.name)" for case in UseCases.ALL
            types = Tuple{map(typeof, case.input(case.sizes[1]))...}
            code = string(code_saturated(case.original, types, case.rules))
            there, gone = CODE[case.name]
            @test all(part -> occursin(part, code), there)
            @test !any(part -> occursin(part, code), gone)
            g = saturate(case.original, types, case.rules)
            for size in case.sizes[1:min(3, end)]
                # Some write into their arguments.
                expected = case.original(case.input(size)...)
                @test UseCases.agree(g(case.input(size)...), expected)
                @test UseCases.agree(case.optimum(case.input(size)...), expected)
            end
        end
    end
end

end
