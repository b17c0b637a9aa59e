# A callee that throws a constant object throws something that is older than its caller.
const TABLE = [3, 1, 4, 1, 5]
@rules none begin
end
throw_the_table(x::Int64) = (throw(TABLE); 1)
function throws_it_further()
    v = [1, 2]
    v[1] = throw_the_table(1)
    return 1
end
@saturate none throws_it_further()
#! run --checked --entry throws_it_further
#> error: [3, 1, 4, 1, 5]
#! opt --strict
#> # cost 2 → 2, optimal
#> function throws_it_further()::Union{}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = throw_the_table(1)::Union{}
#>     unreachable
#> end
