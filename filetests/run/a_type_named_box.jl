# `Box` is no name of Base: a program may have a type of this name, beside variables that closures share, which are `Core.Box`es.
struct Box
    x::Int64
end
function counted(n)
    total = 0
    add(k) = (total += k)
    foreach(add, 1:n)
    return Box(total)
end
#! run --entry counted 4
#> Box(10)
#! run --opt --rules arithmetic --entry counted 4
#> Box(10)
