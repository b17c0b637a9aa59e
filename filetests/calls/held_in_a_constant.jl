# Inference knows the generator as a constant: one that holds the closure of the source. The one that holds the closure's version is another.
shifted(v::Vector{Float64}, k) = v .+ k
@rules shifts begin
    shifted(~v::Vector{Float64}, ~k::Int64) --> shifted(~v, float(~k))
    @cost copy(a::AbstractArray) 20000 / (1 + length(a))
end
function ones_of_refs(k)
    sums = [(x -> Ref(1)[] + Ref(1)[])(i) for i in 1:2]
    other = shifted([1.0, 2.5], k)
    copy(sums)[1] = 1
    return sums, other
end
@saturate shifts ones_of_refs(::Int64)
#! opt --extract chaos --seed 1
#> # cost 203.01980198019803 → 203.01980198019803
#> function ones_of_refs(%1 k::Int64)::Tuple{Vector{Int64}, Vector{Float64}}
#> b0:
#>     %2 = collect(constant#69)::Vector{Int64}
#>     %3 = vect(1.0, 2.5)::Vector{Float64}
#>     %4 = shifted(%3, %1)::Vector{Float64}
#>     %5 = copy(%2)::Vector{Int64}
#>     %6 = setindex!(%5, 1, 1)::Vector{Int64}
#>     %7 = tuple(%2, %4)::Tuple{Vector{Int64}, Vector{Float64}}
#>     return %7
#> end
#! run --opt --extract chaos --seed 1 --entry ones_of_refs 2
#> ([2, 2], [3.0, 4.5])
