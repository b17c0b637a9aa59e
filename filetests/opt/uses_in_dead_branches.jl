# `one_use` asks which uses can run. Those in a branch that a known argument has decided do not, nor do those for values that only such a branch needs.

@rules fusion begin
    if one_use(materialize(~x))
        broadcasted(~f, ~as..., materialize(~x), ~bs...) --> broadcasted(~f, ~as..., ~x, ~bs...)
    end
    @cost materialize 10
end
@rules not_training begin
    @arg(used_in_a_dead_branch, 2) => false
    @arg(used_for_a_dead_branch, 2) => false
    @arg(used_in_the_branch_that_is_taken, 2) => true
end

function used_in_a_dead_branch(x, training)
    y = abs.(x)
    z = y .+ 1
    if training
        println(y)
    end
    return z
end
#! opt --rules fusion,not_training --entry used_in_a_dead_branch --sig Vector{Float64},Bool
#> # cost 23 → 12, optimal
#> function used_in_a_dead_branch(%1 x::Vector{Float64}, %2 training::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end

# `w` is computed, but only the dead branch returns it.
function used_for_a_dead_branch(x, training)
    y = abs.(x)
    w = y .* 2
    z = y .+ 1
    if training
        return w
    end
    return z
end
#! opt --rules fusion,not_training --entry used_for_a_dead_branch --sig Vector{Float64},Bool
#> # cost 33 → 12, optimal
#> function used_for_a_dead_branch(%1 x::Vector{Float64}, %2 training::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}, Int64}}
#>     %5 = materialize(%4)::Vector{Float64}
#>     return %5
#> end

# The twins: the branch may run, or does.
#! opt --rules fusion --entry used_in_a_dead_branch --sig Vector{Float64},Bool
#> # cost 23 → 23, optimal
#> function used_in_a_dead_branch(%1 x::Vector{Float64}, %2 training::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     goto b1 if %2 else b2
#> b1:
#>     %7 = println(%4)::Nothing
#>     goto b2
#> b2:
#>     return %6
#> end

function used_in_the_branch_that_is_taken(x, training)
    y = abs.(x)
    z = y .+ 1
    if training
        println(y)
    end
    return z
end
#! opt --rules fusion,not_training --entry used_in_the_branch_that_is_taken --sig Vector{Float64},Bool
#> # cost 23 → 23, optimal
#> function used_in_the_branch_that_is_taken(%1 x::Vector{Float64}, %2 training::Bool)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(abs, %1)::Broadcasted{Nothing, Nothing, typeof(abs), Tuple{Vector{Float64}}}
#>     %4 = materialize(%3)::Vector{Float64}
#>     %5 = broadcasted(+, %4, 1)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Vector{Float64}, Int64}}
#>     %6 = materialize(%5)::Vector{Float64}
#>     %7 = println(%4)::Nothing
#>     return %6
#> end
