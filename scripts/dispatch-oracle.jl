# Which method Julia runs, for comparison with the embedded host's method table.
#
#   julia scripts/dispatch-oracle.jl QUESTIONS
#
# QUESTIONS: lines `def NUMBER DEFINITION` and `call FUNCTION TYPE`, where TYPE is a tuple of argument types. For each
# call, one line: the number of the method that runs, or 0 where none or no single one does.
function answers(path)
    numbers = Dict{Method,Int}()
    out = IOBuffer()
    for line in eachline(path)
        kind, name, text = split(line, ' '; limit = 3)
        if kind == "def"
            f = Core.eval(Main, Meta.parse(String(text)))
            for m in methods(f)
                get!(numbers, m, parse(Int, name))
            end
        else
            f = Core.eval(Main, Symbol(name))
            types = Core.eval(Main, Meta.parse(String(text)))
            println(out, try
                numbers[which(f, types)]
            catch
                0
            end)
        end
    end
    print(String(take!(out)))
end

answers(ARGS[1])
