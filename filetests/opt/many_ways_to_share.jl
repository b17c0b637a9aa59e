# Memory that is reached in more than one way: views, closures, containers, globals, lazy values.
# The values are those of the original functions.
using LinearAlgebra
pick(x, c) = c ? x : copy(x)
mutable struct Holder; v::Vector{Float64}; n::Int; end
struct Pair2; a::Vector{Float64}; b::Vector{Float64}; end
const STORE = Vector{Float64}[]
keep(x) = (push!(STORE, x); x)
touch() = (STORE[1][1] = 99.0; nothing)
function t1(x)
    a = pick(x, true); b = pick(x, false); s = a[1] + b[1]; x[1] = 7.0
    return a[1] + b[1] - s, a[1], b[1]
end
function t2(x)
    keep(x); s = x[1]; touch(); return x[1] - s
end
function t3(x)
    f = () -> (x[1] = x[1] + 1.0; x[1])
    a = x[1]; f(); b = x[1]; f(); return (b - a, x[1] - b)
end
function t4(x)
    h = Holder(x, 1); a = x[1]; h.v[1] = 5.0; b = x[1]; h.n = 3; n = h.n; h.n = 4
    return b - a, h.n - n, h.v === x
end
function t5(x, y)
    t = (x, y); a = x[1]; t[1][1] = 11.0; return x[1] - a
end
function t6(x)
    v = view(x, 1:2); a = x[1]; v[1] = 3.5; return x[1] - a
end
function t7(x)
    r = reshape(x, 1, length(x)); a = x[1]; r[1, 1] = 3.5; return x[1] - a
end
function t8(x)
    q = [x]; a = x[1]; q[1][1] = 3.5; return x[1] - a
end
function t9(x)
    n = length(x); push!(x, 1.0); m = length(x); pop!(x); return m - n, length(x) - m
end
function t10()
    d = Dict{Symbol,Int}(); h = haskey(d, :a); d[:a] = 1; return h, haskey(d, :a), get(d, :a, 0)
end
function t11(x)
    p = Pair2(x, x); q = Pair2(x, copy(x)); p.a[1] = 8.0; return p.b[1], q.b[1], q.a[1]
end
function t12(x)
    a = sum(x); x .= x .+ x[1]; b = sum(x); x .= x .* 2.0; return a, b, sum(x)
end
function t13(x)
    s = 0.0
    for i in 1:3
        y = x .+ 1.0
        x[1] = y[1]
        s += sum(y) - sum(x)
    end
    return s, x[1]
end
function t14(x)
    y = x .+ 1.0; z = y .* 2.0; y[1] = 100.0; return z[1], (y .* 2.0)[1]
end
function t15(x)
    y = transpose(x); a = y[1, 1]; x[1] = 42.0; return a, y[1, 1], transpose(x)[1, 1]
end
function t16(A)
    S = Symmetric(A + transpose(A)); e = eigvals(S); A[1, 1] = 50.0
    S2 = Symmetric(A + transpose(A)); return e[1] - eigvals(S2)[1] == 0.0
end
function t17(x)
    y = copy(x); z = copy(x); y[1] = 5.0; return y === z, y[1], z[1]
end
function t18(x)
    try
        x[1] = 1.5; x[1000] = 2.0
    catch
        x[1] = x[1] + 1.0
    end
    return x[1]
end
function t19(x)
    y = [v for v in x]; x[1] = -1.0; w = [v for v in x]; return y[1] - w[1]
end
function t20(x)
    a = (x .+ 1.0)[1]; fill!(x, 0.0); b = (x .+ 1.0)[1]; return a - b
end
function t21(x)
    r = Ref(1.0); s = r; a = r[]; s[] = 2.0; return r[] - a
end
function t22(A)
    B = A * A; A[1, 1] = 9.0; C = A * A; return B[1, 1] - C[1, 1]
end
function t23(A, B)
    C = zeros(2, 2); mul!(C, A, B); s = C[1, 1]; mul!(C, B, A); return s, C[1, 1]
end
function t24(x)
    i = 1; s = 0.0
    while x[1] < 10.0
        s += x[1] * 2.0; x[1] = x[1] + 1.0
    end
    return s, x[1] * 2.0
end
swap!(x) = (t = x[1]; x[1] = x[2]; x[2] = t; x)
function t25(x)
    y = swap!(x); a = y[1]; swap!(y); return a, x[1], y === x
end

#! run --entry t1 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 7.0, 1.0)
#! run --entry t2 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 98.0
#! run --entry t3 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0)
#! run --entry t4 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 1, true)
#! run --entry t5 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0] [3.0,4.0]
#> 10.0
#! run --entry t6 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5
#! run --entry t7 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5
#! run --entry t8 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5
#! run --entry t9 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, -1)
#! run --entry t10 --opt --rules arithmetic,broadcast,linalg,gemm,constants
#> (false, true, 1)
#! run --entry t11 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (8.0, 1.0, 8.0)
#! run --entry t12 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 9.0, 18.0)
#! run --entry t13 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 4.0)
#! run --entry t14 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 200.0)
#! run --entry t15 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 42.0, 42.0)
#! run --entry t16 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> false
#! run --entry t17 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (false, 5.0, 1.0)
#! run --entry t18 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5
#! run --entry t19 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0
#! run --entry t20 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0
#! run --entry t21 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0
#! run --entry t22 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> -80.0
#! run --entry t23 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]' '[0.0 1.0; 1.0 2.0]'
#> (2.0, 3.0)
#! run --entry t24 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (90.0, 20.0)
#! run --entry t25 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, 1.0, true)
