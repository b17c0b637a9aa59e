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
