# Macros that the survey expands or looks through. Each function has one `x - x` in what the macro is applied to, `loops` has three: 32 in all.

inbounds(x, i) = @inbounds x[i] - x[i]

function loops(x)
    s = zero(x)
    @simd for i in 1:10
        s += x - x
    end
    Threads.@threads for i in 1:10
        s += (x * i) - (x * i)
    end
    @turbo for i in 1:10
        s += (x / i) - (x / i)
    end
    return s
end

@views views(x) = x[1:2] - x[1:2]
view_of(x) = @view(x[1:2]) - @view(x[1:2])

# Broadcasts: `broadcasted(-, x, x)` is not `x - x`.
dots(x) = @. sqrt(x - x)
fast_dots(y, x) = @.. y = x - x

@inline inlined(x) = x - x
@noinline not_inlined(x) = x - x
Base.@propagate_inbounds propagated(x) = x - x
Base.@pure pure(x) = x - x
Base.@assume_effects :total effects(x) = x - x
Base.@constprop :aggressive constants(x) = x - x
@fastmath fast(x) = x - x

function checked(x, i)
    @boundscheck checkbounds(x, i - i)
    return x
end

function asserted(x)
    @assert iszero(x - x) "not a number"
    return x
end

not_specialised(@nospecialize(x)) = x - x

static(x) = @static Sys.iswindows() ? x - x : x

@static if VERSION < v"1.6"
    old(x) = x - x
else
    new(x) = x - x
end

"A docstring."
documented(x) = x - x

@doc raw"""
Another.
""" also_documented(x) = x - x

tested(x) = @test x - x ≈ 0 atol = 1e-3
throws(x) = @test_throws ErrorException x - x
inferred(x) = @inferred x - x

@testset "a set" begin
    in_a_set(x) = x - x
    @testset "of a set" for i in 1:3
        in_a_loop(x) = x - x
    end
end

timed(x) = @time x - x
timed_with_label(x) = @timeit TIMER "label" x - x
benchmarked(x) = @btime $x - $x
locked(l, x) = @lock l x - x

function unpacked(p)
    @unpack a, b = p
    return a - p.a
end

function if_generated(x)
    if @generated
        return :(x - x)
    else
        return x - x
    end
end

@rules difference begin
    ~x - ~x --> zero(~x)
end

#! survey --rules filetests/survey/expanded.jl
#> rule          matches  packages  pattern
#> difference.1       32         1  ~x - ~x
#> 1 rules, 1 packages, 1 files, 32 functions
#> macros expanded: 14 (@testset 2, @.. 1, @btime 1, @generated 1, @inferred 1, @lock 1, @test 1, @test_throws 1, …)
