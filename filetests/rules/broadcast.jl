# The library's `broadcast`.

# Any place among any number of operands.
function unary(x)
    y = sqrt.(x)
    return abs.(y)
end
@saturate broadcast unary(::Vector{Float64})
function left(x, b)
    y = sqrt.(x)
    return y .+ b
end
@saturate broadcast left(::Vector{Float64}, ::Float64)
function right(x, b)
    y = sqrt.(x)
    return b .- y
end
@saturate broadcast right(::Matrix{Float64}, ::Vector{Float64})
function both(a, b)
    x = sqrt.(a)
    y = abs.(b)
    return x .* y
end
@saturate broadcast both(::Vector{Float64}, ::Vector{Float64})
function three(a, b, c)
    y = sqrt.(b)
    return clamp.(a, y, c)
end
@saturate broadcast three(::Vector{Float64}, ::Vector{Float64}, ::Float64)
function many_lines(x, y)
    a = x .+ 1
    b = a .* y
    c = abs.(b)
    return c ./ 2
end
@saturate broadcast many_lines(::Vector{Float64}, ::Vector{Float64})

# Into an array that is there.
function in_place(z, x)
    y = sqrt.(x)
    z .= y .+ 1
    return z
end
@saturate broadcast in_place(::Vector{Float64}, ::Vector{Float64})

function in_place_deeper(z, x)
    y = sqrt.(x)
    z .= abs.(y) .+ 1
    return z
end
@saturate broadcast in_place_deeper(::Vector{Float64}, ::Vector{Float64})
# The array that is written has other uses of its old contents: the order stays.
function in_place_after(z, x)
    y = sqrt.(z)
    w = abs.(y)
    z .= y .+ w
    return z
end
@saturate broadcast in_place_after(::Vector{Float64}, ::Vector{Float64})

# Used a second time on the same path: computing it twice does not pay.
function two_uses(x)
    y = sqrt.(x)
    return abs.(y), y
end
@saturate broadcast two_uses(::Vector{Float64})
# On different paths there is one use each.
function two_paths(x, c)
    y = sqrt.(x)
    if c
        return abs.(y)
    else
        return y .+ 1
    end
end
@saturate broadcast two_paths(::Vector{Float64}, ::Bool)
# A use in the branch, and one after it: together on one path.
function branch_and_after(x, c)
    y = sqrt.(x)
    if c
        println(sum(abs.(y)))
    end
    return y .+ 1
end
@saturate broadcast branch_and_after(::Vector{Float64}, ::Bool)
# In a loop that the array was made outside of: it would be made again and again.
function in_loop(x, n)
    y = sqrt.(x)
    s = 0.0
    for i in 1:n
        s += sum(y .* i)
    end
    return s
end
@saturate broadcast in_loop(::Vector{Float64}, ::Int64)

# A vector that meets a matrix: each element would be computed for each column.
function larger_shape(x, A)
    y = exp.(x)
    return y .* A
end
@saturate broadcast larger_shape(::Vector{Float64}, ::Matrix{Float64})

# The array changes in between.
function mutated(x)
    y = sqrt.(x)
    x[1] = 0.0
    return abs.(y)
end
@saturate broadcast mutated(::Vector{Float64})

# What is random is not computed twice: y .- y is zero. Drawing is an effect, so that only a relaxed rule could fuse it.
noise(v) = v + rand()
function noisy(x)
    y = noise.(x)
    return y .- y
end
@saturate broadcast noisy(::Vector{Float64})
function noisy_twice(x)
    y = noise.(x)
    return abs.(y) .+ 1, abs.(y) .- 1
end
@saturate broadcast noisy_twice(::Vector{Float64})
function noisy_once(x)
    y = noise.(x)
    return abs.(y)
end
@saturate broadcast noisy_once(::Vector{Float64})
# Nor is anything else: an operand that occurs twice is two uses, and so are two equal users.
function squares(x)
    y = exp.(x)
    return y .* y
end
@saturate broadcast squares(::Vector{Float64})
function equal_users(x)
    y = exp.(x)
    return abs.(y) .+ 1, abs.(y) .- 1
end
@saturate broadcast equal_users(::Vector{Float64})

# Reductions need no array.
total(x) = sum(abs.(x))
@saturate broadcast total(::Vector{Float64})
product(x) = prod(abs.(x))
@saturate broadcast product(::Vector{Float64})
largest(x) = maximum(abs.(x))
@saturate broadcast largest(::Vector{Float64})
smallest(x) = minimum(abs.(x))
@saturate broadcast smallest(::Vector{Float64})
# The array is wanted, too.
total_and_array(x) = (y = abs.(x); (sum(y), y))
@saturate broadcast total_and_array(::Vector{Float64})

# The four patterns on their own.
@saturate multiline unary(::Vector{Float64})
@saturate multiline left(::Vector{Float64}, ::Float64)
@saturate multiline right(::Matrix{Float64}, ::Vector{Float64})
@saturate multiline both(::Vector{Float64}, ::Vector{Float64})
@saturate multiline two_uses(::Vector{Float64})
@saturate multiline larger_shape(::Vector{Float64}, ::Matrix{Float64})

#! opt
#> # cost 4 → 3, optimal
#> function unary(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 3, optimal
#> function left(%1 x::Vector{Float64}, %2 b::Float64)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Float64}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 4 → 3, optimal
#> function right(%1 x::Matrix{Float64}, %2 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Matrix{Float64}}}
#>     %4 = broadcasted(-, %2, %3)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Matrix{Float64}}}}}
#>     %5 = materialize(%4)::Matrix{Float64}
#>     return %5
#> end
#>
#> # cost 6 → 4, optimal
#> function both(%1 a::Vector{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = broadcasted(*, %3, %4)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#>
#> # cost 4 → 3, optimal
#> function three(%1 a::Vector{Float64}, %2 b::Vector{Float64}, %3 c::Float64)::Vector{Float64}
#> b0:
#>     %4 = broadcasted(sqrt, %2)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %5 = broadcasted(clamp, %1, %4, %3)::Broadcasted{Nothing, Nothing, typeof(clamp), Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Float64}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#>
#> # cost 8 → 5, optimal
#> function many_lines(%1 x::Vector{Float64}, %2 y::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(+, %1, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}
#>     %4 = broadcasted(*, %3, %2)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}, Vector{Float64}}}
#>     %5 = broadcasted(abs, %4)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}, Vector{Float64}}}}}
#>     %6 = broadcasted(/, %5, 2)::Broadcasted{Nothing, Nothing, typeof(/), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}, Vector{Float64}}}}}, Int64}}
#>     %7 = materialize(%6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 4 → 3, optimal
#> function in_place(%1 z::Vector{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %2)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Int64}}
#>     %5 = materialize!(%1, %4)::Vector{Float64}
#>     return %1
#> end
#>
#> # cost 5 → 4, optimal
#> function in_place_deeper(%1 z::Vector{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %2)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %5 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}, Int64}}
#>     %6 = materialize!(%1, %5)::Vector{Float64}
#>     return %1
#> end
#>
#> # cost 6 → 5, optimal
#> function in_place_after(%1 z::Vector{Float64}, %2 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = broadcasted(abs, %4)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %6 = broadcasted(+, %4, %5)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}}}
#>     %7 = materialize!(%1, %6)::Vector{Float64}
#>     return %1
#> end
#>
#> # cost 5 → 5, optimal
#> function two_uses(%1 x::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     %6 = tuple(%5, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %6
#> end
#>
#> # cost 6 → 5, optimal
#> function two_paths(%1 x::Vector{Float64}, %2 c::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     goto b1 if %2 else b2
#> b1:
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> b2:
#>     %6 = broadcasted(+, %3, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Int64}}
#>     %7 = materialize(%6)::Vector{Float64}
#>     return %7
#> end
#>
#> # cost 8 → 6, optimal
#> function branch_and_after(%1 x::Vector{Float64}, %2 c::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     goto b1 if %2 else b2
#> b1:
#>     %5 = sum_of(abs, %4)::Float64
#>     %6 = println(%5)::Nothing
#>     goto b2
#> b2:
#>     %7 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}
#>     %8 = materialize(%7)::Vector{Float64}
#>     return %8
#> end
#>
#> # cost 96 → 96, optimal
#> function in_loop(%1 x::Vector{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = (:)(1, %2)::UnitRange{Int64}
#>     %6 = iterate(%5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b1 if %8 else b4(0.0)
#> b1:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0.0, %9)
#> b2(%10 s::Float64, %11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 1)::Int64
#>     %13 = getfield(%11, 2)::Int64
#>     %14 = broadcasted(*, %4, %12)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Int64}}
#>     %15 = materialize(%14)::Vector{Float64}
#>     %16 = sum(%15)::Float64
#>     %17 = +(%10, %16)::Float64
#>     %18 = iterate(%5, %13)::Union{Nothing, Tuple{Int64, Int64}}
#>     %19 = ===(%18, nothing)::Bool
#>     %20 = not_int(%19)::Bool
#>     goto b3 if %20 else b4(%17)
#> b3:
#>     %21 = π(%18, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%17, %21)
#> b4(%22 s::Float64):
#>     return %22
#> end
#>
#> # cost 4 → 4, optimal
#> function larger_shape(%1 x::Vector{Float64}, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = broadcasted(exp, %1)::Broadcasted{Nothing, Nothing, typeof(exp), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = broadcasted(*, %4, %2)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Matrix{Float64}}}
#>     %6 = materialize(%5)::Matrix{Float64}
#>     return %6
#> end
#>
#> # cost 5 → 5, optimal
#> function mutated(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = setindex!(%1, 0.0, 1)::Vector{Float64}
#>     %5 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#>
#> # cost 4 → 4, optimal
#> function noisy(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(noise, %1)::Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(-, %3, %3)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 9 → 8, optimal
#> function noisy_twice(%1 x::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = broadcasted(noise, %1)::Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     %7 = broadcasted(-, %4, 1)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %8 = materialize(%7)::Vector{Float64}
#>     %9 = tuple(%6, %8)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %9
#> end
#>
#> # cost 4 → 4, optimal
#> function noisy_once(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(noise, %1)::Broadcasted{Nothing, Nothing, typeof(noise), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 4 → 4, optimal
#> function squares(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(exp, %1)::Broadcasted{Nothing, Nothing, typeof(exp), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(*, %3, %3)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 9 → 8, optimal
#> function equal_users(%1 x::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = broadcasted(exp, %1)::Broadcasted{Nothing, Nothing, typeof(exp), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     %7 = broadcasted(-, %4, 1)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %8 = materialize(%7)::Vector{Float64}
#>     %9 = tuple(%6, %8)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %9
#> end
#>
#> # cost 3 → 1, optimal
#> function total(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = sum_of(abs, %1)::Float64
#>     return %2
#> end
#>
#> # cost 3 → 1, optimal
#> function product(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = prod_of(abs, %1)::Float64
#>     return %2
#> end
#>
#> # cost 3 → 1, optimal
#> function largest(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = maximum(abs, %1)::Float64
#>     return %2
#> end
#>
#> # cost 3 → 1, optimal
#> function smallest(%1 x::Vector{Float64})::Float64
#> b0:
#>     %2 = minimum(abs, %1)::Float64
#>     return %2
#> end
#>
#> # cost 4 → 4, optimal
#> function total_and_array(%1 x::Vector{Float64})::Tuple{Float64, Vector{Float64}}
#> b0:
#>     %2 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = sum(%3)::Float64
#>     %5 = tuple(%4, %3)::Tuple{Float64, Vector{Float64}}
#>     return %5
#> end
#>
#> # cost 4 → 3, optimal
#> function unary(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     return %4
#> end
#>
#> # cost 4 → 3, optimal
#> function left(%1 x::Vector{Float64}, %2 b::Float64)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Float64}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end
#>
#> # cost 4 → 3, optimal
#> function right(%1 x::Matrix{Float64}, %2 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Matrix{Float64}}}
#>     %4 = broadcasted(-, %2, %3)::Broadcasted{Nothing, Nothing, typeof(-), Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Matrix{Float64}}}}}
#>     %5 = materialize(%4)::Matrix{Float64}
#>     return %5
#> end
#>
#> # cost 6 → 4, optimal
#> function both(%1 a::Vector{Float64}, %2 b::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(abs, %2)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = broadcasted(*, %3, %4)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}, Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#>
#> # cost 5 → 5, optimal
#> function two_uses(%1 x::Vector{Float64})::Tuple{Vector{Float64}, Vector{Float64}}
#> b0:
#>     %2 = broadcasted(sqrt, %1)::Broadcasted{Nothing, Nothing, typeof(sqrt), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = broadcasted(abs, %3)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     %6 = tuple(%5, %3)::Tuple{Vector{Float64}, Vector{Float64}}
#>     return %6
#> end
#>
#> # cost 4 → 4, optimal
#> function larger_shape(%1 x::Vector{Float64}, %2 A::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %3 = broadcasted(exp, %1)::Broadcasted{Nothing, Nothing, typeof(exp), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = broadcasted(*, %4, %2)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Vector{Float64}, Matrix{Float64}}}
#>     %6 = materialize(%5)::Matrix{Float64}
#>     return %6
#> end
