# Broadcasts that fuse over several lines.
#
# Julia fuses the dots of one expression; a result that has a name is an array of its own:
#
#     y = sqrt.(x)            y = materialize(broadcasted(sqrt, x))
#     z = abs.(y) .+ 1        z = materialize(broadcasted(+, broadcasted(abs, y), 1))
#
# The rules drop the array in between, so that one loop does all of it. They apply where that pays: nothing else needs the array
# (`one_use`), and none of the other operands has more dimensions, which would compute each element many times (`spans`).
# By their types alone, arrays of equally many dimensions count as equally large.
#
# Julia looks at the whole expression to find the kind of array it makes: `(D .+ 1) .- 1` is `Diagonal` again for a `Diagonal` `D`, and two
# lines make a `Matrix`. Where several functions throw, one loop meets another error first than two loops do.

"`sum(f.(x))` without the array; what the sum of nothing is, only the array knows."
function sum_of(f, x)
    isempty(x) && return sum(f.(x))
    return sum(f, x)
end

"`prod(f.(x))` without the array."
function prod_of(f, x)
    isempty(x) && return prod(f.(x))
    return prod(f, x)
end

@rules broadcast begin
    # f.(…, materialize(x), …) = f.(…, x, …), at any place among any number of operands. (exact; another type; errors aside)
    if one_use(materialize(~x)) && spans(~x, ~as..., ~bs...)
        @relaxed broadcasted(~f, ~as..., materialize(~x), ~bs...) --> broadcasted(~f, ~as..., ~x, ~bs...)
    end

    # The same into an array that is there, at the outermost place and one further in; `materialize!` takes care of arrays that
    # are read and written. (exact; errors aside)
    if one_use(materialize(~x)) && spans(~x, ~as..., ~bs...)
        @relaxed materialize!(~z, broadcasted(~f, ~as..., materialize(~x), ~bs...)) -->
            materialize!(~z, broadcasted(~f, ~as..., ~x, ~bs...))
    end
    if one_use(materialize(~x)) && spans(~x, ~as..., ~bs..., ~cs..., ~ds...)
        @relaxed materialize!(~z, broadcasted(~f, ~as..., broadcasted(~g, ~cs..., materialize(~x), ~ds...), ~bs...)) -->
            materialize!(~z, broadcasted(~f, ~as..., broadcasted(~g, ~cs..., ~x, ~ds...), ~bs...))
    end

    # The sum of f.(x) needs no array; likewise the other reductions. (up to rounding; finite values; errors aside)
    if one_use(materialize(broadcasted(~f, ~x)))
        @relaxed sum(materialize(broadcasted(~f, ~x::Union{Vector, Matrix}))) --> sum_of(~f, ~x)
        @relaxed prod(materialize(broadcasted(~f, ~x::Union{Vector, Matrix}))) --> prod_of(~f, ~x)
        @relaxed maximum(materialize(broadcasted(~f, ~x::Union{Vector, Matrix}))) --> maximum(~f, ~x)
        @relaxed minimum(materialize(broadcasted(~f, ~x::Union{Vector, Matrix}))) --> minimum(~f, ~x)
    end
end

# The four patterns that the first rule covers for functions of one and two operands, spelled out: for counting them in a body
# of code (`saturate survey --rules multiline`), and for reading.
@rules multiline begin
    # f.(y), where y is the result of a broadcast. (exact; another type; errors aside)
    if one_use(materialize(~x))
        @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
    end
    # y .+ b, b .+ y, y .+ z, where y, or both y and z, are results of broadcasts. (exact; another type; errors aside)
    if one_use(materialize(~x)) && spans(~x, ~y)
        @relaxed broadcasted(~f, materialize(~x), ~y) --> broadcasted(~f, ~x, ~y)
    end
    if one_use(materialize(~y)) && spans(~y, ~x)
        @relaxed broadcasted(~f, ~x, materialize(~y)) --> broadcasted(~f, ~x, ~y)
    end
    if one_use(materialize(~x)) && one_use(materialize(~y)) && spans(~x, ~y) && spans(~y, ~x)
        @relaxed broadcasted(~f, materialize(~x), materialize(~y)) --> broadcasted(~f, ~x, ~y)
    end
end
