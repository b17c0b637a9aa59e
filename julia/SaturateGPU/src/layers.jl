# Products with what is around them, fused: what rules rewrite to, and what a person would call.
#
#     dense(σ, W, x, b)                    σ.(W * x .+ b)
#     dense(σ, W, x)                       σ.(W * x)
#     gemm!(f, C, fa, A, fb, B, α, β)      C .= f.(α * (fa.(A) * fb.(B)) + β * C)
#
# The result is that of the separate operations up to rounding: sums are rounded once instead of after each operation. How it is computed depends on the size
# (`choice.jl`). Where sizes do not fit or arrays share memory, the separate operations run, with their results and their errors.

"`σ.(W * x .+ b)` as fast as the device can."
@noinline function dense(σ::S, W::DeviceMatrix{T}, x::DeviceArray{T,N}, b::DeviceVector{T}) where {S,T,N}
    length(b) == size(W, 1) && size(W, 2) == size(x, 1) && !isempty(x) && !isempty(W) ||
        return broadcast_new(lazy(σ, lazy(+, product_new(W, x), b)))
    return dense_new(σ, W, x, b)
end

"`σ.(W * x)`."
@noinline function dense(σ::S, W::DeviceMatrix{T}, x::DeviceArray{T,N}) where {S,T,N}
    size(W, 2) == size(x, 1) && !isempty(x) && !isempty(W) || return broadcast_new(lazy(σ, product_new(W, x)))
    return dense_new(σ, W, x, nothing)
end

"`σ.(W * x + b)`, which wants the product and `b` to have one size."
@noinline function affine(σ::S, W::DeviceMatrix{T}, x::DeviceVector{T}, b::DeviceVector{T}) where {S,T}
    size(W, 1) == length(b) || return broadcast_new(lazy(σ, elementwise(+, product_new(W, x), b)))
    return dense(σ, W, x, b)
end

function dense_new(σ::S, W::DeviceMatrix{T}, x::DeviceArray{T,N}, b::Union{Nothing,DeviceVector{T}}) where {S,T,N}
    y = DeviceArray{T,N}(undef, (size(W, 1), Base.tail(size(x))...))
    fused_product!(σ, y, identity, W, identity, x, 1, 0, b, way(:dense, T, size(W, 1), size(x, 2), size(W, 2)))
    return y
end

"`C .= f.(α * (fa.(A) * fb.(B)) + β * C)` as fast as the device can; gives `C`."
@noinline function gemm!(f::F, C::DeviceMatrix{T}, fa::FA, A::DeviceMatrix{T}, fb::FB, B::DeviceMatrix{T}, α::T, β::T) where {F,FA,FB,T}
    product_fits(C, A, B) || return broadcast_into!(C, lazy(f, elementwise(+, α * (applied(fa, A) * applied(fb, B)), β * C)))
    fused_product!(f, C, fa, A, fb, B, α, β, nothing, way(is_costly(fa, T) || is_costly(fb, T) ? :costly_gemm : :gemm, T, size(A, 1), size(B, 2), size(A, 2)))
    return C
end

"`C .= f.(α .* (fa.(A) * fb.(B)) .+ β .* C)`: the same, but dots repeat a product of one row or column."
@noinline function dotted_gemm!(f::F, C::DeviceMatrix{T}, fa::FA, A::DeviceMatrix{T}, fb::FB, B::DeviceMatrix{T}, α::T, β::T) where {F,FA,FB,T}
    product_fits(C, A, B) || return broadcast_into!(C, lazy(f, lazy(+, lazy(*, α, applied(fa, A) * applied(fb, B)), lazy(*, β, C))))
    return gemm!(f, C, fa, A, fb, B, α, β)
end

"`C .= f.(fa.(A) * fb.(B))`, likewise."
@noinline function overwriting_gemm!(f::F, C::DeviceMatrix{T}, fa::FA, A::DeviceMatrix{T}, fb::FB, B::DeviceMatrix{T}) where {F,FA,FB,T}
    product_fits(C, A, B) || return broadcast_into!(C, lazy(f, applied(fa, A) * applied(fb, B)))
    return gemm!(f, C, fa, A, fb, B, one(T), zero(T))
end

"`mul!` and then `f` in place, where the product can be written into `C`: what LinearAlgebra alone offers."
@noinline function mul_then!(f::F, C::DeviceMatrix{T}, A::DeviceMatrix{T}, B::DeviceMatrix{T}, α::T, β::T) where {F,T}
    product_fits(C, A, B) || return broadcast_into!(C, lazy(f, elementwise(+, α * (A * B), β * C)))
    gemm_into!(C, A, B, α, β)
    F === typeof(identity) || broadcast_into!(C, lazy(f, C))
    return C
end

"`α * (A * B) + β * C` in a new array."
@noinline function product_sum(A::DeviceMatrix{T}, B::DeviceMatrix{T}, C::DeviceMatrix{T}, α::T, β::T) where {T}
    size(C) == (size(A, 1), size(B, 2)) && size(A, 2) == size(B, 1) && !isempty(C) && size(A, 2) > 0 || return elementwise(+, α * (A * B), β * C)
    D = similar(C)
    fused_product!(identity, D, identity, A, identity, B, α, β, nothing, :epilogue, C)
    return D
end

applied(::typeof(identity), A::DeviceArray) = A
applied(f, A::DeviceArray) = broadcast_new(lazy(f, A))

"Whether the product of `A` and `B` can be written straight into `C`."
product_fits(C, A, B) = size(C) == (size(A, 1), size(B, 2)) && size(A, 2) == size(B, 1) && !isempty(C) && size(A, 2) > 0 &&
                        memory_of(C) != memory_of(A) && memory_of(C) != memory_of(B)

"D ← f(α fa(A) fb(B) + β C + bias), sizes checked, in the way that was chosen."
function fused_product!(f::F, D::DeviceArray{T}, fa::FA, A::DeviceMatrix{T}, fb::FB, B::DeviceArray{T}, α, β, bias, chosen::Symbol,
                        C::DeviceArray{T}=D) where {F,FA,FB,T}
    if T === Float16 && chosen in (:tile32, :tile64, :tile128)
        return tiled_product!(f, D, fa, A, fb, B, α, β, bias, chosen, C)
    end
    return with_applied(fa, A, fb, B) do A1, B1
        chosen === :separate || epilogue_product!(f, D, A1, B1, α, β, bias, C) || separate_product!(f, D, A1, B1, α, β, bias, C)
        chosen === :separate && separate_product!(f, D, A1, B1, α, β, bias, C)
    end
end

"What `run` gives for `fa.(A)` and `fb.(B)`, which are there for this call alone."
with_applied(run, ::typeof(identity), A, ::typeof(identity), B) = run(A, B)
with_applied(run, fa, A, ::typeof(identity), B) = with_applied(A1 -> run(A1, B), fa, A)
with_applied(run, ::typeof(identity), A, fb, B) = with_applied(B1 -> run(A, B1), fb, B)
function with_applied(run, fa, A, fb, B)
    return scratch(eltype(A), size(A)) do A1
        scratch(eltype(B), size(B)) do B1
            apply_both!(fa, A, A1, fb, B, B1)
            run(A1, B1)
        end
    end
end
function with_applied(run, f::F, A::DeviceArray{T}) where {F,T}
    return scratch(T, size(A)) do made
        run_broadcast!(made, instantiate(lazy(f, A)))
        run(made)
    end
end

const BOTH = Memo{Kernel}()

"`A1 .= fa.(A)` and `B1 .= fb.(B)` in one kernel: its first threads do the one, the others the other."
function apply_both!(fa::FA, A::DeviceArray{T}, A1::DeviceArray{T}, fb::FB, B::DeviceArray{T}, B1::DeviceArray{T}) where {FA,FB,T}
    wide = 16 ÷ sizeof(T)
    wide = length(A) % wide == 0 && length(B) % wide == 0 ? wide : 1
    kernel = remembered(() -> both_text(fa, fb, T, wide), text -> compile_kernel(text, "both"), BOTH, (FA, FB, T, wide))
    counts = (length(A) ÷ wide, length(B) ÷ wide)
    parameter = (A.pointer, A1.pointer, counts[1], B.pointer, B1.pointer, counts[2], function_leaf(fa)..., function_leaf(fb)...)
    GC.@preserve A A1 B B1 launch(kernel, cld(sum(counts), THREADS), THREADS, parameter)
end

function both_text(fa, fb, T::DataType, wide::Int)
    s = Source()
    (field_a, on_a), (field_b, on_b) = applied_text(s, "a", fa, T), applied_text(s, "b", fb, T)
    number = NUMBER_NAMES[T]
    return """
        $(String(take!(s.text)))
        struct Params { const $number *a; $number *to_a; long long count_a; const $number *b; $number *to_b; long long count_b; $field_a $field_b };
        $on_a
        $on_b
        typedef Vector<$number, $wide> Some;
        extern "C" __global__ void both(Params p) {
          long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
          if (t < p.count_a) {
            Some x = reinterpret_cast<const Some *>(p.a)[t];
            for (int e = 0; e < $wide; e++) x.x[e] = on_a(p, x.x[e]);
            reinterpret_cast<Some *>(p.to_a)[t] = x;
          } else if (t - p.count_a < p.count_b) {
            t -= p.count_a;
            Some x = reinterpret_cast<const Some *>(p.b)[t];
            for (int e = 0; e < $wide; e++) x.x[e] = on_b(p, x.x[e]);
            reinterpret_cast<Some *>(p.to_b)[t] = x;
          }
        }
        """
end

"A function of one number as `on_NAME` of a kernel, and the field of its parameter that it needs."
function applied_text(s::Source, name::String, f, T::DataType)
    field = state_field(s, Core.Typeof(f), "state_$name")
    made = call_text(s, f, [Term("x", T)], is_ghost(Core.Typeof(f)) ? nothing : Term("p.state_$name", typeof(f)))
    made.type === T || refuse("`", f, "` makes a ", made.type, " of a ", T)
    number = NUMBER_NAMES[T]
    return field, "__device__ __forceinline__ $number on_$name(const Params &p, $number x) { return $(made.text); }"
end

"One product with an epilogue; what `f` does and the epilogue does not is a kernel after it. False if there is no such product."
function epilogue_product!(f::F, D::DeviceArray{T}, A, B, α, β, bias, C) where {F,T}
    d, epilogue = device(), epilogue_of(f, T)
    request = product(D, A, B, α, β, C, bias, epilogue === nothing ? NOTHING : epilogue)
    code = GC.@preserve D A B C bias ccall(d.matmul, Int32, (Ptr{Cvoid}, Ref{Product}), d.handle, request)
    code == Code.NOT_SUPPORTED && return false
    checked(d, code)
    epilogue === nothing && run_broadcast!(D, instantiate(lazy(f, D)))
    return true
end

"The product, then the rest as one kernel."
function separate_product!(f::F, D::DeviceArray{T}, A, B, α, β, bias, C) where {F,T}
    C === D || iszero(β) || copyto!(D, C)
    gemm_into!(D, A, B, α, β)
    bias === nothing ? F === typeof(identity) || run_broadcast!(D, instantiate(lazy(f, D))) : run_broadcast!(D, instantiate(lazy(f, lazy(+, D, bias))))
    return true
end

# -- Everything in one kernel -----------------------------------------------------------------------------------------------------------------

const TILED = Memo{Kernel}()

"Elements of D per block in both directions, step along k, warps in both directions."
const TILES = (tile32=(32, 32, 64, 2, 2), tile64=(64, 64, 64, 2, 2), tile128=(128, 128, 32, 4, 2))

function tiled_product!(f::F, D::DeviceArray{Float16}, fa::FA, A::DeviceMatrix{Float16}, fb::FB, B::DeviceArray{Float16}, α, β, bias, chosen::Symbol,
                        C::DeviceArray{Float16}) where {F,FA,FB}
    m, k, n = size(A, 1), size(A, 2), size(B, 2)
    aligned = m % 8 == 0 && k % 8 == 0
    kernel = remembered(() -> tiled_text(f, fa, fb, chosen, aligned), text -> compile_kernel(text, "gemm", "gemm"), TILED, (F, FA, FB, chosen, aligned))
    tile_m, tile_n, _, warps_m, warps_n = getfield(TILES, chosen)
    parameter = (A.pointer, B.pointer, C.pointer, bias === nothing ? Ptr{Float16}(C_NULL) : bias.pointer, D.pointer, m, n, k, Float32(α), Float32(β),
                 function_leaf(fa)..., function_leaf(fb)..., function_leaf(f)...)
    GC.@preserve A B C D bias launch(kernel, cld(m, tile_m), 32 * warps_m * warps_n, parameter; rows=cld(n, tile_n))
    return true
end

function tiled_text(f, fa, fb, chosen::Symbol, aligned::Bool)
    s = Source()
    (field_a, on_a), (field_b, on_b), (field_d, on_d) = applied_text(s, "a", fa, Float16), applied_text(s, "b", fb, Float16), applied_text(s, "d", f, Float16)
    tile_m, tile_n, tile_k, warps_m, warps_n = getfield(TILES, chosen)
    return """
        #define TILE_M $tile_m
        #define TILE_N $tile_n
        #define TILE_K $tile_k
        #define WARPS_M $warps_m
        #define WARPS_N $warps_n
        #define ALIGNED $(Int(aligned))
        $(String(take!(s.text)))
        struct Params { const f16 *a, *b, *c, *bias; f16 *d; long long m, n, k; float alpha, beta; $field_a $field_b $field_d };
        $on_a
        $on_b
        $on_d
        """
end
