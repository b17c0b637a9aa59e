# A variable that a handler may see is in memory; what it holds can be written through it.

@rules case begin
    getindex(Ref(~a::Int64)) --> ~a
end
function written()
    x = Ref(1)
    y = x
    y[] = 3
    try
        z = getindex(x)
        y = Ref(1)
        println(z)
    catch
    end
    return y
end
@saturate case written()
# Nothing that the handler sees leads to it.
function not_written()
    x = Ref(1)
    y = Ref(2)
    y[] = 3
    try
        z = getindex(x)
        y = Ref(1)
        println(z)
    catch
    end
    return y
end
@saturate case not_written()

#! run --entry written
#> 3
#> Base.RefValue{Int64}(1)

#! run --opt --entry written
#> 3
#> Base.RefValue{Int64}(1)

#! run --opt --strict --entry written
#> 3
#> Base.RefValue{Int64}(1)

#! opt
#> # cost 5 → 5, optimal
#> function written()::Base.RefValue{Int64}
#>     %memory _2 y::Any
#> b0:
#>     %1 = Ref(1)::Base.RefValue{Int64}
#>     %2 = %store _2 %1::Base.RefValue{Int64}
#>     %3 = %load _2::Base.RefValue{Int64}
#>     %4 = setindex!(%3, 3)::Base.RefValue{Int64}
#>     try b1 catch b2
#> b1:
#>     %5 = getindex(%1)::Int64
#>     %6 = Ref(1)::Base.RefValue{Int64}
#>     %7 = %store _2 %6::Base.RefValue{Int64}
#>     %8 = println(%5)::Nothing
#>     %9 = %leave 1::Any
#>     goto b3
#> b2:
#>     %10 = %leave 1::Any
#>     %11 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %12 = %load _2::Base.RefValue{Int64}
#>     return %12
#> end
#>
#> # cost 6 → 4, optimal
#> function not_written()::Base.RefValue{Int64}
#>     %memory _2 y::Any
#> b0:
#>     %1 = Ref(2)::Base.RefValue{Int64}
#>     %2 = %store _2 %1::Base.RefValue{Int64}
#>     %3 = %load _2::Base.RefValue{Int64}
#>     %4 = setindex!(%3, 3)::Base.RefValue{Int64}
#>     try b1 catch b2
#> b1:
#>     %5 = Ref(1)::Base.RefValue{Int64}
#>     %6 = %store _2 %5::Base.RefValue{Int64}
#>     %7 = println(1)::Nothing
#>     %8 = %leave 1::Any
#>     goto b3
#> b2:
#>     %9 = %leave 1::Any
#>     %10 = %pop_exception nothing::Any
#>     goto b3
#> b3:
#>     %11 = %load _2::Base.RefValue{Int64}
#>     return %11
#> end
