# Left sides of several parts: what computes all of them at once stands for each, where the program computes them together.
twice(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64}) = (A * x, A * y)

@rules waves begin
    (sin(~x), cos(~x)) --> sincos(~x)
    @cost sin 20
    @cost cos 20
    @cost sincos 25
end
@rules products begin
    (~A::Matrix{Float64} * ~x::Vector{Float64}, ~A * ~y::Vector{Float64}) --> twice(~A, ~x, ~y)
    @cost (*) 100
    @cost twice 120
end

#= Numbers =#

point(r::Float64, t::Float64) = (r * cos(t), r * sin(t))
@saturate waves point(::Float64, ::Float64)
#! opt --entry point --sig Float64,Float64 --rules waves --explain
#> # cost 43 → 30, optimal
#> function point(%1 r::Float64, %2 t::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %3 = sincos(%2)::Tuple{Float64, Float64}
#>     %4 = getindex(%3, 2)::Float64
#>     %5 = *(%1, %4)::Float64
#>     %6 = getindex(%3, 1)::Float64
#>     %7 = *(%1, %6)::Float64
#>     %8 = tuple(%5, %7)::Tuple{Float64, Float64}
#>     return %8
#> end
#> filetests/opt/several_results.jl:18:38  cos(t)
#>     is now  getindex(sincos(t), 2)
#>     by      waves.1[2]  (sin(~x), cos(~x)) --> sincos(~x)
#> filetests/opt/several_results.jl:18:50  sin(t)
#>     is now  getindex(sincos(t), 1)
#>     by      waves.1[1]  (sin(~x), cos(~x)) --> sincos(~x)

# One of two paths each: nobody needs both.
either(x::Float64) = x > 0 ? sin(x) : cos(x)
#! opt --entry either --sig Float64 --rules waves --explain
#> # cost 41 → 41, optimal
#> function either(%1 x::Float64)::Float64
#> b0:
#>     %2 = >(%1, 0)::Bool
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = sin(%1)::Float64
#>     return %3
#> b2:
#>     %4 = cos(%1)::Float64
#>     return %4
#> end
#> refused: waves.1[1] at filetests/opt/several_results.jl:40:30  sin(x)
#>     the parts of the left side are not computed together, with nothing but optional calls in between
#> refused: waves.1[2] at filetests/opt/several_results.jl:40:39  cos(x)
#>     the parts of the left side are not computed together, with nothing but optional calls in between

# The cosine is computed behind the line that is printed; where it throws, the line is there.
function printed_between(x::Float64)
    s = sin(x)
    println(s)
    return s + cos(x)
end
#! opt --entry printed_between --sig Float64 --rules waves
#> # cost 42 → 42, optimal
#> function printed_between(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = println(%2)::Nothing
#>     %4 = cos(%1)::Float64
#>     %5 = +(%2, %4)::Float64
#>     return %5
#> end

# The first is there in any case, the second is not.
function not_always(x::Float64)
    s = sin(x)
    if s > 0
        return s + cos(x)
    end
    return s
end
#! opt --entry not_always --sig Float64 --rules waves
#> # cost 42 → 42, optimal
#> function not_always(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = >(%2, 0)::Bool
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = cos(%1)::Float64
#>     %5 = +(%2, %4)::Float64
#>     return %5
#> b2:
#>     return %2
#> end

# With handlers, or strict, what may throw keeps its place.
#! opt --entry point --sig Float64,Float64 --rules waves --strict
#> # cost 43 → 43, optimal
#> function point(%1 r::Float64, %2 t::Float64)::Tuple{Float64, Float64}
#> b0:
#>     %3 = cos(%2)::Float64
#>     %4 = *(%1, %3)::Float64
#>     %5 = sin(%2)::Float64
#>     %6 = *(%1, %5)::Float64
#>     %7 = tuple(%4, %6)::Tuple{Float64, Float64}
#>     return %7
#> end

# In every round of a loop, both.
function rounds(xs::Vector{Float64})
    s = 0.0
    for x in xs
        s += sin(x) - cos(x)
    end
    return s
end
#! opt --entry rounds --sig Vector{Float64} --rules waves
#> # cost 473 → 343, optimal
#> function rounds(%1 xs::Vector{Float64})::Float64
#> b0:
#>     %2 = iterate(%1)::Union{Nothing, Tuple{Float64, Int64}}
#>     %3 = ===(%2, nothing)::Bool
#>     %4 = not_int(%3)::Bool
#>     goto b1 if %4 else b4(0.0)
#> b1:
#>     %5 = π(%2, !Nothing)::Tuple{Float64, Int64}
#>     goto b2(0.0, %5)
#> b2(%6 s::Float64, %7::Tuple{Float64, Int64}):
#>     %8 = getfield(%7, 1)::Float64
#>     %9 = getfield(%7, 2)::Int64
#>     %10 = sincos(%8)::Tuple{Float64, Float64}
#>     %11 = getindex(%10, 1)::Float64
#>     %12 = getindex(%10, 2)::Float64
#>     %13 = -(%11, %12)::Float64
#>     %14 = +(%6, %13)::Float64
#>     %15 = iterate(%1, %9)::Union{Nothing, Tuple{Float64, Int64}}
#>     %16 = ===(%15, nothing)::Bool
#>     %17 = not_int(%16)::Bool
#>     goto b3 if %17 else b4(%14)
#> b3:
#>     %18 = π(%15, !Nothing)::Tuple{Float64, Int64}
#>     goto b2(%14, %18)
#> b4(%19 s::Float64):
#>     return %19
#> end

#= Objects =#

# Both are handed out: two objects, as before.
function both(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64})
    u = A * x
    v = A * y
    return u, v
end
@saturate products both(::Matrix{Float64}, ::Vector{Float64}, ::Vector{Float64})
#! opt --entry both --sig Matrix{Float64},Vector{Float64},Vector{Float64} --rules products
#> # cost 201 → 123, optimal
#> function both(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = twice(%1, %2, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %5 = getindex(%4, 1)::Vector{Float64}
#>     %6 = getindex(%4, 2)::Vector{Float64}
#>     %7 = tuple(%5, %6)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#! run --entry both --opt reshape([1.0,3.0,2.0,4.0],2,2) [1.0,1.0] [1.0,2.0]
#> ([3.0, 7.0], [5.0, 11.0])

# Three, two of them equal: still three objects.
function two_are_equal(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64})
    u = A * x
    v = A * y
    w = A * y
    return u, v, w
end
@saturate products two_are_equal(::Matrix{Float64}, ::Vector{Float64}, ::Vector{Float64})
told_apart(A, x, y) = ((u, v, w) = two_are_equal(A, x, y); v[1] = 9.0; (v, w))
#! opt --entry two_are_equal --sig Matrix{Float64},Vector{Float64},Vector{Float64} --rules products
#> # cost 301 → 223, optimal
#> function two_are_equal(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     %5 = twice(%1, %3, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %6 = getindex(%5, 1)::Vector{Float64}
#>     %7 = getindex(%5, 2)::Vector{Float64}
#>     %8 = tuple(%4, %6, %7)::Tuple{Vector{Float64}, Vector{Float64}, Vector{Float64}}
#>     return %8
#> end
#! run --entry told_apart --rules products --opt reshape([1.0,3.0,2.0,4.0],2,2) [1.0,1.0] [1.0,2.0]
#> ([9.0, 11.0], [5.0, 11.0])

# Four with one factor: two pairs.
four(A::Matrix{Float64}, a::Vector{Float64}, b::Vector{Float64}, c::Vector{Float64}, d::Vector{Float64}) = (A * a, A * b, A * c, A * d)
#! opt --entry four --sig Matrix{Float64},Vector{Float64},Vector{Float64},Vector{Float64},Vector{Float64} --rules products
#> # cost 401 → 245, optimal
#> function four(%1 A::Matrix{Float64}, %2 a::Vector{Float64}, %3 b::Vector{Float64}, %4 c::Vector{Float64}, %5 d::Vector{Float64})::NTuple{4, Vector{Float64}}
#> b0:
#>     %6 = twice(%1, %2, %5)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %7 = getindex(%6, 1)::Vector{Float64}
#>     %8 = twice(%1, %3, %4)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %9 = getindex(%8, 1)::Vector{Float64}
#>     %10 = getindex(%8, 2)::Vector{Float64}
#>     %11 = getindex(%6, 2)::Vector{Float64}
#>     %12 = tuple(%7, %9, %10, %11)::NTuple{4, Vector{Float64}}
#>     return %12
#> end

# The factor is written later: what was computed stays.
function written_later(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64})
    u = A * x
    v = A * y
    A[1] = 3.0
    return u, v
end
#! opt --entry written_later --sig Matrix{Float64},Vector{Float64},Vector{Float64} --rules products
#> # cost 202 → 124, optimal
#> function written_later(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = twice(%1, %2, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %5 = setindex!(%1, 3.0, 1)::Matrix{Float64}
#>     %6 = getindex(%4, 1)::Vector{Float64}
#>     %7 = getindex(%4, 2)::Vector{Float64}
#>     %8 = tuple(%6, %7)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %8
#> end

# Written in between: two states of memory.
function written_between(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64})
    u = A * x
    A[1] = 3.0
    v = A * y
    return u, v
end
#! opt --entry written_between --sig Matrix{Float64},Vector{Float64},Vector{Float64} --rules products --explain
#> # cost 202 → 202, optimal
#> function written_between(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     %5 = setindex!(%1, 3.0, 1)::Matrix{Float64}
#>     %6 = *(%1, %3)::Vector{Float64}
#>     %7 = tuple(%4, %6)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#> refused: products.1[1] at filetests/opt/several_results.jl:232:9  A * x
#>     the parts of the left side are not computed together, with nothing but optional calls in between
#> refused: products.1[2] at filetests/opt/several_results.jl:234:9  A * y
#>     the parts of the left side are not computed together, with nothing but optional calls in between

# A part that is written is an object of its own, with a maker of its own.
function part_is_written(A::Matrix{Float64}, x::Vector{Float64}, y::Vector{Float64})
    u = A * x
    v = A * y
    u[1] = 2.0
    return u, v
end
#! opt --entry part_is_written --sig Matrix{Float64},Vector{Float64},Vector{Float64} --rules products --explain
#> # cost 202 → 202, optimal
#> function part_is_written(%1 A::Matrix{Float64}, %2 x::Vector{Float64}, %3 y::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %4 = *(%1, %2)::Vector{Float64}
#>     %5 = *(%1, %3)::Vector{Float64}
#>     %6 = setindex!(%4, 2.0, 1)::Vector{Float64}
#>     %7 = tuple(%4, %5)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %7
#> end
#> refused: products.1[1] at filetests/opt/several_results.jl:254:9  A * x
#>     the value may be written or compared by identity
#> refused: products.1[2] at filetests/opt/several_results.jl:255:9  A * y
#>     the value may be written or compared by identity

# What is stored in something unknown may be written there.
function stored(A::Matrix{Float64}, xs::Vector{Vector{Float64}}, y::Vector{Float64})
    all = Tuple{Vector{Float64},Vector{Float64}}[]
    for x in xs
        u = A * x
        v = A * y
        push!(all, (u, v))
    end
    return all
end
#! opt --entry stored --sig Matrix{Float64},Vector{Vector{Float64}},Vector{Float64} --rules products
#> # cost 2074 → 2074, optimal
#> function stored(%1 A::Matrix{Float64}, %2 xs::Vector{Vector{Float64}}, %3 y::Vector{Float64})::Vector
#> b0:
#>     %4 = getindex(Tuple{Vector{Float64}, Vector{Float64}})::Vector
#>     %5 = iterate(%2)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %6 = ===(%5, nothing)::Bool
#>     %7 = not_int(%6)::Bool
#>     goto b1 if %7 else b4
#> b1:
#>     %8 = π(%5, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(%8)
#> b2(%9::Tuple{Vector{Float64}, Int64}):
#>     %10 = getfield(%9, 1)::Vector{Float64}
#>     %11 = getfield(%9, 2)::Int64
#>     %12 = *(%1, %10)::Vector{Float64}
#>     %13 = *(%1, %3)::Vector{Float64}
#>     %14 = tuple(%12, %13)::Tuple{Vector{Float64}, Vector{Float64}}
#>     %15 = push!(%4, %14)::Any
#>     %16 = iterate(%2, %11)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %17 = ===(%16, nothing)::Bool
#>     %18 = not_int(%17)::Bool
#>     goto b3 if %18 else b4
#> b3:
#>     %19 = π(%16, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(%19)
#> b4:
#>     return %4
#> end

# One of them is the same in every round and leaves the loop: cheaper than both at once in every round.
function one_leaves(A::Matrix{Float64}, xs::Vector{Vector{Float64}}, y::Vector{Float64})
    s = 0.0
    for x in xs
        s += sum(A * x) + sum(A * y)
    end
    return s
end
#! opt --entry one_leaves --sig Matrix{Float64},Vector{Vector{Float64}},Vector{Float64} --rules products
#> # cost 2093 → 1184, optimal
#> function one_leaves(%1 A::Matrix{Float64}, %2 xs::Vector{Vector{Float64}}, %3 y::Vector{Float64})::Float64
#> b0:
#>     %4 = iterate(%2)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4(0.0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     %8 = *(%1, %3)::Vector{Float64}
#>     %9 = sum(%8)::Float64
#>     goto b2(0.0, %7)
#> b2(%10 s::Float64, %11::Tuple{Vector{Float64}, Int64}):
#>     %12 = getfield(%11, 1)::Vector{Float64}
#>     %13 = getfield(%11, 2)::Int64
#>     %14 = *(%1, %12)::Vector{Float64}
#>     %15 = sum(%14)::Float64
#>     %16 = +(%15, %9)::Float64
#>     %17 = +(%10, %16)::Float64
#>     %18 = iterate(%2, %13)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %19 = ===(%18, nothing)::Bool
#>     %20 = not_int(%19)::Bool
#>     goto b3 if %20 else b4(%17)
#> b3:
#>     %21 = π(%18, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(%17, %21)
#> b4(%22 s::Float64):
#>     return %22
#> end
