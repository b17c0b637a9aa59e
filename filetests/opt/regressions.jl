# Defects that were found and fixed, each under the name of what it got wrong.

@rules simple begin
    ~x::Number - ~x --> 0
end

# A bit array was taken for a type with one instance, so that any other one could be returned for it.
bit_array_is_no_singleton(v) = v .> 1
@saturate simple bit_array_is_no_singleton(::Vector{Float64})

# And for immutable, so that a write to it did not start a new epoch.
function bit_array_is_mutable(n)
    b = falses(n)
    x = count(b)
    b[1] = true
    return count(b) - x
end
@saturate simple bit_array_is_mutable(::Int64)

#! opt
