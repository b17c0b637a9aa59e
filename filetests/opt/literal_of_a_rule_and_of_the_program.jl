# A rule says `1` for a complex number. That makes it no index, and an array of complex numbers none of integers.
@noinline one_of(x::Int64) = Complex(x - x + 1, 0)
@rules literals begin
    one_of(~x::Int64) --> 1
    fill(~a::Int64, 2) == vect(~a, ~a)
end
indexed(n) = (v = [Complex(1, 2), Complex(3, 4)]; [one_of(n), v[1]])
divided(n, x) = (v = [one_of(n), Complex(1, 2)]; div(x[1], 1))
pushed(n) = (v = fill(one_of(n), 2); push!(v, Complex(1, 2)); v)
added(n, z) = one_of(n) + z
@saturate literals indexed(::Int64)
@saturate literals divided(::Int64, ::Vector{Any})
@saturate literals pushed(::Int64)
@saturate literals added(::Int64, ::Complex{Int64})

#! opt
#> # cost 4 → 3, optimal
#> function indexed(%1 n::Int64)::Vector
#> b0:
#>     %2 = vect(Complex{Int64}(1, 2), Complex{Int64}(3, 4))::Vector
#>     %3 = getindex(%2, 1)::Any
#>     %4 = vect(Complex{Int64}(1, 0), %3)::Vector
#>     return %4
#> end
#>
#> # cost 4 → 3, optimal
#> function divided(%1 n::Int64, %2 x::Vector{Any})::Any
#> b0:
#>     %3 = vect(Complex{Int64}(1, 0), Complex{Int64}(1, 2))::Vector
#>     %4 = getindex(%2, 1)::Any
#>     %5 = div(%4, 1)::Any
#>     return %5
#> end
#>
#> # cost 3 → 2, optimal
#> function pushed(%1 n::Int64)::Array
#> b0:
#>     %2 = fill(Complex{Int64}(1, 0), 2)::Array
#>     %3 = push!(%2, Complex{Int64}(1, 2))::Any
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function added(%1 n::Int64, %2 z::Complex{Int64})::Complex{Int64}
#> b0:
#>     %3 = +(1, %2)::Complex{Int64}
#>     return %3
#> end

#! run --opt --entry indexed 2
#> 2-element Vector{Complex{Int64}}:
#>  1 + 0im
#>  1 + 2im
#! run --opt --entry divided 2 "Any[3]"
#> 3
#! run --opt --entry pushed 2
#> 3-element Vector{Complex{Int64}}:
#>  1 + 0im
#>  1 + 0im
#>  1 + 2im
#! run --opt --entry added 2 "Complex(1, 2)"
#> 2 + 2im

#! opt --explain --rules literals --entry pushed --sig Int64
#> # cost 3 → 2, optimal
#> function pushed(%1 n::Int64)::Array
#> b0:
#>     %2 = fill(Complex{Int64}(1, 0), 2)::Array
#>     %3 = push!(%2, Complex{Int64}(1, 2))::Any
#>     return %2
#> end
#> filetests/opt/literal_of_a_rule_and_of_the_program.jl:9:23  one_of(n)
#>     is now  Complex{Int64}(1, 0)
#>     by      literals.1  one_of(~x::Int64) --> 1
