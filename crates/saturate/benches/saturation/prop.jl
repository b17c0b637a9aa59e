implies(~a, ~b) == or(not(~a), ~b)
not(not(~a)) --> ~a
or(~a, or(~b, ~c)) --> or(or(~a, ~b), ~c)
and(~a, or(~b, ~c)) --> or(and(~a, ~b), and(~a, ~c))
or(~a, and(~b, ~c)) --> and(or(~a, ~b), or(~a, ~c))
or(~a, ~b) --> or(~b, ~a)
and(~a, ~b) --> and(~b, ~a)
or(~a, not(~a)) --> true
or(~a, true) --> true
and(~a, true) --> ~a
implies(~a, ~b) --> implies(not(~b), not(~a))
