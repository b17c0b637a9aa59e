# The sizes of what calls give follow from those of the arguments. `measured` costs a thousand times its rows and its columns, `other` the same for all: where
# they are compared, the formulas show the sizes that were found.

measured(A) = sum(A)
other(A) = sum(A) + 0.0

@rules shapes begin
    measured(~A) --> other(~A)
    @cost measured(A::AbstractMatrix) 1000 * size(A, 1) + size(A, 2)
    @cost measured(v::AbstractVector) 1000 * length(v)
    @cost other(A) 100000
    @shape stacked(A, B) (size(A, 1) + size(B, 1), size(A, 2))
end

of_a_product(A, B) = measured(A * B)
#! opt --rules shapes --entry of_a_product --sig "Matrix{Float64}, Matrix{Float64}" --emit julia
#> # cost 100101 → 100101 where sizes are 100, optimal
#> # variant 1: size(B, 2) + 1000 * size(A, 1) + 1
#> #     for 32 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 73, size(B, 2) 4 to 2372
#> # variant 2: 100001
#> #     for 68 % of the sizes tried, mostly where size(A, 1) is large: size(A, 1) 157 to 1182, size(B, 2) 18 to 960
#> function of_a_product(A::Matrix{Float64}, B::Matrix{Float64})
#>     v4 = Float64(size(A, 1))
#>     v6 = Float64(size(B, 2))
#>     if 0.9523809523809523 * (v6 + 1000.0 * v4) <= 100000.0
#>         return measured(A * B)
#>     end
#>     return other(A * B)
#> end

of_a_solve(A, B) = measured(A \ B)
#! opt --rules shapes --entry of_a_solve --sig "Matrix{Float64}, Matrix{Float64}" --emit julia
#> # cost 100101 → 100101 where sizes are 100, optimal
#> # variant 1: size(B, 2) + 1000 * size(A, 2) + 1
#> #     for 32 % of the sizes tried, mostly where size(A, 2) is small: size(A, 2) 3 to 73, size(B, 2) 4 to 2372
#> # variant 2: 100001
#> #     for 68 % of the sizes tried, mostly where size(A, 2) is large: size(A, 2) 157 to 1182, size(B, 2) 18 to 960
#> function of_a_solve(A::Matrix{Float64}, B::Matrix{Float64})
#>     v4 = Float64(size(A, 2))
#>     v6 = Float64(size(B, 2))
#>     if 0.9523809523809523 * (v6 + 1000.0 * v4) <= 100000.0
#>         return measured(A \ B)
#>     end
#>     return other(A \ B)
#> end

of_a_transpose(A) = measured(transpose(A))
#! opt --rules shapes --entry of_a_transpose --sig "Matrix{Float64}" --emit julia
#> # cost 100101 → 100101 where sizes are 100, optimal
#> # variant 1: 100001
#> #     for 66 % of the sizes tried, mostly where size(A, 2) is large: size(A, 1) 9 to 930, size(A, 2) 157 to 2345
#> # variant 2: size(A, 1) + 1000 * size(A, 2) + 1
#> #     for 34 % of the sizes tried, mostly where size(A, 2) is small: size(A, 1) 4 to 1333, size(A, 2) 3 to 80
#> function of_a_transpose(A::Matrix{Float64})
#>     if 100000.0 <= 0.9523809523809523 * (Float64(size(A, 1)) + 1000.0 * Float64(size(A, 2)))
#>         return other(transpose(A))
#>     end
#>     return measured(transpose(A))
#> end

of_a_broadcast(A, v) = measured(A .+ v)
#! opt --rules shapes --entry of_a_broadcast --sig "Matrix{Float64}, Vector{Float64}" --emit julia
#> # cost 100102 → 100102 where sizes are 100, optimal
#> # variant 1: 100002
#> #     for 86 % of the sizes tried: size(A, 1) 21 to 1333, size(A, 2) 16 to 1000, size(v, 1) 20 to 1000
#> # variant 2: size(A, 2) + 1000 * max(size(A, 1), size(v, 1)) + 2
#> #     for 14 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 70, size(A, 2) 4 to 961, size(v, 1) 3 to 77
#> function of_a_broadcast(A::Matrix{Float64}, v::Vector{Float64})
#>     v4 = Float64(size(A, 1))
#>     v6 = Float64(size(A, 2))
#>     v8 = Float64(size(v, 1))
#>     if 100000.0 <= 0.9523809523809523 * (v6 + 1000.0 * ifelse(v4 < v8, v8, v4))
#>         return other(A .+ v)
#>     end
#>     return measured(A .+ v)
#> end

of_columns(A, B) = measured(hcat(A, B))
#! opt --rules shapes --entry of_columns --sig "Matrix{Float64}, Matrix{Float64}" --emit julia
#> # cost 100201 → 100201 where sizes are 100, optimal
#> # variant 1: size(A, 2) + size(B, 2) + 1000 * size(A, 1) + 1
#> #     for 33 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 70, size(A, 2) 6 to 1223, size(B, 2) 4 to 1193
#> # variant 2: 100001
#> #     for 67 % of the sizes tried, mostly where size(A, 1) is large: size(A, 1) 154 to 1531, size(A, 2) 24 to 968, size(B, 2) 11 to 926
#> function of_columns(A::Matrix{Float64}, B::Matrix{Float64})
#>     v4 = Float64(size(A, 1))
#>     v9 = Float64(size(A, 2)) + Float64(size(B, 2))
#>     if 0.9523809523809523 * (v9 + 1000.0 * v4) <= 100000.0
#>         return measured(hcat(A, B))
#>     end
#>     return other(hcat(A, B))
#> end

of_a_slice(A) = measured(A[:, 2])
#! opt --rules shapes --entry of_a_slice --sig "Matrix{Float64}" --emit julia
#> # cost 100001 → 100001 where sizes are 100, optimal
#> # variant 1: 1000 * size(A, 1) + 1
#> #     for 29 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 58
#> # variant 2: 100001
#> #     for 71 % of the sizes tried, mostly where size(A, 1) is large: size(A, 1) 170 to 1333
#> function of_a_slice(A::Matrix{Float64})
#>     if 0.9523809523809523 * (1000.0 * Float64(size(A, 1))) <= 100000.0
#>         return measured(A[(:), 2])
#>     end
#>     return other(A[(:), 2])
#> end

of_zeros(n) = measured(zeros(n, 3))
#! opt --rules shapes --entry of_zeros --sig "Int64" --emit julia
#> # cost 100004 → 100004 where sizes are 100
#> # variant 1, the source: 3 + 1000 * n + 1
#> #     for 29 % of the sizes tried, mostly where n is small: n 3 to 58
#> # variant 2: 100001
#> #     for 71 % of the sizes tried, mostly where n is large: n 168 to 1333
#> function of_zeros(n::Int64)
#>     if 0.9523809523809523 * (3.0 + 1000.0 * Float64(n)) <= 100000.0
#>         return measured(zeros(n, 3))
#>     end
#>     return other(zeros(n, 3))
#> end

of_a_copy(A) = measured(copy(A) + A)
#! opt --rules shapes --entry of_a_copy --sig "Matrix{Float64}" --emit julia
#> # cost 100102 → 100102 where sizes are 100, optimal
#> # variant 1: size(A, 2) + 1000 * size(A, 1) + 2
#> #     for 32 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 73, size(A, 2) 4 to 2372
#> # variant 2: 100002
#> #     for 68 % of the sizes tried, mostly where size(A, 1) is large: size(A, 1) 157 to 1182, size(A, 2) 18 to 960
#> function of_a_copy(A::Matrix{Float64})
#>     v3 = Float64(size(A, 1))
#>     v5 = Float64(size(A, 2))
#>     if 0.9523809523809523 * (v5 + 1000.0 * v3) <= 100000.0
#>         return measured(copy(A) + A)
#>     end
#>     return other(copy(A) + A)
#> end

# What `@shape` says of a function that nothing else is known of.
stacked(A, B) = vcat(A, B)
of_stacked(A, B) = measured(stacked(A, B))
#! opt --rules shapes --entry of_stacked --sig "Matrix{Float64}, Matrix{Float64}" --emit julia
#> # cost 200101 → 100001 where sizes are 100, optimal
#> # variant 1: 100001
#> #     for 89 % of the sizes tried: size(A, 1) 22 to 1091, size(A, 2) 16 to 1000, size(B, 1) 13 to 999
#> # variant 2: size(A, 2) + 1000 * (size(A, 1) + size(B, 1)) + 1
#> #     for 11 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 43, size(A, 2) 4 to 2345, size(B, 1) 2 to 47
#> function of_stacked(A::Matrix{Float64}, B::Matrix{Float64})
#>     v4 = Float64(size(A, 1))
#>     v6 = Float64(size(A, 2))
#>     v8 = Float64(size(B, 1))
#>     if 100000.0 <= 0.9523809523809523 * (v6 + 1000.0 * (v4 + v8))
#>         return other(stacked(A, B))
#>     end
#>     return measured(stacked(A, B))
#> end

# Nothing is known of sizes here: they count as 100, and there is no guard.
unknown(s) = measured(reshape(collect(1.0:parse(Float64, s)), 1, :))
#! opt --rules shapes --entry unknown --sig "String" --emit julia
#> # cost 5 → 5, optimal
#> function unknown(s::String)
#>     return measured(reshape(collect(1.0 : parse(Float64, s)), 1, (:)))
#> end

of_rows(A, B) = measured(vcat(A, B))
#! opt --rules shapes --entry of_rows --sig "Matrix{Float64}, Matrix{Float64}" --emit julia
#> # cost 200101 → 100001 where sizes are 100, optimal
#> # variant 1: 100001
#> #     for 89 % of the sizes tried: size(A, 1) 22 to 1091, size(A, 2) 16 to 1000, size(B, 1) 13 to 999
#> # variant 2: size(A, 2) + 1000 * (size(A, 1) + size(B, 1)) + 1
#> #     for 11 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 2 to 43, size(A, 2) 4 to 2345, size(B, 1) 2 to 47
#> function of_rows(A::Matrix{Float64}, B::Matrix{Float64})
#>     v4 = Float64(size(A, 1))
#>     v6 = Float64(size(A, 2))
#>     v8 = Float64(size(B, 1))
#>     if 100000.0 <= 0.9523809523809523 * (v6 + 1000.0 * (v4 + v8))
#>         return other(vcat(A, B))
#>     end
#>     return measured(vcat(A, B))
#> end
