# The source knows nothing of what `parent` gives, and a rule does. What is equal for a while, by a relaxed rule, could be of the source's type if its own operand
# could; that nothing makes. So the value of the source's type is made by the call of the source: the narrower ones are two, each that of an equal value.
# Found by a random program: there was no program at all (the original stayed, with the reason).
@rules found begin
    materialize(broadcasted(+, ~A::Matrix{Int64}, ~B::Matrix{Int64})) == ~A + ~B
    parent(transpose(~A::Matrix{Int64})) --> ~A
    @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
end
function sum_of(A::Matrix{Int64}, B::Matrix{Int64}, C::Matrix{Int64})
    return (A + B) .+ parent(transpose(C))
end
@saturate found sum_of(::Matrix{Int64}, ::Matrix{Int64}, ::Matrix{Int64})
#! run --entry sum_of "[1 2; 3 4]" "[1 2; 3 4]" "[1 2; 3 4]"
#> 2×2 Matrix{Int64}:
#>  3   6
#>  9  12
#! run --opt --entry sum_of "[1 2; 3 4]" "[1 2; 3 4]" "[1 2; 3 4]"
#> 2×2 Matrix{Int64}:
#>  3   6
#>  9  12
#! opt
#> # cost 5 → 5, optimal
#> function sum_of(%1 A::Matrix{Int64}, %2 B::Matrix{Int64}, %3 C::Matrix{Int64})::Any
#> b0:
#>     %4 = +(%1, %2)::Matrix{Int64}
#>     %5 = transpose(%3)::Transpose{Int64, Matrix{Int64}}
#>     %6 = parent(%5)::Any
#>     %7 = broadcasted(+, %4, %6)::Any
#>     %8 = materialize(%7)::Any
#>     return %8
#> end
