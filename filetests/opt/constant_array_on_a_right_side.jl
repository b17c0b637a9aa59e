# An array that a right side names is the program's own: its contents are those of the moment, not those of compile time.
const TABLE = [3, 1]
table_copy() = copy(TABLE)
table() = TABLE
@rules named begin
    sum(table_copy()) --> sum(TABLE)
    sum(~v::Comptime{Vector{Int64}}) => sum(~v)
    table() --> TABLE
    @cost table_copy 10
    @cost table 10
end
contents_of_the_moment(n::Int64) = (TABLE[1] = n; sum(table_copy()))
the_object_itself(n::Int64) = (t = table(); t[1] = n; (TABLE[1], t === TABLE))
@saturate named contents_of_the_moment(::Int64)
@saturate named the_object_itself(::Int64)

#! run --opt --entry contents_of_the_moment 10
#> 11
#! run --opt --entry the_object_itself 10
#> (10, true)
#! opt
#> # cost 12 → 2, optimal
#> function contents_of_the_moment(%1 n::Int64)::Int64
#> b0:
#>     %2 = setindex!([3, 1], %1, 1)::Vector{Int64}
#>     %3 = sum([3, 1])::Int64
#>     return %3
#> end
#>
#> # cost 14 → 4, optimal
#> function the_object_itself(%1 n::Int64)::Tuple{Int64, Bool}
#> b0:
#>     %2 = setindex!([3, 1], %1, 1)::Vector{Int64}
#>     %3 = getindex([3, 1], 1)::Int64
#>     %4 = ===([3, 1], [3, 1])::Bool
#>     %5 = tuple(%3, %4)::Tuple{Int64, Bool}
#>     return %5
#> end
