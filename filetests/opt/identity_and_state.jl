# More of what memory forbids, each with its positive twin.

@rules fusion begin
    @cost broadcasted(::typeof(-), ::Any, ::Any) 10
    @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    @relaxed broadcasted(~f, ~a, materialize(~x)) --> broadcasted(~f, ~a, ~x)
    ~x::Number - ~x --> 0
    broadcasted(-, ~x, ~x) --> broadcasted(zero, ~x)
    copy(~x::Vector) --> ~x
    reverse(reverse(~x::Vector)) --> ~x
end

# The use is behind a block parameter, and behind a write.
function through_parameter(x, c)
    if c
        y = sqrt.(x)
    else
        y = abs.(x)
    end
    x[1] = 0.0
    return abs.(y)
end
@saturate fusion through_parameter(::Vector{Float64}, ::Bool)
# The copy is used through a block parameter, its source is written meanwhile.
function copy_through_parameter(x, c)
    y = x
    if c
        y = copy(x)
    end
    x[1] = 0.0
    return y[1]
end
@saturate fusion copy_through_parameter(::Vector{Float64}, ::Bool)
# The write comes behind the last use.
function read_through_parameter(x, c)
    y = x
    if c
        y = copy(x)
    end
    r = y[1]
    x[1] = 0.0
    return r
end
@saturate fusion read_through_parameter(::Vector{Float64}, ::Bool)

# A reference that one branch sets.
function set_in_one_branch(c)
    r = Ref(1)
    a = r[]
    if c
        r[] = 2
    end
    return a - r[]
end
@saturate fusion set_in_one_branch(::Bool)
function never_set(c)
    r = Ref(1)
    a = r[]
    return a - r[]
end
@saturate fusion never_set(::Bool)

# Random numbers inside a broadcast: two broadcasts are not one value.
noise(x) = x + rand()
random_twice(a) = noise.(a) .- noise.(a)
@saturate fusion random_twice(::Vector{Float64})
same_twice(a) = sin.(a) .- sin.(a)
@saturate fusion same_twice(::Vector{Float64})

# A global that a call changes.
counter = 0
function bump()
    global counter += 1
    return nothing
end
function changed_global()
    a = counter::Int64
    bump()
    return a - counter::Int64
end
@saturate fusion changed_global()

# An alias of an argument that is written.
function alias_of_written(x)
    y = x
    z = copy(y)
    x[1] = 0.0
    return z[1] + y[1]
end
@saturate fusion alias_of_written(::Vector{Float64})

# The rewritten value itself is written: it must stay an object of its own.
function write_through(x)
    y = reverse(reverse(x))
    y[1] = 0.0
    return x[1]
end
@saturate fusion write_through(::Vector{Float64})
function read_through(x)
    y = reverse(reverse(x))
    return y[1]
end
@saturate fusion read_through(::Vector{Float64})

#! opt
#> # cost 7 → 7, optimal
#> function through_parameter(%1 x::Vector{Float64}, %2 c::Bool)::Vector{Float64}
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     goto b3(%4)
#> b2:
#>     %5 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     goto b3(%6)
#> b3(%7 y::Vector{Float64}):
#>     %8 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %9 = broadcasted(abs, %7)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %10 = materialize(%9)::Vector{Float64}
#>     return %10
#> end
#>
#> # cost 3 → 3, optimal
#> function copy_through_parameter(%1 x::Vector{Float64}, %2 c::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2(%1)
#> b1:
#>     %3 = copy(%1)::Vector{Float64}
#>     goto b2(%3)
#> b2(%4 y::Vector{Float64}):
#>     %5 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %6 = getindex(%4, 1)::Float64
#>     return %6
#> end
#>
#> # cost 3 → 3, optimal
#> function read_through_parameter(%1 x::Vector{Float64}, %2 c::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2(%1)
#> b1:
#>     %3 = copy(%1)::Vector{Float64}
#>     goto b2(%3)
#> b2(%4 y::Vector{Float64}):
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 5 → 5, optimal
#> function set_in_one_branch(%1 c::Bool)::Int64
#> b0:
#>     %2 = Ref(1)::Base.RefValue{Int64}
#>     %3 = getindex(%2)::Int64
#>     goto b1 if %1 else b2
#> b1:
#>     %4 = setindex!(%2, 2)::Base.RefValue{Int64}
#>     goto b2
#> b2:
#>     %5 = getindex(%2)::Int64
#>     %6 = -(%3, %5)::Int64
#>     return %6
#> end
#>
#> # cost 4 → 0, optimal
#> function never_set(%1 c::Bool)::Int64
#> b0:
#>     return 0
#> end
#>
#> # cost 13 → 13, optimal
#> function random_twice(%1 a::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(noise, %1)::Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(noise, %1)::Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(-, %2, %3)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}, Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 13 → 3, optimal
#> function same_twice(%1 a::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sin, %1)::Broadcasted{Nothing, Nothing, typeof(sin), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(zero, %2)::Broadcasted{Nothing, Nothing, typeof(zero), Tuple{Broadcasted{Nothing, Nothing, typeof(sin), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 4, optimal
#> function changed_global()::Int64
#> b0:
#>     %1 = %global counter::Any
#>     %2 = typeassert(%1, Int64)::Int64
#>     %3 = bump()::Nothing
#>     %4 = %global counter::Any
#>     %5 = typeassert(%4, Int64)::Int64
#>     %6 = -(%2, %5)::Int64
#>     return %6
#> end
#>
#> # cost 5 → 5, optimal
#> function alias_of_written(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = copy(%1)::Vector{Float64}
#>     %3 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %4 = getindex(%2, 1)::Float64
#>     %5 = getindex(%1, 1)::Float64
#>     %6 = +(%4, %5)::Float64
#>     return %6
#> end
#>
#> # cost 4 → 4, optimal
#> function write_through(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = reverse(%1)::Vector{Float64}
#>     %3 = reverse(%2)::Vector{Float64}
#>     %4 = setindex!(%3, 0.0, 1)::Vector{Float64}
#>     %5 = getindex(%1, 1)::Float64
#>     return %5
#> end
#>
#> # cost 3 → 1, optimal
#> function read_through(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = getindex(%1, 1)::Float64
#>     return %2
#> end
