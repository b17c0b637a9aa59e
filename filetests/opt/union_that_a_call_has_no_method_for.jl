# A rule makes an array equal to a range. A call that gives either of two arrays is then known to give an array or a range, and a
# call that has a method for arrays only must not be given that.

either(c::Bool, a, b) = c ? a : b
ref_of_copy(v::Vector{Int64}) = Ref(copy(v))
@rules as_range begin
    collect(~r::UnitRange{Int64}) --> ~r
end
function kept()
    x = collect(1:2)
    return ref_of_copy(either(false, [1, 2], x))
end
@saturate as_range kept()

# Where the call has methods for both, it may be given the range.
function covered(n::Int64)
    x = collect(1:n)
    return length(ifelse(n > 3, [1, 2], x))
end
@saturate as_range covered(::Int64)

# A function of the program's own is given what the source gives it.
length_of(v::AbstractVector{Int64}) = length(v)
function covered_by_own(n::Int64)
    x = collect(1:n)
    return length_of(either(n > 3, [1, 2], x))
end
@saturate as_range covered_by_own(::Int64)

# A call on a union that the source gives it stays, and throws where it did.
only_arrays(v::Vector{Int64}) = length(v)
function partial(n::Int64)
    x = n > 3 ? collect(1:n) : nothing
    return only_arrays(x)
end
@saturate as_range partial(::Int64)

#! opt
#> # cost 4 → 4, optimal
#> function kept()::Base.RefValue{Vector{Int64}}
#> b0:
#>     %1 = collect(constant#61)::Vector{Int64}
#>     %2 = vect(1, 2)::Vector{Int64}
#>     %3 = either(false, %2, %1)::Vector{Int64}
#>     %4 = ref_of_copy(%3)::Base.RefValue{Vector{Int64}}
#>     return %4
#> end
#>
#> # cost 6 → 5, optimal
#> function covered(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = >(%1, 3)::Bool
#>     %4 = vect(1, 2)::Vector{Int64}
#>     %5 = ifelse(%3, %4, %2)::Union{UnitRange{Int64}, Vector{Int64}}
#>     %6 = length(%5)::Int64
#>     return %6
#> end
#>
#> # cost 6 → 6, optimal
#> function covered_by_own(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = collect(%2)::Vector{Int64}
#>     %4 = >(%1, 3)::Bool
#>     %5 = vect(1, 2)::Vector{Int64}
#>     %6 = either(%4, %5, %3)::Vector{Int64}
#>     %7 = length_of(%6)::Int64
#>     return %7
#> end
#>
#> # cost 4 → 4, optimal
#> function partial(%1 n::Int64)::Int64
#> b0:
#>     %2 = >(%1, 3)::Bool
#>     goto b1 if %2 else b2(nothing)
#> b1:
#>     %3 = (:)(1, %1)::UnitRange{Int64}
#>     %4 = collect(%3)::Vector{Int64}
#>     goto b2(%4)
#> b2(%5 x::Union{Nothing, Vector{Int64}}):
#>     %6 = only_arrays(%5)::Int64
#>     return %6
#> end
#! run --opt --entry kept
#> Base.RefValue{Vector{Int64}}([1, 2])
#! run --opt --entry covered 2
#> 2
#! run --opt --entry covered_by_own 2
#> 2
#! run --opt --entry partial 4
#> 4
#! run --opt --entry partial 2
#> error: MethodError: no method matching only_arrays(::Nothing)
