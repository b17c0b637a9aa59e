# Numbers of the program's own promote by its rules, and convert by its `convert` or its constructor.

struct Mod7 <: Number
    v::Int64
end
Base.promote_rule(::Type{Mod7}, ::Type{Int64}) = Mod7
Base.convert(::Type{Mod7}, x::Int64) = Mod7(mod(x, 7))
Base.:+(a::Mod7, b::Mod7) = Mod7(mod(a.v + b.v, 7))
Base.:*(a::Mod7, b::Mod7) = Mod7(mod(a.v * b.v, 7))
@rules none begin
end

sums() = (Mod7(3) + 9, 9 + Mod7(3), Mod7(3) + Mod7(6), Mod7(1) + 2 + 3 + Mod7(4))

#! run --entry sums
#> (Mod7(5), Mod7(5), Mod7(2), Mod7(3))
#! run --checked --opt --rules none --entry sums
#> (Mod7(5), Mod7(5), Mod7(2), Mod7(3))

products() = (Mod7(3)^2, Mod7(3)^3, Mod7(3)^0, 2 * Mod7(3) * 5)

#! run --entry products
#> (Mod7(2), Mod7(6), Mod7(1), Mod7(2))
#! run --checked --opt --rules none --entry products
#> (Mod7(2), Mod7(6), Mod7(1), Mod7(2))

equal() = (Mod7(2) == 9, 9 == Mod7(2), Mod7(2) == Mod7(2), Mod7(2) != 3)

#! run --entry equal
#> (true, true, true, true)

types() = (promote_type(Mod7, Int64), promote_type(Int64, Mod7), promote_type(Mod7, Float64), promote_type(Int64, Mod7, Mod7),
    promote_type(Int64, Float32), promote_type(Mod7, Union{}))

#! run --entry types
#> (Mod7, Mod7, Number, Mod7, Float32, Mod7)

promoted() = (promote(Mod7(3), 9), promote(1, Mod7(2), 8), promote(1, 2.5), promote(1, 2.5, 3), promote(Mod7(1), Mod7(2)))

#! run --entry promoted
#> ((Mod7(3), Mod7(2)), (Mod7(1), Mod7(2), Mod7(1)), (1.0, 2.5), (1.0, 2.5, 3.0), (Mod7(1), Mod7(2)))

vectors() = ([Mod7(1), 9], [9, Mod7(1), 10], Mod7[1, 9], [Mod7(1), 2.5])

#! run --entry vectors
#> (Mod7[Mod7(1), Mod7(2)], Mod7[Mod7(2), Mod7(1), Mod7(3)], Mod7[Mod7(1), Mod7(2)], Number[Mod7(1), 2.5])
#! run --checked --opt --rules none --entry vectors
#> (Mod7[Mod7(1), Mod7(2)], Mod7[Mod7(2), Mod7(1), Mod7(3)], Mod7[Mod7(1), Mod7(2)], Number[Mod7(1), 2.5])

units() = (zero(Mod7), one(Mod7(5)), zero(Mod7(3)), sum(Mod7[]), prod(Mod7[]), sum([Mod7(3), Mod7(5)]))

#! run --entry units
#> (Mod7(0), Mod7(1), Mod7(0), Mod7(0), Mod7(1), Mod7(1))

function dots()
    filled = [Mod7(0), Mod7(0)]
    filled .= 9
    filled[1] = 10
    return (filled, [Mod7(1), Mod7(2)] .+ 8, 3 .* [Mod7(1), Mod7(2)])
end

#! run --entry dots
#> (Mod7[Mod7(3), Mod7(2)], Mod7[Mod7(2), Mod7(3)], Mod7[Mod7(3), Mod7(6)])
#! run --checked --opt --rules none --entry dots
#> (Mod7[Mod7(3), Mod7(2)], Mod7[Mod7(2), Mod7(3)], Mod7[Mod7(3), Mod7(6)])

# The type of a call is the one that the rule says.
one_type(x::Mod7, n::Int64) = x + n

#! lower --entry one_type
#> function one_type(%1 x::Mod7, %2 n::Int64)::Mod7
#> b0:
#>     %3 = +(%1, %2)::Mod7
#>     return %3
#> end

# Rules and conversions without effects: equal calls are one.
twice(x::Mod7, n::Int64) = (x + n) * (x + n)

#! opt --entry twice --sig "Mod7, Int64" --rules none
#> # cost 3 → 2, optimal
#> function twice(%1 x::Mod7, %2 n::Int64)::Mod7
#> b0:
#>     %3 = +(%1, %2)::Mod7
#>     %4 = *(%3, %3)::Mod7
#>     return %4
#> end

# Where promotion does not help, the call is an error.
missing_operator() = Mod7(1) - Mod7(2)

#! run --entry missing_operator
#> error: - not defined for Mod7

missing_operator_of_promoted() = Mod7(1) - 2

#! run --entry missing_operator_of_promoted
#> error: - not defined for Mod7

missing_rule() = Mod7(1) + 2.5

#! run --entry missing_rule
#> error: promotion of types Mod7 and Float64 failed to change any arguments
#! run --checked --opt --rules none --entry missing_rule
#> error: promotion of types Mod7 and Float64 failed to change any arguments

missing_rule_of_three() = promote(Mod7(1), 2.5, 1)

#! run --entry missing_rule_of_three
#> error: promotion of types Mod7, Float64 and Int64 failed to change any arguments

missing_order() = Mod7(1) < 2

#! run --entry missing_order
#> error: MethodError: no method matching isless(::Mod7, ::Int64)

missing_sign() = -Mod7(1)

#! run --entry missing_sign
#> error: MethodError: no method matching -(::Mod7)

missing_conversion() = convert(Float64, Mod7(1))

#! run --entry missing_conversion
#> error: MethodError: no method matching Float64(::Mod7)

# Reals have an order, and what Julia makes of it.
struct Cents <: Real
    n::Int64
end
Base.promote_rule(::Type{Cents}, ::Type{Int64}) = Cents
Base.promote_rule(::Type{Float64}, ::Type{Cents}) = Float64
Base.convert(::Type{Cents}, x::Int64) = Cents(100x)
Base.Float64(x::Cents) = x.n / 100
Base.:+(a::Cents, b::Cents) = Cents(a.n + b.n)
Base.:-(a::Cents) = Cents(-a.n)
Base.:<(a::Cents, b::Cents) = a.n < b.n

mixed() = (Cents(250) + 1, Cents(250) + 1.5, 1.5 + Cents(250), Cents(1) + 1 + 0.5, Cents(100) + π)

#! run --entry mixed
#> (Cents(350), 4.0, 4.0, 1.51, 4.141592653589793)
#! run --checked --opt --rules none --entry mixed
#> (Cents(350), 4.0, 4.0, 1.51, 4.141592653589793)

order() = (Cents(250) < 3, 3 < Cents(250), Cents(250) < 2.5, Cents(250) > 2, max(Cents(250), 3), min(3, Cents(250)),
    max(Cents(250), 1.0), isless(Cents(1), Cents(2)), abs(Cents(-3)), sort([Cents(3), Cents(1), Cents(2)]))

#! run --entry order
#> (true, false, false, true, Cents(300), Cents(250), 2.5, true, Cents(3), Cents[Cents(1), Cents(2), Cents(3)])
#! run --checked --opt --rules none --entry order
#> (true, false, false, true, Cents(300), Cents(250), 2.5, true, Cents(3), Cents[Cents(1), Cents(2), Cents(3)])

missing_comparison() = Cents(250) <= 3

#! run --entry missing_comparison
#> error: <= not defined for Cents

missing_remainder() = rem(Cents(250), 3)

#! run --entry missing_remainder
#> error: rem not defined for Cents

parts() = (Complex(Cents(100), 1), Complex(1, 2) + Cents(100), promote_type(Complex{Int64}, Cents))

#! run --entry parts
#> (Cents(100) + Cents(100)*im, Cents(200) + Cents(200)*im, Complex{Cents})

# A conversion that counts: every call of `+` counts.
const CONVERTED = [0]
struct Counted <: Number
    v::Int64
end
Base.promote_rule(::Type{Counted}, ::Type{Int64}) = Counted
Base.convert(::Type{Counted}, x::Int64) = (CONVERTED[1] += 1; Counted(x))
Base.:+(a::Counted, b::Counted) = Counted(a.v + b.v)

function counted(n::Int64)
    CONVERTED[1] = 0
    a = Counted(1) + n
    b = Counted(1) + n
    c = [Counted(1), n]
    return (a, b, CONVERTED[1], length(c), CONVERTED[1])
end

#! run --entry counted 4
#> (Counted(5), Counted(5), 3, 2, 3)
#! run --checked --opt --rules none --entry counted 4
#> (Counted(5), Counted(5), 3, 2, 3)

# A conversion that prints: every promotion prints.
struct Loud <: Number
    v::Int64
end
Base.promote_rule(::Type{Loud}, ::Type{Int64}) = Loud
Base.convert(::Type{Loud}, x::Int64) = (println("converted"); Loud(x))
Base.:+(a::Loud, b::Loud) = Loud(a.v + b.v)

loud(n::Int64) = (Loud(1) + n, Loud(1) + n)

#! run --entry loud 4
#> converted
#> converted
#> (Loud(5), Loud(5))
#! run --checked --opt --rules none --entry loud 4
#> converted
#> converted
#> (Loud(5), Loud(5))

# No number, but there is a rule for it.
struct Name
    text::String
end
Base.promote_rule(::Type{Name}, ::Type{String}) = Name
Base.convert(::Type{Name}, text::String) = Name(text)

names() = ([Name("a"), "b"], promote("c", Name("d")))

#! run --entry names
#> (Name[Name("a"), Name("b")], (Name("c"), Name("d")))
