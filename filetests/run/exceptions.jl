# Exceptions as Julia raises them, and try/catch/finally.

domain(x) = sqrt(x)
divide(x, y) = x ÷ y
shape(A, B) = A * B
missing_method(x) = x + "a"
inexact(x) = Int(x)
function guarded(x)
    try
        return log(x)
    catch e
        return e isa DomainError ? "domain" : "other"
    finally
        println("done")
    end
end
function nested(x)
    s = "start"
    try
        s = "try"
        x > 0 || throw(ArgumentError("not positive"))
        s = "after"
    catch
        s = s * " caught"
    end
    s
end
asserted(x) = (@assert x > 0 "x must be positive"; x)

#! run --entry domain -1.0
#> error: DomainError with -1.0:
#> sqrt will only return a complex result if called with a complex argument. Try sqrt(Complex(x)).
#! run --entry divide 1 0
#> error: DivideError: integer division error
#! run --entry shape '[1 2; 3 4]' '[1 2 3]'
#> error: DimensionMismatch: matrix A has dimensions (2,2), matrix B has dimensions (1,3)
#! run --entry missing_method 1
#> error: MethodError: no method matching +(::Int64, ::String)
#! run --entry inexact 1.5
#> error: InexactError: Int64(1.5)
#! run --entry guarded -1.0
#> done
#> "domain"
#! run --entry guarded 1.0
#> done
#> 0.0
#! run --entry nested 1
#> "after"
#! run --entry nested -1
#> "try caught"
#! run --entry asserted -1
#> error: AssertionError: x must be positive

# A loop that never ends is an error, not a hang.
forever() = while true end
#! run --entry forever --fuel 1000
#> error: out of fuel: the program did not finish within its limit of steps
runaway(n) = runaway(n + 1) + 1
#! run --entry runaway 1
#> error: StackOverflowError:
