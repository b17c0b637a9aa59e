# A view of a view is a view of the array behind both.

function behind_both()
    A = [1 2 3; 4 5 6; 7 8 9]
    v = view(A, 2:3, 1:3)
    w = view(v, 1:2, 2)
    w[1] = 50
    return (parent(w) === A, parent(v) === A, A, w)
end

#! run --entry behind_both
#> (true, true, [1 2 3; 4 50 6; 7 8 9], [50, 8])

# A dimension that is gone keeps its index.
function row_of_a_column()
    A = [1 2 3; 4 5 6; 7 8 9]
    column = view(A, :, 2)
    part = view(column, 2:3)
    return (parent(part) === A, part)
end

#! run --entry row_of_a_column
#> (true, [5, 8])

# An array is its own parent.
own_parent() = (A = [1, 2]; parent(A) === A)

#! run --entry own_parent
#> true
