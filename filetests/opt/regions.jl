# A write ends what it may reach, and nothing else. Each function sums `A` twice; where nothing in between can write it, once.
mutable struct Holder
    held::Vector{Float64}
end
const KEPT = Vector{Float64}[]
keep(v::Vector{Float64}) = (push!(KEPT, v); nothing)
spoil() = (KEPT[1][1] = -1.0; nothing)

@rules none begin
end

# One sum: the array that is written is new, and nobody else knows it.
function write_to_a_new_array(A::Vector{Float64}, c::Vector{Float64})
    r = copy(c)
    s = sum(A)
    r[1] = 2.0
    return s + sum(A), r
end
# The twin: it may be the same array.
function write_to_an_argument_of_one_type(A::Vector{Float64}, c::Vector{Float64})
    s = sum(A)
    c[1] = 2.0
    return s + sum(A)
end
# One sum: arrays of other elements share no memory.
function write_to_an_argument_of_another_type(A::Vector{Float64}, n::Vector{Int64})
    s = sum(A)
    n[1] = 2
    return s + sum(A)
end
# Another shape may be the same memory.
function write_to_an_argument_of_another_shape(A::Vector{Float64}, M::Matrix{Float64})
    s = sum(A)
    M[1] = 2.0
    return s + sum(A)
end
# A transpose leads to what it is the transpose of.
function write_through_a_wrapper(A::Vector{Float64}, t::Transpose{Float64, Vector{Float64}})
    s = sum(A)
    t[1, 1] = 2.0
    return s + sum(A)
end
# An alias through a view of a new array is of that array.
function write_through_a_view(A::Vector{Float64}, c::Vector{Float64})
    r = copy(c)
    w = view(r, 1:2)
    before = sum(r)
    s = sum(A)
    w[1] = 2.0
    return s + sum(A), before + sum(r)
end
# A field leads to what it was given.
function write_through_a_field(A::Vector{Float64})
    box = Holder(A)
    s = sum(A)
    box.held[1] = 2.0
    return s + sum(A)
end
# The twin: the box holds a new array.
function write_through_a_field_of_its_own(A::Vector{Float64})
    box = Holder(copy(A))
    s = sum(A)
    box.held[1] = 2.0
    return s + sum(A)
end
# A closure leads to what it has captured.
function write_through_a_closure(A::Vector{Float64})
    set = x -> (A[1] = x; nothing)
    s = sum(A)
    set(2.0)
    return s + sum(A)
end
# Somebody else knows the new array.
function unknown_call_in_between(A::Vector{Float64})
    r = copy(A)
    keep(r)
    s = sum(r)
    spoil()
    return s + sum(r)
end
# The twin: nobody does.
function unknown_call_beside(A::Vector{Float64})
    keep(A)
    r = copy(A)
    s = sum(r)
    spoil()
    return s + sum(r), r
end
# It escapes in one branch; the other one does not matter.
function escapes_in_one_branch(A::Vector{Float64}, c::Bool)
    r = copy(A)
    if c
        keep(r)
    end
    s = sum(r)
    c && spoil()
    return s + sum(r)
end
# Two new arrays: a write to one.
function write_to_one_of_two(A::Vector{Float64})
    r = copy(A)
    q = A + A
    s = sum(q)
    r[1] = 2.0
    return s + sum(q), r
end
# Which one is written is decided at run time.
function write_to_either(A::Vector{Float64}, c::Bool)
    r = copy(A)
    q = A + A
    s = sum(q)
    w = c ? r : q
    w[1] = 2.0
    return s + sum(q)
end
# Two equal arrays are handed out: they stay two.
function two_equal_arrays(A::Vector{Float64})
    r = copy(A)
    q = copy(A)
    r[1] = 2.0
    return r, q
end
# An array that is made and written in each round, and handed out.
function written_in_a_loop(n::Int64)
    out = Vector{Float64}[]
    for i in 1:n
        t = zeros(2)
        t[1] = i
        push!(out, t)
    end
    return out
end
# What a call writes to its first argument only.
function broadcast_into_a_new_array(A::Vector{Float64}, B::Vector{Float64})
    r = copy(A)
    s = sum(A)
    r .= A .+ B
    return s + sum(A), r
end
# The same array as an operand and as the result.
function broadcast_into_an_operand(A::Vector{Float64}, B::Vector{Float64})
    s = sum(A)
    A .= A .+ B
    return s + sum(A)
end
@saturate none write_to_a_new_array(::Vector{Float64}, ::Vector{Float64})
@saturate none write_to_an_argument_of_one_type(::Vector{Float64}, ::Vector{Float64})
@saturate none write_to_an_argument_of_another_type(::Vector{Float64}, ::Vector{Int64})
@saturate none write_to_an_argument_of_another_shape(::Vector{Float64}, ::Matrix{Float64})
@saturate none write_through_a_wrapper(::Vector{Float64}, ::Transpose{Float64, Vector{Float64}})
@saturate none write_through_a_view(::Vector{Float64}, ::Vector{Float64})
@saturate none write_through_a_field(::Vector{Float64})
@saturate none write_through_a_field_of_its_own(::Vector{Float64})
@saturate none write_through_a_closure(::Vector{Float64})
@saturate none unknown_call_in_between(::Vector{Float64})
@saturate none unknown_call_beside(::Vector{Float64})
@saturate none escapes_in_one_branch(::Vector{Float64}, ::Bool)
@saturate none write_to_one_of_two(::Vector{Float64})
@saturate none write_to_either(::Vector{Float64}, ::Bool)
@saturate none two_equal_arrays(::Vector{Float64})
@saturate none written_in_a_loop(::Int64)
@saturate none broadcast_into_a_new_array(::Vector{Float64}, ::Vector{Float64})
@saturate none broadcast_into_an_operand(::Vector{Float64}, ::Vector{Float64})
#! opt
#> # cost 6 → 5, optimal
#> function write_to_a_new_array(%1 A::Vector{Float64}, %2 c::Vector{Float64})::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %3 = copy(%2)::Vector{Float64}
#>     %4 = sum(%1)::Float64
#>     %5 = setindex!(%3, 2.0, 1)::Vector{Float64}
#>     %6 = +(%4, %4)::Float64
#>     %7 = tuple(%6, %3)::Tuple{Float64, Vector{Float64}}
#>     return %7
#> end
#>
#> # cost 4 → 4, optimal
#> function write_to_an_argument_of_one_type(%1 A::Vector{Float64}, %2 c::Vector{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = setindex!(%2, 2.0, 1)::Vector{Float64}
#>     %5 = sum(%1)::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 4 → 3, optimal
#> function write_to_an_argument_of_another_type(%1 A::Vector{Float64}, %2 n::Vector{Int64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = setindex!(%2, 2, 1)::Vector{Int64}
#>     %5 = +(%3, %3)::Float64
#>     return %5
#> end
#>
#> # cost 4 → 4, optimal
#> function write_to_an_argument_of_another_shape(%1 A::Vector{Float64}, %2 M::Matrix{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = setindex!(%2, 2.0, 1)::Matrix{Float64}
#>     %5 = sum(%1)::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 4 → 4, optimal
#> function write_through_a_wrapper(%1 A::Vector{Float64}, %2 t::Transpose{Float64, Vector{Float64}})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = setindex!(%2, 2.0, 1, 1)::Any
#>     %5 = sum(%1)::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 10 → 10, optimal
#> function write_through_a_view(%1 A::Vector{Float64}, %2 c::Vector{Float64})::Tuple{Float64, Float64}
#> b0:
#>     %3 = copy(%2)::Vector{Float64}
#>     %4 = view(%3, constant#82)::Any
#>     %5 = sum(%3)::Float64
#>     %6 = sum(%1)::Float64
#>     %7 = setindex!(%4, 2.0, 1)::Any
#>     %8 = sum(%1)::Float64
#>     %9 = +(%6, %8)::Float64
#>     %10 = sum(%3)::Float64
#>     %11 = +(%5, %10)::Float64
#>     %12 = tuple(%9, %11)::Tuple{Float64, Float64}
#>     return %12
#> end
#>
#> # cost 6 → 6, optimal
#> function write_through_a_field(%1 A::Vector{Float64})::Float64
#> b0:
#>     %2 = Holder(%1)::Holder
#>     %3 = sum(%1)::Float64
#>     %4 = getproperty(%2, :held)::Vector{Float64}
#>     %5 = setindex!(%4, 2.0, 1)::Vector{Float64}
#>     %6 = sum(%1)::Float64
#>     %7 = +(%3, %6)::Float64
#>     return %7
#> end
#>
#> # cost 7 → 6, optimal
#> function write_through_a_field_of_its_own(%1 A::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = Holder(%2)::Holder
#>     %4 = sum(%1)::Float64
#>     %5 = getproperty(%3, :held)::Vector{Float64}
#>     %6 = setindex!(%5, 2.0, 1)::Vector{Float64}
#>     %7 = +(%4, %4)::Float64
#>     return %7
#> end
#>
#> # cost 5 → 5, optimal
#> function write_through_a_closure(%1 A::Vector{Float64})::Float64
#> b0:
#>     %2 = %new var"#1#2"(%1)::var"#1#2"{Vector{Float64}}
#>     %3 = sum(%1)::Float64
#>     %4 = %2(2.0)::Nothing
#>     %5 = sum(%1)::Float64
#>     %6 = +(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 6 → 6, optimal
#> function unknown_call_in_between(%1 A::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = keep(%2)::Nothing
#>     %4 = sum(%2)::Float64
#>     %5 = spoil()::Nothing
#>     %6 = sum(%2)::Float64
#>     %7 = +(%4, %6)::Float64
#>     return %7
#> end
#>
#> # cost 7 → 6, optimal
#> function unknown_call_beside(%1 A::Vector{Float64})::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %2 = keep(%1)::Nothing
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = sum(%3)::Float64
#>     %5 = spoil()::Nothing
#>     %6 = +(%4, %4)::Float64
#>     %7 = tuple(%6, %3)::Tuple{Float64, Vector{Float64}}
#>     return %7
#> end
#>
#> # cost 6 → 6, optimal
#> function escapes_in_one_branch(%1 A::Vector{Float64}, %2 c::Bool)::Float64
#> b0:
#>     %3 = copy(%1)::Vector{Float64}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = keep(%3)::Nothing
#>     goto b2
#> b2:
#>     %5 = sum(%3)::Float64
#>     goto b3 if %2 else b4
#> b3:
#>     %6 = spoil()::Nothing
#>     goto b4
#> b4:
#>     %7 = sum(%3)::Float64
#>     %8 = +(%5, %7)::Float64
#>     return %8
#> end
#>
#> # cost 7 → 6, optimal
#> function write_to_one_of_two(%1 A::Vector{Float64})::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = +(%1, %1)::Vector{Float64}
#>     %4 = sum(%3)::Float64
#>     %5 = setindex!(%2, 2.0, 1)::Vector{Float64}
#>     %6 = +(%4, %4)::Float64
#>     %7 = tuple(%6, %2)::Tuple{Float64, Vector{Float64}}
#>     return %7
#> end
#>
#> # cost 6 → 6, optimal
#> function write_to_either(%1 A::Vector{Float64}, %2 c::Bool)::Float64
#> b0:
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = +(%1, %1)::Vector{Float64}
#>     %5 = sum(%4)::Float64
#>     goto b1(%3) if %2 else b1(%4)
#> b1(%6 w::Vector{Float64}):
#>     %7 = setindex!(%6, 2.0, 1)::Vector{Float64}
#>     %8 = sum(%4)::Float64
#>     %9 = +(%5, %8)::Float64
#>     return %9
#> end
#>
#> # cost 4 → 4, optimal
#> function two_equal_arrays(%1 A::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = setindex!(%2, 2.0, 1)::Vector{Float64}
#>     %5 = tuple(%2, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %5
#> end
#>
#> # cost 85 → 85, optimal
#> function written_in_a_loop(%1 n::Int64)::Vector
#> b0:
#>     %2 = getindex(Vector{Float64})::Vector
#>     %3 = (:)(1, %1)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%7)
#> b2(%8::Tuple{Int64, Int64}):
#>     %9 = getfield(%8, 1)::Int64
#>     %10 = getfield(%8, 2)::Int64
#>     %11 = zeros(2)::Vector{Float64}
#>     %12 = setindex!(%11, %9, 1)::Vector{Float64}
#>     %13 = push!(%2, %11)::Any
#>     %14 = iterate(%3, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %15 = ===(%14, nothing)::Bool
#>     %16 = not_int(%15)::Bool
#>     goto b3 if %16 else b4
#> b3:
#>     %17 = π(%14, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%17)
#> b4:
#>     return %2
#> end
#>
#> # cost 7 → 6, optimal
#> function broadcast_into_a_new_array(%1 A::Vector{Float64}, %2 B::Vector{Float64})::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %3 = copy(%1)::Vector{Float64}
#>     %4 = sum(%1)::Float64
#>     %5 = broadcasted(+, %1, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %6 = materialize!(%3, %5)::Vector{Float64}
#>     %7 = +(%4, %4)::Float64
#>     %8 = tuple(%7, %3)::Tuple{Float64, Vector{Float64}}
#>     return %8
#> end
#>
#> # cost 5 → 5, optimal
#> function broadcast_into_an_operand(%1 A::Vector{Float64}, %2 B::Vector{Float64})::Float64
#> b0:
#>     %3 = sum(%1)::Float64
#>     %4 = broadcasted(+, %1, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %5 = materialize!(%1, %4)::Vector{Float64}
#>     %6 = sum(%1)::Float64
#>     %7 = +(%3, %6)::Float64
#>     return %7
#> end
#! run --opt --entry write_to_a_new_array [1.0,2.0] [5.0]
#> (6.0, [2.0])
#! run --opt --entry write_through_a_field [1.0,2.0]
#> 7.0
#! run --opt --entry write_through_a_field_of_its_own [1.0,2.0]
#> 6.0
#! run --opt --entry write_through_a_closure [1.0,2.0]
#> 7.0
#! run --opt --entry unknown_call_in_between [1.0,2.0]
#> 4.0
#! run --opt --entry unknown_call_beside [1.0,2.0]
#> (6.0, [1.0, 2.0])
#! run --opt --entry escapes_in_one_branch [1.0,2.0] true
#> 4.0
#! run --opt --entry write_to_either [1.0,2.0] false
#> 12.0
#! run --opt --entry broadcast_into_an_operand [1.0,2.0] [3.0,4.0]
#> 13.0
