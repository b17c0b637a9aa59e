~a + ~b --> ~b + ~a
~a * ~b --> ~b * ~a
~a + (~b + ~c) --> (~a + ~b) + ~c
~a * (~b * ~c) --> (~a * ~b) * ~c

~a - ~b --> ~a + (-1.0) * ~b
if !known(~b) || ~b != 0.0
    ~a / ~b --> ~a * pow(~b, -1.0)
end

~a + 0.0 --> ~a
~a * 0.0 --> 0.0
~a * 1.0 --> ~a

~a - ~a --> 0.0
if !known(~a) || ~a != 0.0
    ~a / ~a --> 1.0
end

~a * (~b + ~c) --> ~a * ~b + ~a * ~c
~a * ~b + ~a * ~c --> ~a * (~b + ~c)

pow(~a, ~b) * pow(~a, ~c) --> pow(~a, ~b + ~c)
if !known(~x) || ~x != 0.0
    pow(~x, 0.0) --> 1.0
end
pow(~x, 1.0) --> ~x
pow(~x, 2.0) --> ~x * ~x
if !known(~x) || ~x != 0.0
    pow(~x, -1.0) --> 1.0 / ~x
    ~x * (1.0 / ~x) --> 1.0
end

d(~x::Symbol, ~x) --> 1.0
d(~x::Symbol, ~c::Comptime{Float64}) --> 0.0
if ~c != ~x
    d(~x::Symbol, ~c::Symbol) --> 0.0
end

d(~x, ~a + ~b) --> d(~x, ~a) + d(~x, ~b)
d(~x, ~a * ~b) --> ~a * d(~x, ~b) + ~b * d(~x, ~a)
d(~x, sin(~x)) --> cos(~x)
d(~x, cos(~x)) --> (-1.0) * sin(~x)
if !known(~x) || ~x != 0.0
    d(~x, ln(~x)) --> 1.0 / ~x
end
if (!known(~f) || ~f != 0.0) && (!known(~g) || ~g != 0.0)
    d(~x, pow(~f, ~g)) --> pow(~f, ~g) * (d(~x, ~f) * (~g / ~f) + d(~x, ~g) * ln(~f))
end

i(1.0, ~x) --> ~x
i(pow(~x, ~c::Comptime{Float64}), ~x) --> pow(~x, ~c + 1.0) / (~c + 1.0)
i(cos(~x), ~x) --> sin(~x)
i(sin(~x), ~x) --> (-1.0) * cos(~x)
i(~f + ~g, ~x) --> i(~f, ~x) + i(~g, ~x)
i(~f - ~g, ~x) --> i(~f, ~x) - i(~g, ~x)
i(~a * ~b, ~x) --> ~a * i(~b, ~x) - i(d(~x, ~a) * i(~b, ~x), ~x)
