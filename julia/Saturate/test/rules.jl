# Rules: reading, lowering, matching, errors.

module RuleTests

using Test, Saturate, LinearAlgebra

"A function that no rule has heard of, to see that a rule was applied."
marker(args...) = 42
twice(x) = 2x
scaled(x, k) = x * k
open_ended(x, rest...) = x
add(x, w) = x + sum(w)
# An array type whose work is done by foreign calls, as on a GPU.
struct DeviceArray{T,N} <: AbstractArray{T,N}
    data::Array{T,N}
end
launch() = ccall(:getpid, Cint, ())
Base.size(A::DeviceArray) = size(A.data)
Base.getindex(A::DeviceArray, i::Int...) = A.data[i...]
Base.setindex!(A::DeviceArray, v, i::Int...) = (A.data[i...] = v)
Base.BroadcastStyle(::Type{<:DeviceArray}) = Broadcast.ArrayStyle{DeviceArray}()
function Base.copy(bc::Broadcast.Broadcasted{Broadcast.ArrayStyle{DeviceArray}})
    launch()
    out = Matrix{Float32}(undef, map(length, axes(bc)))
    for I in CartesianIndices(out)
        out[I] = bc[I]
    end
    return DeviceArray(out)
end
Base.:*(A::DeviceArray{T,2}, B::DeviceArray{T,N}) where {T,N} = (launch(); DeviceArray(A.data * B.data))
device_layer(σ, W, x, b) = (launch(); DeviceArray(σ.(W.data * x.data .+ b.data)))
relu(x) = max(x, zero(x))
function device_forward(x, W, b)
    z = W * x
    y = z .+ b
    return relu.(y)
end

struct Point
    x::Float64
    y::Float64
end
const WEIGHT = 3
variable = 4

@rules trig begin
    # A comment stays where it is.
    sin(~x::Number)^2 + cos(~x)^2  -->  1
end

@rules doubling begin
    twice(~x::Number) == ~x + ~x
    @cost twice 10
end

# The line of the sum is what `explain` must name.
function on_lines(x)
    y = x + 0.5
    z = sin(y)^2 + cos(y)^2
    return y * z
end
const SUM_LINE = (@__LINE__) - 3

"The message of the exception that an expression throws; what a macro throws while it is expanded counts."
function message(expr, m=RuleTests)
    err = try
        Core.eval(m, expr)
        return "nothing was thrown"
    catch err
        err isa LoadError ? err.error : err
    end
    return string(nameof(typeof(err)), ": ", sprint(showerror, err))
end

"A set of rules from lines, as if they were typed at the prompt of a module."
function rules(text, m=RuleTests)
    return Core.eval(m, Meta.parse("Saturate.@rules typed begin\n$text\nend"))
end

optimised(f, types, set; options...) = (g = saturate(f, types, set; options...); @test reason(g) === nothing; g)

"Whether a rule with this left side matches the function that the same text defines."
function matches(text, variables...; types)
    names = join(variables, ", ")
    f = Core.eval(RuleTests, Meta.parse("($names,) -> $text"))
    left = text
    for v in variables
        # Whole words only.
        left = replace(left, Regex("\\b$v\\b") => "~$v")
    end
    set = rules("@relaxed $left --> marker()\n@cost marker 0")
    r = Base.invokelatest(() -> report(optimised(f, types, set)))
    return r.rules[1].applied >= 1 && r.cost_after == 0
end

function run()
    @testset "rule sets are values" begin
        @test trig isa RuleSet && doubling isa RuleSet
        @test string(trig) == """
            @rules trig begin
                # A comment stays where it is.
                sin(~x::Number)^2 + cos(~x)^2  -->  1
            end"""
        both = trig ∪ doubling
        @test both == trig ∪ doubling && hash(both) == hash(trig ∪ doubling) && both != trig && both ∪ trig == both
        @test occursin("@rules doubling", string(both)) && occursin("@rules trig", string(both))
        # Without a file, the text is printed; it reads back as the same.
        typed = rules("(~x)^2 --> ~x * ~x\nif one_use(~x) && ~x::Number > 1\n@relaxed twice(~x') --> marker(~x)\nend\n@arg(scaled, 2) => 3")
        again = Core.eval(RuleTests, Meta.parse(string(typed)))
        @test string(again) == string(typed) && occursin("@relaxed twice((~x)') --> marker(~x)", string(typed))
        @test string(RuleSet()) == "RuleSet()"
    end

    @testset "rewriting" begin
        f = x -> 2x + (sin(x)^2 + cos(x)^2)
        g = optimised(f, (Float64,), trig)
        @test g(0.5) == 2.0 && @inferred(g(0.5)) isa Float64
        r = report(g)
        @test r.cost_before == 7 && r.cost_after == 2 && r.optimal && r.kept === nothing && r.rules[1].applied == 1
        @test (@saturate trig f(0.5)) == 2.0
        @test occursin("2x + 1", string(code_saturated(f, (Float64,), trig)))
        # The types of variables are tested: strings do not add up.
        h = optimised(x -> twice(x), (Float64,), doubling)
        @test report(h).cost_after == 1 && h(2.0) == 4.0
        # Both sets at once.
        k = optimised(x -> twice(sin(x)^2 + cos(x)^2), (Float64,), trig ∪ doubling)
        @test k(0.3) == 2 && report(k).cost_after <= 1
        # Nothing matches: nothing changes.
        n = optimised(x -> x * 3, (Float64,), trig)
        @test n(2.0) == 6.0 && report(n).cost_before == report(n).cost_after == 1
    end

    @testset "the library asks for types and sizes" begin
        V, M = Vector{Float64}, Matrix{Float64}
        arithmetic, nn, linalg = Saturate.library_rules(:arithmetic), Saturate.library_rules(:nn), Saturate.library_rules(:linalg)
        cost(f, types, rules) = report(optimised(f, types, rules)).cost_after
        # x + (-y) = x - y among integers of one type.
        @test cost((x, y) -> x + -y, (Int8, Int8), arithmetic) == 1 && cost((x, y) -> x + -y, (Int64, UInt8), arithmetic) == 2
        @test cost(x -> -(-x), (UInt8,), arithmetic) == 0 && cost(x -> -(-x), (Bool,), arithmetic) == 2
        # The activation of a fused layer gives floats.
        @test cost((W, x) -> abs.(W * x), (M, V), nn) == 1 && cost((W, x) -> isfinite.(W * x), (M, V), nn) == 3
        # A vector of one element is multiplied with all of the other.
        f = (x, y) -> sum(x .* y)
        g = optimised(f, (V, V), linalg)
        @test report(g).cost_after == 1 && g([1.0, 2.0], [3.0]) == 9.0 && g([1.0, 2.0], [3.0, 4.0]) == 11.0
    end

    @testset "left sides are lowered as source is" begin
        V, M, F = Vector{Float64}, Matrix{Float64}, Float64
        @test matches("x^2", :x; types=(F,))
        @test matches("x^-1", :x; types=(F,))
        @test matches("2 * x + 1", :x; types=(F,))
        @test matches("x'", :x; types=(M,))
        @test matches("x' * y", :x, :y; types=(M, M))
        @test matches("x[1]", :x; types=(V,))
        @test matches("x[1, y]", :x, :y; types=(M, Int))
        @test matches("x.y", :x; types=(Point,))
        @test matches("[x y; y x]", :x, :y; types=(F, F))
        @test matches("[x, y]", :x, :y; types=(F, F))
        @test matches("sin.(x)", :x; types=(V,))
        @test matches("sin.(x) .+ y .* 2", :x, :y; types=(V, V))
        @test matches("x .^ 2", :x; types=(V,))
        @test matches("(x, y)", :x, :y; types=(F, F))
        @test matches("marker(x...)", :x; types=(Tuple{Int,Int},)) === false     # a splat of a value is another thing
        @test matches("round(x; digits=2)", :x; types=(F,))
        @test matches("LinearAlgebra.tr(x)", :x; types=(M,))
        @test matches("Float32(x)", :x; types=(F,))
        @test matches("-x", :x; types=(F,))
        @test matches("x == y", :x, :y; types=(F, F))
    end

    @testset "constants, guards, dynamic sides" begin
        fold = rules("~a::Comptime{Integer} * ~b::Comptime{Integer} => ~a * ~b\nscaled(~x, ~k::Comptime{Int}) => (~k == 0 ? 0.0 : nothing)\n@cost scaled 5")
        @test report(optimised(x -> scaled(x, 0), (Float64,), fold)).cost_after == 0
        @test report(optimised(x -> scaled(x, 1), (Float64,), fold)).cost_after == 5
        guarded = rules("""
            if ~k > 2
                scaled(~x, ~k::Comptime{Int}) --> marker(~x)
            end
            if ndims(~x) == 2
                twice(~x) --> marker()
            end
            @cost scaled 5
            @cost twice 5""")
        @test report(optimised(x -> scaled(x, 3), (Float64,), guarded)).cost_after == 1
        @test report(optimised(x -> scaled(x, 2), (Float64,), guarded)).cost_after == 5
        @test report(optimised(x -> twice(x), (Matrix{Float64},), rules("@relaxed begin\nif ndims(~x) == 2\ntwice(~x) --> marker()\nend\nend\n@cost twice 5"))).cost_after == 1
        # A dynamic side or guard that throws refuses its match, with the reason.
        throwing = rules("scaled(~x, ~k::Comptime{Int}) => error(\"no value for \", ~k)")
        g = optimised(x -> scaled(x, 7), (Float64,), throwing)
        @test g(2.0) == 14.0
        @test any(p -> occursin("no value for 7", p.first), report(g).rules[1].refused)
        @test occursin("no value for 7", string(report(g)))
    end

    @testset "bad rules are exceptions with a place" begin
        thrown(lines) = message(Meta.parse("Saturate.@rules bad begin\n$lines\nend"))
        for (lines, wanted) in ["sin(~x) --> ~y" => "unbound variable `~y`",
                "no_such_function(~x) --> ~x" => "unknown name `no_such_function`",
                "sin(~x) --> no_such_function(~x)" => "unknown name `no_such_function`",
                "~x --> 1" => "bare variable", "sin(~x)" => "not a rule", "sin(~x::NoSuchType) --> 1" => "NoSuchType",
                "sin(~x) => ~x" => "compile-time constant", "sin(~x) --> cos(variable)" => "only constants",
                "twice(~x) --> (~x > 0 ? 1 : 2)" => "control flow", "@cost twice -1" => "cost",
                "@effects twice sometimes" => "unknown effect", "if one_use(~z)\ntwice(~x) --> 1\nend" => "~z",
                "twice(~x) --> (~x && ~x)" => "control flow", "(sin(~x), cos(~y)) --> tuple(~x, ~y)" => "shares no variable"]
            text = thrown(lines)
            good = startswith(text, "RuleError") && occursin(wanted, text)
            good || println("for `", lines, "`: ", text)
            @test good
        end
        @test occursin("takes a name", message(:(Saturate.@rules "a" begin end)))
        @test occursin("takes a block", message(:(Saturate.@rules a 1)))
        # The place is that of the file.
        mktempdir() do directory
            file = joinpath(directory, "bad.jl")
            write(file, "using Saturate\n\n@rules bad begin\n    sin(~x) --> ~x\n    cos(~x) --> ~y\nend\n")
            @test occursin("bad.jl:5:18: unbound variable", message(:(Base.include($(Module(:Bad)), $file))))
        end
        @test_throws ArgumentError saturate(twice, (Float64,), "rules")
        @test_throws ArgumentError saturate(twice, (Float64,), trig; extractor=:best)
        @test_throws ArgumentError saturate(twice, (Float64,), trig; nodes=-1)
        @test_throws ArgumentError saturate(twice, (Float64,), trig; colour=1)
    end

    @testset "what was done, by line and as a page" begin
        text = string(explain(on_lines, (Float64,), trig))
        @test occursin("rules.jl:$SUM_LINE:", text) && occursin("trig.1", text)
        # A function that no file has: statements are numbered.
        prompted = Core.eval(RuleTests, Meta.parse("prompted(x) = sin(x)^2 + cos(x)^2"))
        @test occursin(r"^%\d+  "m, Base.invokelatest(() -> string(explain(prompted, (Float64,), trig))))
        file = joinpath(mktempdir(), "page.html")
        @test report(on_lines, (Float64,), trig; file=file) == file
        page = read(file, String)
        @test startswith(page, "<!doctype html>") || startswith(page, "<!DOCTYPE html>")
        @test occursin("on_lines", page) && occursin("trig.1", page) && occursin("default-src 'none'", page)
        @test_throws ArgumentError report(on_lines, (Float64,), (); file=file)
        @test_throws ArgumentError report(Core.tuple, (Float64,), trig; file=file)
    end

    @testset "the spelling of the paper, and of the prompt" begin
        arrows = rules("sin(~x::Number)^2 + cos(~x)^2 → 1\n~a::Comptime{Int} + ~b::Comptime{Int} ⇒ ~a + ~b\nscaled.arg[2] ⇒ WEIGHT")
        @test report(optimised(x -> sin(x)^2 + cos(x)^2, (Float64,), arrows)).cost_after == 0
        @test report(optimised(x -> scaled(x, 1 + 2), (Float64,), arrows)).cost_after == 1
        @test optimised(scaled, (Int, Int), arrows)(2, 3) == 6 && occursin("3", string(code_saturated(scaled, (Int, Int), arrows)))
        # Operators at the prompt, with and without types.
        costs = rules("@cost (+) 10\n@cost *(::Float64, ::Float64) 7\n@cost (-)(::Float64, ::Float64) 5\n@effects (*) pure\n@effects -(::Int) pure")
        again = Core.eval(RuleTests, Meta.parse(string(costs)))
        @test string(again) == string(costs)
        cost(f, types) = report(optimised(f, types, costs)).cost_before
        @test cost((x, y) -> x + y, (Float64, Float64)) == 10 && cost((x, y) -> x * y, (Float64, Float64)) == 7
        @test cost((x, y) -> x * y, (Int, Int)) == 1 && cost((x, y) -> x - y, (Float64, Float64)) == 5
        @test occursin("RuleError", message(Meta.parse("Saturate.@rules bad begin\n@cost + 10\nend")))
    end

    @testset "known arguments take the value of a variable" begin
        function known(local_value)
            set = @rules begin
                @arg(scaled, 2) => $local_value
            end
            return set
        end
        @test occursin("7", string(code_saturated(scaled, (Int, Int), known(7)))) && !occursin("8", string(code_saturated(scaled, (Int, Int), known(7))))
        @test known(7) == known(7) && known(7) != known(8)
        # An array is the one of now.
        fold = rules("sum(~a::Comptime{Vector{Int}}) => sum(~a)")
        weights = [1, 2]
        set = @rules begin
            add.arg[2] ⇒ $weights
        end
        weights[1] = 100
        @test optimised(add, (Int, Vector{Int}), set ∪ fold)(1, [1, 2]) == 4
        # A global that is no constant, and what is no value.
        global_one = rules("@arg(scaled, 2) => \$variable\nif true\nscaled.arg[1] ⇒ \$(variable + 1)\nend")
        @test report(optimised(scaled, (Int, Int), global_one)).cost_after == 0
        @test optimised(scaled, (Int, Int), global_one)(5, 4) == 20
        @test occursin("only constants", message(Meta.parse("Saturate.@rules bad begin\n@arg(scaled, 2) => variable\nend")))
        @test occursin("UndefVarError", message(Meta.parse("Saturate.@rules bad begin\n@arg(scaled, 2) => \$no_such_value\nend")))
        # An argument that no method has.
        @test occursin("`scaled` has 2 arguments, and no number 5", message(Meta.parse("Saturate.@rules bad begin\n@arg(scaled, 5) => 1\nend")))
        @test rules("@arg(open_ended, 5) => 1") isa RuleSet
    end

    @testset "broadcasts of Julia's own arrays fuse" begin
        broadcast = Saturate.library_rules(:broadcast)
        cost(f, args...) = report(optimised(f, map(typeof, args), broadcast)).cost_after
        two(x) = (y = abs.(x); y .+ 1)
        masked(A, B) = (m = A .> 0; m .* B)
        M = [1.0 -2.0; 3.0 4.0]
        @test cost(masked, M, M) == 3 && saturate(masked, (Matrix{Float64}, Matrix{Float64}), broadcast)(M, M) == masked(M, M)
        for x in Any[trues(3), view([1.0, -2.0], 1:2), view(M, 1:2, :), PermutedDimsArray(M, (2, 1)), reshape(view([1.0, -2.0], 1:2), 2, 1),
                     [big"1.5", big"-2"], [big(3)], [1 // 2, -3 // 1]]
            @test cost(two, x) == 3 && saturate(two, (typeof(x),), broadcast)(x) == two(x)
        end
        # An element that a function returns as it is stays the object that it is; what anything may be, anything may happen to.
        same(x) = (y = identity.(x); identity.(y))
        x = [big"1.5"]
        @test saturate(same, (Vector{BigFloat},), broadcast)(x)[1] === x[1]
        @test cost(two, Any[1.0]) == 4
        pythagoras = rules("sin(~x)^2 + cos(~x)^2 --> 1")
        for T in (BigFloat, Rational{Int}, Float16)
            @test report(optimised(x -> sin(x)^2 + cos(x)^2, (T,), pythagoras)).cost_after == 0
        end
        @test report(optimised(x -> sin(x)^2 + cos(x)^2, (Any,), pythagoras)).cost_after == 5
    end

    @testset "effects of a whole type" begin
        D(n) = DeviceArray{Float32,n}
        types = (D(2), D(2), D(1))
        fuse = """
            if one_use(materialize(~x))
                @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
            end
            @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::DeviceArray * ~x::DeviceArray, ~b::DeviceArray))) --> device_layer(~σ, ~W, ~x, ~b)"""
        g = optimised(device_forward, types, rules(fuse))
        @test report(g).cost_after == 5
        # The refusal says whose effects are in the way. Where Julia itself knows that `materialize` does not write, what lies between the reads is.
        text = string(explain(device_forward, types, rules(fuse)))
        says_whose = occursin("`materialize(::", text) && occursin("is not known", text) && occursin("@effects T reads alloc", text)
        @test says_whose || Saturate.HAS_INFER_EFFECTS && occursin("the left side reads memory in different states", text)
        h = optimised(device_forward, types, rules(string(fuse, "\n@effects DeviceArray alloc reads")))
        @test report(h).cost_after == 1
        args = map(n -> DeviceArray(rand(Float32, ntuple(_ -> 3, n))), (2, 2, 1))
        @test h(args...) ≈ device_forward(args...)
        # `!` writes, and so may what is given something else that can be written.
        declared = rules("@effects DeviceArray pure")
        @test report(optimised(a -> (fill!(a, 1.0f0); fill!(a, 1.0f0); a), (D(1),), declared)).cost_after == 2
        @test report(optimised((list, a) -> (push!(list, a); push!(list, a); a), (Vector{D(1)}, D(1)), declared)).cost_after == 2
    end

    @testset "a literal where the source needs another type" begin
        none = rules("~x::Number - ~x --> 0")
        for T in (Float64, Float32, BigInt, UInt8, ComplexF64, Rational{Int})
            g = optimised((x, r) -> (r[1] = x - x; r), (T, Vector{T}), none)
            @test g(T(2), [T(1)]) == [T(0)]
            @test eltype(g(T(2), T[1])) === T
            # A `BigInt` is an object, and none of those that the source makes is a constant.
            @test report(g).cost_after == (T === BigInt ? 2 : 1)
        end
        seen = Any[]
        g = optimised((x, seen) -> push!(seen, x - x), (Float32, Vector{Any}), none)
        @test g(2.0f0, seen) === seen && seen[1] === 0.0f0
        # No `Float64` is equal to it.
        g = optimised((x, seen) -> push!(seen, twice(x)), (Float64, Vector{Any}), rules("twice(~x) --> 9007199254740993"))
        @test g(2.0, Any[]) == Any[4.0]
    end

    @testset "options" begin
        f = x -> twice(twice(x))
        @test report(optimised(f, (Float64,), doubling; iterations=0)).cost_after == 20
        @test report(optimised(f, (Float64,), doubling; extractor=:greedy)).cost_after == 2
        # Whether there is a solver depends on how the library was built; without one the reason says what to do.
        for extractor in (:ilp, :paper)
            g = saturate(f, (Float64,), doubling; extractor=extractor)
            @test g(1.5) == 6.0
            @test reason(g) === nothing ? report(g).cost_after == 2 : occursin("--features highs", reason(g))
        end
        for seed in 1:5
            @test optimised(f, (Float64,), doubling; extractor=:chaos, seed=seed)(1.5) == 6.0
        end
        @test report(optimised(f, (Float64,), doubling; nodes=1)).stop == "limit on e-nodes"
    end
end

end # module
