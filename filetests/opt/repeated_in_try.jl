# In a function with a handler, and with `--strict`, a call that may throw stays; one that a call above has answered cannot throw any more.
@rules none begin
end
@rules eig begin
    tr(~A::Symmetric) --> sum(eigen(~A).values)
    @cost eigen 100
    @cost tr 10
end

function repeated(x)
    e = sin(x)^2
    t = try
        sin(x)^2 + sqrt(x)
    catch
        0.0
    end
    return e + t
end
#! opt --entry repeated --sig Float64 --rules none
#> # cost 7 → 5, optimal
#> function repeated(%1 x::Float64)::Float64
#> b0:
#>     %2 = sin(%1)::Float64
#>     %3 = literal_pow(^, %2, Val{2}())::Float64
#>     try b1 catch b2
#> b1:
#>     %4 = sqrt(%1)::Float64
#>     %5 = +(%3, %4)::Float64
#>     %6 = %leave 1::Any
#>     goto b3(%5)
#> b2:
#>     %7 = %leave 1::Any
#>     %8 = %pop_exception nothing::Any
#>     goto b3(0.0)
#> b3(%9 t::Float64):
#>     %10 = +(%3, %9)::Float64
#>     return %10
#> end
#! run --opt --rules none --entry repeated Inf
#> error: DomainError with Inf:
#> sin(x) is only defined for finite x.
#! run --opt --rules none --entry repeated 4.0
#> 3.145500033808613

# The first call is on another way: the second one may throw, and does so in the `try`.
function on_another_way(x, p)
    e = p ? sin(x) : 0.0
    t = try
        sin(x) + 1.0
    catch
        0.5
    end
    return e + t
end
#! opt --entry on_another_way --sig "Float64, Bool" --rules none
#> # cost 4 → 4, optimal
#> function on_another_way(%1 x::Float64, %2 p::Bool)::Float64
#> b0:
#>     goto b1 if %2 else b2(0.0)
#> b1:
#>     %3 = sin(%1)::Float64
#>     goto b2(%3)
#> b2(%4 e::Float64):
#>     try b3 catch b4
#> b3:
#>     %5 = sin(%1)::Float64
#>     %6 = +(%5, 1.0)::Float64
#>     %7 = %leave 1::Any
#>     goto b5(%6)
#> b4:
#>     %8 = %leave 1::Any
#>     %9 = %pop_exception nothing::Any
#>     goto b5(0.5)
#> b5(%10 t::Float64):
#>     %11 = +(%4, %10)::Float64
#>     return %11
#> end
#! run --opt --rules none --entry on_another_way Inf false
#> 0.5

# What a rule makes of a call inside a `try` stands there.
function by_a_rule(A)
    x = eigen(A).values[1]
    y = try
        tr(A)
    catch
        0.0
    end
    return x + y
end
#! opt --entry by_a_rule --sig Symmetric{Float64,Matrix{Float64}} --rules eig
#> # cost 113 → 104, optimal
#> function by_a_rule(%1 A::Symmetric{Float64, Matrix{Float64}})::Float64
#> b0:
#>     %2 = eigen(%1)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %3 = getproperty(%2, :values)::Vector{Float64}
#>     %4 = getindex(%3, 1)::Float64
#>     try b1 catch b2
#> b1:
#>     %5 = %leave 1::Any
#>     %6 = sum(%3)::Float64
#>     goto b3(%6)
#> b2:
#>     %7 = %leave 1::Any
#>     %8 = %pop_exception nothing::Any
#>     goto b3(0.0)
#> b3(%9 y::Float64):
#>     %10 = +(%4, %9)::Float64
#>     return %10
#> end
#! run --opt --rules eig --entry by_a_rule "Symmetric([2.0 1.0; 1.0 3.0])"
#> 6.381966011250104

# Nothing above has made the decomposition: the trace is cheaper.
function not_made(A)
    return try
        tr(A)
    catch
        0.0
    end
end
#! opt --entry not_made --sig Symmetric{Float64,Matrix{Float64}} --rules eig
#> # cost 10 → 10, optimal
#> function not_made(%1 A::Symmetric{Float64, Matrix{Float64}})::Float64
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = tr(%1)::Float64
#>     %3 = %leave 1::Any
#>     return %2
#> b2:
#>     %4 = %leave 1::Any
#>     %5 = %pop_exception nothing::Any
#>     return 0.0
#> end

strictly(A) = eigen(A).values[1] + tr(A)
#! opt --entry strictly --sig Symmetric{Float64,Matrix{Float64}} --rules eig --strict
#> # cost 113 → 104, optimal
#> function strictly(%1 A::Symmetric{Float64, Matrix{Float64}})::Float64
#> b0:
#>     %2 = eigen(%1)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %3 = getproperty(%2, :values)::Vector{Float64}
#>     %4 = getindex(%3, 1)::Float64
#>     %5 = sum(%3)::Float64
#>     %6 = +(%4, %5)::Float64
#>     return %6
#> end
