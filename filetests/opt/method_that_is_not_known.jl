# Which method of a function runs may not be known. Where one of the program's own may, it is given what the source gives it, as where it is known.
# Found by a random program: `kind_of` was given an array of integers.

unit_of(x::Int64) = Complex(x - x + 1, 0)
@rules units begin
    unit_of(~x::Int64) --> 1
end
kind_of(z::Complex{Int64}) = 1
kind_of(z::Int64) = 2
kind_of(v::Vector{Complex{Int64}}) = 3
kind_of(v::Vector{Int64}) = 4
function kind_of_array(n::Int64)
    x = unit_of(n)
    return kind_of([x, x])
end
@saturate units kind_of_array(::Int64)
#! run --entry kind_of_array 2
#> 3
#! run --opt --entry kind_of_array 2
#> 3
#! run --opt --strict --extract chaos --seed 1 --entry kind_of_array 2
#> 3

# The function itself is not known.
kind_by(f, n::Int64) = f(unit_of(n))
#! run --rules units --opt --entry kind_by "kind_of" 2
#> 1
kind_by_table(n::Int64) = Any[kind_of, -][1](unit_of(n))
#! run --rules units --opt --entry kind_by_table 2
#> 1
