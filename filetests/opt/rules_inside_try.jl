# Inside `try`, whoever catches an exception sees whether it came. A call that may throw goes where a rule covers it, as with `--strict`, or
# runs at its place in another form; otherwise it stays.

relu(x) = max(x, zero(x))
fused(W, x, b) = relu.(W * x .+ b)

@rules in_try begin
    materialize(broadcasted(relu, broadcasted(+, ~W::Matrix * ~x::Matrix, ~b::Vector))) --> fused(~W, ~x, ~b)
    sin(~x)^2 + cos(~x)^2 --> 1.0
    ~x::Number - ~x --> 0.0
    @cost materialize 10
    @cost (*) 10
end
@rules fusion begin
    if one_use(materialize(~x))
        broadcasted(~f, ~as..., materialize(~x), ~bs...) --> broadcasted(~f, ~as..., ~x, ~bs...)
    end
    @cost materialize 10
end

covered_calls_go(x) = try; sin(x)^2 + cos(x)^2; catch; -1.0; end
#! opt --rules in_try --entry covered_calls_go --sig Float64
#> # cost 5 → 0, optimal
#> function covered_calls_go(%1 x::Float64)::Float64
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = %leave 1::Any
#>     return 1.0
#> b2:
#>     %3 = %leave 1::Any
#>     %4 = %pop_exception nothing::Any
#>     return -1.0
#> end

# The twin: the rule has not seen `sqrt` go, and who catches its exception sees that.
other_calls_stay(x) = try; sqrt(x) - sqrt(x); catch; -1.0; end
#! opt --rules in_try --entry other_calls_stay --sig Float64
#> # cost 3 → 1, optimal
#> function other_calls_stay(%1 x::Float64)::Float64
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = sqrt(%1)::Float64
#>     %3 = %leave 1::Any
#>     return 0.0
#> b2:
#>     %4 = %leave 1::Any
#>     %5 = %pop_exception nothing::Any
#>     return -1.0
#> end
#! run --opt --rules in_try --entry other_calls_stay -- -4.0
#> -1.0

one_layer(W, x, b) = try; relu.(W * x .+ b); catch; x; end
#! opt --rules in_try --entry one_layer --sig Matrix{Float64},Matrix{Float64},Vector{Float64}
#> # cost 22 → 1, optimal
#> function one_layer(%1 W::Matrix{Float64}, %2 x::Matrix{Float64}, %3 b::Vector{Float64})::Matrix{Float64}
#> b0:
#>     try b1 catch b2
#> b1:
#>     %4 = fused(%1, %2, %3)::Matrix{Float64}
#>     %5 = %leave 1::Any
#>     return %4
#> b2:
#>     %6 = %leave 1::Any
#>     %7 = %pop_exception nothing::Any
#>     return %2
#> end

fused_over_lines(x) = try; y = abs.(x); y .+ 1; catch; x; end
#! opt --rules fusion --entry fused_over_lines --sig Vector{Float64}
#> # cost 22 → 12, optimal
#> function fused_over_lines(%1 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     try b1 catch b2
#> b1:
#>     %2 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %3 = broadcasted(+, %2, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = %leave 1::Any
#>     return %4
#> b2:
#>     %6 = %leave 1::Any
#>     %7 = %pop_exception nothing::Any
#>     return %1
#> end

# The twin: the handler sees `y`, which must be there before the second line can throw.
seen_by_the_handler(x, z) = begin
    y = x
    try
        y = abs.(x)
        y = y .+ z
    catch
    end
    y
end
#! opt --rules fusion --entry seen_by_the_handler --sig Vector{Float64},Vector{Float64}
#> # cost 22 → 22, optimal
#> function seen_by_the_handler(%1 x::Vector{Float64}, %2 z::Vector{Float64})::Vector{Float64}
#>     %memory _3 y::Any
#> b0:
#>     %3 = %store _3 %1::Vector{Float64}
#>     try b1 catch b2
#> b1:
#>     %4 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     %6 = %store _3 %5::Vector{Float64}
#>     %7 = %load _3::Vector{Float64}
#>     %8 = broadcasted(+, %7, %2)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Vector{Float64}}}
#>     %9 = materialize(%8)::Vector{Float64}
#>     %10 = %store _3 %9::Vector{Float64}
#>     %11 = %leave 1::Any
#>     goto b3
#> b2:
#>     %12 = %leave 1::Any
#>     %13 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %14 = %load _3::Vector{Float64}
#>     return %14
#> end
#! run --opt --rules fusion --entry seen_by_the_handler -- [-1.0,2.0] [1.0,2.0,3.0]
#> 2-element Vector{Float64}:
#>  1.0
#>  2.0
