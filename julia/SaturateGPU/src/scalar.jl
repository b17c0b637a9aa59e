# Functions of numbers, as text of a kernel.
#
# Every operation rounds to its type, as Julia's do: half precision is computed in single precision and rounded after each operation. What differs: where Julia
# throws (`sqrt(-1.0)`), the device gives NaN; functions such as `exp` may differ in the last digits.

"Text of a kernel cannot be made: what stands in the way."
struct NotOnDevice <: Exception
    message::String
end

Base.showerror(io::IO, e::NotOnDevice) = print(io, "NotOnDevice: ", e.message)
@noinline refuse(parts...) = throw(NotOnDevice(string(parts...)))

const NUMBER_NAMES = Dict{DataType,String}(Float16 => "f16", Float32 => "float", Float64 => "double", Bool => "bool", Int8 => "signed char",
    Int16 => "short", Int32 => "int", Int64 => "long long", UInt8 => "unsigned char", UInt16 => "unsigned short", UInt32 => "unsigned int",
    UInt64 => "unsigned long long")

const Scalar = Union{Float16,Float32,Float64,Bool,Int8,Int16,Int32,Int64,UInt8,UInt16,UInt32,UInt64}

"A value in the text: an expression and its type; `value` where it is known (then the expression may be empty, as for a function)."
struct Term
    text::String
    type::DataType
    value::Union{Nothing,Some{Any}}
end
Term(text, type) = Term(text, type, nothing)

is_number(t::Term) = haskey(NUMBER_NAMES, t.type)

literal(x::Float32) = isfinite(x) ? string("(", hex_float(Float64(x)), "f)") : "((float)$(literal(Float64(x))))"
# Neither infinity nor NaN has a literal.
literal(x::Float64) = isfinite(x) ? string("(", hex_float(x), ")") : isnan(x) ? "(-(0.0 / 0.0))" : x > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)"
literal(x::Float16) = string("f16{", reinterpret(UInt16, x), "}")
literal(x::Bool) = x ? "true" : "false"
literal(x::Int64) = x == typemin(Int64) ? "(-9223372036854775807LL - 1)" : "($(x)LL)"
literal(x::UInt64) = "$(x)ULL"
literal(x::Union{Int8,Int16,Int32,UInt8,UInt16,UInt32}) = string("((", NUMBER_NAMES[typeof(x)], ")", Int64(x), "LL)")
hex_float(x::Float64) = @sprintf("%a", x)

constant(x::Scalar) = Term(literal(x), typeof(x), Some{Any}(x))
constant(x::AbstractIrrational) = Term("", typeof(x), Some{Any}(x))
constant(@nospecialize(x)) = Term("", Core.Typeof(x) isa DataType ? Core.Typeof(x) : DataType, Some{Any}(x))

"The value as one of another type of number."
function converted(t::Term, T::DataType)
    t.type === T && return t
    t.value !== nothing && something(t.value) isa Union{Scalar,AbstractIrrational} && return constant(T(something(t.value)))
    is_number(t) && haskey(NUMBER_NAMES, T) || refuse("a ", t.type, " cannot be made a ", T)
    from = t.type === Float16 ? "up($(t.text))" : t.text
    return Term(T === Float16 ? "down((float)($from))" : "(($(NUMBER_NAMES[T]))($from))", T)
end

"The operands in their common type."
function promoted(terms::Vector{Term})
    T = promote_type((t.type for t in terms)...)
    T isa DataType && haskey(NUMBER_NAMES, T) || refuse("there is no common type of ", join((t.type for t in terms), ", "))
    return Term[converted(t, T) for t in terms], T
end

"An expression over operands of one type, in single precision if that is half; `{1}` is the first operand."
function computed(template::String, terms::Vector{Term}, T::DataType, result::DataType=T)
    text = template
    for (i, t) in enumerate(terms)
        text = replace(text, "{$i}" => T === Float16 ? "up($(t.text))" : t.text)
    end
    return Term(result === Float16 ? "down($text)" : "($text)", result)
end

const FLOATS = (Float16, Float32, Float64)

"Functions of one float that C++ has under the same name but for the `f` of single precision."
const UNARY_FLOAT = IdDict{Any,String}(f => string(nameof(f)) for f in
    (sqrt, exp, exp2, exp10, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, cbrt))
const ROUNDINGS = IdDict{Any,String}(floor => "floor", ceil => "ceil", trunc => "trunc", round => "rint")
const COMPARISONS = IdDict{Any,String}((<) => "<", (<=) => "<=", (>) => ">", (>=) => ">=", (==) => "==", (!=) => "!=")
const BITS = IdDict{Any,String}((&) => "&", (|) => "|", xor => "^")

unsigned_name(T::DataType) = string("unsigned ", T === Int8 ? "char" : T === Int16 ? "short" : T === Int32 ? "int" : "long long")

"Half precision has instructions of its own for some operations, which round as the way through single precision does."
const HALF_ARITHMETIC = Dict("+" => "plus", "-" => "minus", "*" => "times")

function arithmetic(op::String, terms::Vector{Term})
    terms, T = promoted(terms)
    # Bool + Bool is an Int.
    T === Bool && ((terms, T) = (Term[converted(t, op == "*" ? Bool : Int64) for t in terms], op == "*" ? Bool : Int64))
    T === Bool && return computed("{1} && {2}", terms, T)
    if T <: Signed        # wraps around
        u = unsigned_name(T)
        return computed("($(NUMBER_NAMES[T]))(($u){1} $op ($u){2})", terms, T)
    end
    T <: Unsigned && return computed("($(NUMBER_NAMES[T]))({1} $op {2})", terms, T)
    T === Float16 && return Term("$(HALF_ARITHMETIC[op])($(terms[1].text), $(terms[2].text))", T)
    return computed("{1} $op {2}", terms, T)
end

"A float function of one operand; integers are made `Float64` first."
function float_call(name::String, t::Term)
    T = t.type in FLOATS ? t.type : float(t.type)
    x = converted(t, T)
    return computed(string(name, T === Float64 ? "" : "f", "({1})"), [x], T)
end

"What a call of a known function is as text; `nothing` if the function is not known or not for such operands."
function known_call(@nospecialize(f), terms::Vector{Term})
    all(t -> is_number(t) || t.type <: AbstractIrrational, terms) || return conversion(f, terms)
    n = length(terms)
    n == 0 && return nothing
    if f === (+) || f === (*)
        n == 1 && return terms[1]
        return foldl((a, b) -> arithmetic(f === (+) ? "+" : "*", [a, b]), terms)
    elseif n == 1
        return known_unary(f, terms[1])
    elseif n == 2
        return known_binary(f, terms)
    elseif n == 3
        return known_ternary(f, terms)
    end
    return nothing
end

function known_unary(@nospecialize(f), t::Term)
    T = t.type
    f === identity && return t
    haskey(UNARY_FLOAT, f) && return float_call(UNARY_FLOAT[f], t)
    f === abs && T === Float16 && return Term("absolute($(t.text))", T)
    f === (-) && T === Float16 && return Term("negative($(t.text))", T)
    f === abs && T in FLOATS && return float_call("fabs", t)
    f === abs && T <: Signed && return computed("{1} < 0 ? ($(NUMBER_NAMES[T]))(0 - ($(unsigned_name(T))){1}) : {1}", [t], T)
    f === abs && T <: Unsigned && return t
    f === abs2 && return arithmetic("*", [t, t])
    f === (-) && T in FLOATS && return computed("-{1}", [t], T)
    f === (-) && T !== Bool && T <: Integer && return arithmetic("-", [constant(zero(T)), t])
    f === (!) && T === Bool && return computed("!{1}", [t], T)
    f === float && return T in FLOATS ? t : converted(t, float(T))
    f === zero && haskey(NUMBER_NAMES, T) && return constant(zero(T))
    f === one && haskey(NUMBER_NAMES, T) && return constant(one(T))
    f === sign && T in FLOATS && return computed("{1} > 0 ? 1 : {1} < 0 ? -1 : {1}", [t], T)
    f === isnan && T in FLOATS && return computed("{1} != {1}", [t], T, Bool)
    f === isinf && T in FLOATS && return computed("{1} - {1} != 0 && {1} == {1}", [t], T, Bool)
    f === isfinite && T in FLOATS && return computed("{1} - {1} == 0", [t], T, Bool)
    f === signbit && T in FLOATS && return computed("copysign(1.0, (double){1}) < 0", [t], T, Bool)
    f === inv && return known_binary(/, [constant(T in FLOATS ? one(T) : 1.0), t])
    haskey(ROUNDINGS, f) && T in FLOATS && return float_call(ROUNDINGS[f], t)
    f isa Type && return conversion(f, [t])
    return nothing
end

function known_binary(@nospecialize(f), terms::Vector{Term})
    f === (-) && return arithmetic("-", terms)
    if f === (/)
        terms, T = promoted(terms)
        T in FLOATS || ((terms, T) = (Term[converted(t, Float64) for t in terms], Float64))
        return computed("{1} / {2}", terms, T)
    elseif f === max || f === min
        terms, T = promoted(terms)
        # NaN wins, and 0.0 is larger than -0.0.
        T === Float16 && return Term("$(f === max ? "larger" : "smaller")($(terms[1].text), $(terms[2].text))", T)
        return computed(string(f === max ? "larger" : "smaller", "({1}, {2})"), terms, T)
    elseif haskey(COMPARISONS, f)
        # Between integers and floats Julia compares exactly; a promotion would round.
        kinds = unique(t.type in FLOATS for t in terms if t.value === nothing)
        length(kinds) > 1 && return nothing
        terms, T = promoted(terms)
        return computed("{1} $(COMPARISONS[f]) {2}", terms, T, Bool)
    elseif haskey(BITS, f)
        terms, T = promoted(terms)
        T <: Integer || return nothing
        return computed("($(NUMBER_NAMES[T]))({1} $(BITS[f]) {2})", terms, T)
    elseif f === copysign && terms[1].type === terms[2].type && terms[1].type in FLOATS
        return computed(terms[1].type === Float64 ? "copysign({1}, {2})" : "copysignf({1}, {2})", terms, terms[1].type)
    elseif f === atan && terms[1].type in FLOATS && terms[2].type in FLOATS
        terms, T = promoted(terms)
        return computed(T === Float64 ? "atan2({1}, {2})" : "atan2f({1}, {2})", terms, T)
    elseif f === (^) && terms[1].type in FLOATS
        T = terms[2].type in FLOATS ? promote_type(terms[1].type, terms[2].type) : terms[1].type
        T === Float64 || return computed("powf({1}, {2})", Term[converted(t, T) for t in terms], T)
        return computed("pow({1}, {2})", Term[converted(t, T) for t in terms], T)
    end
    return nothing
end

function known_ternary(@nospecialize(f), terms::Vector{Term})
    if f === muladd || f === fma
        terms, T = promoted(terms)
        T in FLOATS || return nothing
        f === muladd && return arithmetic("+", [arithmetic("*", terms[1:2]), terms[3]])
        # One rounding: in half precision the exact product and sum fit into double precision, or are far apart.
        T === Float16 && return Term("down((float)((double)up($(terms[1].text)) * (double)up($(terms[2].text)) + (double)up($(terms[3].text))))", T)
        return computed(T === Float64 ? "fma({1}, {2}, {3})" : "fmaf({1}, {2}, {3})", terms, T)
    elseif f === clamp
        terms, T = promoted(terms)
        return computed("{1} > {3} ? {3} : {1} < {2} ? {2} : {1}", terms, T)
    elseif (f === ifelse || f === Core.ifelse) && terms[1].type === Bool && terms[2].type === terms[3].type
        return Term("($(terms[1].text) ? $(terms[2].text) : $(terms[3].text))", terms[2].type)
    end
    return nothing
end

"`T(x)`, `convert(T, x)`, `oftype(y, x)`, `x^Val(n)`."
function conversion(@nospecialize(f), terms::Vector{Term})
    target(t::Term) = t.value !== nothing && something(t.value) isa DataType && haskey(NUMBER_NAMES, something(t.value)) ? something(t.value) : nothing
    if f isa DataType && haskey(NUMBER_NAMES, f) && length(terms) == 1
        # A float that is no integer has no integer type: Julia throws.
        f in FLOATS || terms[1].type <: Integer || return nothing
        return converted(terms[1], f)
    elseif f === convert && length(terms) == 2
        T = target(terms[1])
        return T === nothing ? nothing : conversion(T, terms[2:2])
    elseif f === oftype && length(terms) == 2
        return conversion(terms[1].type, terms[2:2])
    elseif f in (zero, one) && length(terms) == 1
        T = target(terms[1])
        return T === nothing ? nothing : constant(f(T))
    elseif f === Base.literal_pow && length(terms) == 3 && terms[1].value !== nothing && something(terms[1].value) === (^)
        n, x = terms[3].type.parameters[1], terms[2]
        n === 0 && return constant(one(x.type))
        n === 1 && return x
        n === 2 && return arithmetic("*", [x, x])
        n === 3 && return arithmetic("*", [arithmetic("*", [x, x]), x])
        n === -1 && return known_unary(inv, x)
        return x.type in FLOATS && n isa Int ? known_binary(^, [x, constant(n)]) : nothing
    end
    return nothing
end
