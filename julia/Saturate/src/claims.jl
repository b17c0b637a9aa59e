# Claims that are checked when the code runs.
#
# The optimiser relies on the types that the session has given it: of calls, of block parameters, of what a test leaves. A wrong one
# may show far away, or not at all. In code that is written *checked*, each is looked at where its value is made:
#
#     s = sum(v)      becomes      s = claimed(sum(v), Float64, "sum(v)")
#
# A value that does not have its type is a `FalseClaim` with the claim's name. For tests: `Saturate.checked!(true)`, or the keyword `checked`.

"""
    FalseClaim

What checked code throws where a value does not have the type that was claimed for it (see [`checked!`](@ref)).
"""
struct FalseClaim <: Exception
    what::String
    claimed::Any
    value::Any
end

Base.showerror(io::IO, e::FalseClaim) =
    print(io, "a false claim: `", e.what, "` was said to be of type ", e.claimed, ", and is ", repr(e.value), " of type ", typeof(e.value))

const CHECKED = Ref(false)

"""
    checked!(on)

Whether callables that are made from now on check, as they run, the types that the optimiser relied on. One that is wrong is a [`FalseClaim`](@ref). The
keyword `checked` of [`saturate`](@ref) says it for one callable.
"""
checked!(on::Bool) = (CHECKED[] = on)

"""
The value, if it has the type. Inference must learn nothing from the check that it does not know without it, or checked code would be other
code: so the test is in a function of its own.
"""
@inline claimed(x, ::Type{T}, what) where {T} = (check_claim(x, T, what); x)
@inline check_claim(x, ::Type{T}, what) where {T} = (x isa T || is_such_tuple(x, T) || false_claim(x, T, what); nothing)

"Whether the elements of a tuple have these types: `(1, Int)` is of no `Tuple{Int,Type{Int}}`, and that is how inference says which type is in it."
@noinline is_such_tuple(@nospecialize(x), @nospecialize(T)) =
    x isa Tuple && T isa DataType && T <: Tuple && !Base.isvatuple(T) && length(T.parameters) == length(x) &&
    all(i -> x[i] isa T.parameters[i] || is_such_tuple(x[i], T.parameters[i]), 1:length(x))
@noinline false_claim(@nospecialize(x), @nospecialize(T), what) = throw(FalseClaim(what, T, x))

"The longest text of a claim."
const CLAIM_LENGTH = 80

"An expression that checks a claimed type; what every value has is not asked."
function claim(@nospecialize(expr), @nospecialize(type), what::String=string(expr))
    type === Any && return expr
    # `Vector{T}` on its way to `Vector{T} where T` is a type that no value is asked for.
    ccall(:jl_has_free_typevars, Cint, (Any,), type) != 0 && return expr
    short = length(what) <= CLAIM_LENGTH ? what : string(first(what, CLAIM_LENGTH), " …")
    return Expr(:call, claimed, expr, quoted(type), short)
end
