# A type that is named like one that Base does not export is the program's own. Base's goes on to do its work.

struct Generator
    seed::Int64
end
Generator() = Generator(4)
next(g::Generator) = Generator(3 * g.seed + 1)
@rules none begin
end

generators() = (Generator(3), next(Generator()), sum(x^2 for x in 1:3), Generator === Base.Generator, typeof(Generator(1)))

#! run --entry generators
#> (Generator(3), Generator(13), 14, false, Generator)
#! run --checked --opt --rules none --entry generators
#> (Generator(3), Generator(13), 14, false, Generator)

struct Broadcasted{T}
    content::T
    times::Int64
end
Broadcasted(x) = Broadcasted(x, 1)
again(b::Broadcasted{T}) where {T} = Broadcasted{T}(b.content, b.times + 1)

broadcasts(xs::Vector{Float64}) = (again(Broadcasted(1.0)), sum(xs .* 2 .+ 1), Broadcasted(1))

#! run --entry broadcasts [1.0,2.0]
#> (Broadcasted{Float64}(1.0, 2), 8.0, Broadcasted{Int64}(1, 1))
#! run --checked --opt --rules none --entry broadcasts [1.0,2.0]
#> (Broadcasted{Float64}(1.0, 2), 8.0, Broadcasted{Int64}(1, 1))

mutable struct RefValue
    x::Int64
end
Base.getindex(r::RefValue) = 10 * r.x

function references()
    own, base = RefValue(1), Ref(2)
    own.x += 1
    base[] += 1
    return (own[], base[], own isa Ref, typeof(base) === RefValue, string(typeof(own)))
end

#! run --entry references
#> (20, 3, false, false, "RefValue")
#! run --checked --opt --rules none --entry references
#> (20, 3, false, false, "RefValue")

struct Zip{A} <: Number
    code::A
    Zip{A}(code) where {A} = new{A}(code)
    Zip(code::A) where {A} = new{A}(code)
end
Base.:+(a::Zip, b::Zip) = Zip(a.code + b.code)

zips() = (Zip(1) + Zip(2), Zip{Float64}(3), collect(zip(1:2, 3:4)), [Zip(1)])

#! run --entry zips
#> (Zip{Int64}(3), Zip{Float64}(3.0), [(1, 3), (2, 4)], Zip{Int64}[Zip{Int64}(1)])
#! run --checked --opt --rules none --entry zips
#> (Zip{Int64}(3), Zip{Float64}(3.0), [(1, 3), (2, 4)], Zip{Int64}[Zip{Int64}(1)])

no_field() = Generator(1).iter

#! run --entry no_field
#> error: type Generator has no field iter

no_method() = next(1)

#! run --entry no_method
#> error: MethodError: no method matching next(::Int64)

# Both in one signature.
which(g::Generator) = "own"
which(g::Base.Generator) = "Base's"
both() = (which(Generator(1)), which(x for x in 1:3))

#! run --entry both
#> ("own", "Base's")

seeded(g::Generator) = next(next(g))

#! lower --entry seeded --sig Generator
#> function seeded(%1 g::Generator)::Generator
#> b0:
#>     %2 = next(%1)::Generator
#>     %3 = next(%2)::Generator
#>     return %3
#> end
