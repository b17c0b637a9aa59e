# `$` before a value of `@arg` takes what a variable holds where the rules are defined; what is written later is not seen.

weights = [1, 2]
total(x, w) = x + sum(w)

@rules known begin
    @arg(total, 2) => $weights
    sum(~a::Comptime{Vector{Int64}}) => sum(~a)
end

product(x, w) = x * abs(w)

@rules computed begin
    product.arg[2] ⇒ $(2 * weights[2])
    abs(~a::Comptime{Int64}) ⇒ abs(~a)
end

weights[1] = 100
weights = [0, 0]

#! opt --rules known --entry total --sig Int64,Vector{Int64}
#> # cost 2 → 1, optimal
#> function total(%1 x::Int64, %2 w::Vector{Int64})::Int64
#> b0:
#>     %3 = +(%1, 3)::Int64
#>     return %3
#> end
#! opt --rules computed --entry product --sig Int64,Int64
#> # cost 2 → 1, optimal
#> function product(%1 x::Int64, %2 w::Int64)::Int64
#> b0:
#>     %3 = *(%1, 4)::Int64
#>     return %3
#> end

# Without `$` the name must be a constant.
@rules variable begin
    @arg(total, 2) => weights
end


#! opt --rules variable --entry total --sig Int64,Vector{Int64}
#> error: 38:23: `weights` is a variable of the module: only constants can stand in a rule
