# Writes and early exits in loops, handlers, closures and iterations.
# The values are those of the original functions.
using LinearAlgebra
mutable struct Acc; s::Float64; end
mutable struct Node; v::Float64; next::Any; end
add!(a::Acc, x) = (a.s += x; a)

function accumulator_with_two_names(x)
    a = Acc(0.0)
    b = a
    for v in x; add!(b, v); end
    s = a.s
    add!(a, 1.0)
    return a.s - s, b.s
end

#! run --entry accumulator_with_two_names --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 7.0)

function linked_nodes(x)
    n = Node(1.0, nothing)
    m = Node(2.0, n)
    n.v = 5.0
    return m.next.v, n.v
end

#! run --entry linked_nodes --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (5.0, 5.0)

function element_written_while_it_is_read(x)
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

#! run --entry element_written_while_it_is_read --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0

function loop_left_by_break(x)
    i = 0
    while true
        i += 1
        x[1] += 1.0
        x[1] > 5.0 && break
        i > 100 && error("never")
    end
    return i, x[1]
end

#! run --entry loop_left_by_break --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (5, 6.0)

function calls_in_conditional_values(x, n)
    y = n > 0 ? sqrt(x[1]) : 0.0
    z = n > 1 ? sqrt(x[1]) + 1.0 : sqrt(4.0)
    return y + z
end

#! run --entry calls_in_conditional_values --opt --rules arithmetic,broadcast,linalg,gemm,constants [4.0] 1
#> 4.0

function handler_that_returns(x)
    a = 1.0
    try
        a = x[1] + 1.0
        a = x[10]
    catch e
        return a, e isa BoundsError
    end
    return a, false
end

#! run --entry handler_that_returns --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, true)

function nested_loops_with_continue_and_break(x)
    s = 0
    for i in 1:3, j in 1:3
        if i == j; continue; end
        if i + j == 5; break; end
        s += i * 10 + j
    end
    return s
end

#! run --entry nested_loops_with_continue_and_break --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 46

function closure_over_an_old_value(x)
    f = let k = x[1]
        y -> y * k
    end
    x[1] = 100.0
    return f(2.0), x[1] * 2.0
end

#! run --entry closure_over_an_old_value --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (2.0, 200.0)

function closure_that_replaces_a_variable(x)
    y = x
    g() = (y = y .+ 1.0; nothing)
    a = sum(y)
    g()
    b = sum(y)
    g()
    return a, b, sum(y), sum(x)
end

#! run --entry closure_that_replaces_a_variable --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 9.0, 12.0, 6.0)

function dictionary_of_arrays(x)
    d = Dict("a" => x)
    d["a"][1] = 77.0
    e = x[1]
    d["a"] = [1.0]
    d["a"][1] = 2.0
    return e, x[1]
end

#! run --entry dictionary_of_arrays --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (77.0, 77.0)

function text_of_a_number(x)
    s = string(x[1])
    x[1] = 9.5
    return s, string(x[1]), s == string(x[1])
end

#! run --entry text_of_a_number --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> ("1.0", "9.5", false)

function elements_exchanged(x)
    a, b = x[1], x[2]
    x[1], x[2] = b, a
    return x[1] - a, x[2] - b
end

#! run --entry elements_exchanged --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, -1.0)

function buffer_taken_twice(x)
    io = IOBuffer()
    print(io, x[1])
    a = String(take!(io))
    print(io, x[2])
    b = String(take!(io))
    return a, b
end

#! run --entry buffer_taken_twice --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> ("1.0", "2.0")

function slices_and_views(x)
    v = x[1:2]
    w = x[1:2]
    v[1] = 50.0
    u = view(x, 1:2)
    u[2] = 60.0
    return w[1], x[2], x[1]
end

#! run --entry slices_and_views --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (1.0, 60.0, 1.0)

function iteration_over_what_it_writes(x)
    s = 0.0
    for (i, v) in enumerate(x)
        i < length(x) && (x[i+1] = v + 1.0)
        s += v
    end
    return s
end

#! run --entry iteration_over_what_it_writes --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 6.0

function sorted_and_reversed(x)
    a = maximum(x)
    sort!(x, rev=true)
    b = x[1]
    c = maximum(x)
    reverse!(x)
    return a, b, c, x[1]
end

#! run --entry sorted_and_reversed --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (3.0, 3.0, 3.0, 1.0)

function elements_of_several_types(x)
    p = Any[1, 2.0, "s"]
    n = 0
    for e in p
        if e isa Int; n += e; elseif e isa Float64; n += 10; else n += length(e) * 100; end
    end
    return n
end

#! run --entry elements_of_several_types --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 111

function dots_in_place(x)
    y = x .* 2.0
    @inbounds y[1] = 4.0
    z = x .* 2.0
    z .+= y
    y .= 0.0
    return z[1], y[1]
end

#! run --entry dots_in_place --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> (6.0, 0.0)

function array_of_the_turn(x)
    t = 0.0
    for k in 1:2
        w = zeros(2)
        w[1] += x[k]
        t += w[1]
    end
    return t
end

#! run --entry array_of_the_turn --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 3.0

function last_of_a_loop(x)
    isempty(x) && return 0.0
    local r
    for v in x
        r = v
        v > 1.5 && break
    end
    return r
end

#! run --entry last_of_a_loop --opt --rules arithmetic,broadcast,linalg,gemm,constants [1.0,2.0,3.0]
#> 2.0
