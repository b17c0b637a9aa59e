# What asks an array of the program runs the program's `size` and `getindex`: it is as effectful as these.

struct Loud <: AbstractVector{Int64}
    n::Int64
end
Base.size(l::Loud) = (println("size"); (l.n,))
Base.getindex(l::Loud, i::Int64) = i

# Declared as integers, given as floats: the types follow what `getindex` gives.
struct Liar <: AbstractVector{Int64} end
Base.size(::Liar) = (2,)
Base.getindex(::Liar, i::Int64) = i / 4

@rules none begin
    ~x::Float64 * 1.0 --> ~x
end

asked_twice(l) = length(l) + length(l)
#! run --entry asked_twice Loud(3) --opt --rules none
#> size
#> size
#> 6

unused(l) = (length(l); 1)
#! run --entry unused Loud(3) --opt --rules none
#> size
#> 1

# An ordinary array is asked once.
asked_once(v) = length(v) + length(v)
#! opt --entry asked_once --sig Vector{Int64} --rules none
#> # cost 3 → 2, optimal
#> function asked_once(%1 v::Vector{Int64})::Int64
#> b0:
#>     %2 = length(%1)::Int64
#>     %3 = +(%2, %2)::Int64
#>     return %3
#> end

of_another_type(a) = (sum(a), first(a), maximum(a))
#! run --entry of_another_type Liar() --checked --opt --rules none
#> (0.75, 0.25, 0.5)

# An array in a lazy broadcast is asked when that is run.
const ASKED = [0]
struct Counted <: AbstractVector{Int64}
    d::Vector{Int64}
end
Base.size(c::Counted) = size(c.d)
Base.getindex(c::Counted, i::Int64) = (ASKED[1] += 1; c.d[i])
dotted_twice(c) = (c .+ 1, c .+ 1, ASKED[1])
#! run --entry dotted_twice Counted([1,2]) --opt --rules none
#> ([2, 3], [2, 3], 4)

dotted_into(o, c) = (o .= c .* 2; o .= c .* 2; (o, ASKED[1]))
#! run --entry dotted_into [0,0] Counted([1,2]) --opt --rules none
#> ([2, 4], 4)

# That of ordinary arrays is run once.
ordinary_twice(v) = (sum(v .+ 1), sum(v .+ 1))
#! opt --entry ordinary_twice --sig Vector{Int64} --rules none
#> # cost 7 → 4, optimal
#> function ordinary_twice(%1 v::Vector{Int64})::Tuple{Int64, Int64}
#> b0:
#>     %2 = broadcasted(+, %1, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Int64}, Int64}}
#>     %3 = materialize(%2)::Vector{Int64}
#>     %4 = sum(%3)::Int64
#>     %5 = tuple(%4, %4)::Tuple{Int64, Int64}
#>     return %5
#> end
