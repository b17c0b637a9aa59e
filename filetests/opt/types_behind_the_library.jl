# A function of the library is trusted to give equal values for equal ones, not so a function of the program that it is handed, nor one that it calls for numbers of the program's own.
# Found by programs written against the contract: all of them were wrong.

const G = [0]
nz(k, x) = G[1] == 0 ? k : k * k
tofl(x::Int64) = Float64(x)
kind(x::Float64) = nz(1, x)
kind(x::Int64) = nz(2, x)
@rules r begin
    tofl(~x::Int64) --> ~x
end

mapped(n) = map(kind, [tofl(n)])
dotted(n) = kind.(tofl(n))
closed(n) = map(y -> y isa Float64, [tofl(n)])
splatted(n) = kind((tofl(n),)...)
gathered(n) = [kind(y) for y in [tofl(n)]]
#! run --rules r --opt --checked --entry mapped 3
#> 1-element Vector{Int64}:
#>  1
#! run --rules r --opt --checked --entry dotted 3
#> 1
#! run --rules r --opt --checked --entry closed 3
#> 1-element Vector{Bool}:
#>  1
#! run --rules r --opt --checked --entry splatted 3
#> 1
#! run --rules r --opt --checked --extract chaos --seed 2 --entry gathered 3
#> 1-element Vector{Int64}:
#>  1

# A lazy broadcast may take the place of an array: the function is called with the same numbers.
@rules fused begin
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
end
half(x) = x / 2
function two_passes(v)
    w = half.(v)
    return half.(w)
end
#! opt --rules fused --entry two_passes --sig "Vector{Float64}" --calls none
#> # cost 4 → 3, optimal
#> function two_passes(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(half, %1)::Broadcasted{Nothing, Nothing, typeof(half), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(half, %2)::Broadcasted{Nothing, Nothing, typeof(half), Tuple{Broadcasted{Nothing, Nothing, typeof(half), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     return %4
#> end

struct Rect
    w::Float64
    h::Float64
end
struct Sq
    s::Float64
end
(r::Rect)(n) = nz("rect", r)
(s::Sq)(n) = nz("sq", s)
Base.isless(a::Rect, b::Rect) = a.w < b.w
Base.isless(a::Sq, b::Sq) = a.s > b.s
@rules squares begin
    Rect(~x::Float64, ~x) == Sq(~x)
    @cost Rect 10
end
# `<` and `>` call `isless` of the program, and what is called is of a type as well.
less(x) = Rect(x, x) < Rect(x - 1, x - 1)
more(x) = Rect(x, x) > Rect(x - 1, x - 1)
called(x) = Rect(x, x)(3)
#! run --rules squares --opt --checked --entry less 2.5
#> false
#! run --rules squares --opt --checked --entry more 2.5
#> true
#! run --rules squares --opt --checked --entry called 2.5
#> "rect"
