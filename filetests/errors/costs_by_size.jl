# What is wrong with a cost or a shape is said where it is defined.

work(A, B) = A * B
step(v) = v

@rules unknown_argument begin
    @cost work(A::Matrix, B::Matrix) size(A, 1) * size(C, 2)
end
#! opt --rules unknown_argument --entry step --sig Int64
#> error: 7:56: `C` is no argument of the call (the arguments are `A`, `B`)

@rules no_names begin
    @cost work(::Matrix, ::Matrix) size(A, 1)
end
#! opt --rules no_names --entry step --sig Int64
#> error: 13:41: `A` is no argument of the call (the arguments have no names: write `f(A::T, …)`)

@rules no_arguments begin
    @cost work length(A)
end
#! opt --rules no_arguments --entry step --sig Int64
#> error: 19:23: `A` is no argument of the call (the arguments have no names: write `f(A::T, …)`)

@rules unknown_function begin
    @cost work(A::Matrix, B::Matrix) log(size(A, 1))
end
#! opt --rules unknown_function --entry step --sig Int64
#> error: 25:38: `log(size(A, 1))` is not known in a cost (known are numbers, `size(A, k)`, `length(A)`, `ndims(A)`, `sizeof(eltype(A))` of arguments, and `+ - * / ^ min max`)

@rules dimension_zero begin
    @cost work(A::Matrix, B::Matrix) size(A, 0)
end
#! opt --rules dimension_zero --entry step --sig Int64
#> error: 31:46: dimensions are counted from 1, and given as a number

@rules dimension_by_name begin
    @cost work(A::Matrix, B::Matrix) size(A, B)
end
#! opt --rules dimension_by_name --entry step --sig Int64
#> error: 37:46: dimensions are counted from 1, and given as a number

@rules negative begin
    @cost work(A::Matrix, B::Matrix) size(A, 1) - 5
end
#! opt --rules negative --entry step --sig Int64
#> error: 43:38: the cost is negative (-4) where all sizes are 1

@rules no_number begin
    @cost work(A::Matrix, B::Matrix) 1 / (size(A, 1) - size(B, 1))
end
#! opt --rules no_number --entry step --sig Int64
#> error: 49:38: the cost is not a number (inf) where all sizes are 1

@rules text begin
    @cost work(A::Matrix, B::Matrix) "much"
end
#! opt --rules text --entry step --sig Int64
#> error: 55:38: a cost is a number from 0 to 1e12

@rules same_name begin
    @cost work(A::Matrix, A::Matrix) size(A, 1)
end
#! opt --rules same_name --entry step --sig Int64
#> error: 61:27: two arguments have this name

@rules index begin
    @cost work(A::Matrix, B::Matrix) A[1]
end
#! opt --rules index --entry step --sig Int64
#> error: 67:38: a cost is a number from 0 to 1e12

@rules shape_of_nothing begin
    @shape work(A, B)
end
#! opt --rules shape_of_nothing --entry step --sig Int64
#> error: 73:5: `@shape` takes a signature, and a tuple of sizes

@rules shape_of_unknown begin
    @shape work(A, B) (size(A, 1), size(C, 2))
end
#! opt --rules shape_of_unknown --entry step --sig Int64
#> error: 79:41: `C` is no argument of the call (the arguments are `A`, `B`)

# What is right.
@rules all_forms begin
    @cost work(A::Matrix, B) 2 * size(A, 1)^3 / 3 + max(length(B), 10) - min(1, ndims(A)) + sizeof(eltype(A)) * size(B, 3)
    @cost step(n) n
    @shape work(A, B) (size(A, 1), size(B, 2))
    @shape step(v) length(v)
end
#! opt --rules all_forms --entry step --sig Int64
#> # cost 0 → 0, optimal
#> function step(%1 v::Int64)::Int64
#> b0:
#>     return %1
#> end
