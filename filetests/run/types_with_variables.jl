# Types with variables are values of a program: as tests, in tuples, as names for later.
const Small = Union{Float64, Int64}
const Numbers = Union{Vector{<:Small}, Matrix{<:Small}}
const Both{T} = Pair{T, T}
const Rows = Vector{Vector{T}} where {T<:Real}

is_real(x) = x isa Vector{<:Real}
is_nested(x) = x isa (Vector{Vector{T}} where {T<:Integer})
is_above(x) = x isa Vector{>:Int64}
is_pair(x) = x isa (Pair{A, B} where {A<:Real, B<:A})
count(x::Numbers) = length(x)
count(x) = -1
rows(x::Rows) = length(x)
rows(x) = -1
both(x::Both{Int64}) = x.first + x.second
both(x) = -1
matches(x, of) = x isa Vector{<:of}
compared() = (Vector{<:Real} == (Vector{T} where {T<:Real}), Array{Int64} == (Array{Int64, N} where N), Vector{Int64} <: Vector{<:Real}, Vector{Int64} <: Vector{Real})

all_real() = (is_real([1.0]), is_real([1]), is_real(["a"]), is_real([1.0 2.0]))
#! run --entry all_real
#> (true, true, false, false)
all_nested() = (is_nested([[1], [2]]), is_nested([[1.0]]), is_nested([1]))
#! run --entry all_nested
#> (true, false, false)
all_above() = (is_above([1]), is_above(Any[1]), is_above([1.0]))
#! run --entry all_above
#> (true, true, false)
all_pairs() = (is_pair(1 => 2), is_pair(1 => 2.0), is_pair("a" => 1))
#! run --entry all_pairs
#> (true, false, false)
counts() = (count([1.0]), count([1 2; 3 4]), count(["a"]), rows([[1], [2]]), rows([["a"]]), both(1 => 2), both(1 => 2.0))
#! run --entry counts
#> (1, 4, -1, 2, -1, 3, -1)
given() = (matches([1], Integer), matches([1], AbstractFloat))
#! run --entry given
#> (true, false)
#! run --entry compared
#> (true, true, true, false)

# The test is decided where the types are known, and the rule holds for what is left.
@rules square begin
    abs(~x::Float64) * abs(~x) --> ~x * ~x
end
kind(x) = x isa Vector{<:Real} ? abs(x[1]) * abs(x[1]) : 0.0

#! opt --entry kind --sig "Vector{Float64}" --rules square
#> # cost 5 → 2, optimal
#> function kind(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = getindex(%1, 1)::Float64
#>     %3 = *(%2, %2)::Float64
#>     return %3
#> end
#! opt --entry kind --sig "Vector{String}" --rules square
#> # cost 0 → 0, optimal
#> function kind(%1 x::Vector{String})::Float64
#> b0:
#>     return 0.0
#> end
