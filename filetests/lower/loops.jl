# Loops become blocks with parameters.

function pow(x, n)
    r = 1
    while n > 0
        n -= 1
        r *= x
    end
    return r
end
function sum_to(n)
    s = 0
    for i in 1:n
        s += i
    end
    return s
end
function nested(n, m)
    s = 0
    for i in 1:n
        for j in 1:m
            j > i && break
            s += i * j
        end
    end
    s
end

#! lower --entry pow --sig "Int64, Int64"
#> function pow(%1 x::Int64, %2 n::Int64)::Int64
#> b0:
#>     goto b1(%2, 1)
#> b1(%3 n::Int64, %4 r::Int64):
#>     %5 = >(%3, 0)::Bool
#>     goto b2 if %5 else b3
#> b2:
#>     %6 = -(%3, 1)::Int64
#>     %7 = *(%4, %1)::Int64
#>     goto b1(%6, %7)
#> b3:
#>     return %4
#> end
#! lower --entry pow --sig "Float64, Int64"
#> function pow(%1 x::Float64, %2 n::Int64)::Union{Float64, Int64}
#> b0:
#>     goto b1(%2, 1)
#> b1(%3 n::Int64, %4 r::Union{Float64, Int64}):
#>     %5 = >(%3, 0)::Bool
#>     goto b2 if %5 else b3
#> b2:
#>     %6 = -(%3, 1)::Int64
#>     %7 = *(%4, %1)::Float64
#>     goto b1(%6, %7)
#> b3:
#>     return %4
#> end
#! lower --entry sum_to --sig "Int64"
#> function sum_to(%1 n::Int64)::Int64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = iterate(%2)::Union{Nothing, Tuple{Int64, Int64}}
#>     %4 = ===(%3, nothing)::Bool
#>     %5 = not_int(%4)::Bool
#>     goto b1 if %5 else b4(0)
#> b1:
#>     %6 = π(%3, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0, %6)
#> b2(%7 s::Int64, %8::Tuple{Int64, Int64}):
#>     %9 = getfield(%8, 1)::Int64
#>     %10 = getfield(%8, 2)::Int64
#>     %11 = +(%7, %9)::Int64
#>     %12 = iterate(%2, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b3 if %14 else b4(%11)
#> b3:
#>     %15 = π(%12, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%11, %15)
#> b4(%16 s::Int64):
#>     return %16
#> end
#! lower --entry nested --sig "Int64, Int64"
#> function nested(%1 n::Int64, %2 m::Int64)::Int64
#> b0:
#>     %3 = (:)(1, %1)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b9(0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(0, %7)
#> b2(%8 s::Int64, %9::Tuple{Int64, Int64}):
#>     %10 = getfield(%9, 1)::Int64
#>     %11 = getfield(%9, 2)::Int64
#>     %12 = (:)(1, %2)::UnitRange{Int64}
#>     %13 = iterate(%12)::Union{Nothing, Tuple{Int64, Int64}}
#>     %14 = ===(%13, nothing)::Bool
#>     %15 = not_int(%14)::Bool
#>     goto b3 if %15 else b7(%8)
#> b3:
#>     %16 = π(%13, !Nothing)::Tuple{Int64, Int64}
#>     goto b4(%8, %16)
#> b4(%17 s::Int64, %18::Tuple{Int64, Int64}):
#>     %19 = getfield(%18, 1)::Int64
#>     %20 = getfield(%18, 2)::Int64
#>     %21 = >(%19, %10)::Bool
#>     goto b7(%17) if %21 else b5
#> b5:
#>     %22 = *(%10, %19)::Int64
#>     %23 = +(%17, %22)::Int64
#>     %24 = iterate(%12, %20)::Union{Nothing, Tuple{Int64, Int64}}
#>     %25 = ===(%24, nothing)::Bool
#>     %26 = not_int(%25)::Bool
#>     goto b6 if %26 else b7(%23)
#> b6:
#>     %27 = π(%24, !Nothing)::Tuple{Int64, Int64}
#>     goto b4(%23, %27)
#> b7(%28 s::Int64):
#>     %29 = iterate(%3, %11)::Union{Nothing, Tuple{Int64, Int64}}
#>     %30 = ===(%29, nothing)::Bool
#>     %31 = not_int(%30)::Bool
#>     goto b8 if %31 else b9(%28)
#> b8:
#>     %32 = π(%29, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%28, %32)
#> b9(%33 s::Int64):
#>     return %33
#> end
