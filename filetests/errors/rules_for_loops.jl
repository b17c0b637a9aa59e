# Rules whose left side is a loop, and what is wrong with them.
f!(y, x, r) = nothing
@rules wrong begin
    for ~i in 1:3
        (~y)[~i] = 1
    end --> f!(~y, ~y, ~y)
    for ~i in ~r
        (~y)[~i] = 1
        (~y)[~i] = 2
    end --> f!(~y, ~y, ~r)
    for ~i in ~r
    end --> f!(~r, ~r, ~r)
    for ~i in ~r
        (~y)[~i] = 1
    end --> f!(~y, ~i, ~r)
    for ~i in ~r
        (~y)[~i] = 1
    end == f!(~y, ~y, ~r)
    if length(~y) > 1
        for ~i in ~r
            (~y)[~i] = 1
        end --> f!(~y, ~y, ~r)
    end
    for ~i in ~r
        ~i = 1
    end --> f!(~r, ~r, ~r)
    for ~i in ~r
        f!(~xs...)
    end --> f!(~xs...)
    for ~i in ~r, ~j in ~r
        f!(~i, ~j, ~j)
    end --> f!(~r, ~r, ~r)
    for ~i in ~r
        ~i > 1 && f!(~i, ~i, ~i)
    end --> f!(~r, ~r, ~r)
end
g(x) = x
@saturate wrong g(::Int64)

#! opt
#> error: 4:9: a loop in a rule goes through a variable: `for ~i in ~r`
#> error: 8:9: the body of a loop in a rule is one statement: a call, `(~y)[~i] = …`, `~y .= …` or `~s = …`
#> error: 12:5: the body of a loop in a rule is one statement: a call, `(~y)[~i] = …`, `~y .= …` or `~s = …`
#> error: 15:21: `~i` has no value behind the loop
#> error: 16:5: a rule whose left side is a loop takes `-->`, no condition and no `@relaxed`: say by types what it is about, and let the function on the right ask the rest
#> error: 20:9: a rule whose left side is a loop takes `-->`, no condition and no `@relaxed`: say by types what it is about, and let the function on the right ask the rest
#> error: 25:9: a loop in a rule does not assign to its element or its collection
#> error: 28:13: `~xs...` is no part of a loop: it stands for any number of arguments
#> error: 30:9: a loop in a rule goes through a variable: `for ~i in ~r`
#> error: 34:9: control flow is no part of a rule: `&&`, `||`, `? :` and chained comparisons
