# Prints what Julia answers for each expression read from standard input, one line each.
using LinearAlgebra, Statistics
for line in eachline()
    answer = try
        repr(Core.eval(Main, Meta.parse(line)))
    catch exception
        "!! " * split(sprint(showerror, exception), "\nClosest candidates")[1]
    end
    println(replace(answer, "\n" => "⏎"))
end
