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
#! run --entry divide 1 0
#! run --entry shape '[1 2; 3 4]' '[1 2 3]'
#! run --entry missing_method 1
#! run --entry inexact 1.5
#! run --entry guarded -1.0
#! run --entry guarded 1.0
#! run --entry nested 1
#! run --entry nested -1
#! run --entry asserted -1

# A loop that never ends is an error, not a hang.
forever() = while true end
#! run --entry forever --fuel 1000
runaway(n) = runaway(n + 1) + 1
#! run --entry runaway 1
