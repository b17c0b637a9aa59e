# A reference of a type converts what it is given, and a conversion is the program's: it may read, print and write.

mutable struct Count
    n::Int64
end
const COUNT = Count(0)
struct Read
    x::Int64
end
Base.convert(::Type{Read}, i::Int64) = Read(i + COUNT.n)
struct Told
    x::Int64
end
Base.convert(::Type{Told}, i::Int64) = (println("converting"); Told(i))
@rules none begin
end

# Found by a program written against the contract: both were 1.
function read_twice()
    r = Ref{Read}(1)
    COUNT.n = 100
    q = Ref{Read}(1)
    return r[].x, q[].x
end
#! run --rules none --opt --checked --entry read_twice
#> (1, 101)

function told(n)
    s = 0
    for i in 1:n
        s += Ref{Told}(1)[].x
    end
    return s
end
#! run --rules none --opt --checked --entry told 2
#> converting
#> converting
#> 2

# The numbers of the language are converted without telling anybody.
converted(n::Int64) = (Ref{Float64}(n), Ref{Float64}(n))[1][]
#! opt --rules none --entry converted --sig Int64
#> # cost 5 → 4, optimal
#> function converted(%1 n::Int64)::Float64
#> b0:
#>     %2 = Ref{Float64}(%1)::Base.RefValue{Float64}
#>     %3 = tuple(%2, %2)::Tuple{Base.RefValue{Float64}, Base.RefValue{Float64}}
#>     %4 = getindex(%3, 1)::Base.RefValue{Float64}
#>     %5 = getindex(%4)::Float64
#>     return %5
#> end
