# An array that is shortened behind the back of a view: writing through the view is an error, not a crash.

function shortened()
    x = [1, 2]
    w = view(x, 1:2)
    w .= pop!(x)
    return x
end
function read_behind()
    x = [1, 2]
    w = view(x, 1:2)
    pop!(x)
    return w[2]
end

#! run --entry shortened
#> error: BoundsError: attempt to access 1-element Vector{Int64} at index [2]
#! run --entry read_behind
#> error: BoundsError: attempt to access 1-element Vector{Int64} at index [2]
