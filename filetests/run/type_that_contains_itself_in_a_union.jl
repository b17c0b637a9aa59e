# A list: what it consists of is asked while the type of its own field is made.
struct Chain{T}
    content::T
    next::Union{Nothing, Chain{T}}
end
Chain(x) = Chain(x, nothing)
function chained(values)
    chain = Chain(values[end])
    for i in length(values)-1:-1:1
        chain = Chain(values[i], chain)
    end
    return chain
end
function total(chain)
    sum = zero(chain.content)
    while chain !== nothing
        sum += chain.content
        chain = chain.next
    end
    return sum
end
of_integers() = total(chained([1, 2, 3]))
of_floats(x) = total(chained([x, 2x, 3x]))
@saturate arithmetic of_integers()
@saturate arithmetic of_floats(::Float64)
#! run --entry of_integers
#> 6
#! run --opt --entry of_integers
#> 6
#! run --entry of_floats 0.5
#> 3.0
#! run --opt --entry of_floats 0.5
#> 3.0

# One that contains another of itself each time has no end, and yet no instance needs it.
struct Nested{T}
    content::T
    inner::Union{Nothing, Nested{Nested{T}}}
end
unnested(x) = Nested(x, nothing).content
#! run --entry unnested 3
#> 3

# A field that may be one type or the same.
struct Same{T}
    x::Union{T, Int64}
end
same() = (isbits(Same{Int64}(1)), isbits(Same{Float64}(1)), isbits(Chain(1)))
#! run --entry same
#> (true, false, false)
