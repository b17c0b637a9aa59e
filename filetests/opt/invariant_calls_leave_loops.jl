# What reads only what a loop does not write leaves it, for the block that is entered only if the loop runs.
@rules none begin
end

# The product leaves the loop: `r` is new.
function product_in_a_loop(A::Matrix{Float64}, B::Matrix{Float64}, n::Int64)
    r = zeros(n)
    for i in 1:n
        t = A * B
        r[i] = t[i, i]
    end
    return r
end
# The twin: `r` may be `A`.
function product_of_what_is_written(A::Matrix{Float64}, B::Matrix{Float64}, r::Matrix{Float64})
    for i in 1:2
        t = A * B
        r[i] = t[i, i]
    end
    return r
end
# Behind an effect: where the product throws, `r[1]` has been written.
function product_behind_an_effect(A::Matrix{Float64}, B::Matrix{Float64}, r::Vector{Int64})
    s = 0.0
    for i in 1:2
        r[i] = i
        s += sum(A * B)
    end
    return s
end
# Before the effect it leaves.
function product_before_an_effect(A::Matrix{Float64}, B::Matrix{Float64}, r::Vector{Int64})
    s = 0.0
    for i in 1:2
        s += sum(A * B)
        r[i] = i
    end
    return s
end
# Not every round runs it.
function product_in_a_branch(A::Matrix{Float64}, B::Matrix{Float64}, n::Int64)
    s = 0.0
    for i in 1:n
        if i > 2
            s += sum(A * B)
        end
    end
    return s
end
# Out of the inner loop, but not onto the path on which the inner loop does not run.
function product_in_two_loops(A::Matrix{Float64}, B::Matrix{Float64}, n::Int64, m::Int64)
    s = 0.0
    for i in 1:n
        for j in 1:m
            s += sum(A * B)
        end
    end
    return s
end
# Never out of a `try`.
function product_in_a_try(A::Matrix{Float64}, B::Matrix{Float64}, n::Int64)
    s = 0.0
    for i in 1:n
        try
            s += sum(A * B)
        catch
            s -= 1.0
        end
    end
    return s
end
# The loop may not run at all: nothing throws.
function quotient_of_nothing(a::Int64, b::Int64, n::Int64)
    s = 0
    for i in 1:n
        s += div(a, b)
    end
    return s
end
# What is handed out is made in each round.
function array_in_each_round(n::Int64)
    out = Any[]
    for i in 1:n
        t = zeros(2)
        push!(out, t)
    end
    return out
end
# A loop that tests first runs the test in any case, and nothing else.
function product_behind_the_test(A::Matrix{Float64}, B::Matrix{Float64}, s::Float64)
    while s < 1.0
        s += sum(A * B)
    end
    return s
end
@saturate none product_in_a_loop(::Matrix{Float64}, ::Matrix{Float64}, ::Int64)
@saturate none product_of_what_is_written(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})
@saturate none product_behind_an_effect(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Int64})
@saturate none product_before_an_effect(::Matrix{Float64}, ::Matrix{Float64}, ::Vector{Int64})
@saturate none product_in_a_branch(::Matrix{Float64}, ::Matrix{Float64}, ::Int64)
@saturate none product_in_two_loops(::Matrix{Float64}, ::Matrix{Float64}, ::Int64, ::Int64)
@saturate none product_in_a_try(::Matrix{Float64}, ::Matrix{Float64}, ::Int64)
@saturate none quotient_of_nothing(::Int64, ::Int64, ::Int64)
@saturate none array_in_each_round(::Int64)
@saturate none product_behind_the_test(::Matrix{Float64}, ::Matrix{Float64}, ::Float64)
#! opt
#> # cost 85 → 76, optimal
#> function product_in_a_loop(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 n::Int64)::Vector{Float64}
#> b0:
#>     %4 = zeros(%3)::Vector{Float64}
#>     %5 = (:)(1, %3)::UnitRange{Int64}
#>     %6 = iterate(%5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b1 if %8 else b4
#> b1:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     %10 = *(%1, %2)::Matrix{Float64}
#>     goto b2(%9)
#> b2(%11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 1)::Int64
#>     %13 = getfield(%11, 2)::Int64
#>     %14 = getindex(%10, %12, %12)::Float64
#>     %15 = setindex!(%4, %14, %12)::Vector{Float64}
#>     %16 = iterate(%5, %13)::Union{Nothing, Tuple{Int64, Int64}}
#>     %17 = ===(%16, nothing)::Bool
#>     %18 = not_int(%17)::Bool
#>     goto b3 if %18 else b4
#> b3:
#>     %19 = π(%16, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%19)
#> b4:
#>     return %4
#> end
#>
#> # cost 80 → 80, optimal
#> function product_of_what_is_written(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 r::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     goto b1((1, 1))
#> b1(%4::Tuple{Int64, Int64}):
#>     %5 = getfield(%4, 1)::Int64
#>     %6 = getfield(%4, 2)::Int64
#>     %7 = *(%1, %2)::Matrix{Float64}
#>     %8 = getindex(%7, %5, %5)::Float64
#>     %9 = setindex!(%3, %8, %5)::Matrix{Float64}
#>     %10 = iterate(constant#75, %6)::Union{Nothing, Tuple{Int64, Int64}}
#>     %11 = ===(%10, nothing)::Bool
#>     %12 = not_int(%11)::Bool
#>     goto b2 if %12 else b3
#> b2:
#>     %13 = π(%10, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%13)
#> b3:
#>     return %3
#> end
#>
#> # cost 90 → 90, optimal
#> function product_behind_an_effect(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 r::Vector{Int64})::Float64
#> b0:
#>     goto b1(0.0, (1, 1))
#> b1(%4 s::Float64, %5::Tuple{Int64, Int64}):
#>     %6 = getfield(%5, 1)::Int64
#>     %7 = getfield(%5, 2)::Int64
#>     %8 = setindex!(%3, %6, %6)::Vector{Int64}
#>     %9 = *(%1, %2)::Matrix{Float64}
#>     %10 = sum(%9)::Float64
#>     %11 = +(%4, %10)::Float64
#>     %12 = iterate(constant#75, %7)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b2 if %14 else b3
#> b2:
#>     %15 = π(%12, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%11, %15)
#> b3:
#>     return %11
#> end
#>
#> # cost 90 → 72, optimal
#> function product_before_an_effect(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 r::Vector{Int64})::Float64
#> b0:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = sum(%4)::Float64
#>     goto b1(0.0, (1, 1))
#> b1(%6 s::Float64, %7::Tuple{Int64, Int64}):
#>     %8 = getfield(%7, 1)::Int64
#>     %9 = getfield(%7, 2)::Int64
#>     %10 = +(%6, %5)::Float64
#>     %11 = setindex!(%3, %8, %8)::Vector{Int64}
#>     %12 = iterate(constant#75, %9)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b2 if %14 else b3
#> b2:
#>     %15 = π(%12, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%10, %15)
#> b3:
#>     return %10
#> end
#>
#> # cost 94 → 94, optimal
#> function product_in_a_branch(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 n::Int64)::Float64
#> b0:
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = iterate(%4)::Union{Nothing, Tuple{Int64, Int64}}
#>     %6 = ===(%5, nothing)::Bool
#>     %7 = not_int(%6)::Bool
#>     goto b1 if %7 else b6(0.0)
#> b1:
#>     %8 = π(%5, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0.0, %8)
#> b2(%9 s::Float64, %10::Tuple{Int64, Int64}):
#>     %11 = getfield(%10, 1)::Int64
#>     %12 = getfield(%10, 2)::Int64
#>     %13 = >(%11, 2)::Bool
#>     goto b3 if %13 else b4(%9)
#> b3:
#>     %14 = *(%1, %2)::Matrix{Float64}
#>     %15 = sum(%14)::Float64
#>     %16 = +(%9, %15)::Float64
#>     goto b4(%16)
#> b4(%17 s::Float64):
#>     %18 = iterate(%4, %12)::Union{Nothing, Tuple{Int64, Int64}}
#>     %19 = ===(%18, nothing)::Bool
#>     %20 = not_int(%19)::Bool
#>     goto b5 if %20 else b6(%17)
#> b5:
#>     %21 = π(%18, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%17, %21)
#> b6(%22 s::Float64):
#>     return %22
#> end
#>
#> # cost 894 → 568, optimal
#> function product_in_two_loops(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 n::Int64, %4 m::Int64)::Float64
#> b0:
#>     %5 = (:)(1, %3)::UnitRange{Int64}
#>     %6 = iterate(%5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b1 if %8 else b8(0.0)
#> b1:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     %10 = (:)(1, %4)::UnitRange{Int64}
#>     %11 = iterate(%10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %12 = ===(%11, nothing)::Bool
#>     %13 = not_int(%12)::Bool
#>     goto b2(0.0, %9)
#> b2(%14 s::Float64, %15::Tuple{Int64, Int64}):
#>     %16 = getfield(%15, 2)::Int64
#>     goto b3 if %13 else b6(%14)
#> b3:
#>     %17 = π(%11, !Nothing)::Tuple{Int64, Int64}
#>     %18 = *(%1, %2)::Matrix{Float64}
#>     %19 = sum(%18)::Float64
#>     goto b4(%14, %17)
#> b4(%20 s::Float64, %21::Tuple{Int64, Int64}):
#>     %22 = getfield(%21, 2)::Int64
#>     %23 = +(%20, %19)::Float64
#>     %24 = iterate(%10, %22)::Union{Nothing, Tuple{Int64, Int64}}
#>     %25 = ===(%24, nothing)::Bool
#>     %26 = not_int(%25)::Bool
#>     goto b5 if %26 else b6(%23)
#> b5:
#>     %27 = π(%24, !Nothing)::Tuple{Int64, Int64}
#>     goto b4(%23, %27)
#> b6(%28 s::Float64):
#>     %29 = iterate(%5, %16)::Union{Nothing, Tuple{Int64, Int64}}
#>     %30 = ===(%29, nothing)::Bool
#>     %31 = not_int(%30)::Bool
#>     goto b7 if %31 else b8(%28)
#> b7:
#>     %32 = π(%29, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%28, %32)
#> b8(%33 s::Float64):
#>     return %33
#> end
#>
#> # cost 94 → 84, optimal
#> function product_in_a_try(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 n::Int64)::Float64
#>     %memory _4 s::Any
#> b0:
#>     %4 = %store _4 0.0::Float64 = 0.0
#>     %5 = (:)(1, %3)::UnitRange{Int64}
#>     %6 = iterate(%5)::Union{Nothing, Tuple{Int64, Int64}}
#>     %7 = ===(%6, nothing)::Bool
#>     %8 = not_int(%7)::Bool
#>     goto b1 if %8 else b7
#> b1:
#>     %9 = π(%6, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%9)
#> b2(%10::Tuple{Int64, Int64}):
#>     %11 = getfield(%10, 2)::Int64
#>     try b3 catch b4
#> b3:
#>     %12 = *(%1, %2)::Matrix{Float64}
#>     %13 = sum(%12)::Float64
#>     %14 = %load _4::Float64
#>     %15 = +(%14, %13)::Float64
#>     %16 = %store _4 %15::Float64
#>     %17 = %leave 1::Any
#>     goto b5
#> b4:
#>     %18 = %leave 1::Any
#>     %19 = %load _4::Float64
#>     %20 = -(%19, 1.0)::Float64
#>     %21 = %store _4 %20::Float64
#>     %22 = %pop_exception nothing::Any
#>     goto b5
#> b5:
#>     %23 = iterate(%5, %11)::Union{Nothing, Tuple{Int64, Int64}}
#>     %24 = ===(%23, nothing)::Bool
#>     %25 = not_int(%24)::Bool
#>     goto b6 if %25 else b7
#> b6:
#>     %26 = π(%23, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%26)
#> b7:
#>     %27 = %load _4::Float64
#>     return %27
#> end
#>
#> # cost 74 → 55, optimal
#> function quotient_of_nothing(%1 a::Int64, %2 b::Int64, %3 n::Int64)::Int64
#> b0:
#>     %4 = (:)(1, %3)::UnitRange{Int64}
#>     %5 = iterate(%4)::Union{Nothing, Tuple{Int64, Int64}}
#>     %6 = ===(%5, nothing)::Bool
#>     %7 = not_int(%6)::Bool
#>     goto b1 if %7 else b4(0)
#> b1:
#>     %8 = π(%5, !Nothing)::Tuple{Int64, Int64}
#>     %9 = div(%1, %2)::Int64
#>     goto b2(0, %8)
#> b2(%10 s::Int64, %11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 2)::Int64
#>     %13 = +(%10, %9)::Int64
#>     %14 = iterate(%4, %12)::Union{Nothing, Tuple{Int64, Int64}}
#>     %15 = ===(%14, nothing)::Bool
#>     %16 = not_int(%15)::Bool
#>     goto b3 if %16 else b4(%13)
#> b3:
#>     %17 = π(%14, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%13, %17)
#> b4(%18 s::Int64):
#>     return %18
#> end
#>
#> # cost 75 → 65, optimal
#> function array_in_each_round(%1 n::Int64)::Vector
#> b0:
#>     %2 = getindex(Any)::Vector
#>     %3 = (:)(1, %1)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b4
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%7)
#> b2(%8::Tuple{Int64, Int64}):
#>     %9 = getfield(%8, 2)::Int64
#>     %10 = zeros(2)::Vector{Float64}
#>     %11 = push!(%2, %10)::Any
#>     %12 = iterate(%3, %9)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b3 if %14 else b4
#> b3:
#>     %15 = π(%12, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%15)
#> b4:
#>     return %2
#> end
#>
#> # cost 40 → 40, optimal
#> function product_behind_the_test(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 s::Float64)::Float64
#> b0:
#>     goto b1(%3)
#> b1(%4 s::Float64):
#>     %5 = <(%4, 1.0)::Bool
#>     goto b2 if %5 else b3
#> b2:
#>     %6 = *(%1, %2)::Matrix{Float64}
#>     %7 = sum(%6)::Float64
#>     %8 = +(%4, %7)::Float64
#>     goto b1(%8)
#> b3:
#>     return %4
#> end
# With `strict`, a call that may throw stays where it is.
#! opt --strict --entry product_before_an_effect --sig Matrix{Float64},Matrix{Float64},Vector{Int64} --rules none
#> # cost 90 → 90, optimal
#> function product_before_an_effect(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 r::Vector{Int64})::Float64
#> b0:
#>     goto b1(0.0, (1, 1))
#> b1(%4 s::Float64, %5::Tuple{Int64, Int64}):
#>     %6 = getfield(%5, 1)::Int64
#>     %7 = getfield(%5, 2)::Int64
#>     %8 = *(%1, %2)::Matrix{Float64}
#>     %9 = sum(%8)::Float64
#>     %10 = +(%4, %9)::Float64
#>     %11 = setindex!(%3, %6, %6)::Vector{Int64}
#>     %12 = iterate(constant#65, %7)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b2 if %14 else b3
#> b2:
#>     %15 = π(%12, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%10, %15)
#> b3:
#>     return %10
#> end
#! run --opt --entry product_in_a_loop ones(2,2) ones(2,2) 2
#> 2-element Vector{Float64}:
#>  2.0
#>  2.0
#! run --opt --entry product_behind_an_effect ones(2,2) ones(2,2) [0,0]
#> 16.0
#! run --opt --entry quotient_of_nothing 1 0 0
#> 0
#! run --opt --entry array_in_each_round 2
#> 2-element Vector{Any}:
#>  [0.0, 0.0]
#>  [0.0, 0.0]
