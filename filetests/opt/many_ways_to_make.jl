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

function tuple_with_a_copy(x)
    p = wrap(x)
    q = wrap(x)
    p[2][1] = 9.0
    return q[2][1], p[2][1], p[2] === q[2], p[1] === q[1]
end

#! run --entry tuple_with_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 9.0, false, true)

function struct_with_a_copy(x)
    p = hold(x)
    q = hold(x)
    p.v[1] = 9.0
    p.n = 4
    return q.v[1], q.n, p === q, p.v === q.v
end

#! run --entry struct_with_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1, false, false)

function reference_to_a_number(x)
    p = boxed(x)
    q = boxed(x)
    p[] = 9.0
    return q[]
end

#! run --entry reference_to_a_number --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0

function closure_with_state(x)
    p = counter()
    q = counter()
    p()
    p()
    return q(), p()
end

#! run --entry closure_with_state --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, 3)

function array_of_copies(x)
    p = many(x)
    q = many(x)
    p[1][1] = 9.0
    return q[1][1], p[2][1], p[1][1]
end

#! run --entry array_of_copies --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0, 9.0)

function nested_tuple(x)
    p = nested()
    q = nested()
    p[1][1][1] = 4.0
    return q[1][1][1], p[1][1][1]
end

#! run --entry nested_tuple --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (0.0, 4.0)

function view_of_a_copy(x)
    p = viewed(x)
    q = viewed(x)
    p[1] = 9.0
    return q[1], p[1], x[1]
end

#! run --entry view_of_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 9.0, 1.0)

function immutable_with_a_copy(x)
    p = imm(x)
    q = imm(x)
    p.a[1] = 9.0
    return q.a[1], p === q
end

#! run --entry immutable_with_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, false)

function dictionary(x)
    p = tab()
    q = tab()
    p[:a] = 5
    return q[:a], p[:a]
end

#! run --entry dictionary --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, 5)

function reshaped_copy(x)
    p = shaped(x)
    q = shaped(x)
    p[1, 1] = 5.0
    return q[1, 1], p[1, 1]
end

#! run --entry reshaped_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 5.0)

function function_called_twice(x)
    p = twice(copy, x)
    p[1][1] = 7.0
    return p[2][1], p[1] === p[2]
end

#! run --entry function_called_twice --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, false)

function symmetric_of_a_product(A)
    p = symm(A)
    q = symm(A)
    parent(p)[1, 1] = 100.0
    return q[1, 1], p[1, 1]
end

#! run --entry symmetric_of_a_product --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (7.0, 100.0)

function adjoint_of_a_sum(A)
    p = adj(A)
    q = adj(A)
    p[1, 2] = 100.0
    return q[1, 2], p[1, 2]
end

#! run --entry adjoint_of_a_sum --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (6.0, 100.0)

function copies_by_map(x)
    p = map(copy, [x, x])
    q = map(copy, [x, x])
    p[1][1] = 7.0
    return p[2][1], q[1][1], p[1] === q[1]
end

#! run --entry copies_by_map --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0, false)

function reference_to_a_copy(x)
    p = Ref(copy(x))
    q = Ref(copy(x))
    p[][1] = 7.0
    return q[][1], p[][1]
end

#! run --entry reference_to_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0)

function named_tuple_with_a_copy(x)
    p = (a = copy(x), b = 1)
    q = (a = copy(x), b = 1)
    p.a[1] = 7.0
    return q.a[1], p.a[1], p.a === q.a
end

#! run --entry named_tuple_with_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0, false)

function copies_made_in_loops(x)
    p = x; for i in 1:2; p = copy(p); p[1] = p[1] + 1.0; end
    q = x; for i in 1:2; q = copy(q); q[1] = q[1] + 1.0; end
    p[1] = 50.0
    return q[1], p[1], x[1]
end

#! run --entry copies_made_in_loops --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (3.0, 50.0, 1.0)

function collected(x)
    p = collect(x)
    q = collect(x)
    p[1] = 3.5
    r = p + q
    return r[1], p === q
end

#! run --entry collected --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.5, false)

function identity_of_a_copy(x)
    p = identity(x)
    p[1] = 4.0
    q = identity(copy(x))
    q[1] = 8.0
    return x[1], p[1], q[1]
end

#! run --entry identity_of_a_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 4.0, 8.0)

function all_elements(x)
    p = x[:]
    q = x[:]
    p[1] = 3.5
    return q[1], p[1]
end

#! run --entry all_elements --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 3.5)

function zeros_made_twice(x)
    p = zeros(2)
    q = zeros(2)
    p[1] = 3.5
    return q[1], p[1], p === q
end

#! run --entry zeros_made_twice --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (0.0, 3.5, false)

function similar_made_twice(x)
    p = similar(x)
    q = similar(x)
    fill!(p, 1.0)
    fill!(q, 2.0)
    return p[1], q[1]
end

#! run --entry similar_made_twice --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 2.0)

function array_of_any(x)
    p = Any[x, copy(x)]
    q = Any[x, copy(x)]
    p[2][1] = 3.5
    return q[2][1], p[1] === q[1]
end

#! run --entry array_of_any --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, true)

function vec_of_a_sum(A)
    p = vec(A)
    p[1] = 17.0
    B = A + A
    q = vec(A + A)
    r = vec(A + A)
    q[1] = 0.0
    return A[1,1], r[1], q[1]
end

#! run --entry vec_of_a_sum --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> (17.0, 34.0, 0.0)
