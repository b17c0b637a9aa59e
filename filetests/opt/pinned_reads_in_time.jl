# A call that is pinned, as all that may throw are in a function with handlers, runs at its place. What a rule puts there may speak of memory as
# it was before: `pushed(copy(v), a)`, with the copy made before `v` is written, is no `pushed(v, a)` behind the write.
function pushed(v::Vector{Int64}, x::Int64)
    w = copy(v)
    push!(w, x)
    return w
end
fling(v::Vector{Int64}) = throw(copy(v))
function caught_sum(v::Vector{Int64})
    try
        fling(v)
    catch e
        return e isa Vector{Int64} ? sum(e) : 0
    end
end
@rules copies begin
    length(copy(~v::Vector{Int64})) --> length(~v)
    pushed(copy(~v::Vector{Int64}), ~a::Int64) --> pushed(~v, ~a)
    @transparent caught_sum
end

function written_between()
    v = [1, 2]
    v .= -3
    before = copy(v)
    v[1] = 1
    longer = pushed(before, 7)
    return length(copy(longer)), caught_sum(v), longer
end
@saturate copies written_between()

#! run --entry written_between
#> (3, -2, [-3, -3, 7])

#! run --opt --entry written_between
#> (3, -2, [-3, -3, 7])

#! opt --entry written_between --rules copies
#> # cost 12 → 11, optimal
#> # in place of a call: caught_sum (line 28)
#> # fling stays a call: it never returns
#> function written_between()::Tuple{Int64, Any, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = materialize!(%1, constant#68)::Vector{Int64}
#>     %3 = copy(%1)::Vector{Int64}
#>     %4 = setindex!(%1, 1, 1)::Vector{Int64}
#>     %5 = pushed(%3, 7)::Vector{Int64}
#>     %6 = length(%5)::Int64
#>     try b1 catch b2
#> b1:
#>     %7 = fling(%1)::Union{}
#>     unreachable
#> b2:
#>     %8 = %leave 1::Any
#>     %9 = %opaque the_exception()::Any
#>     %10 = isa(%9, Vector{Int64})::Bool
#>     goto b3 if %10 else b4
#> b3:
#>     %11 = sum(%9)::Any
#>     %12 = %pop_exception nothing::Any
#>     goto b5(%11)
#> b4:
#>     %13 = %pop_exception nothing::Any
#>     goto b5(0)
#> b5(%14::Any):
#>     %15 = tuple(%6, %14, %5)::Tuple{Int64, Any, Vector{Int64}}
#>     return %15
#> end

# The twin: nothing is written in between, and the copy goes.
function not_written()
    v = [1, 2]
    v .= -3
    before = copy(v)
    longer = pushed(before, 7)
    return length(copy(longer)), caught_sum(v), longer
end
@saturate copies not_written()

#! run --opt --entry not_written
#> (3, -6, [-3, -3, 7])

#! opt --entry not_written --rules copies
#> # cost 11 → 9, optimal
#> # in place of a call: caught_sum (line 77)
#> # fling stays a call: it never returns
#> function not_written()::Tuple{Int64, Any, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = materialize!(%1, constant#67)::Vector{Int64}
#>     %3 = pushed(%1, 7)::Vector{Int64}
#>     %4 = length(%3)::Int64
#>     try b1 catch b2
#> b1:
#>     %5 = fling(%1)::Union{}
#>     unreachable
#> b2:
#>     %6 = %leave 1::Any
#>     %7 = %opaque the_exception()::Any
#>     %8 = isa(%7, Vector{Int64})::Bool
#>     goto b3 if %8 else b4
#> b3:
#>     %9 = sum(%7)::Any
#>     %10 = %pop_exception nothing::Any
#>     goto b5(%9)
#> b4:
#>     %11 = %pop_exception nothing::Any
#>     goto b5(0)
#> b5(%12::Any):
#>     %13 = tuple(%4, %12, %3)::Tuple{Int64, Any, Vector{Int64}}
#>     return %13
#> end
