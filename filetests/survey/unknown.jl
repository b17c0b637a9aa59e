# Unknown macros. Around a definition they are taken as the definition.

@kernel function kernel(x)
    return x - x
end

MyPackage.@traced(traced(x) = x - x)

@memoize Dict remembered(x::T) where {T} = x - x

@twice @inline under_two(x)::Int = x - x

@with_defaults struct Settings
    a::Int = 1
    b = 2
    Settings(a) = new(a - a, 1)
end

constant_argument(@Const(x), @Const(y) = 1; @keyword(k::Int) = 2) = (x - x) + (k - k)
map_of(x) = map(@Const(y) -> y - y, x)

@interface begin
    in_a_block(x) = x - x
    also_in_it(x) = x
end

# In an expression, the value is unknown and equals no other; what is inside is not looked at.
unknown_value(x) = @tensor x - x
two_unknowns(x) = (@sample x) - (@sample x)
one_unknown(x) = (y = @sample x; y - y)
rest_of_the_function(x) = (@warn "x - x is $(x - x)"; x - x)

# At top level without a definition, they are left out; so are generated functions.
@enum Colour red green
@deprecate old(x) new(x - x)
@generated function generated(x)
    return :(x - x)
end
inside(x) = (@generated local_one(x) = :(x - x); x)

# What cannot be lowered is skipped, by reason; the rest goes on.
braces(x) = {x - x}
other_braces(x) = {x}
array(x) = [x;;; x]

@rules difference begin
    ~x - ~x --> zero(~x)
end

#! survey --rules filetests/survey/unknown.jl
#> rule          matches  packages  pattern
#> difference.1       11         1  ~x - ~x
#> 1 rules, 1 packages, 1 files, 15 functions
#> unknown macros around definitions, taken as these: 10 (@Const 3, @interface 1, @kernel 1, @keyword 1, @memoize 1, @traced 1, @twice 1, @with_defaults 1)
#> unknown macros in expressions, taken as unknown values: 5 (@sample 3, @tensor 1, @warn 1)
#> macros left out at top level: 4 (@generated 2, @deprecate 1, @enum 1)
#> parts skipped: 3 (`{ }` as an array is not supported 2, the expression `ncat` is not supported 1)
