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
#! opt --extract chaos --seed 2
#> # cost 203.01980198019803 → 6.999800019998
#> # closure′1 stands for constant#67(::Int64): cost 5 → 3
#> function ones_of_refs(%1 k::Int64)::Tuple{Vector{Int64}, Vector{Float64}}
#> b0:
#>     %2 = %new var"#1#2"()::var"#1#2"
#>     %3 = (:)(1, 2)::UnitRange{Int64} = constant#68
#>     %4 = Generator(closure′1, %3)::Generator{UnitRange{Int64}, SaturatedVersion{:closure′1, var"#1#2"}}
#>     %5 = collect(%4)::Vector{Int64}
#>     %6 = vect(1.0, 2.5)::Vector{Float64}
#>     %7 = shifted(%6, %1)::Vector{Float64}
#>     %8 = copy(%5)::Vector{Int64}
#>     %9 = setindex!(%8, 1, 1)::Vector{Int64}
#>     %10 = tuple(%5, %7)::Tuple{Vector{Int64}, Vector{Float64}}
#>     return %10
#> end
#>
#> function closure′1(%1 x::Int64)::Int64
#> b0:
#>     %2 = Ref(1)::Base.RefValue{Int64}
#>     %3 = getindex(%2)::Int64
#>     %4 = +(%3, %3)::Int64
#>     return %4
#> end
#! run --opt --extract chaos --seed 2 --entry ones_of_refs 2
#> ([2, 2], [3.0, 4.5])
