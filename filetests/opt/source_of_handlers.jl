# The source of protected regions: `try`, `catch` with its variable, and what a `finally` is made of.

@rules none begin
end

# A `return` from inside; the variable of the handler.
root(x) = try
    return sqrt(x)
catch e
    return e isa DomainError ? 0.0 : 1.0
end
@saturate none root(::Float64)

#! opt --emit julia --entry root --sig Float64
#> # cost 2 → 2, optimal
#> function root(x::Float64)
#>     try
#>         return sqrt(x)
#>     catch e
#>         if e isa DomainError
#>             return 0.0
#>         end
#>         return 1.0
#>     end
#> end

# The value of a `try`.
parsed(x) = 1 + (try; x > 1 ? error("large") : x; catch; -1.0; end)
@saturate none parsed(::Float64)

#! opt --emit julia --entry parsed --sig Float64
#> # cost 3 → 3, optimal
#> function parsed(x::Float64)
#>     try
#>         if x > 1
#>             error("large")
#>         end
#>     catch
#>         x = -1.0
#>     end
#>     return 1 + x
#> end

# A handler sees the variables as they are when something throws; each round has its own.
function counted(v)
    s, n = 0.0, 0
    for x in v
        t = 1.0
        try
            n += 1
            t = sqrt(x)
            s += t
        catch
            s -= t
            n > 2 && break
            continue
        end
        s *= 2
    end
    return (s, n)
end
@saturate none counted(::Vector{Float64})

#! opt --emit julia --entry counted --sig Vector{Float64}
#> # cost 114 → 114, optimal
#> function counted(v::Vector{Float64})
#>     local t
#>     s = 0.0
#>     n = 0
#>     for x in v
#>         t = 1.0
#>         try
#>             n = n + 1
#>             t = sqrt(x)
#>             s = s + t
#>         catch
#>             s = s - t
#>             if n > 2
#>                 break
#>             end
#>             continue
#>         end
#>         s = s * 2
#>     end
#>     return (s, n)
#> end

# What a `finally` does, it does both ways.
function ended(v)
    s = 0.0
    for x in v
        try
            x < 0 && continue
            x > 1 && return -1.0
            s += sqrt(x)
        finally
            s += 0.5
        end
    end
    return s
end
@saturate none ended(::Vector{Float64})

#! opt --emit julia --entry ended --sig Vector{Float64}
#> # cost 134 → 134, optimal
#> function ended(v::Vector{Float64})
#>     local v20
#>     s = 0.0
#>     for x in v
#>         try
#>             if x < 0
#>                 v20 = 1
#>             elseif x > 1
#>                 v20 = 2
#>             else
#>                 v14 = sqrt(x)
#>                 v15 = s
#>                 s = v15 + v14
#>                 v20 = -1
#>             end
#>         catch
#>             v20 = 3
#>             s = s + 0.5
#>             rethrow()
#>         end
#>         s = s + 0.5
#>         if v20 === 2
#>             return -1.0
#>         end
#>     end
#>     return s
#> end

# Handlers inside of each other, thrown again from the inner one.
function inside_each_other(x)
    try
        try
            x > 1 && throw(ArgumentError("a"))
            error("b")
        catch e
            e isa ArgumentError || rethrow()
            return 1
        end
    catch e
        return e isa ErrorException ? 2 : 3
    finally
        println("end")
    end
end
@saturate none inside_each_other(::Float64)

#! opt --emit julia --entry inside_each_other --sig Float64
#> # cost 13 → 13, optimal
#> function inside_each_other(x::Float64)
#>     local v20
#>     try
#>         try
#>             try
#>                 if x > 1
#>                     throw(ArgumentError("a"))
#>                 end
#>                 error("b")
#>             catch e_7
#>                 if !(e_7 isa ArgumentError)
#>                     rethrow()
#>                 end
#>                 v20 = 1
#>             end
#>         catch e
#>             if e isa ErrorException
#>                 v20 = 2
#>             else
#>                 v20 = 3
#>             end
#>         end
#>     catch
#>         v20 = 5
#>         println("end")
#>         rethrow()
#>     end
#>     println("end")
#>     if v20 === 3
#>         return 3
#>     end
#>     if v20 === 2
#>         return 2
#>     end
#>     return 1
#> end

# The exception is used behind the handler: its variable is not the handler's own.
function kept(x)
    found = nothing
    try
        sqrt(x)
    catch e
        found = e
    end
    return found isa DomainError
end
@saturate none kept(::Float64)

#! opt --emit julia --entry kept --sig Float64
#> # cost 2 → 2, optimal
#> function kept(x::Float64)
#>     local found
#>     try
#>         sqrt(x)
#>         found = nothing
#>     catch e
#>         found = e
#>     end
#>     return found isa DomainError
#> end

# A loop inside protected code, and one around it that stays a `while`.
function tries(x)
    n = 0
    while true
        n += 1
        try
            for i in 1:3
                i == n && return (n, i)
                sqrt(x - i)
            end
        catch e
            n > 1 && return (n, -1)
        end
    end
end
@saturate none tries(::Float64)

#! opt --emit julia --entry tries --sig Float64
#> # cost 822 → 822, optimal
#> function tries(x::Float64)
#>     n = 0
#>     while true
#>         n = n + 1
#>         try
#>             v4 = (1, 1)
#>             while true
#>                 i = getfield(v4, 1)
#>                 v6 = getfield(v4, 2)
#>                 if i == n
#>                     return (n, i)
#>                 end
#>                 sqrt(x - i)
#>                 v4 = iterate((1:3), v6)
#>                 if v4 === nothing
#>                     break
#>                 end
#>             end
#>         catch
#>             if n > 1
#>                 return (n, -1)
#>             end
#>         end
#>     end
#> end

# Two variables that exchange their values while a handler may need them.
function exchanged(v)
    a, b = 1.0, 2.0
    for x in v
        try
            a, b = b, a
            a += sqrt(x)
        catch
            b -= 1
        end
    end
    return (a, b)
end
@saturate none exchanged(::Vector{Float64})

#! opt --emit julia --entry exchanged --sig Vector{Float64}
#> # cost 84 → 84, optimal
#> function exchanged(v::Vector{Float64})
#>     a = 1.0
#>     b = 2.0
#>     for x in v
#>         try
#>             v11 = b
#>             v12 = a
#>             a = v11
#>             b = v12
#>             v15 = sqrt(x)
#>             v16 = a
#>             a = v16 + v15
#>         catch
#>             b = b - 1
#>         end
#>     end
#>     return (a, b)
#> end

# A variable that only one way sets.
function perhaps(x)
    local y
    try
        y = sqrt(x)
        y > 1 && error("large")
    catch
        return @isdefined(y)
    end
    return y
end
@saturate none perhaps(::Float64)

#! opt --emit julia --entry perhaps --sig Float64
#> # cost 3 → 3, optimal
#> function perhaps(x::Float64)
#>     local y
#>     try
#>         y = sqrt(x)
#>         if y > 1
#>             error("large")
#>         end
#>     catch
#>         return @isdefined(y)
#>     end
#>     return y
#> end

# A global variable that is assigned.
total = 0.0
function noted(x)
    global total = x
    try
        global total = total + sqrt(x)
    catch
        global total = -1.0
    end
    return total
end
@saturate none noted(::Float64)

#! opt --emit julia --entry noted --sig Float64
#> # cost 2 → 2, optimal
#> function noted(x::Float64)
#>     global total = x
#>     try
#>         v3 = sqrt(x)
#>         v4 = total
#>         global total = v4 + v3
#>     catch
#>         global total = -1.0
#>     end
#>     return total
#> end

# A jump out of protected code.
function jumped(x)
    try
        x > 1 && @goto far
        sqrt(x)
    catch
        return 1
    end
    x -= 1
    @label far
    return x
end
@saturate none jumped(::Float64)

#! opt --emit julia --entry jumped --sig Float64
#> # cost 3 → 3, optimal
#> function jumped(x::Float64)
#>     try
#>         if x > 1
#>             @goto b8
#>         end
#>         sqrt(x)
#>     catch
#>         return 1
#>     end
#>     x = x - 1
#>     @label b8
#>     return x
#> end

# A `finally` inside a handler, and a `return` in it while an exception waits: no nesting says this.
function last_word(x)
    try
        sqrt(x)
    catch
        try
            x < -1 && error("again")
        finally
            x < -1 && return 5.0
        end
        return 6.0
    finally
        x > 1 && return 7.0
    end
    return x
end
@saturate none last_word(::Float64)

#! opt --emit julia --entry last_word --sig Float64
#> # cost 11 → 10, optimal
#> # `last_word` cannot be written as Julia source: it leaves a `try` from inside a `catch` in a way that has no source
#> error: `last_word` cannot be written as Julia source: it leaves a `try` from inside a `catch` in a way that has no source (use --emit ir)
