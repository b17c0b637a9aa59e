# Rules see through calls: a decomposition is shared with what a callee computes. Each case has a twin in which it must not be.
@rules eig begin
    tr(~A::Symmetric) --> sum(eigen(~A).values)
    @cost eigen 100
    @cost tr 10
end

trace_plus(A) = tr(A) + 1.0

function driver(A::Matrix{Float64})
    S = Symmetric(A)
    e = eigen(S)
    return e.values[1] + trace_plus(S)
end
#! opt --entry driver --sig Matrix{Float64} --rules eig
#> # cost 115 → 106, optimal
#> # in place of a call: trace_plus (line 13)
#> function driver(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = sum(%4)::Float64
#>     %7 = +(%6, 1.0)::Float64
#>     %8 = +(%5, %7)::Float64
#>     return %8
#> end
#! run --entry driver reshape([2.0,1.0,1.0,3.0],2,2)
#> 7.381966011250105
#! run --opt --rules eig --entry driver reshape([2.0,1.0,1.0,3.0],2,2)
#> 7.381966011250104

# On request, calls are not looked into.
#! opt --entry driver --sig Matrix{Float64} --rules eig --calls none
#> # cost 105 → 105, optimal
#> function driver(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = trace_plus(%2)::Float64
#>     %7 = +(%5, %6)::Float64
#>     return %7
#> end

# Another matrix: there is nothing to share, and the call stays.
function another(A::Matrix{Float64}, B::Matrix{Float64})
    e = eigen(Symmetric(A))
    return e.values[1] + trace_plus(Symmetric(B))
end
#! opt --entry another --sig Matrix{Float64},Matrix{Float64} --rules eig
#> # cost 116 → 116, optimal
#> function another(%1 A::Matrix{Float64}, %2 B::Matrix{Float64})::Float64
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = eigen(%3)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %5 = getproperty(%4, :values)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     %7 = Symmetric(%2)::Symmetric{Float64, Matrix{Float64}}
#>     %8 = trace_plus(%7)::Float64
#>     %9 = +(%6, %8)::Float64
#>     return %9
#> end

# Two levels.
further(A) = 2.0 * trace_plus(A)
function two_levels(A::Matrix{Float64})
    S = Symmetric(A)
    return eigen(S).values[1] + further(S)
end
#! opt --entry two_levels --sig Matrix{Float64} --rules eig --explain
#> # cost 116 → 107, optimal
#> # in place of a call: further (line 71)
#> # in place of a call: further, trace_plus (line 71)
#> function two_levels(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = sum(%4)::Float64
#>     %7 = +(%6, 1.0)::Float64
#>     %8 = *(2.0, %7)::Float64
#>     %9 = +(%5, %8)::Float64
#>     return %9
#> end
#> filetests/calls/decomposition.jl:8:17 in further, trace_plus  tr(A)
#>     is now  sum(getproperty(eigen(Symmetric(A)), :values))
#>     by      eig.1  tr(~A::Symmetric) --> sum(eigen(~A).values)

# The callee writes the matrix before it takes the trace: it is another matrix then.
function trace_after_write(A)
    A.data[1, 1] = 7.0
    return tr(A)
end
function written_in_between(A::Matrix{Float64})
    S = Symmetric(A)
    e = eigen(S)
    return e.values[1] + trace_after_write(S)
end
#! opt --entry written_in_between --sig Matrix{Float64} --rules eig
#> # cost 116 → 116, optimal
#> function written_in_between(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = trace_after_write(%2)::Float64
#>     %7 = +(%5, %6)::Float64
#>     return %7
#> end
#! run --entry written_in_between reshape([2.0,1.0,1.0,3.0],2,2)
#> 11.381966011250105
#! run --opt --rules eig --entry written_in_between reshape([2.0,1.0,1.0,3.0],2,2)
#> 11.381966011250105

# A branch in the callee: only where it takes the trace.
function perhaps(A, n)
    if n > 3
        return tr(A)
    end
    return 0.0
end
function branch(A::Matrix{Float64}, n::Int64)
    S = Symmetric(A)
    return eigen(S).values[1] + perhaps(S, n)
end
#! opt --entry branch --sig Matrix{Float64},Int64 --rules eig
#> # cost 115 → 106, optimal
#> # in place of a call: perhaps (line 129)
#> function branch(%1 A::Matrix{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = eigen(%3)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %5 = getproperty(%4, :values)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     %7 = >(%2, 3)::Bool
#>     goto b1 if %7 else b2(0.0)
#> b1:
#>     %8 = sum(%5)::Float64
#>     goto b2(%8)
#> b2(%9::Float64):
#>     %10 = +(%6, %9)::Float64
#>     return %10
#> end
#! run --entry branch reshape([2.0,1.0,1.0,3.0],2,2) 5
#> 6.381966011250105
#! run --opt --rules eig --entry branch reshape([2.0,1.0,1.0,3.0],2,2) 5
#> 6.381966011250104

# The decomposition comes after the branch: it is not brought forward into it.
function branch_before(A::Matrix{Float64}, n::Int64)
    S = Symmetric(A)
    t = perhaps(S, n)
    n > 5 && return t
    return eigen(S).values[1] + t
end
#! opt --entry branch_before --sig Matrix{Float64},Int64 --rules eig
#> # cost 116 → 116, optimal
#> function branch_before(%1 A::Matrix{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = perhaps(%3, %2)::Float64
#>     %5 = >(%2, 5)::Bool
#>     goto b1 if %5 else b2
#> b1:
#>     return %4
#> b2:
#>     %6 = eigen(%3)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %7 = getproperty(%6, :values)::Vector{Float64}
#>     %8 = getindex(%7, 1)::Float64
#>     %9 = +(%8, %4)::Float64
#>     return %9
#> end

# A loop in the callee.
function several(A, n)
    s = 0.0
    for i in 1:n
        s += tr(A)
    end
    return s
end
function in_a_loop(A::Matrix{Float64}, n::Int64)
    S = Symmetric(A)
    return eigen(S).values[1] + several(S, n)
end
#! opt --entry in_a_loop --sig Matrix{Float64},Int64 --rules eig
#> # cost 268 → 159, optimal
#> # in place of a call: several (line 189)
#> function in_a_loop(%1 A::Matrix{Float64}, %2 n::Int64)::Float64
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = eigen(%3)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %5 = getproperty(%4, :values)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     %7 = (:)(1, %2)::UnitRange{Int64}
#>     %8 = iterate(%7)::Union{Nothing, Tuple{Int64, Int64}}
#>     %9 = ===(%8, nothing)::Bool
#>     %10 = not_int(%9)::Bool
#>     goto b1 if %10 else b4(0.0)
#> b1:
#>     %11 = π(%8, !Nothing)::Tuple{Int64, Int64}
#>     %12 = sum(%5)::Float64
#>     goto b2(0.0, %11)
#> b2(%13 s::Float64, %14::Tuple{Int64, Int64}):
#>     %15 = getfield(%14, 2)::Int64
#>     %16 = +(%13, %12)::Float64
#>     %17 = iterate(%7, %15)::Union{Nothing, Tuple{Int64, Int64}}
#>     %18 = ===(%17, nothing)::Bool
#>     %19 = not_int(%18)::Bool
#>     goto b3 if %19 else b4(%16)
#> b3:
#>     %20 = π(%17, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%16, %20)
#> b4(%21 s::Float64):
#>     %22 = +(%6, %21)::Float64
#>     return %22
#> end
#! run --entry in_a_loop reshape([2.0,1.0,1.0,3.0],2,2) 3
#> 16.381966011250103
#! run --opt --rules eig --entry in_a_loop reshape([2.0,1.0,1.0,3.0],2,2) 3
#> 16.3819660112501

# A `try` in the callee: what it calls stays inside.
function guarded(A)
    try
        return tr(A)
    catch
        return 0.0
    end
end
function with_try(A::Matrix{Float64})
    S = Symmetric(A)
    return eigen(S).values[1] + guarded(S)
end
#! opt --entry with_try --sig Matrix{Float64} --rules eig
#> # cost 114 → 105, optimal
#> # in place of a call: guarded (line 238)
#> function with_try(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     try b1 catch b2
#> b1:
#>     %6 = %leave 1::Any
#>     %7 = sum(%4)::Float64
#>     goto b3(%7)
#> b2:
#>     %8 = %leave 1::Any
#>     %9 = %pop_exception nothing::Any
#>     goto b3(0.0)
#> b3(%10::Float64):
#>     %11 = +(%5, %10)::Float64
#>     return %11
#> end
#! run --entry with_try reshape([2.0,1.0,1.0,3.0],2,2)
#> 6.381966011250105
#! run --opt --rules eig --entry with_try reshape([2.0,1.0,1.0,3.0],2,2)
#> 6.381966011250104

# A callee that prints: once, and at its place.
function told(A)
    println("trace")
    return tr(A)
end
function printing(A::Matrix{Float64})
    S = Symmetric(A)
    e = eigen(S)
    println("first")
    return e.values[1] + told(S)
end
#! opt --entry printing --sig Matrix{Float64} --rules eig
#> # cost 116 → 107, optimal
#> # in place of a call: told (line 276)
#> function printing(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = println("first")::Nothing
#>     %5 = getproperty(%3, :values)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     %7 = println("trace")::Nothing
#>     %8 = sum(%5)::Float64
#>     %9 = +(%6, %8)::Float64
#>     return %9
#> end
#! run --opt --rules eig --entry printing reshape([2.0,1.0,1.0,3.0],2,2)
#> first
#> trace
#> 6.381966011250104

# A keyword function.
scaled(A; by=2.0) = by * tr(A)
function with_keyword(A::Matrix{Float64})
    S = Symmetric(A)
    return eigen(S).values[1] + scaled(S; by=3.0)
end
#! opt --entry with_keyword --sig Matrix{Float64} --rules eig
#> # cost 116 → 106, optimal
#> # in place of a call: scaled (line 302)
#> # in place of a call: scaled, #scaled#1 (line 302)
#> function with_keyword(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = sum(%4)::Float64
#>     %7 = *(3.0, %6)::Float64
#>     %8 = +(%5, %7)::Float64
#>     return %8
#> end
#! run --entry with_keyword reshape([2.0,1.0,1.0,3.0],2,2)
#> 16.381966011250103
#! run --opt --rules eig --entry with_keyword reshape([2.0,1.0,1.0,3.0],2,2)
#> 16.3819660112501

# A default argument.
shifted(A, by=2.0) = by + tr(A)
function with_default(A::Matrix{Float64})
    S = Symmetric(A)
    return eigen(S).values[1] + shifted(S)
end
#! opt --entry with_default --sig Matrix{Float64} --rules eig
#> # cost 115 → 106, optimal
#> # in place of a call: shifted (line 328)
#> # in place of a call: shifted, shifted (line 328)
#> function with_default(%1 A::Matrix{Float64})::Float64
#> b0:
#>     %2 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %3 = eigen(%2)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %4 = getproperty(%3, :values)::Vector{Float64}
#>     %5 = getindex(%4, 1)::Float64
#>     %6 = sum(%4)::Float64
#>     %7 = +(2.0, %6)::Float64
#>     %8 = +(%5, %7)::Float64
#>     return %8
#> end

# A callable object.
struct Weigh
    by::Float64
end
(w::Weigh)(A) = w.by * tr(A)
function with_object(A::Matrix{Float64}, k::Float64)
    S = Symmetric(A)
    return eigen(S).values[1] + Weigh(k)(S)
end
#! opt --entry with_object --sig Matrix{Float64},Float64 --rules eig
#> # cost 117 → 108, optimal
#> # in place of a call: (object) (line 353)
#> function with_object(%1 A::Matrix{Float64}, %2 k::Float64)::Float64
#> b0:
#>     %3 = Symmetric(%1)::Symmetric{Float64, Matrix{Float64}}
#>     %4 = eigen(%3)::Eigen{Float64, Float64, Matrix{Float64}, Vector{Float64}}
#>     %5 = getproperty(%4, :values)::Vector{Float64}
#>     %6 = getindex(%5, 1)::Float64
#>     %7 = Weigh(%2)::Weigh
#>     %8 = getproperty(%7, :by)::Float64
#>     %9 = sum(%5)::Float64
#>     %10 = *(%8, %9)::Float64
#>     %11 = +(%6, %10)::Float64
#>     return %11
#> end
