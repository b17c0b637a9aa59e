# Functions that call each other have one fixed point, found in a few rounds; argument types that grow are widened.

ring_a(n) = n == 0 ? 1 : ring_b(n - 1)
ring_b(n) = n == 0 ? 2.5 : ring_c(n - 1)
ring_c(n) = n == 0 ? nothing : ring_a(n - 1)
#! lower --entry ring_a --sig "Int64"
#> function ring_a(%1 n::Int64)::Union{Nothing, Float64, Int64}
#> b0:
#>     %2 = ==(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return 1
#> b2:
#>     %3 = -(%1, 1)::Int64
#>     %4 = ring_b(%3)::Union{Nothing, Float64, Int64}
#>     return %4
#> end

# An inner cycle that leads out of itself is part of the outer one.
outer(n) = n < 0 ? 1.5 : inner_a(n - 1)
inner_a(n) = n == 0 ? 1 : inner_b(n - 1)
inner_b(n) = n == 1 ? inner_a(n) : outer(n)
#! lower --entry outer --sig "Int64"
#> function outer(%1 n::Int64)::Union{Float64, Int64}
#> b0:
#>     %2 = <(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return 1.5
#> b2:
#>     %3 = -(%1, 1)::Int64
#>     %4 = inner_a(%3)::Union{Float64, Int64}
#>     return %4
#> end
#! lower --entry inner_a --sig "Int64"
#> function inner_a(%1 n::Int64)::Union{Float64, Int64}
#> b0:
#>     %2 = ==(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     return 1
#> b2:
#>     %3 = -(%1, 1)::Int64
#>     %4 = inner_b(%3)::Union{Float64, Int64}
#>     return %4
#> end

# One that does not is found on its own.
caller(n) = n == 0 ? even(3) : caller(n - 1)
even(n) = n == 0 ? true : odd(n - 1)
odd(n) = n == 0 ? false : even(n - 1)
#! lower --entry caller --sig "Int64"
#> function caller(%1 n::Int64)::Bool
#> b0:
#>     %2 = ==(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = even(3)::Bool = false
#>     return %3
#> b2:
#>     %4 = -(%1, 1)::Int64
#>     %5 = caller(%4)::Bool
#>     return %5
#> end

nested_tuple(n, t) = n == 0 ? t : nested_tuple(n - 1, (t, n))
#! lower --entry nested_tuple --sig "Int64, Int64"
#> function nested_tuple(%1 n::Int64, %2 t::Int64)::Union{Int64, Tuple}
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %2
#> b2:
#>     %4 = -(%1, 1)::Int64
#>     %5 = tuple(%2, %1)::Tuple{Int64, Int64}
#>     %6 = nested_tuple(%4, %5)::Tuple
#>     return %6
#> end
longer_tuple(n, t) = n == 0 ? t : longer_tuple(n - 1, (t..., n))
#! lower --entry longer_tuple --sig "Int64, Tuple{}"
#> function longer_tuple(%1 n::Int64, %2 t::Tuple{})::Any
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %2
#> b2:
#>     %4 = -(%1, 1)::Int64
#>     %5 = tuple(%1)::Tuple{Int64}
#>     %6 = _apply_iterate(iterate, tuple, %2, %5)::Tuple{Int64}
#>     %7 = longer_tuple(%4, %6)::Any
#>     return %7
#> end
nested_vector(n, t) = n == 0 ? t : nested_vector(n - 1, [t])
#! lower --entry nested_vector --sig "Int64, Int64"
#> function nested_vector(%1 n::Int64, %2 t::Int64)::Union{Int64, Vector}
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return %2
#> b2:
#>     %4 = -(%1, 1)::Int64
#>     %5 = vect(%2)::Vector{Int64}
#>     %6 = nested_vector(%4, %5)::Vector
#>     return %6
#> end
growing_number(::Val{N}) where {N} = N > 1000 ? N : growing_number(Val(N + 1))
#! lower --entry growing_number --sig "Val{1}"
#> function growing_number(%1 #unused#::Val{1})::Any
#> b0:
#>     %2 = >(1, 1000)::Bool = false
#>     %3 = +(1, 1)::Int64 = 2
#>     %4 = Val(%3)::Val{2}
#>     %5 = growing_number(%4)::Any
#>     return %5
#> end
nested_closure(n, g) = n == 0 ? g(1) : nested_closure(n - 1, x -> g(x) + 1)
#! lower --entry nested_closure --sig "Int64, typeof(sin)"
#> function nested_closure(%1 n::Int64, %2 g::typeof(sin))::Any
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = %2(1)::Float64
#>     return %4
#> b2:
#>     %5 = -(%1, 1)::Int64
#>     %6 = %new var"#1#2"(%2)::var"#1#2"{typeof(sin)}
#>     %7 = nested_closure(%5, %6)::Any
#>     return %7
#> end
more_arguments(n, xs...) = n == 0 ? length(xs) : more_arguments(n - 1, n, xs...)
#! lower --entry more_arguments --sig "Int64"
#> function more_arguments(%1 n::Int64, %2 xs...::Tuple{})::Any
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = length(%2)::Int64
#>     return %4
#> b2:
#>     %5 = -(%1, 1)::Int64
#>     %6 = tuple(%5, %1)::Tuple{Int64, Int64}
#>     %7 = _apply_iterate(iterate, more_arguments, %6, %2)::Any
#>     return %7
#> end
grows_in_all_directions(n, t) = n == 0 ? 0 : grows_in_all_directions(n - 1, (t, n)) + grows_in_all_directions(n - 1, (1.0, t)) + grows_in_all_directions(n - 1, (t, t))
#! lower --entry grows_in_all_directions --sig "Int64, Int64"
#> function grows_in_all_directions(%1 n::Int64, %2 t::Int64)::Int64
#> b0:
#>     %3 = ==(%1, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     return 0
#> b2:
#>     %4 = -(%1, 1)::Int64
#>     %5 = tuple(%2, %1)::Tuple{Int64, Int64}
#>     %6 = grows_in_all_directions(%4, %5)::Int64 = 0
#>     %7 = -(%1, 1)::Int64
#>     %8 = tuple(1.0, %2)::Tuple{Float64, Int64}
#>     %9 = grows_in_all_directions(%7, %8)::Int64 = 0
#>     %10 = -(%1, 1)::Int64
#>     %11 = tuple(%2, %2)::Tuple{Int64, Int64}
#>     %12 = grows_in_all_directions(%10, %11)::Int64 = 0
#>     %13 = +(%6, %9, %12)::Int64 = 0
#>     return %13
#> end

# Types that shrink are left alone, whatever else grows meanwhile.
turned(done) = done
turned(done, x, xs...) = turned((x, done...), xs...)
backwards(a, b, c, d, e, f) = turned((), a, b, c, d, e, f)
#! lower --entry backwards --sig "Int64, Float64, String, Bool, Int8, Int16"
#> function backwards(%1 a::Int64, %2 b::Float64, %3 c::String, %4 d::Bool, %5 e::Int8, %6 f::Int16)::Tuple{Int16, Int8, Bool, String, Float64, Int64}
#> b0:
#>     %7 = tuple()::Tuple{}
#>     %8 = turned(%7, %1, %2, %3, %4, %5, %6)::Tuple{Int16, Int8, Bool, String, Float64, Int64}
#>     return %8
#> end
falling(::Val{0}) = ()
falling(::Val{N}) where {N} = (falling(Val(N - 1))..., N)
#! lower --entry falling --sig "Val{6}"
#> function falling(%1 #unused#::Val{6})::NTuple{6, Int64}
#> b0:
#>     %2 = -(6, 1)::Int64 = 5
#>     %3 = Val(%2)::Val{5}
#>     %4 = falling(%3)::NTuple{5, Int64} = (1, 2, 3, 4, 5)
#>     %5 = tuple(6)::Tuple{Int64} = (6,)
#>     %6 = _apply_iterate(iterate, tuple, %4, %5)::NTuple{6, Int64} = (1, 2, 3, 4, 5, 6)
#>     return %6
#> end

# A first estimate of a recursive function lacks the effects of code behind its calls: nothing is run on the strength of it.
const LOG = Int64[]
logged(n) = n == 0 ? 0 : (r = through(n - 1); push!(LOG, n); r)
through(n) = logged(3)
count_of(n) = (logged(0); length(LOG))
@rules none begin
end
@saturate none count_of(::Int64)
#! run --opt --entry count_of 1
#> 0
