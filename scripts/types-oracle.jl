# Answers of Julia's own type system, for comparison with the embedded host's.
#
#   julia scripts/types-oracle.jl QUESTIONS
#
# QUESTIONS: the number of types, one type per line, then one question per line: two type numbers (from 1) and a type
# text, separated by tabs. For each question, one line of five digits: is the first a subtype of the second, is
# their `typejoin` equal to the text, is their `typeintersect` empty, is the first more specific, is the text a
# supertype of both. The digit is 2 where Julia fails.
function answers(path)
    lines = readlines(path)
    count = parse(Int, lines[1])
    types = Any[Core.eval(Main, Meta.parse(line)) for line in lines[2:count+1]]
    digit(f) =
        try
            f() ? 1 : 0
        catch
            2
        end
    joins = Dict{String,Any}()
    out = IOBuffer()
    for line in lines[count+2:end]
        i, j, text = split(line, '\t')
        a, b = types[parse(Int, i)], types[parse(Int, j)]
        join = get!(() -> Core.eval(Main, Meta.parse(String(text))), joins, text)
        print(out, digit(() -> a <: b))
        print(out, digit(() -> typejoin(a, b) == join))
        print(out, digit(() -> typeintersect(a, b) == Union{}))
        print(out, digit(() -> Base.morespecific(a, b)))
        println(out, digit(() -> a <: join && b <: join))
    end
    print(String(take!(out)))
end

answers(ARGS[1])
