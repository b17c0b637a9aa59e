# A value behind `$` that throws has no value: the set that asks for it cannot be read.

total(x, w) = x + w
@rules throwing begin
    @arg(total, 2) => $([1, 2][3])
end

#! opt --rules throwing --entry total --sig Int64,Int64
#> error: 5:25: BoundsError: attempt to access 2-element Vector{Int64} at index [3]
#> error: 5:23: the value behind `$` could not be computed
