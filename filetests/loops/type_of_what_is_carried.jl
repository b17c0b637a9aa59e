# What goes on behind a loop is typed for what the loop carries: a call that gives a value of another type does not take its place, though the two are equal.

last_or(s, k, r) = isempty(r) ? s : k
last_float_or(s, k, r) = isempty(r) ? s : float(k)
@rules of_another_type begin
    for ~i in ~r
        ~s::Float64 = float(~k::Int64) + 0 * ~s
    end --> last_or(~s, ~k, ~r)
    @cost last_or 1
end
@rules of_the_type begin
    for ~i in ~r
        ~s::Float64 = float(~k::Int64) + 0 * ~s
    end --> last_float_or(~s, ~k, ~r)
    @cost last_float_or 1
end
function carried(s::Float64, k::Int64, n::Int64)
    for i in 1:n
        s = float(k) + 0 * s
    end
    println(s)
    return Any[s], typeof(s)
end

# Found by a program written against the contract: it printed 4.
#! run --rules of_another_type --opt --checked --entry carried 1.5 4 3
#> 4.0
#> (Any[4.0], Float64)

#! opt --rules of_the_type --entry carried --sig "Float64, Int64, Int64"
#> # cost 87 → 5, optimal
#> # in place of a loop: of_the_type.1 (line 19)
#> function carried(%1 s::Float64, %2 k::Int64, %3 n::Int64)::Tuple{Vector, DataType}
#> b0:
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = last_float_or(%1, %2, %4)::Float64
#>     %6 = println(%5)::Nothing
#>     %7 = getindex(Any, %5)::Vector
#>     %8 = tuple(%7, Float64)::Tuple{Vector, DataType}
#>     return %8
#> end
#! run --rules of_the_type --opt --checked --entry carried 1.5 4 3
#> 4.0
#> (Any[4.0], Float64)
