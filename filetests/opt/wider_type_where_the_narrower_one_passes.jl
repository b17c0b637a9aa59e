# A rule finds a value again, of which the source knows less, but only until the next write, and what is made of it lasts longer. The call on what the source
# knows is the one that is left.
# Found by a random program: there was no program at all (the original stayed, with the reason).

flip(v::Vector{Int64}) = transpose(v)
@rules flipped begin
    parent(transpose(~v::Vector{Int64})) --> ~v
    flip(~v::Vector{Int64}) == transpose(~v)
end
function behind_a_handler()
    try
    catch e
    end
    x = parent(flip([1, 2])) .* 1
    return Dict(1 => 2)
end
@saturate flipped behind_a_handler()
#! opt --strict
#> # cost 6 → 6, optimal
#> function behind_a_handler()::Dict
#> b0:
#>     try b1 catch b2
#> b1:
#>     %1 = %leave 1::Any
#>     goto b3
#> b2:
#>     %2 = %leave 1::Any
#>     %3 = %opaque the_exception()::Any
#>     %4 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %5 = vect(1, 2)::Vector{Int64}
#>     %6 = transpose(%5)::Transpose{Int64, Vector{Int64}}
#>     %7 = parent(%6)::Any
#>     %8 = broadcasted(*, %7, 1)::Any
#>     %9 = materialize(%8)::Any
#>     %10 = Dict(constant#65)::Dict
#>     return %10
#> end
#! run --opt --strict --entry behind_a_handler
#> Dict{Int64, Int64} with 1 entry:
#>   1 => 2

# Nothing is written any more: the value that was found serves.
function without_a_handler()
    x = parent(flip([1, 2])) .* 1
    return Dict(1 => 2)
end
#! opt --strict --rules flipped --entry without_a_handler --sig ""
#> # cost 6 → 4, optimal
#> function without_a_handler()::Dict
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = broadcasted(*, %1, 1)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Int64}, Int64}}
#>     %3 = materialize(%2)::Any
#>     %4 = Dict(constant#65)::Dict
#>     return %4
#> end
