# Functions that products can apply to their results by themselves.
#
# cuBLASLt knows two, by number. A user's function is taken for one of them if its text as a kernel is the same: `relu(x) = max(x, zero(x))` is recognised
# whatever its name.

"`max(x, 0)`."
relu(x) = max(x, zero(x))

"The Gaussian error linear unit, by its usual approximation with `tanh`."
function gelu(x)
    y = x * (one(x) + x * x * oftype(x, 0.044715)) * oftype(x, 0.7978845608028654)
    return x * (one(x) + tanh(y)) * oftype(x, 0.5)
end

const FORMS_OF_RELU = (relu, x -> max(zero(x), x), x -> max(0, x), x -> max(x, 0), x -> x > 0 ? x : zero(x), x -> x > zero(x) ? x : zero(x),
                       x -> ifelse(x > 0, x, zero(x)), x -> ifelse(x > zero(x), x, zero(x)), x -> x < 0 ? zero(x) : x, x -> x < zero(x) ? zero(x) : x)

"The text of a function of one number, whatever it is called; empty where there is none of that type."
function canonical_text(@nospecialize(f), T::DataType)
    s = Source()
    called = try
        call_text(s, f, [Term("x", T)], is_ghost(Core.Typeof(f)) ? nothing : Term("f", typeof(f)))
    catch err
        err isa NotOnDevice || rethrow()
        return ""
    end
    called.type === T || return ""
    name = match(r"^(\w+)\(x\)$", called.text)
    text = string(String(take!(s.text)), called.text)
    return name === nothing ? text : replace(text, name[1] => "F")
end

const EPILOGUES = Memo{Union{Nothing,Epilogue}}()

"What a product can do of `f` for elements of type `T`; `nothing`: not `f`."
function epilogue_of(f::F, ::Type{T}) where {F,T}
    F === typeof(identity) && return NOTHING
    is_ghost(Core.Typeof(f)) || return nothing
    return remembered(() -> canonical_text(f, T), text -> recognised(text, T), EPILOGUES, (F, T))
end

function recognised(text::String, T::DataType)
    isempty(text) && return nothing
    # The library's is good to the precision of half, not of single: measured.
    T === Float16 && text == canonical_text(gelu, T) && return GELU
    return any(form -> text == canonical_text(form, T), FORMS_OF_RELU) ? RELU : nothing
end

const COSTLY = Memo{Bool}()

"""
Whether a function of one number takes as long as tens of additions, by the functions that it calls. A kernel that applies it to what it loads does so once for
each block, so the best way depends on it.
"""
function is_costly(f::F, ::Type{T}) where {F,T}
    F === typeof(identity) && return false
    return remembered(() -> canonical_text(f, T), calls_costly, COSTLY, (F, T))
end

calls_costly(text::String) = any(name -> occursin(Regex("\\b$(name)f?\\("), text), values(UNARY_FLOAT)) || occursin(r"\b(pow|atan2)f?\(", text)
