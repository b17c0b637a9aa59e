# An object that a call makes whose place is fixed (in a function with `try`, or under `--strict`) is one object, inside another one and outside:
# what makes a new one inside must not stand beside it.

mutable struct Tray
    v::Vector{Int64}
end
tray_of_copy(v::Vector{Int64}) = Tray(copy(v))

@rules trays begin
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
    materialize(broadcasted(*, ~v::Vector{Int64}, 1)) --> copy(~v)
    reverse(reverse(~v::Vector{Int64})) --> copy(~v)
    @cost Tray 100
end

function inside_and_outside()
    v = materialize(broadcasted(*, [1, 2], 1))
    tray = Tray(v)
    w = reverse(v)
    try
        println(reverse(w))
    catch
    end
    return (tray, v)
end

#! opt --rules trays --calls none --entry inside_and_outside
#> # cost 107 → 105, optimal
#> function inside_and_outside()::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     try b1 catch b2
#> b1:
#>     %4 = copy(%2)::Vector{Int64}
#>     %5 = println(%4)::Nothing
#>     %6 = %leave 1::Any
#>     goto b3
#> b2:
#>     %7 = %leave 1::Any
#>     %8 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %9 = tuple(%3, %2)::Tuple{Tray, Vector{Int64}}
#>     return %9
#> end
#! opt --strict --rules trays --calls none --entry inside_and_outside
#> # cost 107 → 105, optimal
#> function inside_and_outside()::Tuple{Tray, Vector{Int64}}
#> b0:
#>     %1 = vect(1, 2)::Vector{Int64}
#>     %2 = copy(%1)::Vector{Int64}
#>     %3 = Tray(%2)::Tray
#>     try b1 catch b2
#> b1:
#>     %4 = copy(%2)::Vector{Int64}
#>     %5 = println(%4)::Nothing
#>     %6 = %leave 1::Any
#>     goto b3
#> b2:
#>     %7 = %leave 1::Any
#>     %8 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %9 = tuple(%3, %2)::Tuple{Tray, Vector{Int64}}
#>     return %9
#> end

# The twin: nobody has the array but the tray.
function inside_alone()
    v = materialize(broadcasted(*, [1, 2], 1))
    tray = Tray(v)
    try
        println(1)
    catch
    end
    return tray
end

#! opt --rules trays --calls none --entry inside_alone
#> # cost 104 → 3, optimal
#> function inside_alone()::Tray
#> b0:
#>     try b1 catch b2
#> b1:
#>     %1 = println(1)::Nothing
#>     %2 = %leave 1::Any
#>     goto b3
#> b2:
#>     %3 = %leave 1::Any
#>     %4 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %5 = vect(1, 2)::Vector{Int64}
#>     %6 = tray_of_copy(%5)::Tray
#>     return %6
#> end
