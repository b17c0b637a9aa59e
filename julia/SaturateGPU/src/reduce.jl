# Reductions to one number: `sum`, `prod`, `maximum`, `minimum`, each with a function or without.
#
# Half precision is summed in single precision. The order of additions is not Julia's, so sums are equal up to rounding.

const REDUCTIONS = Memo{Kernel}()
const REDUCTION_THREADS = 256

"The type in which a reduction of elements of type `T` runs."
summed_in(::Any, ::Type{T}) where {T} = T
summed_in(::Union{typeof(+),typeof(*)}, ::Type{Float16}) = Float32

"A reduction of `f` of each element of an array that has some."
@noinline function reduce_device(f::F, op::O, A::DeviceArray{T}) where {F,O,T}
    R = Core.Compiler.return_type(f, Tuple{T})
    R isa DataType && R <: DeviceFloat || refuse("a reduction of `", f, "` over elements of type ", T, " makes ", R)
    S = summed_in(op, R)
    blocks = min(cld(length(A), REDUCTION_THREADS), 4 * device().multiprocessors)
    return scratch(S, (blocks,)) do partial
        reduce_step(f, op, A, partial, blocks)
        blocks == 1 && return R(partial[1])
        scratch(S, (1,)) do whole
            reduce_step(identity, op, partial, whole, 1)
            R(whole[1])
        end
    end
end

function reduce_step(f::F, op::O, from::DeviceArray{T}, to::DeviceArray{S}, blocks::Int) where {F,O,T,S}
    kernel = remembered(() -> reduce_text(f, op, T, S), text -> compile_kernel(text, "reduce", "reduce"), REDUCTIONS, (F, O, T, S))
    state = function_leaf(f)
    GC.@preserve from to launch(kernel, blocks, REDUCTION_THREADS, (from.pointer, to.pointer, length(from), state...))
end

function reduce_text(f, op, T::DataType, S::DataType)
    s = Source()
    self = is_ghost(Core.Typeof(f)) ? nothing : Term("p.f", typeof(f))
    field = state_field(s, Core.Typeof(f), "f")
    element = converted(call_text(s, f, [Term("x", T)], self), S).text
    combined = call_text(s, op, [Term("a", S), Term("b", S)]).text
    return """
        $(String(take!(s.text)))
        typedef $(NUMBER_NAMES[S]) Sum;
        struct Params { const $(NUMBER_NAMES[T]) *input; Sum *output; long long n; $field };
        __device__ __forceinline__ Sum element(const Params &p, long long i) { $(NUMBER_NAMES[T]) x = p.input[i]; return $element; }
        __device__ __forceinline__ Sum combine(Sum a, Sum b) { return $combined; }
        """
end

no_dimensions(::Colon) = nothing
no_dimensions(dims) = refuse("reductions along dimensions are not on the device yet; `dims=$dims`")

for (name, op) in ((:sum, :+), (:prod, :*))
    @eval Base.$name(f, A::DeviceArray; dims=:) = (no_dimensions(dims); isempty(A) ? $name(f, Array(A)) : reduce_device(f, $op, A))
    @eval Base.$name(A::DeviceArray; dims=:) = $name(identity, A; dims=dims)
end
for (name, op) in ((:maximum, :max), (:minimum, :min))
    @eval Base.$name(f, A::DeviceArray; dims=:) = (no_dimensions(dims); isempty(A) ? $name(f, Array(A)) : reduce_device(f, $op, A))
    @eval Base.$name(A::DeviceArray; dims=:) = $name(identity, A; dims=dims)
end
