# An assignment of a variable in memory leaves nothing that could stand for the assigned value.

@rules none begin
end
function f()
    x = (7 < 2)
    try
        x = ((true ? 1 : nothing) === nothing)
    catch
    end
    return x
end
@saturate none f()

#! run --opt --extract chaos --seed 1 --entry f
#> false

#! run --opt --extract chaos --seed 2 --entry f
#> false

#! run --opt --extract chaos --seed 3 --entry f
#> false
