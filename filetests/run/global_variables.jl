# Functions may set global variables, not constants.

total = 0
const LIMIT = 3
function add(x)
    global total = total + x
    return total
end
twice(x) = (add(x), add(x), total)
function break_limit()
    global LIMIT = 4
end

#! run --entry twice 2
#> (2, 4, 4)

#! run --entry break_limit
#> error: invalid redefinition of constant LIMIT
