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
#! run --opt --entry the_object_itself 10
#! opt
