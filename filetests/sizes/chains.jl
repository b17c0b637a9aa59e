# The order of products is chosen by the sizes that the arguments have when the function is called.

@rules grouping begin
    (~A::Matrix{Float64} * ~B::Matrix{Float64}) * ~C::Matrix{Float64} == ~A * (~B * ~C)
    (~A::Matrix{Float64} * ~B::Matrix{Float64}) * ~x::Vector{Float64} == ~A * (~B * ~x)
    *(~A::Matrix{Float64}, ~B::Matrix{Float64}, ~C::Array{Float64}) --> (~A * ~B) * ~C
    @cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)
    @cost *(A::Matrix, x::Vector) 2 * length(A)
    @cost *(A::Matrix, B::Matrix, C::Matrix) 2 * size(A, 1) * size(B, 2) * (size(A, 2) + size(C, 2))
    @cost *(A::Matrix, B::Matrix, x::Vector) 2 * size(A, 1) * size(B, 2) * (size(A, 2) + 1)
end

# Two orders, and neither is better at all sizes.
of_matrices(A, B, C) = A * B * C
@saturate grouping of_matrices(::Matrix{Float64}, ::Matrix{Float64}, ::Matrix{Float64})

#! opt --entry of_matrices --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --rules grouping
#> # cost 4000000 → 4000000 where sizes are 100, optimal
#> # variant 1: 2 * size(A, 1) * size(B, 2) * (size(A, 2) + size(C, 2))
#> #     for 55 % of the sizes tried, mostly where size(A, 2) is large: size(A, 1) 9 to 747, size(A, 2) 29 to 1403, size(B, 2) 6 to 921, size(C, 2) 52 to 1295
#> # variant 2: 2 * size(A, 1) * size(A, 2) * size(C, 2) + 2 * size(A, 2) * size(B, 2) * size(C, 2)
#> #     for 45 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 23 to 1222, size(A, 2) 5 to 827, size(B, 2) 30 to 1197, size(C, 2) 4 to 840
#> function of_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = size(%1, 1)::Int64
#>     %5 = Float64(%4)::Float64
#>     %6 = size(%1, 2)::Int64
#>     %7 = Float64(%6)::Float64
#>     %8 = size(%2, 2)::Int64
#>     %9 = Float64(%8)::Float64
#>     %10 = size(%3, 2)::Int64
#>     %11 = Float64(%10)::Float64
#>     %12 = *(2.0, %5)::Float64
#>     %13 = *(%12, %9)::Float64
#>     %14 = +(%7, %11)::Float64
#>     %15 = *(%13, %14)::Float64
#>     %16 = *(%12, %7)::Float64
#>     %17 = *(%16, %11)::Float64
#>     %18 = *(2.0, %7)::Float64
#>     %19 = *(%18, %9)::Float64
#>     %20 = *(%19, %11)::Float64
#>     %21 = *(0.9523809523809523, %15)::Float64
#>     %22 = +(%17, %20)::Float64
#>     %23 = <=(%21, %22)::Bool
#>     goto b1 if %23 else b2
#> b1:
#>     %24 = *(%1, %2, %3)::Matrix{Float64}
#>     return %24
#> b2:
#>     %25 = *(%2, %3)::Matrix{Float64}
#>     %26 = *(%1, %25)::Matrix{Float64}
#>     return %26
#> end

# One order is better at all sizes but the smallest: no guard.
on_a_vector(A, B, x) = A * B * x

#! opt --entry on_a_vector --sig "Matrix{Float64}, Matrix{Float64}, Vector{Float64}" --rules grouping
#> # cost 2020000 → 40000, optimal
#> function on_a_vector(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 x::Vector{Float64})::Vector{Float64}
#> b0:
#>     %4 = *(%2, %3)::Vector{Float64}
#>     %5 = *(%1, %4)::Vector{Float64}
#>     return %5
#> end

# Who knows the sizes gets the program for them. Those that must equal an earlier one may be given again.

#! opt --entry of_matrices --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --rules grouping --sizes 1000,1000,1000,10
#> # cost 2020000000 → 40000000, optimal
#> function of_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%2, %3)::Matrix{Float64}
#>     %5 = *(%1, %4)::Matrix{Float64}
#>     return %5
#> end

#! opt --entry of_matrices --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --rules grouping --sizes 10,1000,1000,1000,1000,1000
#> # cost 40000000 → 40000000, optimal
#> function of_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2, %3)::Matrix{Float64}
#>     return %4
#> end

#! opt --entry of_matrices --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --rules grouping --sizes 10,1000
#> # cost 4000000: unchanged, 2 sizes were given, and the arguments have 4: size(A, 1), size(A, 2), size(B, 2), size(C, 2)
#> function of_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2, %3)::Matrix{Float64}
#>     return %4
#> end

# The result is the same whichever is picked.

#! run --opt --checked --entry of_matrices "[1.0 2.0; 3.0 4.0; 5.0 6.0]" "[1.0 0.0; 0.0 1.0]" "reshape([1.0, 2.0], 2, 1)"
#> 3×1 Matrix{Float64}:
#>   5.0
#>  11.0
#>  17.0

#! run --opt --checked --entry of_matrices "reshape([1.0, 2.0], 1, 2)" "[1.0 0.0; 0.0 1.0]" "[1.0 2.0; 3.0 4.0]"
#> 1×2 Matrix{Float64}:
#>  7.0  10.0

# Sizes that do not fit are the error that they were, and an empty product is one.

#! run --opt --entry of_matrices "[1.0 2.0; 3.0 4.0]" "reshape([1.0, 2.0], 1, 2)" "[1.0 2.0; 3.0 4.0]"
#> error: DimensionMismatch: A has dimensions (2,2) but B has dimensions (1,2)

#! run --opt --entry of_matrices "zeros(0, 2)" "[1.0 2.0; 3.0 4.0]" "zeros(2, 0)"
#> 0×0 Matrix{Float64}

# Numbers for costs: as ever.
@rules numbers begin
    (~A::Matrix{Float64} * ~B::Matrix{Float64}) * ~C::Matrix{Float64} == ~A * (~B * ~C)
    @cost *(::Matrix, ::Matrix) 200
end

#! opt --entry of_matrices --sig "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}" --rules numbers
#> # cost 1 → 1, optimal
#> function of_matrices(%1 A::Matrix{Float64}, %2 B::Matrix{Float64}, %3 C::Matrix{Float64})::Matrix{Float64}
#> b0:
#>     %4 = *(%1, %2, %3)::Matrix{Float64}
#>     return %4
#> end

# Never slower: another program is taken only where it is predicted to gain more than predictions err. `thorough` gains 3 % at some sizes and loses at
# others: the source stays. `brisk` gains half: it is taken where it gains. `trimmed` gains 3 % and is nowhere dearer: it is taken everywhere.
plain(v) = sum(v)
thorough(v) = sum(v)
brisk(v) = sum(v)
trimmed(v) = sum(v)
@rules three_per_cent begin
    plain(~v::Vector{Float64}) --> thorough(~v)
    @cost plain(v::Vector) 1000 * length(v)
    @cost thorough(v::Vector) 970 * length(v) + 600
end
@rules half begin
    plain(~v::Vector{Float64}) --> brisk(~v)
    @cost plain(v::Vector) 1000 * length(v)
    @cost brisk(v::Vector) 500 * length(v) + 50000
end
@rules everywhere begin
    plain(~v::Vector{Float64}) --> trimmed(~v)
    @cost plain(v::Vector) 1000 * length(v)
    @cost trimmed(v::Vector) 970 * length(v)
end
of_a_vector(v) = plain(v)

#! opt --entry of_a_vector --sig "Vector{Float64}" --rules three_per_cent
#> # cost 100000 → 100000, optimal
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = plain(%1)::Float64
#>     return %2
#> end
#! opt --entry of_a_vector --sig "Vector{Float64}" --rules three_per_cent --sizes 1000
#> # cost 1000000: unchanged, no cheaper program was found
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = plain(%1)::Float64
#>     return %2
#> end
#! opt --entry of_a_vector --sig "Vector{Float64}" --rules half
#> # cost 100000 → 100000 where sizes are 100, optimal
#> # variant 1: 1000 * size(v, 1)
#> #     for 29 % of the sizes tried, mostly where size(v, 1) is small: size(v, 1) 3 to 60
#> # variant 2: 50000 + 500 * size(v, 1)
#> #     for 71 % of the sizes tried, mostly where size(v, 1) is large: size(v, 1) 174 to 1333
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = size(%1, 1)::Int64
#>     %3 = Float64(%2)::Float64
#>     %4 = *(1000.0, %3)::Float64
#>     %5 = *(500.0, %3)::Float64
#>     %6 = +(50000.0, %5)::Float64
#>     %7 = *(0.9523809523809523, %4)::Float64
#>     %8 = <=(%7, %6)::Bool
#>     goto b1 if %8 else b2
#> b1:
#>     %9 = plain(%1)::Float64
#>     return %9
#> b2:
#>     %10 = brisk(%1)::Float64
#>     return %10
#> end
#! opt --entry of_a_vector --sig "Vector{Float64}" --rules half --sizes 1000
#> # cost 1000000 → 550000, optimal
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = brisk(%1)::Float64
#>     return %2
#> end
#! opt --entry of_a_vector --sig "Vector{Float64}" --rules half --sizes 10
#> # cost 10000 → 10000, optimal
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = plain(%1)::Float64
#>     return %2
#> end
#! opt --entry of_a_vector --sig "Vector{Float64}" --rules everywhere
#> # cost 100000 → 97000, optimal
#> function of_a_vector(%1 v::Vector{Float64})::Float64
#> b0:
#>     %2 = trimmed(%1)::Float64
#>     return %2
#> end
