# A field that some constructor leaves undefined is read where the source reads it, and nowhere else.
struct Perhaps
    known::Bool
    value::Vector{Int64}
    Perhaps() = new(false)
    Perhaps(value::Vector{Int64}) = new(true, value)
end
struct Always
    known::Bool
    value::Vector{Int64}
end

@rules forgetful begin
    first(~x) * 0 --> 0
end

guarded(s::Perhaps) = s.known ? length(s.value) : -1
function guarded_in_a_loop(s::Perhaps, n::Int64)
    total = 0
    for i in 1:n
        if s.known
            total += length(s.value)
        end
    end
    return total
end
used_for_nothing(s::Perhaps) = (s.value; 1)
forgotten(s::Perhaps) = first(s.value) * 0
# The twin: every constructor sets the field, and the read runs once, before the loop.
function defined_in_a_loop(s::Always, n::Int64)
    total = 0
    for i in 1:n
        if s.known
            total += length(s.value)
        end
    end
    return total
end
@saturate forgetful guarded(::Perhaps)
@saturate forgetful guarded_in_a_loop(::Perhaps, ::Int64)
@saturate forgetful used_for_nothing(::Perhaps)
@saturate forgetful forgotten(::Perhaps)
@saturate forgetful defined_in_a_loop(::Always, ::Int64)

#! run --opt --entry guarded Perhaps()
#> -1
#! run --opt --entry guarded_in_a_loop Perhaps() 3
#> 0
#! run --opt --entry guarded_in_a_loop Perhaps([1]) 3
#> 3
#! run --opt --strict --entry used_for_nothing Perhaps()
#> error: UndefRefError: access to undefined reference
#! run --opt --strict --entry forgotten Perhaps()
#> error: UndefRefError: access to undefined reference
#! opt --entry defined_in_a_loop --sig Always,Int64 --rules forgetful
#> # cost 94 → 66, optimal
#> function defined_in_a_loop(%1 s::Always, %2 n::Int64)::Int64
#> b0:
#>     %3 = (:)(1, %2)::UnitRange{Int64}
#>     %4 = iterate(%3)::Union{Nothing, Tuple{Int64, Int64}}
#>     %5 = ===(%4, nothing)::Bool
#>     %6 = not_int(%5)::Bool
#>     goto b1 if %6 else b6(0)
#> b1:
#>     %7 = π(%4, !Nothing)::Tuple{Int64, Int64}
#>     %8 = getproperty(%1, :known)::Bool
#>     %9 = getproperty(%1, :value)::Vector{Int64}
#>     goto b2(0, %7)
#> b2(%10 total::Int64, %11::Tuple{Int64, Int64}):
#>     %12 = getfield(%11, 2)::Int64
#>     goto b3 if %8 else b4(%10)
#> b3:
#>     %13 = length(%9)::Int64
#>     %14 = +(%10, %13)::Int64
#>     goto b4(%14)
#> b4(%15 total::Int64):
#>     %16 = iterate(%3, %12)::Union{Nothing, Tuple{Int64, Int64}}
#>     %17 = ===(%16, nothing)::Bool
#>     %18 = not_int(%17)::Bool
#>     goto b5 if %18 else b6(%15)
#> b5:
#>     %19 = π(%16, !Nothing)::Tuple{Int64, Int64}
#>     goto b2(%15, %19)
#> b6(%20 total::Int64):
#>     return %20
#> end
