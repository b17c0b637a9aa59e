# Counting left sides: over lines, branches, modules, methods; by shape, whatever the types.

module Inner
function two_lines(x)
    y = sqrt.(x)
    return abs.(y)
end
end

function branches(x, c)
    y = x .+ 1
    if c
        return y .* 2
    else
        return 2 .- y
    end
end

both(x) = (a = sqrt.(x); b = abs.(x); a .+ b)

# One expression fuses by itself: nothing to find.
one_line(x) = abs.(sqrt.(x))

# Defaults and keywords: one definition, counted once.
defaults(x, n = 1; k = 2) = (y = sqrt.(x); y .+ n .+ k)

# A closure is a function, too.
closure(x) = map(v -> (w = v .+ 1; abs.(w)), x)

# What cannot be read costs itself only.
unknown(x) = @no_such_macro x

#! survey --rules multiline
#> rule         matches  packages  pattern
#> multiline.1        2         1  broadcasted(~f, materialize(~x))
#> multiline.2        3         1  broadcasted(~f, materialize(~x), ~y)
#> multiline.3        2         1  broadcasted(~f, ~x, materialize(~y))
#> multiline.4        1         1  broadcasted(~f, materialize(~x), materialize(~y))
#> 4 rules, 1 packages, 1 files, 8 functions
#> unknown macros in expressions, taken as unknown values: 1 (@no_such_macro 1)
#! survey --rules multiline --format json
#> {"rules":[{"rule":"multiline.1","pattern":"broadcasted(~f, materialize(~x))","matches":2,"packages":1},{"rule":"multiline.2","pattern":"broadcasted(~f, materialize(~x), ~y)","matches":3,"packages":1},{"rule":"multiline.3","pattern":"broadcasted(~f, ~x, materialize(~y))","matches":2,"packages":1},{"rule":"multiline.4","pattern":"broadcasted(~f, materialize(~x), materialize(~y))","matches":1,"packages":1}],"packages":[{"package":"patterns.jl","files":1,"functions":8,"skipped":0,"matches":{"multiline.1":2,"multiline.2":3,"multiline.3":2,"multiline.4":1}}],"files":1,"functions":8,"macros":{"expanded":{},"definitions":{},"values":{"@no_such_macro":1},"left_out":{}},"skipped":{}}
#! survey --rules no_such_set
#> error: there is no rule set `no_such_set` (the library has arithmetic, broadcast, constants, gemm, linalg, loops, multiline, nn, parts, properties, solves, structure, transforms2d, trig; or name a .jl file of rules)
