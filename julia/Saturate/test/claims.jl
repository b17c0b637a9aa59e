# Checked code: a type that the optimiser was wrong about is an error with its name, and what is right is not changed by the checks.

module Claims

using Test, Saturate, LinearAlgebra

halved(v) = (s = sum(v); s > 10.0 ? s / 2 : s)
counted(n) = (s = 0; for i in 1:n; s += i; end; s)
maybe(x) = (y = x > 0 ? x : nothing; y === nothing ? 0 : y + 1)
# The value that is tested has no other use.
started(v) = (for i in eachindex(v); break; end; length(v))
caught(x) = try; sqrt(x); catch err; err isa DomainError ? -1.0 : rethrow(); end

"The function that the optimiser gives back for a method, as this package reads it."
function response(f, types)
    found = Saturate.method_body(f, types)
    session = Saturate.Session(Saturate.Tables(), found.method.module)
    Saturate.fixed_types(session.tables)
    words, names, metas, _ = Saturate.read_method(found, session.tables)
    answer = Saturate.optimize_words(words, names, session)
    return Saturate.read_response(answer[1:2]..., session.tables), metas
end

"The same with another type for the calls of a function."
function lie(f::Saturate.SSAFunction, callee, type)
    is_callee(s) = s.kind == Saturate.Wire.Inst.CALL && s.callee < 0 && Saturate.constant_of_handle(f.tables, -1 - s.callee) === callee
    for block in f.blocks, (n, s) in enumerate(block.statements)
        is_callee(s) || continue
        block.statements[n] = Saturate.Statement(s.kind, s.result, type, s.inbounds, s.name, s.callee, s.args, s.head, s.payload, s.number)
    end
    return f
end

function run()
    @testset "claims that are checked" begin
        for (f, args) in Any[(halved, ([1.0, 20.0],)), (halved, (Float64[1.0],)), (counted, (5,)), (maybe, (3,)), (maybe, (-3,)), (caught, (-1.0,)), (started, ([4, 5],)), (started, (Int[],)),
                             (hypot, (3.0, 4.0)), (sort, ([3, 1, 2],))]
            types = map(typeof, args)
            g = saturate(f, types; checked=true)
            @test reason(g) === nothing
            @test isequal(g(args...), f(args...))
            @test Core.Compiler.return_type(g, Tuple{types...}) == Core.Compiler.return_type(f, Tuple{types...})
        end
        written(checked) = string(Saturate.write_body(response(halved, Tuple{Vector{Float64}})..., checked).statements)
        @test occursin("claimed", written(true)) && !occursin("claimed", written(false))
        # A session that is wrong about a type.
        f, metas = response(halved, Tuple{Vector{Float64}})
        body = Saturate.write_body(lie(f, sum, Int), metas, true)
        wrong = Core.eval(Main, Saturate.definition(body, :halved_wrong))
        err = try; Base.invokelatest(wrong, halved, [1.5]); catch e; e; end
        @test err isa Saturate.FalseClaim && err.claimed === Int && err.value === 1.5
        @test occursin("sum(v)", sprint(showerror, err)) && occursin("Int64", sprint(showerror, err))
        # A session says of these calls that they write to their first argument only, and return it.
        for T in (Float64, Float32, Int, ComplexF64)
            fresh() = (v=T[1, 2, 3, 4], w=T[5, 6, 7, 8], A=T[1 2; 3 4], B=T[5 6; 7 8], C=zeros(T, 2, 2))
            calls = Any[d -> (setindex!, d.v, T(9), 2), d -> (setindex!, d.A, T(9), 1, 2), d -> (setindex!, d.v, d.w[1:2], 1:2), d -> (setindex!, d.v, T(1), 7),
                        d -> (fill!, d.A, T(3)), d -> (copyto!, d.v, d.w), d -> (copyto!, d.A, d.w), d -> (copyto!, d.v, 2, d.w, 1, 2), d -> (copyto!, d.v, d.v),
                        d -> (mul!, d.C, d.A, d.B), d -> (mul!, d.C, d.A, transpose(d.B)), d -> (mul!, d.C, d.A, d.B, T(2), T(1)), d -> (mul!, d.v, d.A, d.w),
                        d -> (Base.materialize!, d.v, Base.broadcasted(+, d.v, d.w)), d -> (Base.materialize!, d.C, Base.broadcasted(*, d.A, T(2)))]
            for call in calls
                data = fresh()
                (f, first), others = call(data)[1:2], call(data)[3:end]
                @test haskey(Saturate.WRITERS, f)
                result = try; f(first, others...); catch; first; end
                @test result === first
                @test all(now === first || now == was for (now, was) in zip(values(data), values(fresh())))
            end
        end
        # For all that are made from now on.
        was = Saturate.CHECKED[]
        try
            Saturate.checked!(true)
            @test saturate(counted, (Int,))(4) == 10
        finally
            Saturate.checked!(was)
        end
    end
end

end # module

if abspath(PROGRAM_FILE) == @__FILE__
    Claims.run()
end
