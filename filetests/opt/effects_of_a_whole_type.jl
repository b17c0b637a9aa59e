# An array type whose work is done by foreign calls: nothing is known of them. `@relaxed` is the author's word for the calls of the
# left side; what lies between them is asked of `@effects`, of one function or of all that are given such arrays.

mutable struct DeviceArray
    data::Int64
end
@stub unknown foreign(name::Symbol, data::Int64)::Int64
product(W::DeviceArray, x::DeviceArray) = DeviceArray(foreign(:product, W.data))
add(x::DeviceArray, b::DeviceArray) = DeviceArray(foreign(:add, x.data))
activate(x::DeviceArray) = DeviceArray(foreign(:activate, x.data))
layer(W, x, b) = DeviceArray(foreign(:layer, x.data))
write!(x::DeviceArray, y::DeviceArray) = foreign(:write, y.data)

forward(W, x, b) = activate(add(product(W, x), b))

@rules relaxed begin
    @relaxed activate(add(product(~W, ~x), ~b)) --> layer(~W, ~x, ~b)
end
@rules not_relaxed begin
    activate(add(product(~W, ~x), ~b)) --> layer(~W, ~x, ~b)
end
@rules of_the_type begin
    activate(add(product(~W, ~x), ~b)) --> layer(~W, ~x, ~b)
    @effects DeviceArray alloc reads
end

#! opt --rules relaxed --entry forward --sig DeviceArray,DeviceArray,DeviceArray
#> # cost 3 → 1, optimal
#> function forward(%1 W::DeviceArray, %2 x::DeviceArray, %3 b::DeviceArray)::DeviceArray
#> b0:
#>     %4 = layer(%1, %2, %3)::DeviceArray
#>     return %4
#> end
# The refusal names the functions, and what could be said of them.
#! opt --explain --rules not_relaxed --entry forward --sig DeviceArray,DeviceArray,DeviceArray
#> # cost 3 → 3, optimal
#> function forward(%1 W::DeviceArray, %2 x::DeviceArray, %3 b::DeviceArray)::DeviceArray
#> b0:
#>     %4 = product(%1, %2)::DeviceArray
#>     %5 = add(%4, %3)::DeviceArray
#>     %6 = activate(%5)::DeviceArray
#>     return %6
#> end
#> refused: not_relaxed.1 at filetests/opt/effects_of_a_whole_type.jl:14:20  activate(add(product(W, x), b))
#>     a call of the left side has effects and the rule is not @relaxed: what `product(::DeviceArray, ::DeviceArray)`, `add(::DeviceArray, ::DeviceArray)`, `activate(::DeviceArray)` do is not known; if they do not write, say `@effects product reads alloc` and so on, or `@effects T reads alloc` for the type `T` of what they are given
#! opt --rules of_the_type --entry forward --sig DeviceArray,DeviceArray,DeviceArray
#> # cost 3 → 1, optimal
#> function forward(%1 W::DeviceArray, %2 x::DeviceArray, %3 b::DeviceArray)::DeviceArray
#> b0:
#>     %4 = layer(%1, %2, %3)::DeviceArray
#>     return %4
#> end

# A right side whose effects are not known, in a place where nothing has effects.
twice(x::Float64) = x + x
unknown_twice(x) = foreign(:twice, 1) + x
@rules right_side begin
    twice(~x) --> unknown_twice(~x)
end
use(x) = twice(x) * 3.0
#! opt --explain --rules right_side --entry use --sig Float64
#> # cost 2 → 2, optimal
#> function use(%1 x::Float64)::Float64
#> b0:
#>     %2 = twice(%1)::Float64
#>     %3 = *(%2, 3.0)::Float64
#>     return %3
#> end
#> refused: right_side.1 at filetests/opt/effects_of_a_whole_type.jl:60:10  twice(x)
#>     the right side has effects and the left side's root is no statement with effects: what `unknown_twice(::Float64)` does is not known; if it does not write, say `@effects unknown_twice reads alloc`

# A function that ends in `!` writes, whatever is said of the type; so may one that is given something else that can be written.
function written_between(W, x, b)
    p = product(W, x)
    write!(x, b)
    return activate(add(p, b))
end
remember(list::Vector{DeviceArray}, x::DeviceArray) = (push!(list, x); x)
keeps(list, x) = (remember(list, x); remember(list, x); x)
#! opt --rules of_the_type --entry written_between --sig DeviceArray,DeviceArray,DeviceArray
#> # cost 4 → 4, optimal
#> function written_between(%1 W::DeviceArray, %2 x::DeviceArray, %3 b::DeviceArray)::DeviceArray
#> b0:
#>     %4 = product(%1, %2)::DeviceArray
#>     %5 = write!(%2, %3)::Int64
#>     %6 = add(%4, %3)::DeviceArray
#>     %7 = activate(%6)::DeviceArray
#>     return %7
#> end
#! opt --rules of_the_type --entry keeps --sig Vector{DeviceArray},DeviceArray
#> # cost 2 → 2, optimal
#> function keeps(%1 list::Vector{DeviceArray}, %2 x::DeviceArray)::DeviceArray
#> b0:
#>     %3 = remember(%1, %2)::DeviceArray
#>     %4 = remember(%1, %2)::DeviceArray
#>     return %2
#> end
