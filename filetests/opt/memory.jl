# Rewrites across changes of memory: what must not fire, each with its positive twin.

@rules fusion begin
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    ~x::Number - ~x --> 0
    copy(~x::Vector) --> ~x
end

# Two lines fuse.
function fuse(x)
    y = sqrt.(x)
    return abs.(y)
end
@saturate fusion fuse(::Vector{Float64})

# A write to the source in between: y is what it was before.
function fuse_across_mutation(x)
    y = sqrt.(x)
    x[1] = 0.0
    return abs.(y)
end
@saturate fusion fuse_across_mutation(::Vector{Float64})

# The write comes after the last use: it does not matter.
function fuse_before_mutation(x)
    y = sqrt.(x)
    z = abs.(y)
    x[1] = 0.0
    return z
end
@saturate fusion fuse_before_mutation(::Vector{Float64})

# Two equal reads around a write are two values.
function reads_around_write(v)
    a = v[1]
    v[1] = 7.0
    b = v[1]
    return a - b
end
@saturate fusion reads_around_write(::Vector{Float64})

# Without the write they are one.
function reads_without_write(v)
    a = v[1]
    b = v[1]
    return a - b
end
@saturate fusion reads_without_write(::Vector{Float64})

# A conditional write in between.
function conditional_write(v, c)
    a = v[1]
    if c
        v[1] = 0.0
    end
    return a - v[1]
end
@saturate fusion conditional_write(::Vector{Float64}, ::Bool)

# A copy that is written must stay a copy.
function written_copy(v)
    w = copy(v)
    w[1] = 0.0
    return w
end
@saturate fusion written_copy(::Vector{Float64})

# A copy whose source is written must stay a copy.
function copy_of_written(v)
    w = copy(v)
    v[1] = 0.0
    return w
end
@saturate fusion copy_of_written(::Vector{Float64})

# A copy that is only read may go.
function read_copy(v)
    w = copy(v)
    return sum(w)
end
@saturate fusion read_copy(::Vector{Float64})

# Reads in a loop that writes.
function loop_write(v, n)
    s = 0.0
    for i in 1:n
        s += v[1] - v[1]
        v[1] += 1.0
    end
    return s
end
@saturate fusion loop_write(::Vector{Float64}, ::Int64)

# Random numbers are never equal.
noise() = rand() - rand()
@saturate fusion noise()

# Two equal allocations that are both returned are two objects; when one is written, the other is not.
function two_objects(n)
    a = zeros(n)
    b = zeros(n)
    return (a, b)
end
@saturate fusion two_objects(::Int64)
function one_written(n)
    a = zeros(n)
    b = zeros(n)
    a[1] = 1.0
    return sum(a) - sum(b)
end
@saturate fusion one_written(::Int64)

#! opt
#> # cost 4 → 3, optimal
#> function fuse(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 5 → 5, optimal
#> function fuse_across_mutation(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %5 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#>
#> # cost 5 → 4, optimal
#> function fuse_before_mutation(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 4, optimal
#> function reads_around_write(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = getindex(%1, 1)::Float64
#>     %3 = setindex!(%1, 7.0, 1)::Vector{Float64}
#>     %4 = getindex(%1, 1)::Float64
#>     %5 = -(%2, %4)::Float64
#>     return %5
#> end
#>
#> # cost 3 → 0, optimal
#> function reads_without_write(%1 v::Vector{Float64})::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 4 → 4, optimal
#> function conditional_write(%1 v::Vector{Float64}, %2 c::Bool)::Float64
#> b0:
#>     %3 = getindex(%1, 1)::Float64
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     goto b2
#> b2:
#>     %5 = getindex(%1, 1)::Float64
#>     %6 = -(%3, %5)::Float64
#>     return %6
#> end
#>
#> # cost 2 → 2, optimal
#> function written_copy(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = setindex!(%2, 0.0, 1)::Vector{Float64}
#>     return %2
#> end
#>
#> # cost 2 → 2, optimal
#> function copy_of_written(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     return %2
#> end
#>
#> # cost 2 → 1, optimal
#> function read_copy(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = sum(%1)::Float64
#>     return %2
#> end
#>
#> # cost 124 → 84, optimal
#> function loop_write(%1 v::Vector{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = (:)(1, %2)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4(0.0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0.0, %7)
#> b2(%8 s::Float64, %9::Tuple{Int64, Int64}):
#>     %10 = getfield(%9, 2)::Int64
#>     %11 = getindex(%1, 1)::Float64
#>     %12 = +(%8, 0)::Float64
#>     %13 = +(%11, 1.0)::Float64
#>     %14 = setindex!(%1, %13, 1)::Vector{Float64}
#>     %15 = iterate(%3, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %16 = ===(%15, nothing)::Bool
#>     %17 = not_int(%16)::Bool
#>     goto b3 if %17 else b4(%12)
#> b3:
#>     %18 = π(%15, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%12, %18)
#> b4(%19 s::Float64):
#>     return %19
#> end
#>
#> # cost 3 → 3, optimal
#> function noise()::Float64
#> b0:
#>     %1 = rand()::Float64
#>     %2 = rand()::Float64
#>     %3 = -(%1, %2)::Float64
#>     return %3
#> end
#>
#> # cost 3 → 3, optimal
#> function two_objects(%1 n::Int64)::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = zeros(%1)::Vector{Float64}
#>     %3 = zeros(%1)::Vector{Float64}
#>     %4 = tuple(%2, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %4
#> end
#>
#> # cost 6 → 6, optimal
#> function one_written(%1 n::Int64)::Float64
#> b0:
#>     %2 = zeros(%1)::Vector{Float64}
#>     %3 = zeros(%1)::Vector{Float64}
#>     %4 = setindex!(%2, 1.0, 1)::Vector{Float64}
#>     %5 = sum(%2)::Float64
#>     %6 = sum(%3)::Float64
#>     %7 = -(%5, %6)::Float64
#>     return %7
#> end
#! run --entry fuse_across_mutation '[4.0, 9.0]'
#> 2-element Vector{Float64}:
#>  2.0
#>  3.0
