# What `@assume` does not take, and rules about a bare variable.
f(A) = (@assume A; A)
g(A) = (@assume issymmetric(A'); A)
h(A) = (@assume issymmetric(A) || isdiag(A); A)
#! lower
#> function k(%1 A::Any)::Any
#> b0:
#>     return %1
#> end
#> error: 2:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`
#> error: 3:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`
#> error: 4:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`

@rules bare begin
    ~x --> 1
    if known(~x)
        ~x --> 1
    end
    if issymmetric(~A)
        ~A == transpose(~A)
    end
    if size(~A, 1) == 2
        ~A --> transpose(~A)
    end
end
k(A) = A
#! opt --rules bare --entry k --sig "Matrix{Float64}"
#> error: 2:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`
#> error: 3:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`
#> error: 4:9: `@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`
#> error: 15:5: the left side is a bare variable: it would match everything
#> error: 17:9: a rule about a bare variable takes `-->`, and a condition that is a predicate of it: `if p(~x) ~x --> … end`
#> error: 20:9: a rule about a bare variable takes `-->`, and a condition that is a predicate of it: `if p(~x) ~x --> … end`
#> error: 23:9: a rule about a bare variable takes `-->`, and a condition that is a predicate of it: `if p(~x) ~x --> … end`
