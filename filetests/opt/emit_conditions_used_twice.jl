# A variable that several branches read is assigned, also where one of them asks for its opposite: `!v3` was taken for another word than `v3`, so that the first
# branch got the value in place of the variable and the second read a variable that nobody had assigned.

@rules none begin
end

function told(n)
    if n > 1
    else
        println("y")
    end
    println("z")
    if n > 1
        println("w")
    end
    return n
end
@saturate none told(::Int64)

#! opt --emit julia --entry told --sig Int64
#> # cost 5 → 4, optimal
#> function told(n::Int64)
#>     v2 = n > 1
#>     if !v2
#>         println("y")
#>     end
#>     println("z")
#>     if v2
#>         println("w")
#>     end
#>     return n
#> end

# The negative twin: the only branch that reads it has its value, and its opposite where that is meant.
function told_once(n)
    if n > 1
    else
        println("y")
    end
    println("z")
    return n
end
@saturate none told_once(::Int64)

#! opt --emit julia --entry told_once --sig Int64
#> # cost 3 → 3, optimal
#> function told_once(n::Int64)
#>     if !(n > 1)
#>         println("y")
#>     end
#>     println("z")
#>     return n
#> end

# A `!` behind a name belongs to it: `push!` is another word than `push`, and the variable keeps its name.
function pushed(push, n)
    w = push!(Int64[], n)
    return push!(w, push)
end
@saturate none pushed(::Int64, ::Int64)

#! opt --emit julia --entry pushed --sig Int64,Int64
#> # cost 3 → 3, optimal
#> function pushed(push::Int64, n::Int64)
#>     return push!(push!(Int64[], n), push)
#> end

# `t = c && …` says `t = c; if t; t = …; end` only where what stands last does not read `t`.
function made_of_itself(c, n)
    t = c
    if t
        t = !t
    end
    try
        n == 2 && error("x")
        t = n > 2
    catch
    end
    return t
end
@saturate none made_of_itself(::Bool, ::Int64)

#! opt --emit julia --entry made_of_itself --sig Bool,Int64
#> # cost 4 → 4, optimal
#> function made_of_itself(c::Bool, n::Int64)
#>     t = c
#>     if t
#>         t = !t
#>     end
#>     try
#>         if n == 2
#>             error("x")
#>         end
#>         t = n > 2
#>     catch
#>     end
#>     return t
#> end

# The negative twin.
function made_of_another(c, n)
    t = c
    if t
        t = n < 5
    end
    try
        n == 2 && error("x")
        t = n > 2
    catch
    end
    return t
end
@saturate none made_of_another(::Bool, ::Int64)

#! opt --emit julia --entry made_of_another --sig Bool,Int64
#> # cost 4 → 4, optimal
#> function made_of_another(c::Bool, n::Int64)
#>     t = c && n < 5
#>     try
#>         if n == 2
#>             error("x")
#>         end
#>         t = n > 2
#>     catch
#>     end
#>     return t
#> end
