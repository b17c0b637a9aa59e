# Blocks and definitions, compared with what Julia makes of the same code: a block with `let` in place of `@saturate`, a definition without it.

module Blocks

using Test, Saturate

"The value of the last line, or the type of the exception, in a module of its own."
function outcome(text)
    m = Module(:Habitat)
    Core.eval(m, :(using Saturate; macro plain(rules, code) esc(code isa Expr && code.head === :block ? Expr(:let, Expr(:block), code) : code) end))
    try
        return Base.invokelatest(include_string, m, text, "blocks")
    catch err
        return typeof(err isa LoadError ? err.error : err)
    end
end

is_exception(@nospecialize(x)) = x isa Type && x <: Exception

"The message of the `ArgumentError` that code ends with."
function refusal(text)
    m = Module(:Habitat)
    Core.eval(m, :(using Saturate))
    err = try; include_string(m, text, "blocks"); catch e; e; end
    while err isa LoadError
        err = err.error
    end
    return err isa ArgumentError ? err.msg : string("no ArgumentError: ", typeof(err))
end

"Whether a block means what `let` does: for code in which `let` does not change variables around it."
is_as_plain(text) = isequal(outcome(text), outcome(replace(text, "@saturate" => "@plain")))

block(arguments, code, call; before="") = "$before\nf($arguments) = @saturate () begin\n$code\nend\n$call"

const AS_LET = [
    # Places in arrays
    block("A", "A[end] + 1", "f([1, 2, 3])"), block("A", "A[begin]", "f([4, 2, 3])"), block("A", "A[2:end]", "f([1, 2, 3])"),
    block("A, B", "A[B[end]] + A[end, begin]", "f([1 2; 3 4], [2, 3])"), block("x", "sum(@view x[1:end-1])", "f([1, 2, 3])"),
    block("x", "var\"end\" = 2\nx[1] + var\"end\"", "f([1])"), block("x", "x[end] = 5\nx[begin] += 2\nx", "f([1, 2])"),
    block("x", "(x[end], y) = (7, 8)\n(x, y)", "f([1, 2])"),
    # Names that are no variables of the block
    block("x", "x isa (Vector{S} where S<:Real)", "f([1, 2, 3])"), block("x", "x isa (Vector{S} where {R<:Real,S<:R})", "f([1, 2, 3])"),
    block("x", "x isa (Array{S,1} where Int<:S<:Real)", "f(Real[1])"),
    block("n", "i = 0\n@label again\ni += 1\ni < n && @goto again\ni", "f(4)"), block("x", "(x=x, b=2)", "f(1)"), block("x", "t = (a=1,)\nt.a + x.re", "f(1 + 2im)"),
    block("x", "g(; k=2, l=k) = k + l\ng(k=x)", "f(5)"), block("x", "g(y, z=y; k=z) where {} = y + z + k + x\ng(2)", "f(5)"), block("x", "\"a\$x\"", "f(5)"),
    block("x", ":(a + \$x)", "f(5)"), block("s", "ccall(:strlen, Csize_t, (Cstring,), s)", "f(\"abc\")"),
    block("x::T", "zero(T) + x + length(T[x, x])", "f(5)") |> t -> replace(t, ") = @" => ") where {T} = @"),
    block("x::Vector{T}", "ccall(:memcmp, Cint, (Ptr{T}, Ptr{T}, Csize_t), x, x, 8)", "f([1.0])") |> t -> replace(t, ") = @" => ") where {T} = @"),
    block("x", "map(y -> y + x, 1:2) + [y * x for y in 1:2 if y < x + 10]", "f(3)"), block("x", "[(i, j) for i in 1:x for j in 1:i]", "f(3)"),
    block("x", "map(1:2) do y\nz = y + x\nz\nend", "f(3)"), block("x", "g = n -> n < 1 ? x : g(n - 1)\ng(3)", "f(3)"),
    block("x", "even(n) = n == 0 || odd(n - 1)\nodd(n) = n != 0 && even(n - 1)\neven(x)", "f(4)"),
    block("x", "r = let\ng(y) = y + 1\ng(x)\nend\ng(r)", "f(4)"; before="g(x) = x + 100"),
    block("x", "try; error(x); catch err; err.msg; end", "f(\"a\")"), block("x", "GC.@preserve x sum(x)", "f([1, 2])"),
    block("x", "s = 0\n@inbounds @simd for i in 1:length(x)\ns += x[i]\nend\ns", "f([1, 2])"),
    block("x", "late(x)", "f(2)"; before="") |> t -> replace(t, "\nf(2)" => "\nlate(x) = 2x\nf(2)"),
    # A variable without a value is missed where it is read, and only there.
    "function f(c)\nif c\nz = 1\nend\n@saturate () begin\nc ? z : 0\nend\nend\n(f(true), f(false))",
    "function f(c)\nif c\nz = 1\nend\n@saturate () begin\n@isdefined(z)\nend\nend\n(f(true), f(false))",
    "function f(c)\nif c\nz = [1]\nend\n@saturate () begin\nc && (z .= 2; z[end] += 1; GC.@preserve z sum(z)) \nend\nend\n(f(true), f(false))",
    "function f(c)\nif c\nz = 1\nend\n@saturate () begin\nc || z\nend\nend\nf(false)",
    "function f(c, x::T) where {T}\nif c\nz = 1\nend\n@saturate () begin\n(c ? z : zero(T), map(y -> T(y) + x, 1:2))\nend\nend\n(f(true, 1), f(false, 2.0))",
    "f() = @saturate () begin\nmissing_here + 1\nend\nf()", "f(x) = @saturate () begin\nx ? missing_here : 3\nend\nf(false)", "f() = @saturate () begin\n@isdefined missing_here\nend\nf()",
    "f(x) = @saturate () begin\nx && (t = 1)\nx ? t : 2\nend\n(f(true), f(false))", "f(x) = @saturate () begin\nx && (t = 1)\nt\nend\nf(false)",
    # What a block is free to do
    block("x", "g = y -> (return y; 1)\nh(y) = return y\nfunction k(y)\nreturn y\nend\nmap(1:2) do y\nreturn y\nend\n(g(x), h(x), k(x))", "f(3)"),
    block("x", "@inbounds x[1]", "f([3])"), block("x", "while true\nx > 3 && break\nx += 1\ncontinue\nend\nx", "f(1)"),
    block("x", "fs = []\nfor i in 1:x\nt = i\npush!(fs, () -> t)\nend\n[g() for g in fs]", "f(3)"),
    block("x", "s = 0\nfor i in 1:x\nt = i\ns += t\nend\ns", "f(3)"), block("x", "i = 0\nfor outer i in 1:x\nend\ni", "f(3)"),
    block("x", "let y = x, z\nz = y\ny + z\nend", "f(3)"), block("x", "local z::Int = x\nz", "f(3)"), block("x", "z::Float64 = x\nz", "f(3)"),
    block("x", "global G = x\nG + 1", "(f(3), G)"; before="G = 1"), block("x", "for i in 1:x\nglobal G += i\nend\nG", "(f(3), G)"; before="G = 1"),
    block("x", "x .= x .+ 1\nx .+= 1\n@. x = 2x\nx", "f([1])"), block("x, y", "x <= y <= 4 && x != y", "f(3, 4)"),
    "x = 3\n@saturate () begin\nt = x + 1\nt\nend", "f(+) = @saturate () begin\n3 + 4\nend\nf(*)",
    "f(x) = @saturate () begin\ny = @saturate () begin\nt = x + 1\n2t\nend\ny + x\nend\nf(3)",
]

# Code of the block; what the block is, and `(y, t, v)` behind it, where they were `(1, 0, [1, 2])`.
const OWN = [
    "y = y + 1\ny" => (2, (1, 0, [1, 2])), "y += 1\ny" => (2, (1, 0, [1, 2])), "y -= 1; y *= 3; y |= 4; y ⊻= 1; y" => (5, (1, 0, [1, 2])),
    "t = y + 1\nt" => (2, (1, 0, [1, 2])), "(t, y) = (y, t)\n(t, y)" => ((1, 0), (1, 0, [1, 2])), "t, v[1] = y, 5\n(t, v)" => ((1, [5, 2]), (1, 0, [5, 2])),
    "v .+= 1\nv" => ([2, 3], (1, 0, [2, 3])), "v .= 7\nv" => ([7, 7], (1, 0, [7, 7])),
    "v = v .+ 1\nv" => ([2, 3], (1, 0, [1, 2])), "v[end] += 3\nv" => ([1, 5], (1, 0, [1, 5])),
    "for i in 1:2\nt += i\nend\nt" => (3, (1, 0, [1, 2])), "for i in 1:2\nt = i\nend\ny" => (1, (1, 0, [1, 2])), "for i in 1:2\nt = i\nend\nt" => (2, (1, 0, [1, 2])),
    "for t in 1:2\ny += t\nend\n(y, t)" => ((4, 0), (1, 0, [1, 2])), "while t < 3\nt += 1\nend\nt" => (3, (1, 0, [1, 2])),
    "let z = 2\ny = z\nend\ny" => (2, (1, 0, [1, 2])), "let\ny = 2\nend\nt" => (0, (1, 0, [1, 2])), "let y = y + 1\ny\nend" => (2, (1, 0, [1, 2])),
    "try\ny = 2\nerror()\ncatch\nt = 3\nend\n(y, t)" => ((2, 3), (1, 0, [1, 2])), "add() = (y += 1)\nadd()\nadd()\ny" => (3, (1, 0, [1, 2])),
    "set() = (y = 5)\nset()\nt" => (0, (1, 0, [1, 2])), "map(z -> (t = z; t + y), v)" => ([2, 3], (1, 0, [1, 2])),
    "foreach(v) do z\nt += z\nend\nt" => (3, (1, 0, [1, 2])), "y > 5 && (t = 3)\nt" => (0, (1, 0, [1, 2])), "if y > 0\nt = 3\nend\nt" => (3, (1, 0, [1, 2])),
    "if y > 0\nt = 3\nelse\nt = 4\nend\nt" => (3, (1, 0, [1, 2])), "y = t = 4\n(y, t)" => ((4, 4), (1, 0, [1, 2])), "y::Int = y + 1\ny" => (2, (1, 0, [1, 2])),
    "local y = 7\ny" => (7, (1, 0, [1, 2])), "t(x) = x + y\nt(2)" => (3, (1, 0, [1, 2])), "@. v = v + y\nv" => ([2, 3], (1, 0, [2, 3])),
    "[(t = z) for z in v]" => ([1, 2], (1, 0, [1, 2])), "for outer t in 1:3\nend\nt" => (3, (1, 0, [1, 2])), "(z = y; y = 3; z + y)" => (4, (1, 0, [1, 2])),
]

"What a block is, and what variables around it are behind it: of a function, and of the module."
function inside_function(code)
    return outcome("function f(y)\nt = 0\nv = [1, 2]\nr = @saturate () begin\n$code\nend\n(r, (y, t, v))\nend\nf(1)")
end

inside_module(code) = outcome("y, t, v = 1, 0, [1, 2]\nr = @saturate () begin\n$code\nend\n(r, (y, t, v))")

"Definitions, each with calls."
const DEFINITIONS = [
    "q(args::Vararg{Int,2}) = sum(args)\nq(1, 2)", "q(args::Vararg{Int}) = sum(args)\n(q(1), q(1, 2, 3))", "q(x, args::Vararg{Any,N}) where {N} = N\n(q(1), q(1, 2, 3))",
    "q(::Vararg{Int,2}) = 2\nq(1, 2)", "q(x, ::Vararg{Int}) = x\n(q(1), q(1, 2))", "q(args::Vararg) = args\nq(1, 2)", "q(args::Base.Vararg{Int}) = args\nq(1, 2)",
    "q(args::Vararg{Int,2}; k=1) = (args, k)\n(q(1, 2), q(1, 2; k=3))", "q(args::Vararg{Int,2}) = sum(args)\nq(1)", "q(x::Vector{Int}) = length(x)\nq([1, 2])",
    "q(x::A) where A<:Vector{B} where B = (A, B)\nq([1])", "function q(x::A, y::B) where {A<:Vector{B}} where {B}\n(A, B)\nend\nq([1], 2)", "q(x::Vector{B}) where B<:C where C = B\nq([1])",
    "q(x::C, y::B) where {C<:Vector{B}} where {B<:A} where {A<:Real} = (B, C)\nq([1], 2)", "(q(x::T)::Float64) where T = x\nq(1)", "q(x::T, y::S) where {T,S<:T} = (T, S)\nq(1, 2)",
    "q(@nospecialize(x), @nospecialize(y=2)) = x + y\n(q(1), q(1, 5))", "q(@nospecialize(x::Int), @nospecialize(y::Int=2)) = x + y\n(q(1), q(1, 5))",
    "q(@nospecialize(xs...)) = length(xs)\nq(1, 2)", "q(x, @nospecialize(y)=3) = x + y\n(q(1), q(1, 2))",
    "@inline q(x) = 2x\n(q(1), q(2.0))", "@noinline function q(x, y=x; k=1)\nreturn x + y + k\nend\n(q(1), q(1, 2), q(1; k=5))", "Base.@propagate_inbounds q(x) = x[1]\nq([4])",
    "@inline @inbounds q(x) = x[end]\nq([4])",
]

run() = @testset "blocks and definitions" begin
    @testset "as `let`" begin
        @test isempty(filter(!is_as_plain, AS_LET))
        # The comparison sees what is different, and the code runs.
        @test !is_as_plain("f(y) = (@saturate () begin\ny = 2\nend; y)\nf(1)")
        @test count(text -> is_exception(outcome(text)), AS_LET) == 3
    end

    @testset "what is assigned" begin
        @test isempty([code => got for (code, wanted) in OWN for got in (inside_function(code), inside_module(code)) if got != wanted])
    end

    @testset "optimised all the same" begin
        m = Module(:Habitat)
        Core.eval(m, :(using Saturate; @noinline slowly(x) = x + 1))
        include_string(m, """
            const quick = @rules begin
                slowly(~x::Int) --> -(~x)
                @cost slowly 100
            end
            f(x, c) = @saturate quick begin
                x += 1
                for i in 1:2
                    t = slowly(x)
                    x += t
                end
                c && (z = 5)
                c ? z : slowly(x)
            end
            g(x::T, c) where {T} = (if c; z = 1; end; @saturate quick begin
                c ? z : slowly(x) + sizeof(T)
            end)
            """)
        call(name, arguments...) = Base.invokelatest(Saturate.newest(m, name), arguments...)
        @test (call(:f, 1, false), call(:f, 1, true)) == (0, 5)
        @test (call(:g, 1, false), call(:g, 1, true)) == (7, 1)
        # Nothing is left of the questions.
        Core.eval(m, :(h(x) = @saturate quick begin
            y = x + 1
            x = 2y
            x + y
        end; cost(x) = (h(x); @allocated h(x))))
        @test call(:h, 1) == 6 && call(:cost, 1) == 0 && call(:cost, 1) == 0
        @test Base.invokelatest(Core.Compiler.return_type, Saturate.newest(m, :h), Tuple{Int}) === Int
    end

    @testset "what leaves a block" begin
        for code in ("return x", "@inbounds return x", "@inbounds if x > 0\nreturn 1\nend", "x > 0 && return", "for i in 1:2\nreturn i\nend", "let; return 1; end", "GC.@preserve x return x",
                     "break", "x > 0 && continue", "if x > 0\nbreak\nend")
            @test occursin("cannot `return`", refusal("f(x) = for _ in 1:2\n@saturate () begin\n$code\nend\nend"))
        end
        @test occursin("no ArgumentError", refusal("f(x) = @saturate () begin\nx -> return x\nend"))
    end

    @testset "code that a macro has put together" begin
        text = """
            macro twice(x)
                quote
                    @saturate () begin
                        t = \$(esc(x))
                        t + t
                    end
                end
            end
            f(y, t) = @twice y + t
            f(1, 2)
            """
        @test outcome(text) == 6
    end

    @testset "definitions" begin
        @test isempty([text => outcome("@saturate () " * text) for text in DEFINITIONS if !isequal(outcome("@saturate () " * text), outcome(text))])
        @test count(text -> is_exception(outcome(text)), DEFINITIONS) == 1
        m = Module(:Habitat)
        Core.eval(m, :(using Saturate))
        include_string(m, "\"Says so.\"\n@saturate trig @noinline function ones_of(x)\nreturn sin(x)^2 + cos(x)^2\nend")
        f = Saturate.newest(m, :ones_of)
        @test Base.invokelatest(f, 0.3) === 1.0 && Base.invokelatest(Base.invokelatest(Saturate.original, f), 0.3) == sin(0.3)^2 + cos(0.3)^2
        @test haskey(Base.Docs.meta(m), Base.Docs.Binding(m, :ones_of))
    end

    @testset "refusals that say what to write" begin
        @test occursin("`@rules name begin", refusal("@rules r 1 2")) && occursin("`@rules name begin", refusal("@rules"))
        @test occursin("joins sets of rules", refusal("RuleSet() ∪ 3")) && occursin("joins sets of rules", refusal("@saturate trig ∪ 3 sin(1.0)"))
        @test RuleSet() ∪ RuleSet() == RuleSet()
        @test occursin("does not understand the parameter", refusal("@saturate () q(3) = 1"))
        @test occursin("write a call", refusal("@saturate () @inline 3"))
    end
end

end # module
