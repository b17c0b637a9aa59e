# Products and layers on a device, fused.
#
# The rules look for arrays of this package's types only, so the same source runs with these rules on device arrays and with the library's on arrays of
# the processor. A call on the right takes one of several ways by size (`src/choice.jl`).
#
# Sums are rounded once instead of after each operation: all laws hold up to rounding, for finite values.

@rules gpu begin
    # σ.(W x .+ b), for one input or many. (up to rounding; finite values)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, broadcasted(+, ~W * ~x, ~b)))) === typeof(~x)
        @relaxed materialize(broadcasted(~σ, broadcasted(+, ~W::DeviceMatrix * ~x::DeviceArray, ~b::DeviceVector))) --> dense(~σ, ~W, ~x, ~b)
        @relaxed materialize(broadcasted(~σ, broadcasted(+, ~b::DeviceVector, ~W::DeviceMatrix * ~x::DeviceArray))) --> dense(~σ, ~W, ~x, ~b)
    end
    # The same without an activation. (up to rounding; finite values)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(+, ~W * ~x, ~b))) === typeof(~x)
        @relaxed materialize(broadcasted(+, ~W::DeviceMatrix * ~x::DeviceArray, ~b::DeviceVector)) --> dense(identity, ~W, ~x, ~b)
    end
    # W x + b without dots, for one input. (up to rounding; finite values)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, ~W * ~x + ~b))) === typeof(~x)
        @relaxed materialize(broadcasted(~σ, ~W::DeviceMatrix * ~x::DeviceVector + ~b::DeviceVector)) --> affine(~σ, ~W, ~x, ~b)
    end
    # Without a bias. (up to rounding; finite values)
    if one_use(~W * ~x) && typeof(materialize(broadcasted(~σ, ~W * ~x))) === typeof(~x)
        @relaxed materialize(broadcasted(~σ, ~W::DeviceMatrix * ~x::DeviceArray)) --> dense(~σ, ~W, ~x)
    end

    # C .= f.(α g.(A) h.(B) + β C), where `g`, `h` are functions or not there; `f` is `identity` where the source has none.
    # Where a function throws, `C` may have been written. (up to rounding; finite values; errors aside)
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C) && one_use(materialize(broadcasted(~g, ~A))) && typeof(materialize(broadcasted(~g, ~A))) === typeof(~C) && one_use(materialize(broadcasted(~h, ~B))) && typeof(materialize(broadcasted(~h, ~B))) === typeof(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~α * (materialize(broadcasted(~g, ~A::DeviceMatrix)) * materialize(broadcasted(~h, ~B::DeviceMatrix))) + ~β * ~C)) -->
            gemm!(~f, ~C, ~g, ~A, ~h, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, broadcasted(+, broadcasted(*, ~α, materialize(broadcasted(~g, ~A::DeviceMatrix)) * materialize(broadcasted(~h, ~B::DeviceMatrix))), broadcasted(*, ~β, ~C)))) -->
            dotted_gemm!(~f, ~C, ~g, ~A, ~h, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(+, broadcasted(*, ~α, materialize(broadcasted(~g, ~A::DeviceMatrix)) * materialize(broadcasted(~h, ~B::DeviceMatrix))), broadcasted(*, ~β, ~C))) -->
            dotted_gemm!(identity, ~C, ~g, ~A, ~h, ~B, ~α, ~β)
    end
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C) && one_use(materialize(broadcasted(~g, ~A))) && typeof(materialize(broadcasted(~g, ~A))) === typeof(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~α * (materialize(broadcasted(~g, ~A::DeviceMatrix)) * ~B::DeviceMatrix) + ~β * ~C)) -->
            gemm!(~f, ~C, ~g, ~A, identity, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, broadcasted(+, broadcasted(*, ~α, materialize(broadcasted(~g, ~A::DeviceMatrix)) * ~B::DeviceMatrix), broadcasted(*, ~β, ~C)))) -->
            dotted_gemm!(~f, ~C, ~g, ~A, identity, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(+, broadcasted(*, ~α, materialize(broadcasted(~g, ~A::DeviceMatrix)) * ~B::DeviceMatrix), broadcasted(*, ~β, ~C))) -->
            dotted_gemm!(identity, ~C, ~g, ~A, identity, ~B, ~α, ~β)
    end
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C) && one_use(materialize(broadcasted(~h, ~B))) && typeof(materialize(broadcasted(~h, ~B))) === typeof(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~α * (~A::DeviceMatrix * materialize(broadcasted(~h, ~B::DeviceMatrix))) + ~β * ~C)) -->
            gemm!(~f, ~C, identity, ~A, ~h, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, broadcasted(+, broadcasted(*, ~α, ~A::DeviceMatrix * materialize(broadcasted(~h, ~B::DeviceMatrix))), broadcasted(*, ~β, ~C)))) -->
            dotted_gemm!(~f, ~C, identity, ~A, ~h, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(+, broadcasted(*, ~α, ~A::DeviceMatrix * materialize(broadcasted(~h, ~B::DeviceMatrix))), broadcasted(*, ~β, ~C))) -->
            dotted_gemm!(identity, ~C, identity, ~A, ~h, ~B, ~α, ~β)
    end
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~α * (~A::DeviceMatrix * ~B::DeviceMatrix) + ~β * ~C)) -->
            gemm!(~f, ~C, identity, ~A, identity, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, broadcasted(+, broadcasted(*, ~α, ~A::DeviceMatrix * ~B::DeviceMatrix), broadcasted(*, ~β, ~C)))) -->
            dotted_gemm!(~f, ~C, identity, ~A, identity, ~B, ~α, ~β)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(+, broadcasted(*, ~α, ~A::DeviceMatrix * ~B::DeviceMatrix), broadcasted(*, ~β, ~C))) -->
            dotted_gemm!(identity, ~C, identity, ~A, identity, ~B, ~α, ~β)
    end
    # C .= f.(g.(A) h.(B)). (up to rounding; finite values; errors aside)
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(materialize(broadcasted(~f, ~A * ~B))) === typeof(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~A::DeviceMatrix * ~B::DeviceMatrix)) -->
            overwriting_gemm!(~f, ~C, identity, ~A, identity, ~B)
    end
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(materialize(broadcasted(~g, ~A))) === typeof(~C) && typeof(materialize(broadcasted(~h, ~B))) === typeof(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, materialize(broadcasted(~g, ~A::DeviceMatrix)) * materialize(broadcasted(~h, ~B::DeviceMatrix)))) -->
            overwriting_gemm!(~f, ~C, ~g, ~A, ~h, ~B)
    end

    # Sums commute. (exact)
    ~A::DeviceMatrix + ~B::DeviceMatrix == ~B + ~A
    # α A B is α (A B). (up to rounding; finite values)
    @relaxed *(~α::Number, ~A::DeviceMatrix, ~B::DeviceMatrix) --> ~α * (~A * ~B)

    # α A B + β C as a new array: one instead of four. (up to rounding; finite values)
    if one_use(~A * ~B) && typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C)
        @relaxed ~α * (~A::DeviceMatrix * ~B::DeviceMatrix) + ~β * ~C::DeviceMatrix --> product_sum(~A, ~B, ~C, ~α, ~β)
    end

    # Two products with one factor at once. (up to rounding; finite values)
    (~A::DeviceMatrix * ~x::DeviceVector, ~A * ~y::DeviceVector) --> two_products(~A, ~x, ~y)
    (~A::DeviceMatrix * ~X::DeviceMatrix, ~A * ~Y::DeviceMatrix) --> two_products(~A, ~X, ~Y)
    # Two broadcasts over one array, or over one expression, in one kernel. (exact)
    (materialize(broadcasted(~f, ~x::DeviceLike)), materialize(broadcasted(~g, ~x))) --> broadcast_two(broadcasted(~f, ~x), broadcasted(~g, ~x))
    (materialize(broadcasted(~f, ~x::DeviceLike)), materialize(broadcasted(~g, ~x, ~y))) --> broadcast_two(broadcasted(~f, ~x), broadcasted(~g, ~x, ~y))
    (materialize(broadcasted(~f, ~x::DeviceLike)), materialize(broadcasted(~g, ~y, ~x))) --> broadcast_two(broadcasted(~f, ~x), broadcasted(~g, ~y, ~x))
    (materialize(broadcasted(~f, ~x::DeviceLike, ~y)), materialize(broadcasted(~g, ~x, ~z))) --> broadcast_two(broadcasted(~f, ~x, ~y), broadcasted(~g, ~x, ~z))
    (materialize(broadcasted(~f, ~x::DeviceLike, ~y)), materialize(broadcasted(~g, ~z, ~x))) --> broadcast_two(broadcasted(~f, ~x, ~y), broadcasted(~g, ~z, ~x))
    (materialize(broadcasted(~f, ~y, ~x::DeviceLike)), materialize(broadcasted(~g, ~z, ~x))) --> broadcast_two(broadcasted(~f, ~y, ~x), broadcasted(~g, ~z, ~x))

    # Effects of this package's own functions: each makes or writes what its name says, on the device. A function that a broadcast is given runs
    # there as well, where it can do nothing but compute; what could do more is refused (`src/translate.jl`).
    @effects lazy pure
    @effects broadcast_new reads alloc throws
    @effects elementwise reads alloc throws
    @effects product_new reads alloc throws
    @effects broadcast_into! reads writes throws
    @effects product_into! reads writes throws
    @effects dense reads alloc throws
    @effects two_products reads alloc throws
    @effects broadcast_two reads alloc throws
    @effects affine reads alloc throws
    @effects product_sum reads alloc throws
    @effects gemm! reads writes throws
    @effects dotted_gemm! reads writes throws
    @effects overwriting_gemm! reads writes throws

    # A broadcast gives the same array whether a part of it was computed before or is computed with it.
    @generic materialize(::Broadcasted{<:DeviceStyle})
    @generic materialize!(::DeviceArray, ::Broadcasted)

    # In units of a kernel's launch. A layer does not carry its product's cost, so that one branch can fuse although another keeps the product.
    @cost *(::DeviceMatrix, ::DeviceArray) 200
    @cost *(::Number, ::DeviceMatrix, ::DeviceMatrix) 210
    @cost *(::Number, ::DeviceArray) 10
    @cost +(::DeviceArray, ::DeviceArray) 10
    @cost materialize(::Broadcasted) 10
    @cost materialize!(::DeviceArray, ::Broadcasted) 10
    @cost two_products 205
    @cost broadcast_two 12
    @cost getindex(::Tuple, ::Int) 0
    @cost product_sum 205
    @cost gemm! 202
    @cost dotted_gemm! 202
    @cost overwriting_gemm! 202
end

# What LinearAlgebra's `mul!` does, and nothing else is fused: the middle one of the three ways in which the evaluation computes a product.
@rules gpu_mul begin
    # C .= f.(α A B + β C). (up to rounding; finite values; errors aside)
    if typeof(~A) === typeof(~C) && typeof(~B) === typeof(~C) && typeof(~α) === eltype(~C) && typeof(~β) === eltype(~C)
        @relaxed materialize!(~C::DeviceMatrix, broadcasted(~f, ~α * (~A::DeviceMatrix * ~B::DeviceMatrix) + ~β * ~C)) -->
            mul_then!(~f, ~C, ~A, ~B, ~α, ~β)
    end

    # Effects of this package's own functions: each makes or writes what its name says, on the device. A function that a broadcast is given runs
    # there as well, where it can do nothing but compute; what could do more is refused (`src/translate.jl`).
    @effects lazy pure
    @effects broadcast_new reads alloc throws
    @effects elementwise reads alloc throws
    @effects product_new reads alloc throws
    @effects broadcast_into! reads writes throws
    @effects product_into! reads writes throws
    @effects mul_then! reads writes throws
    @generic materialize(::Broadcasted{<:DeviceStyle})
    @generic materialize!(::DeviceArray, ::Broadcasted)
    @cost *(::DeviceMatrix, ::DeviceArray) 200
    @cost *(::Number, ::DeviceMatrix, ::DeviceMatrix) 210
    @cost *(::Number, ::DeviceArray) 10
    @cost +(::DeviceArray, ::DeviceArray) 10
    @cost mul_then! 202
end
