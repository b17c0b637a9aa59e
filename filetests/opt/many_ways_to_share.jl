# Memory that is reached in more than one way: views, closures, containers, globals, lazy values.
# The values are those of the original functions.
using LinearAlgebra
pick(x, c) = c ? x : copy(x)
mutable struct Holder; v::Vector{Float64}; n::Int; end
struct Pair2; a::Vector{Float64}; b::Vector{Float64}; end
const STORE = Vector{Float64}[]
keep(x) = (push!(STORE, x); x)
touch() = (STORE[1][1] = 99.0; nothing)

function choice_between_array_and_copy(x)
    a = pick(x, true)
    b = pick(x, false)
    s = a[1] + b[1]
    x[1] = 7.0
    return a[1] + b[1] - s, a[1], b[1]
end

#! run --entry choice_between_array_and_copy --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 7.0, 1.0)

function stored_in_a_global(x)
    keep(x)
    s = x[1]
    touch()
    return x[1] - s
end

#! run --entry stored_in_a_global --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 98.0

function closure_that_writes(x)
    f = () -> (x[1] = x[1] + 1.0; x[1])
    a = x[1]
    f()
    b = x[1]
    f()
    return (b - a, x[1] - b)
end

#! run --entry closure_that_writes --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 1.0)

function struct_that_holds_the_array(x)
    h = Holder(x, 1)
    a = x[1]
    h.v[1] = 5.0
    b = x[1]
    h.n = 3
    n = h.n
    h.n = 4
    return b - a, h.n - n, h.v === x
end

#! run --entry struct_that_holds_the_array --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 1, true)

function tuple_of_arrays(x, y)
    t = (x, y)
    a = x[1]
    t[1][1] = 11.0
    return x[1] - a
end

#! run --entry tuple_of_arrays --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0] [3.0,4.0]
#> 10.0

function written_through_a_view(x)
    v = view(x, 1:2)
    a = x[1]
    v[1] = 3.5
    return x[1] - a
end

#! run --entry written_through_a_view --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5

function written_through_another_shape(x)
    r = reshape(x, 1, length(x))
    a = x[1]
    r[1, 1] = 3.5
    return x[1] - a
end

#! run --entry written_through_another_shape --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5

function array_of_arrays(x)
    q = [x]
    a = x[1]
    q[1][1] = 3.5
    return x[1] - a
end

#! run --entry array_of_arrays --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5

function longer_and_shorter(x)
    n = length(x)
    push!(x, 1.0)
    m = length(x)
    pop!(x)
    return m - n, length(x) - m
end

#! run --entry longer_and_shorter --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1, -1)

function dictionary_is_filled()
    d = Dict{Symbol,Int}()
    h = haskey(d, :a)
    d[:a] = 1
    return h, haskey(d, :a), get(d, :a, 0)
end

#! run --entry dictionary_is_filled --opt --rules arithmetic,broadcast,linalg,gemm,constants
#> (false, true, 1)

function struct_with_one_array_twice(x)
    p = Pair2(x, x)
    q = Pair2(x, copy(x))
    p.a[1] = 8.0
    return p.b[1], q.b[1], q.a[1]
end

#! run --entry struct_with_one_array_twice --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (8.0, 1.0, 8.0)

function written_with_dots(x)
    a = sum(x)
    x .= x .+ x[1]
    b = sum(x)
    x .= x .* 2.0
    return a, b, sum(x)
end

#! run --entry written_with_dots --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 9.0, 18.0)

function dotted_copy_in_a_loop(x)
    s = 0.0
    for i in 1:3
        y = x .+ 1.0
        x[1] = y[1]
        s += sum(y) - sum(x)
    end
    return s, x[1]
end

#! run --entry dotted_copy_in_a_loop --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 4.0)

function dotted_copy_is_written(x)
    y = x .+ 1.0
    z = y .* 2.0
    y[1] = 100.0
    return z[1], (y .* 2.0)[1]
end

#! run --entry dotted_copy_is_written --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (4.0, 200.0)

function transposed_view(x)
    y = transpose(x)
    a = y[1, 1]
    x[1] = 42.0
    return a, y[1, 1], transpose(x)[1, 1]
end

#! run --entry transposed_view --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 42.0, 42.0)

function symmetric_after_a_write(A)
    S = Symmetric(A + transpose(A))
    e = eigvals(S)
    A[1, 1] = 50.0
    S2 = Symmetric(A + transpose(A))
    return e[1] - eigvals(S2)[1] == 0.0
end

#! run --entry symmetric_after_a_write --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> false

function two_copies(x)
    y = copy(x)
    z = copy(x)
    y[1] = 5.0
    return y === z, y[1], z[1]
end

#! run --entry two_copies --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (false, 5.0, 1.0)

function handler_goes_on_writing(x)
    try
        x[1] = 1.5
        x[1000] = 2.0
    catch
        x[1] = x[1] + 1.0
    end
    return x[1]
end

#! run --entry handler_goes_on_writing --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.5

function comprehension_before_and_after(x)
    y = [v for v in x]; x[1] = -1.0; w = [v for v in x]; return y[1] - w[1]
end

#! run --entry comprehension_before_and_after --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0

function filled_between_two_dots(x)
    a = (x .+ 1.0)[1]
    fill!(x, 0.0)
    b = (x .+ 1.0)[1]
    return a - b
end

#! run --entry filled_between_two_dots --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0

function two_names_for_a_reference(x)
    r = Ref(1.0)
    s = r
    a = r[]
    s[] = 2.0
    return r[] - a
end

#! run --entry two_names_for_a_reference --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 1.0

function product_before_and_after(A)
    B = A * A
    A[1, 1] = 9.0
    C = A * A
    return B[1, 1] - C[1, 1]
end

#! run --entry product_before_and_after --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]'
#> -80.0

function product_into_one_place(A, B)
    C = zeros(2, 2)
    mul!(C, A, B)
    s = C[1, 1]
    mul!(C, B, A)
    return s, C[1, 1]
end

#! run --entry product_into_one_place --opt --rules arithmetic,broadcast,linalg,gemm,constants '[1.0 2.0; 3.0 4.0]' '[0.0 1.0; 1.0 2.0]'
#> (2.0, 3.0)

function condition_reads_what_the_body_writes(x)
    i = 1
    s = 0.0
    while x[1] < 10.0
        s += x[1] * 2.0
        x[1] = x[1] + 1.0
    end
    return s, x[1] * 2.0
end

#! run --entry condition_reads_what_the_body_writes --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (90.0, 20.0)
swap!(x) = (t = x[1]; x[1] = x[2]; x[2] = t; x)

function elements_swapped(x)
    y = swap!(x)
    a = y[1]
    swap!(y)
    return a, x[1], y === x
end

#! run --entry elements_swapped --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, 1.0, true)
