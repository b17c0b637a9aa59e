# Inference knows which object a call returns. It is that object, not a copy with its contents.
const TABLE = [3, 1, 4, 1, 5]
function poke_table(x::Int64)
    TABLE[1] = x
    return TABLE
end
@rules case begin
end
function f(x1::Bool)
    t = (==)(1, ifelse(x1, 0, 0)) ? TABLE : poke_table(1)
    return t === TABLE, t[1]
end
@saturate case f(::Bool)

#! run --entry f true
#> (true, 1)
#! run --opt --strict --entry f true
#> (true, 1)
#! run --opt --extract chaos --seed 0 --strict --entry f true
#> (true, 1)
