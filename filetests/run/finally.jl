# try, catch, finally: returns, breaks and exceptions go through finally; handlers nest.

function order(n)
    out = String[]
    try
        push!(out, "try")
        n == 1 && error("one")
        n == 2 && return push!(out, "return")
        push!(out, "end")
    catch e
        push!(out, e.msg)
    finally
        push!(out, "finally")
    end
    push!(out, "after")
end
function leave_loop()
    out = Int64[]
    for i in 1:5
        try
            i == 2 && continue
            i == 4 && break
            push!(out, i)
        finally
            push!(out, -i)
        end
    end
    out
end
function overridden()
    try
        return 1
    finally
        return 2
    end
end
function nested()
    try
        try
            [1][2]
        catch e
            throw(DomainError(1, "again"))
        end
    catch e
        (typeof(e), e.val)
    end
end
function uncaught(out)
    try
        sqrt(-1.0)
    finally
        push!(out, "seen")
        println(out)
    end
end
function caught_outside()
    out = String[]
    try
        uncaught(out)
    catch e
        push!(out, string(typeof(e)))
    end
    out
end
function rethrown(x)
    try
        x == 0 ? div(1, 0) : sqrt(x)
    catch e
        e isa DivideError && return "div"
        rethrow()
    end
end
value(x) = try
    parse(Int64, x)
catch
    -1
end

#! run --entry order 0
#> 4-element Vector{String}:
#>  "try"
#>  "end"
#>  "finally"
#>  "after"
#! run --entry order 1
#> 4-element Vector{String}:
#>  "try"
#>  "one"
#>  "finally"
#>  "after"
#! run --entry order 2
#> 3-element Vector{String}:
#>  "try"
#>  "return"
#>  "finally"
#! run --entry leave_loop
#> 6-element Vector{Int64}:
#>   1
#>  -1
#>  -2
#>   3
#>  -3
#>  -4
#! run --entry overridden
#> 2
#! run --entry nested
#> (DomainError, 1)
#! run --entry uncaught 'String[]'
#> ["seen"]
#> error: DomainError with -1.0:
#> sqrt will only return a complex result if called with a complex argument. Try sqrt(Complex(x)).
#! run --entry caught_outside
#> ["seen"]
#> 2-element Vector{String}:
#>  "seen"
#>  "DomainError"
#! run --entry rethrown 0
#> "div"
#! run --entry rethrown 4
#> 2.0
#! run --entry rethrown -- -1
#> error: DomainError with -1.0:
#> sqrt will only return a complex result if called with a complex argument. Try sqrt(Complex(x)).
#! run --entry value '"12"'
#> 12
#! run --entry value '"x"'
#> -1
