# What a right side makes and stores is an object of its own, though the source makes an equal one elsewhere: only what is found inside what the right
# side makes may be that one (`eigen(~A).values`).

and_copy(v, w) = (v, copy(w))
boxed(v) = Ref(copy(v))
struct Held
    v::Vector{Int64}
end
wrapped(v) = Held(copy(v))

@rules case begin
    and_copy(~v::Vector{Int64}, ~w::Vector{Int64}) == tuple(~v, copy(~w))
    boxed(~v::Vector{Int64}) --> Ref(copy(~v))
    wrapped(~v::Vector{Int64}) --> Held(copy(~v))
    @cost tuple 0
    @cost and_copy 100
    @cost boxed 100
    @cost wrapped 100
    @cost copy 50
end
in_a_tuple(v) = (copy(v), and_copy([1, 2], v))
@saturate case in_a_tuple(::Vector{Int64})
in_a_reference(v) = (copy(v), boxed(v))
@saturate case in_a_reference(::Vector{Int64})
in_a_struct(v) = (copy(v), wrapped(v))
@saturate case in_a_struct(::Vector{Int64})

#! run --entry in_a_tuple "[1, 2]"
#> ([1, 2], ([1, 2], [1, 2]))
#! run --opt --entry in_a_tuple "[1, 2]"
#> ([1, 2], ([1, 2], [1, 2]))
#! run --entry in_a_reference "[1, 2]"
#> ([1, 2], Base.RefValue{Vector{Int64}}([1, 2]))
#! run --opt --entry in_a_reference "[1, 2]"
#> ([1, 2], Base.RefValue{Vector{Int64}}([1, 2]))
#! run --entry in_a_struct "[1, 2]"
#> ([1, 2], Held([1, 2]))
#! run --opt --entry in_a_struct "[1, 2]"
#> ([1, 2], Held([1, 2]))
#! opt
#> # cost 151 → 101, optimal
#> function in_a_tuple(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Tuple{Vector{Int64}, Vector{Int64}}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = vect(1, 2)::Vector{Int64}
#>     %4 = copy(%1)::Vector{Int64}
#>     %5 = tuple(%3, %4)::Tuple{Vector{Int64}, Vector{Int64}}
#>     %6 = tuple(%2, %5)::Tuple{Vector{Int64}, Tuple{Vector{Int64}, Vector{Int64}}}
#>     return %6
#> end
#>
#> # cost 150 → 101, optimal
#> function in_a_reference(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Base.RefValue{Vector{Int64}}}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = Ref(%3)::Base.RefValue{Vector{Int64}}
#>     %5 = tuple(%2, %4)::Tuple{Vector{Int64}, Base.RefValue{Vector{Int64}}}
#>     return %5
#> end
#>
#> # cost 150 → 101, optimal
#> function in_a_struct(%1 v::Vector{Int64})::Tuple{Vector{Int64}, Held}
#> b0:
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = Held(%3)::Held
#>     %5 = tuple(%2, %4)::Tuple{Vector{Int64}, Held}
#>     return %5
#> end
