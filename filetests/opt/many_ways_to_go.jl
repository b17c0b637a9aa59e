# Writes and early exits in loops, handlers, closures and iterations.
# The values are those of the original functions.
using LinearAlgebra
mutable struct Acc; s::Float64; end
mutable struct Node; v::Float64; next::Any; end
add!(a::Acc, x) = (a.s += x; a)
function c1(x)
    a = Acc(0.0); b = a
    for v in x; add!(b, v); end
    s = a.s; add!(a, 1.0); return a.s - s, b.s
end
function c2(x)
    n = Node(1.0, nothing); m = Node(2.0, n); n.v = 5.0; return m.next.v, n.v
end
function c3(x)
    s = 0.0
    for i in eachindex(x)
        t = x[i] * 2.0
        if t > 3.0
            x[i] = 0.0
        end
        s += x[i] * 2.0
    end
    return s
end
function c4(x)
    i = 0
    while true
        i += 1
        x[1] += 1.0
        x[1] > 5.0 && break
        i > 100 && error("never")
    end
    return i, x[1]
end
function c5(x, n)
    y = n > 0 ? sqrt(x[1]) : 0.0
    z = n > 1 ? sqrt(x[1]) + 1.0 : sqrt(4.0)
    return y + z
end
function c6(x)
    a = 1.0
    try
        a = x[1] + 1.0
        a = x[10]
    catch e
        return a, e isa BoundsError
    end
    return a, false
end
function c7(x)
    s = 0
    for i in 1:3, j in 1:3
        if i == j; continue; end
        if i + j == 5; break; end
        s += i * 10 + j
    end
    return s
end
function c8(x)
    f = let k = x[1]
        y -> y * k
    end
    x[1] = 100.0
    return f(2.0), x[1] * 2.0
end
function c9(x)
    y = x
    g() = (y = y .+ 1.0; nothing)
    a = sum(y); g(); b = sum(y); g(); return a, b, sum(y), sum(x)
end
function c10(x)
    d = Dict("a" => x); d["a"][1] = 77.0; e = x[1]; d["a"] = [1.0]; d["a"][1] = 2.0; return e, x[1]
end
function c11(x)
    s = string(x[1]); x[1] = 9.5; return s, string(x[1]), s == string(x[1])
end
function c12(x)
    a, b = x[1], x[2]; x[1], x[2] = b, a; return x[1] - a, x[2] - b
end
function c13(x)
    io = IOBuffer(); print(io, x[1]); a = String(take!(io)); print(io, x[2]); b = String(take!(io)); return a, b
end
function c14(x)
    v = x[1:2]; w = x[1:2]; v[1] = 50.0; u = view(x, 1:2); u[2] = 60.0; return w[1], x[2], x[1]
end
function c15(x)
    s = 0.0
    for (i, v) in enumerate(x)
        i < length(x) && (x[i+1] = v + 1.0)
        s += v
    end
    return s
end
function c16(x)
    a = maximum(x); sort!(x, rev=true); b = x[1]; c = maximum(x); reverse!(x); return a, b, c, x[1]
end
function c17(x)
    p = Any[1, 2.0, "s"]; n = 0
    for e in p
        if e isa Int; n += e; elseif e isa Float64; n += 10; else n += length(e) * 100; end
    end
    return n
end
function c18(x)
    y = x .* 2.0; @inbounds y[1] = 4.0; z = x .* 2.0; z .+= y; y .= 0.0; return z[1], y[1]
end
function c19(x)
    t = 0.0
    for k in 1:2
        w = zeros(2); w[1] += x[k]; t += w[1]
    end
    return t
end
function c20(x)
    isempty(x) && return 0.0
    local r
    for v in x
        r = v
        v > 1.5 && break
    end
    return r
end

#! run --entry c1 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0)
#! run --entry c2 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (5.0, 5.0)
#! run --entry c3 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0
#! run --entry c4 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (5, 6.0)
#! run --entry c5 --opt --rules arithmetic,broadcast,linalg,gemm,constants [4.0] 1
#> 4.0
#! run --entry c6 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, true)
#! run --entry c7 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 46
#! run --entry c8 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, 200.0)
#! run --entry c9 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 9.0, 12.0, 6.0)
#! run --entry c10 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (77.0, 77.0)
#! run --entry c11 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> ("1.0", "9.5", false)
#! run --entry c12 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, -1.0)
#! run --entry c13 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> ("1.0", "2.0")
#! run --entry c14 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 60.0, 1.0)
#! run --entry c15 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 6.0
#! run --entry c16 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (3.0, 3.0, 3.0, 1.0)
#! run --entry c17 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 111
#! run --entry c18 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 0.0)
#! run --entry c19 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 3.0
#! run --entry c20 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0
