# A call that every way behind a branch makes is made once, before the branch or where the ways meet, and rules see its value behind them.

@rules costs begin
    sin(~x)^2 + cos(~x)^2 --> 1.0
    @cost (*)(::Matrix, ::Matrix) 100
end

product_in_both(A, B, C, c) = c ? A * B + C : A * B - C
#! opt --rules costs --entry product_in_both --sig Matrix{Float64},Matrix{Float64},Matrix{Float64},Bool
#> # cost 202 → 102, optimal
#> function product_in_both(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 c::Bool)::Matrix{Float64}
#> b0:
#>     %5 = *(%1, %2)::Matrix{Float64}
#>     goto b1 if %4 else b2
#> b1:
#>     %6 = +(%5, %3)::Matrix{Float64}
#>     return %6
#> b2:
#>     %7 = -(%5, %3)::Matrix{Float64}
#>     return %7
#> end
#! run --opt --rules costs --entry product_in_both "[2.0 0.0; 0.0 2.0]" "[1.0 2.0; 3.0 4.0]" "[1.0 1.0; 1.0 1.0]" false
#> 2×2 Matrix{Float64}:
#>  1.0  3.0
#>  5.0  7.0

product_in_three(A, B, c, d) = c ? A * B : d ? A * B + B : A * B - B
#! opt --rules costs --entry product_in_three --sig Matrix{Float64},Matrix{Float64},Bool,Bool
#> # cost 302 → 102, optimal
#> function product_in_three(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 c::Bool, %4 d::Bool)::Matrix{Float64}
#> b0:
#>     %5 = *(%1, %2)::Matrix{Float64}
#>     goto b1 if %3 else b2
#> b1:
#>     return %5
#> b2:
#>     goto b3 if %4 else b4
#> b3:
#>     %6 = +(%5, %2)::Matrix{Float64}
#>     return %6
#> b4:
#>     %7 = -(%5, %2)::Matrix{Float64}
#>     return %7
#> end

sine_in_both(x, c) = (c ? sin(x)^2 + 1 : sin(x)^2 - 1) * 2
#! opt --rules costs --entry sine_in_both --sig Float64,Bool
#> # cost 7 → 5, optimal
#> function sine_in_both(%1 x::Float64, %2 c::Bool)::Float64
#> b0:
#>     %3 = sin(%1)::Float64
#>     %4 = literal_pow(^, %3, Val{2}())::Float64
#>     goto b1 if %2 else b2
#> b1:
#>     %5 = +(%4, 1)::Float64
#>     goto b3(%5)
#> b2:
#>     %6 = -(%4, 1)::Float64
#>     goto b3(%6)
#> b3(%7::Float64):
#>     %8 = *(%7, 2)::Float64
#>     return %8
#> end

function rules_see_behind_the_join(x, c)
    if c
        y = sin(x)^2
        println("a")
    else
        y = sin(x)^2
    end
    return y + cos(x)^2
end
#! opt --rules costs --entry rules_see_behind_the_join --sig Float64,Bool
#> # cost 8 → 1, optimal
#> function rules_see_behind_the_join(%1 x::Float64, %2 c::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = println("a")::Nothing
#>     goto b2
#> b2:
#>     return 1.0
#> end

# The twins. On one way only:
product_in_one(A, B, C, c) = c ? A * B + C : C
#! opt --rules costs --entry product_in_one --sig Matrix{Float64},Matrix{Float64},Matrix{Float64},Bool
#> # cost 101 → 101, optimal
#> function product_in_one(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 c::Bool)::Matrix{Float64}
#> b0:
#>     goto b1 if %4 else b2
#> b1:
#>     %5 = *(%1, %2)::Matrix{Float64}
#>     %6 = +(%5, %3)::Matrix{Float64}
#>     return %6
#> b2:
#>     return %3
#> end

# Behind an effect, before which it must not throw:
function product_after_printing(A, B, C, c)
    if c
        println("a")
        return A * B + C
    end
    return A * B - C
end
#! opt --rules costs --entry product_after_printing --sig Matrix{Float64},Matrix{Float64},Matrix{Float64},Bool
#> # cost 203 → 203, optimal
#> function product_after_printing(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 c::Bool)::Matrix{Float64}
#> b0:
#>     goto b1 if %4 else b2
#> b1:
#>     %5 = println("a")::Nothing
#>     %6 = *(%1, %2)::Matrix{Float64}
#>     %7 = +(%6, %3)::Matrix{Float64}
#>     return %7
#> b2:
#>     %8 = *(%1, %2)::Matrix{Float64}
#>     %9 = -(%8, %3)::Matrix{Float64}
#>     return %9
#> end

# In another state of memory:
function product_after_writing(A, B, C, c)
    if c
        A[1, 1] = 0.0
        return A * B + C
    end
    return A * B - C
end
#! opt --rules costs --entry product_after_writing --sig Matrix{Float64},Matrix{Float64},Matrix{Float64},Bool
#> # cost 203 → 203, optimal
#> function product_after_writing(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64}, %4 c::Bool)::Matrix{Float64}
#> b0:
#>     goto b1 if %4 else b2
#> b1:
#>     %5 = setindex!(%1, 0.0, 1, 1)::Matrix{Float64}
#>     %6 = *(%1, %2)::Matrix{Float64}
#>     %7 = +(%6, %3)::Matrix{Float64}
#>     return %7
#> b2:
#>     %8 = *(%1, %2)::Matrix{Float64}
#>     %9 = -(%8, %3)::Matrix{Float64}
#>     return %9
#> end

# Two objects that are written are two:
function products_that_are_written(A, B, c)
    if c
        y = A * B
        y[1, 1] = 1.0
    else
        y = A * B
        y[1, 1] = 2.0
    end
    return y
end
#! opt --rules costs --entry products_that_are_written --sig Matrix{Float64},Matrix{Float64},Bool
#> # cost 202 → 202, optimal
#> function products_that_are_written(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 c::Bool)::Matrix{Float64}
#> b0:
#>     goto b1 if %3 else b2
#> b1:
#>     %4 = *(%1, %2)::Matrix{Float64}
#>     %5 = setindex!(%4, 1.0, 1, 1)::Matrix{Float64}
#>     goto b3(%4)
#> b2:
#>     %6 = *(%1, %2)::Matrix{Float64}
#>     %7 = setindex!(%6, 2.0, 1, 1)::Matrix{Float64}
#>     goto b3(%6)
#> b3(%8 y::Matrix{Float64}):
#>     return %8
#> end
