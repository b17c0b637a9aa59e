# The value of a dynamic rule in place of an object that is written: a copy at the object's own place, or nothing at all.

make(n::Int64) = zeros(Int64, n)
@rules known begin
    make(~n::Comptime{Int64}) => [0, 0]
end
function written(n::Int64)
    y = make(2)
    y[1] = n
    return y[1]
end
function beside_a_handler(n::Int64)
    y = make(2)
    try
        y[3] = 1
    catch
    end
    y[1] = n
    return y[1]
end
@saturate known written(::Int64)
@saturate known beside_a_handler(::Int64)

#! run --opt --entry written 5
#> 5

#! run --opt --extract chaos --seed 1 --entry written 5
#> 5

#! run --opt --entry beside_a_handler 5
#> 5

#! run --opt --extract chaos --seed 1 --entry beside_a_handler 5
#> 5

#! run --opt --extract chaos --seed 2 --entry beside_a_handler 5
#> 5

