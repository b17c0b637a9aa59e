# Calls of arithmetic and comparison over all pairs of number types and special values: each line is a call and its value,
# with the type, or the exception. Plain Julia; `numbers_oracle.rs` runs it on both hosts.

function values_of_all_types()
    values = Any[missing, true, false]
    for T in (Int8, Int16, Int32, Int64)
        push!(values, typemin(T), T(-7), T(-1), T(0), T(3), typemax(T))
    end
    for T in (UInt8, UInt16, UInt32, UInt64)
        push!(values, T(0), T(1), T(3), T(200), typemax(T))
    end
    for T in (Float32, Float64)
        push!(values, T(-Inf), T(-2.5), T(-0.0), T(0.0), T(3), T(NaN), T(1e10))
    end
    return values
end

# What a call gives, as text.
function outcome(f, args...)
    try
        value = f(args...)
        return described(value)
    catch e
        return string("throws ", nameof(typeof(e)))
    end
end

described(value) = string(repr(value), "::", typeof(value))
described(value::Tuple) = string("(", join(map(described, value), ", "), ")")

function binary_calls(name, f)
    values = values_of_all_types()
    for x in values, y in values
        println(name, " ", typeof(x), " ", repr(x), " ", typeof(y), " ", repr(y), " = ", outcome(f, x, y))
    end
end

function unary_calls(name, f)
    for x in values_of_all_types()
        println(name, " ", typeof(x), " ", repr(x), " = ", outcome(f, x))
    end
end

function main()
    binary_calls("+", (+))
    binary_calls("-", (-))
    binary_calls("*", (*))
    binary_calls("/", (/))
    binary_calls("div", div)
    binary_calls("rem", rem)
    binary_calls("mod", mod)
    binary_calls("fld", fld)
    binary_calls("cld", cld)
    binary_calls("divrem", divrem)
    binary_calls("fldmod", fldmod)
    binary_calls("mod1", mod1)
    binary_calls("gcd", gcd)
    binary_calls("lcm", lcm)
    binary_calls("^", (^))
    binary_calls("min", min)
    binary_calls("max", max)
    binary_calls("==", (==))
    binary_calls("!=", (!=))
    binary_calls("<", (<))
    binary_calls("<=", (<=))
    binary_calls(">", (>))
    binary_calls(">=", (>=))
    binary_calls("isequal", isequal)
    binary_calls("isless", isless)
    binary_calls("cmp", cmp)
    binary_calls("&", (&))
    binary_calls("|", (|))
    binary_calls("xor", xor)
    binary_calls("<<", (<<))
    binary_calls(">>", (>>))
    binary_calls(">>>", (>>>))
    binary_calls("copysign", copysign)
    binary_calls("flipsign", flipsign)
    binary_calls("promote", promote)
    binary_calls("isapprox", isapprox)
    binary_calls("hypot", hypot)
    binary_calls("atan", atan)
    unary_calls("+", (+))
    unary_calls("-", (-))
    unary_calls("abs", abs)
    unary_calls("abs2", abs2)
    unary_calls("sign", sign)
    unary_calls("signbit", signbit)
    unary_calls("!", (!))
    unary_calls("~", (~))
    unary_calls("inv", inv)
    unary_calls("sqrt", sqrt)
    unary_calls("float", float)
    unary_calls("zero", zero)
    unary_calls("one", one)
    unary_calls("iszero", iszero)
    unary_calls("isone", isone)
    unary_calls("isodd", isodd)
    unary_calls("iseven", iseven)
    unary_calls("isnan", isnan)
    unary_calls("isinf", isinf)
    unary_calls("isfinite", isfinite)
    unary_calls("isinteger", isinteger)
    unary_calls("unsigned", unsigned)
    unary_calls("signed", signed)
    unary_calls("round", round)
    unary_calls("floor", floor)
    unary_calls("ceil", ceil)
    unary_calls("trunc", trunc)
    unary_calls("typemin", typemin)
    unary_calls("typemax", typemax)
    unary_calls("widen", widen)
    unary_calls("real", real)
    unary_calls("imag", imag)
    unary_calls("conj", conj)
    unary_calls("exp", exp)
    unary_calls("log", log)
    unary_calls("sin", sin)
    unary_calls("cos", cos)
    unary_calls("count_ones", count_ones)
    unary_calls("leading_zeros", leading_zeros)
    unary_calls("trailing_zeros", trailing_zeros)
    return nothing
end
