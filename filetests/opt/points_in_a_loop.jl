# The paper's five motions of a point, for every point of a list: what holds for one point holds for each.

rotate(p, θ) = [cos(θ) -sin(θ); sin(θ) cos(θ)] * p
translate(p, dx, dy) = p + [dx, dy]

@rules motions begin
    @relaxed translate(translate(~p::Vector, ~a, ~b), ~c, ~d) --> translate(~p, ~a + ~c, ~b + ~d)
    @relaxed rotate(rotate(~p::Vector, ~a), ~b) --> rotate(~p, ~a + ~b)
    @relaxed rotate(~p::Vector, 2π) --> ~p
    @relaxed translate(~p::Vector, 0, 0) --> ~p
    ~a::Comptime{Number} + ~b::Comptime{Number} => ~a + ~b
    ~a::Number + ~b::Number --> ~b + ~a
    sin(~x)^2 + cos(~x)^2 --> 1
    ~x::Number - ~x --> 0
    ~x::Number + -(~x) --> 0
    @cost rotate 40
    @cost translate 10
end

function sum_of_moved(ps, dx, α)
    s = 0.0
    for p in ps
        p = translate(p, dx, 0)
        p = rotate(p, π)
        p = translate(p, cos(α)^2 + sin(α)^2 - 1, 0)
        p = rotate(p, π)
        p = translate(p, -dx, 0)
        s += p[1]
    end
    return s
end

@saturate motions sum_of_moved(::Vector{Vector{Float64}}, ::Float64, ::Float64)
#! opt --rules motions --entry sum_of_moved --sig Vector{Vector{Float64}},Float64,Float64
#> # cost 1243 → 73, optimal
#> function sum_of_moved(%1 ps::Vector{Vector{Float64}}, %2 dx::Float64, %3 α::Float64)::Float64
#> b0:
#>     %4 = iterate(%1)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4(0.0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(0.0, %7)
#> b2(%8 s::Float64, %9::Tuple{Vector{Float64}, Int64}):
#>     %10 = getfield(%9, 1)::Vector{Float64}
#>     %11 = getfield(%9, 2)::Int64
#>     %12 = getindex(%10, 1)::Float64
#>     %13 = +(%8, %12)::Float64
#>     %14 = iterate(%1, %11)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %15 = ===(%14, nothing)::Bool
#>     %16 = not_int(%15)::Bool
#>     goto b3 if %16 else b4(%13)
#> b3:
#>     %17 = π(%14, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(%13, %17)
#> b4(%18 s::Float64):
#>     return %18
#> end
#! run --opt --rules motions --entry sum_of_moved -- [[1.5,2.0],[0.25,1.0]] 3.0 0.5
#> 1.75

# The twin: each point is moved again after it was written, so that the motions do not meet.
function sum_of_written(ps, dx)
    s = 0.0
    for p in ps
        q = translate(p, dx, 0)
        q[1] = s
        q = translate(q, -dx, 0)
        s += q[1]
    end
    return s
end

@saturate motions sum_of_written(::Vector{Vector{Float64}}, ::Float64)
#! opt --rules motions --entry sum_of_written --sig Vector{Vector{Float64}},Float64
#> # cost 293 → 284, optimal
#> function sum_of_written(%1 ps::Vector{Vector{Float64}}, %2 dx::Float64)::Float64
#> b0:
#>     %3 = iterate(%1)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %4 = ===(%3, nothing)::Bool
#>     %5 = not_int(%4)::Bool
#>     goto b1 if %5 else b4(0.0)
#> b1:
#>     %6 = π(%3, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     %7 = -(%2)::Float64
#>     goto b2(0.0, %6)
#> b2(%8 s::Float64, %9::Tuple{Vector{Float64}, Int64}):
#>     %10 = getfield(%9, 1)::Vector{Float64}
#>     %11 = getfield(%9, 2)::Int64
#>     %12 = translate(%10, %2, 0)::Vector{Float64}
#>     %13 = setindex!(%12, %8, 1)::Vector{Float64}
#>     %14 = translate(%12, %7, 0)::Vector{Float64}
#>     %15 = getindex(%14, 1)::Float64
#>     %16 = +(%8, %15)::Float64
#>     %17 = iterate(%1, %11)::Union{Nothing, Tuple{Vector{Float64}, Int64}}
#>     %18 = ===(%17, nothing)::Bool
#>     %19 = not_int(%18)::Bool
#>     goto b3 if %19 else b4(%16)
#> b3:
#>     %20 = π(%17, !Nothing)::Tuple{Vector{Float64}, Int64}
#>     goto b2(%16, %20)
#> b4(%21 s::Float64):
#>     return %21
#> end
