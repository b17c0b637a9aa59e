# Loops over ranges of integers, as text of a kernel.
#
#     for i in 1:n … end          @_5 = iterate(1:n); @_5 === nothing; getfield(@_5, 1); … @_5 = iterate(1:n, state)
#
# Julia's `iterate` gives an element with a state, or nothing. In C++ both are one struct with a flag, `Step` of gpu/common/functions.hpp; a range is the struct `Range`.

"Stands for what `iterate` gives over a range of `I`: `Union{Nothing,Tuple{I,I}}`, or `Tuple{I,I}` where there is an element."
struct Step{I}
    value::I
    state::I
end

"The type that a value has in the text."
text_type(@nospecialize(T)) = T
text_type(::Type{Union{Nothing,Tuple{I,I}}}) where {I<:Base.BitInteger} = Step{I}
text_type(::Type{Tuple{I,I}}) where {I<:Base.BitInteger} = Step{I}

const Looped = Union{Step{<:Base.BitInteger},UnitRange{<:Base.BitInteger}}

loop_type_name(::Type{Step{I}}) where {I} = "Step<$(NUMBER_NAMES[I])>"
loop_type_name(::Type{UnitRange{I}}) where {I} = "Range<$(NUMBER_NAMES[I])>"

constant(x::UnitRange{I}) where {I<:Base.BitInteger} = Term("$(loop_type_name(typeof(x))){$(literal(first(x))), $(literal(last(x)))}", typeof(x), Some{Any}(x))

"What a call that a loop is made of is as text; `nothing` if it is none."
function loop_call(@nospecialize(f), terms::Vector{Term})
    types = DataType[t.type for t in terms]
    if f === (:) && length(terms) == 2 && types[1] === types[2] && types[1] <: Base.BitInteger
        return Term("range($(terms[1].text), $(terms[2].text))", UnitRange{types[1]})
    elseif f === iterate && !isempty(terms) && types[1] <: UnitRange && types[1] <: Looped
        I = eltype(types[1])
        length(terms) == 1 && return Term("first_step($(terms[1].text))", Step{I})
        return length(terms) == 2 && types[2] === I ? Term("next_step($(terms[1].text), $(terms[2].text))", Step{I}) : nothing
    elseif f === (===) && length(terms) == 2 && types[1] <: Step && types[2] === Nothing
        return Term("(!$(terms[1].text).some)", Bool)
    elseif f === getfield && length(terms) == 2 && types[1] <: Step && terms[2].value !== nothing && something(terms[2].value) in (1, 2)
        return Term("$(terms[1].text).$(something(terms[2].value) === 1 ? "value" : "state")", eltype_of_step(types[1]))
    elseif f === Core.Intrinsics.not_int && length(terms) == 1 && types[1] === Bool
        return Term("(!$(terms[1].text))", Bool)
    end
    return nothing
end

eltype_of_step(::Type{Step{I}}) where {I} = I
