# A rule says `1` for a complex number, and other rules make a `2` of it, as the integer that it may be. That is no `2` of the program: a field is read by an integer.
@noinline one_of(x::Int64) = Complex(x - x + 1, 0)
@rules literals begin
    one_of(~x::Int64) --> 1
    ~a::Int64 << 1 == ~a + ~a
    ~a::Int64 + ~a --> 2 * ~a
    if ~u === 1
        ~a::Int64 * ~u::Comptime{Int64} --> ~a
    end
end
function doubled(n)
    x = one_of(n)
    v = [Complex(1, 2)]
    v[1] = x + x
    for i in 1:2
    end
    return v
end
@saturate literals doubled(::Int64)

#! run --opt --entry doubled 2
#> 1-element Vector{Complex{Int64}}:
#>  2 + 0im
