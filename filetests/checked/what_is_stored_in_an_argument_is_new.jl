# What is read of an argument may be an object that the function has stored there: it is new.
mutable struct Tray
    v::Vector{Int64}
end
replace!(t, v) = (t.v = copy(v); t.v)
@rules none begin
end

# Found by random programs written against the contract: the call was claimed to make nothing.
replaced(v) = (t = Tray(v); sum(replace!(t, v)))
#! run --checked --entry replaced [1,2,3]
#> 6
#! run --rules none --opt --checked --entry replaced [1,2,3]
#> 6

# A number that is stored is no object.
counted!(c, n) = (c[1] = n; c)
numbered(v) = sum(counted!(v, 5))
#! run --checked --entry numbered [1,2,3]
#> 10
