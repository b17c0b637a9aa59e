# Functions that return what they are given, or something that shares its memory, for some types: a write to the result is a
# write to the argument.

third(i) = TABLE
const TABLE = [1, 2, 3]

@rules none begin
end

floats(x) = (y = float(x); s = sum(x); y[1] = 7.0; sum(x) - s)
@saturate none floats(::Vector{Float64})
reals(x) = (y = real(x); s = sum(x); y[1] = 7.0; sum(x) - s)
@saturate none reals(::Vector{Float64})
conjugates(x) = (y = conj(x); s = sum(x); y[1] = 7.0; sum(x) - s)
@saturate none conjugates(::Vector{Float64})
plus(x) = (y = +x; s = sum(x); y[1] = 7.0; sum(x) - s)
@saturate none plus(::Vector{Float64})
row(x) = (y = permutedims(x); s = sum(x); y[1] = 7.0; sum(x) - s)
@saturate none row(::Vector{Float64})
elements(x) = (y = map(third, [1, 2]); s = sum(TABLE); y[1][1] = x; sum(TABLE) - s)
@saturate none elements(::Int64)
reshaped(A) = (y = reshape(A, 4); s = sum(A); y[1] = 7.0; (sum(A) - s, reshape(A, 4) === reshape(A, 4), vec(A) === vec(A)))
@saturate none reshaped(::Matrix{Float64})
viewed(A) = (y = view(A, 1:2); s = sum(A); y[1] = 7.0; sum(A) - s)
@saturate none viewed(::Matrix{Float64})

#! run --entry floats "[1.0, 2.0]"
#> 6.0

#! run --opt --entry floats "[1.0, 2.0]"
#> 6.0

#! run --entry reals "[1.0, 2.0]"
#> 6.0

#! run --opt --entry reals "[1.0, 2.0]"
#> 6.0

#! run --entry conjugates "[1.0, 2.0]"
#> 6.0

#! run --opt --entry conjugates "[1.0, 2.0]"
#> 6.0

#! run --entry plus "[1.0, 2.0]"
#> 0.0

#! run --opt --entry plus "[1.0, 2.0]"
#> 0.0

#! run --entry row "[1.0, 2.0]"
#> 6.0

#! run --opt --entry row "[1.0, 2.0]"
#> 6.0

#! run --entry elements 5
#> 4

#! run --opt --entry elements 5
#> 4

#! run --entry reshaped "[1.0 2.0; 3.0 4.0]"
#> (6.0, false, false)

#! run --opt --entry reshaped "[1.0 2.0; 3.0 4.0]"
#> (6.0, false, false)

#! run --entry viewed "[1.0 2.0; 3.0 4.0]"
#> 6.0

#! run --opt --entry viewed "[1.0 2.0; 3.0 4.0]"
#> 6.0

