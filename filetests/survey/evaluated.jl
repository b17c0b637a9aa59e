# Definitions by `@eval`: each counts once, however often the loop around it runs; `$f` is a name.

for f in (:sin, :cos)
    @eval begin
        Base.$f(x::Dual) = Dual($f(x.value), x.value - x.value)
        $(Symbol(f, :_twice))(x) = $f(x) - $f(x)
        "Documented, too."
        same(x) = $(esc(f))(x) - x
    end
end

@eval one_line(x) = x - x

@eval Base in_a_module(x) = x - x

# Inside a function, its value is unknown; what it defines is counted.
function defines(x)
    y = @eval by_a_function(x) = x - x
    return y - y
end

@rules difference begin
    ~x - ~x --> zero(~x)
end

#! survey --rules filetests/survey/evaluated.jl
#> rule          matches  packages  pattern
#> difference.1        6         1  ~x - ~x
#> 1 rules, 1 packages, 1 files, 7 functions
#> macros expanded: 4 (@eval 4)
