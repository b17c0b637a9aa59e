# Equal objects that are made twice, by calls of all kinds, and one of them written.
# The values are those of the original functions.
using LinearAlgebra
mutable struct Holder; v::Vector{Float64}; n::Int; end
struct Box2; a::Vector{Float64}; end
wrap(x) = (x, copy(x))
hold(x) = Holder(copy(x), 1)
boxed(x) = Ref(x[1])
counter() = (n = [0]; () -> (n[1] += 1; n[1]))
many(x) = [copy(x), copy(x)]
nested() = ((zeros(2),), 1)
viewed(x) = view(copy(x), 1:2)
imm(x) = Box2(copy(x))
tab() = Dict{Symbol,Int}(:a => 1)
shaped(x) = reshape(copy(x), 1, 3)
twice(f, x) = (f(x), f(x))
symm(A) = Symmetric(A * A)
adj(A) = adjoint(A + A)
lazy(x) = Base.broadcasted(+, copy(x), 1.0)
function u1(x)
    p = wrap(x); q = wrap(x); p[2][1] = 9.0; return q[2][1], p[2][1], p[2] === q[2], p[1] === q[1]
end
function u2(x)
    p = hold(x); q = hold(x); p.v[1] = 9.0; p.n = 4; return q.v[1], q.n, p === q, p.v === q.v
end
function u3(x)
    p = boxed(x); q = boxed(x); p[] = 9.0; return q[]
end
function u4(x)
    p = counter(); q = counter(); p(); p(); return q(), p()
end
function u5(x)
    p = many(x); q = many(x); p[1][1] = 9.0; return q[1][1], p[2][1], p[1][1]
end
function u6(x)
    p = nested(); q = nested(); p[1][1][1] = 4.0; return q[1][1][1], p[1][1][1]
end
function u7(x)
    p = viewed(x); q = viewed(x); p[1] = 9.0; return q[1], p[1], x[1]
end
function u8(x)
    p = imm(x); q = imm(x); p.a[1] = 9.0; return q.a[1], p === q
end
function u9(x)
    p = tab(); q = tab(); p[:a] = 5; return q[:a], p[:a]
end
function u10(x)
    p = shaped(x); q = shaped(x); p[1, 1] = 5.0; return q[1, 1], p[1, 1]
end
function u11(x)
    p = twice(copy, x); p[1][1] = 7.0; return p[2][1], p[1] === p[2]
end
function u12(A)
    p = symm(A); q = symm(A); parent(p)[1, 1] = 100.0; return q[1, 1], p[1, 1]
end
function u13(A)
    p = adj(A); q = adj(A); p[1, 2] = 100.0; return q[1, 2], p[1, 2]
end
function u14(x)
    p = map(copy, [x, x]); q = map(copy, [x, x]); p[1][1] = 7.0; return p[2][1], q[1][1], p[1] === q[1]
end
function u15(x)
    p = Ref(copy(x)); q = Ref(copy(x)); p[][1] = 7.0; return q[][1], p[][1]
end
function u16(x)
    p = (a = copy(x), b = 1); q = (a = copy(x), b = 1); p.a[1] = 7.0; return q.a[1], p.a[1], p.a === q.a
end
function u17(x)
    p = x; for i in 1:2; p = copy(p); p[1] = p[1] + 1.0; end
    q = x; for i in 1:2; q = copy(q); q[1] = q[1] + 1.0; end
    p[1] = 50.0; return q[1], p[1], x[1]
end
function u18(x)
    p = collect(x); q = collect(x); p[1] = 3.5; r = p + q; return r[1], p === q
end
function u19(x)
    p = identity(x); p[1] = 4.0; q = identity(copy(x)); q[1] = 8.0; return x[1], p[1], q[1]
end
function u20(x)
    p = x[:]; q = x[:]; p[1] = 3.5; return q[1], p[1]
end
function u21(x)
    p = zeros(2); q = zeros(2); p[1] = 3.5; return q[1], p[1], p === q
end
function u22(x)
    p = similar(x); q = similar(x); fill!(p, 1.0); fill!(q, 2.0); return p[1], q[1]
end
function u23(x)
    p = Any[x, copy(x)]; q = Any[x, copy(x)]; p[2][1] = 3.5; return q[2][1], p[1] === q[1]
end
function u24(A)
    p = vec(A); p[1] = 17.0; B = A + A; q = vec(A + A); r = vec(A + A); q[1] = 0.0; return A[1,1], r[1], q[1]
end

#! run --entry u1 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 9.0, false, true)
#! run --entry u2 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1, false, false)
#! run --entry u3 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0
#! run --entry u4 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, 3)
#! run --entry u5 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0, 9.0)
#! run --entry u6 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (0.0, 4.0)
#! run --entry u7 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 9.0, 1.0)
#! run --entry u8 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, false)
#! run --entry u9 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, 5)
#! run --entry u10 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 5.0)
#! run --entry u11 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, false)
#! run --entry u12 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (7.0, 100.0)
#! run --entry u13 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (6.0, 100.0)
#! run --entry u14 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0, false)
#! run --entry u15 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0)
#! run --entry u16 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0, false)
#! run --entry u17 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (3.0, 50.0, 1.0)
#! run --entry u18 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.5, false)
#! run --entry u19 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 4.0, 8.0)
#! run --entry u20 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 3.5)
#! run --entry u21 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (0.0, 3.5, false)
#! run --entry u22 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 2.0)
#! run --entry u23 --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, true)
#! run --entry u24 --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (17.0, 34.0, 0.0)
