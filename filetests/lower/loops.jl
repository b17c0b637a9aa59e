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
#>     %7 = *(%4, %1)::Union{Float64, Int64}
#>     goto b1(%6, %7)
#> b3:
#>     return %4
#> end
#! lower --entry sum_to --sig "Int64"
#> function sum_to(%1 n::Int64)::Int64
#> b0:
#>     %2 = :(1, %1)::UnitRange{Int64}
#>     %3 = iterate(%2)::Union{Nothing, Tuple{Int64, Int64}}
#>     %4 = ===(%3, nothing)::Bool
#>     %5 = not_int(%4)::Bool
#>     goto b1(0, %3) if %5 else b3(0)
#> b1(%6 s::Int64, %7 var""::Union{Nothing, Tuple{Int64, Int64}}):
#>     %8 = getfield(%7, 1)::Int64
#>     %9 = getfield(%7, 2)::Int64
#>     %10 = +(%6, %8)::Int64
#>     %11 = iterate(%2, %9)::Union{Nothing, Tuple{Int64, Int64}}
#>     %12 = ===(%11, nothing)::Bool
#>     %13 = not_int(%12)::Bool
#>     goto b2 if %13 else b3(%10)
#> b2:
#>     %14 = π(%11, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%10, %14)
#> b3(%15 s::Int64):
#>     return %15
#> end
#! lower --entry nested --sig "Int64, Int64"
#> function nested(%1 n::Int64, %2 m::Int64)::Int64
#> b0:
#>     %3 = :(1, %1)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1(0, %4) if %6 else b8(0)
#> b1(%7 s::Int64, %8 var""::Union{Nothing, Tuple{Int64, Int64}}):
#>     %9 = getfield(%8, 1)::Int64
#>     %10 = getfield(%8, 2)::Int64
#>     %11 = :(1, %2)::UnitRange{Int64}
#>     %12 = iterate(%11)::Union{Nothing, Tuple{Int64, Int64}}
#>     %13 = ===(%12, nothing)::Bool
#>     %14 = not_int(%13)::Bool
#>     goto b2(%7, %12) if %14 else b6(%7)
#> b2(%15 s::Int64, %16 var""::Union{Nothing, Tuple{Int64, Int64}}):
#>     %17 = getfield(%16, 1)::Int64
#>     %18 = getfield(%16, 2)::Int64
#>     %19 = >(%17, %9)::Bool
#>     goto b3 if %19 else b4
#> b3:
#>     goto b6(%15)
#> b4:
#>     %20 = *(%9, %17)::Int64
#>     %21 = +(%15, %20)::Int64
#>     %22 = iterate(%11, %18)::Union{Nothing, Tuple{Int64, Int64}}
#>     %23 = ===(%22, nothing)::Bool
#>     %24 = not_int(%23)::Bool
#>     goto b5 if %24 else b6(%21)
#> b5:
#>     %25 = π(%22, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%21, %25)
#> b6(%26 s::Int64):
#>     %27 = iterate(%3, %10)::Union{Nothing, Tuple{Int64, Int64}}
#>     %28 = ===(%27, nothing)::Bool
#>     %29 = not_int(%28)::Bool
#>     goto b7 if %29 else b8(%26)
#> b7:
#>     %30 = π(%27, !Nothing)::Tuple{Int64, Int64}
#>     goto b1(%26, %30)
#> b8(%31 s::Int64):
#>     return %31
#> end
