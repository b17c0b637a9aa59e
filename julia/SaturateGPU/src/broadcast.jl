# Broadcasts: the whole expression is one kernel.
#
#     z .= relu.(x .+ b) .* 2        one kernel of z, x and b; made when an expression of this kind is seen first
#
# Arguments of an expression are arrays, numbers, and inner expressions; the kernel gets them as a flat list. An array comes with a stride for
# each dimension of the result, zero where it is repeated. Where all arrays have the shape of the result there is one dimension.
#
# A thread makes up to sixteen bytes of neighbours in the first dimension, if every array has them side by side or repeats one.

import Base.Broadcast: Broadcasted, BroadcastStyle, AbstractArrayStyle, DefaultArrayStyle, broadcasted, instantiate

struct DeviceStyle{N} <: AbstractArrayStyle{N} end
DeviceStyle{M}(::Val{N}) where {M,N} = DeviceStyle{N}()
DeviceStyle(::Val{N}) where {N} = DeviceStyle{N}()

const Flipped{T} = Union{Transpose{T,DeviceMatrix{T}},Adjoint{T,DeviceMatrix{T}}}
const FlippedVector{T} = Union{Transpose{T,DeviceVector{T}},Adjoint{T,DeviceVector{T}}}
const AnyDevice{T} = Union{DeviceArray{T},Flipped{T},FlippedVector{T}}

Base.BroadcastStyle(::Type{<:DeviceArray{T,N}}) where {T,N} = DeviceStyle{N}()
Base.BroadcastStyle(::Type{<:Flipped}) = DeviceStyle{2}()
Base.BroadcastStyle(::Type{<:FlippedVector}) = DeviceStyle{2}()
Base.BroadcastStyle(::DeviceStyle{N}, ::DeviceStyle{M}) where {N,M} = DeviceStyle{max(N, M)}()
Base.BroadcastStyle(::DeviceStyle{N}, ::DefaultArrayStyle{M}) where {N,M} = DeviceStyle{max(N, M)}()

const Lazy = Broadcasted{<:DeviceStyle}
const DeviceLike = Union{AnyDevice,Lazy}

# `broadcasted`, as Base has it, asks for styles step by step. These methods come to the same; the optimiser sees in them one call, of which
# the rules say that it does nothing (`@effects lazy pure`).

rank(::Type{<:AbstractArray{<:Any,N}}) where {N} = N
rank(::Type{<:Broadcasted{DeviceStyle{N}}}) where {N} = N
rank(::Type) = 0

lazy(f::F, a::A) where {F,A} = Broadcasted{DeviceStyle{rank(A)}}(f, (a,))
lazy(f::F, a::A, b::B) where {F,A,B} = Broadcasted{DeviceStyle{max(rank(A), rank(B))}}(f, (a, b))
lazy(f::F, a::A, b::B, c::C) where {F,A,B,C} = Broadcasted{DeviceStyle{max(rank(A), rank(B), rank(C))}}(f, (a, b, c))

Base.Broadcast.broadcasted(f::F, a::DeviceLike) where {F} = lazy(f, a)
Base.Broadcast.broadcasted(f::F, a::DeviceLike, b::DeviceLike) where {F} = lazy(f, a, b)
Base.Broadcast.broadcasted(f::F, a::DeviceLike, b::Number) where {F} = lazy(f, a, b)
Base.Broadcast.broadcasted(f::F, a::Number, b::DeviceLike) where {F} = lazy(f, a, b)
Base.Broadcast.broadcasted(f::F, a::DeviceLike, b::Number, c::Number) where {F} = lazy(f, a, b, c)
Base.Broadcast.broadcasted(f::F, a::DeviceLike, b::DeviceLike, c::Union{DeviceLike,Number}) where {F} = lazy(f, a, b, c)
Base.Broadcast.broadcasted(f::F, a::DeviceLike, b::Number, c::DeviceLike) where {F} = lazy(f, a, b, c)

Base.Broadcast.broadcasted(f::typeof(Base.literal_pow), g::typeof(^), a::DeviceLike, n::Val) = lazy(f, Ref(g), a, Ref(n))

Base.Broadcast.materialize(bc::Broadcasted{DeviceStyle{N}}) where {N} = broadcast_new(bc)
Base.Broadcast.materialize!(to::DeviceArray, bc::Lazy) = broadcast_into!(to, bc)
Base.Broadcast.materialize!(to::DeviceArray, bc::Broadcasted{<:DefaultArrayStyle{0}}) = broadcast_into!(to, bc)
Base.copy(bc::Broadcasted{DeviceStyle{N}}) where {N} = broadcast_new(bc)
Base.copyto!(to::DeviceArray, bc::Broadcasted) = broadcast_into!(to, bc)
Base.copyto!(to::DeviceArray, bc::Lazy) = broadcast_into!(to, bc)
Base.copyto!(to::DeviceArray, bc::Broadcasted{<:AbstractArrayStyle{0}}) = broadcast_into!(to, bc)
Base.fill!(A::DeviceArray{T}, x::Number) where {T} = broadcast_into!(A, Broadcasted{DefaultArrayStyle{0}}(identity, (convert(T, x),)))

"The new array that a broadcast makes."
@noinline function broadcast_new(lazy_call::Broadcasted{DeviceStyle{N}}) where {N}
    bc = instantiate(lazy_call)
    T = Base.Broadcast.combine_eltypes(bc.f, bc.args)
    T <: DeviceFloat && isconcretetype(T) || refuse("a broadcast of `", bc.f, "` makes elements of type ", T, "; device arrays hold Float16, Float32 or Float64")
    to = DeviceArray{T,N}(undef, map(length, axes(bc)))
    run_broadcast!(to, bc)
    return to
end

"Writes a broadcast into an array. The array may be an argument, too."
@noinline function broadcast_into!(to::DeviceArray, lazy_call::Broadcasted)
    bc = instantiate(Broadcasted{DeviceStyle{ndims(to)}}(lazy_call.f, lazy_call.args, axes(to)))
    if reads_elsewhere(bc, to)
        # Elements would be written before they are read at other places.
        aside = similar(to)
        run_broadcast!(aside, bc)
        return copyto!(to, aside)
    end
    run_broadcast!(to, bc)
    return to
end

# -- The flat list of arguments -------------------------------------------------------------------------------------------------------------

"Arguments of an expression from left to right: functions with captured values, arrays, numbers."
leaves(bc::Broadcasted) = (function_leaf(bc.f)..., leaves_of(bc.args)...)
leaves_of(::Tuple{}) = ()
leaves_of(args::Tuple) = (leaf(args[1])..., leaves_of(Base.tail(args))...)
leaf(bc::Broadcasted) = leaves(bc)
leaf(A::AnyDevice) = (A,)
leaf(x::Scalar) = (x,)
leaf(x::Base.RefValue{<:Scalar}) = (x[],)
leaf(x::AbstractIrrational) = ()
leaf(x::Base.RefValue) = is_ghost(Core.Typeof(x[])) ? () : leaf(x[])
leaf(::Type) = ()
leaf(x) = is_singleton(typeof(x)) ? () : refuse("a ", typeof(x), " is an argument of a broadcast on the device; arrays must be there: `DeviceArray(x)`")
function_leaf(f) = is_ghost(Core.Typeof(f)) ? () : (f,)

same_shape(::Any, dims) = true
same_shape(A::DeviceArray, dims) = size(A) == dims
same_shape(::Union{Flipped,FlippedVector}, dims) = false
all_same_shape(::Tuple{}, dims) = true
all_same_shape(args::Tuple, dims) = same_shape(args[1], dims) && all_same_shape(Base.tail(args), dims)

memory_of(A::DeviceArray) = UInt(A.pointer)
memory_of(A::Union{Flipped,FlippedVector}) = UInt(parent(A).pointer)
memory_of(::Any) = UInt(0)
reads_elsewhere(bc::Broadcasted, to::DeviceArray) = any(x -> memory_of(x) == UInt(to.pointer) && !same_shape(x, size(to)), leaves(bc))

"Strides of an array in the dimensions of the result; zero where it is repeated."
function strides_in(A, ::Val{N}) where {N}
    given = element_strides(A)
    return ntuple(d -> d <= ndims(A) && size(A, d) != 1 ? given[d] : 0, Val(N))
end
element_strides(A::DeviceArray) = Base.size_to_strides(1, size(A)...)
element_strides(A::Flipped) = (size(parent(A), 1), 1)
element_strides(A::FlippedVector) = (1, 1)

address(A::DeviceArray) = A.pointer
address(A::Union{Flipped,FlippedVector}) = parent(A).pointer

# What the kernel gets for an argument.
flat_parameter(A::DeviceArray) = (address(A), (1,))
flat_parameter(x) = x
shaped_parameter(A::AnyDevice, n::Val) = (address(A), strides_in(A, n))
shaped_parameter(x, ::Val) = x

# Whether neighbours of an argument can be loaded at once, `width` of them.
side_by_side(p::Tuple{Ptr{T},NTuple{N,Int}}, width::Int) where {T,N} = p[2][1] <= 1 && all(s -> s % width == 0, Base.tail(p[2]))
side_by_side(::Any, ::Int) = true

# -- Two results ---------------------------------------------------------------------------------------------------------------------------

"""
`(materialize(a), materialize(b))`: one kernel for both where they have one shape. An array that both read is read once.
"""
@noinline function broadcast_two(a::Broadcasted{DeviceStyle{N}}, b::Broadcasted{DeviceStyle{N}}) where {N}
    one, other = instantiate(a), instantiate(b)
    T, S = Base.Broadcast.combine_eltypes(one.f, one.args), Base.Broadcast.combine_eltypes(other.f, other.args)
    is_float(E) = E <: DeviceFloat && isconcretetype(E)
    axes(one) == axes(other) && is_float(T) && is_float(S) && !any(isempty, axes(one)) || return (broadcast_new(a), broadcast_new(b))
    dims = map(length, axes(one))
    to = (DeviceArray{T,N}(undef, dims), DeviceArray{S,N}(undef, dims))
    run_two!(to, one, other)
    return to
end

"For each argument the number of an earlier one that is the same array; zero for all others."
same_arrays(arguments::Tuple) = ntuple(i -> first_same(arguments[i], arguments, i), Val(length(arguments)))
first_same(::Any, arguments, i) = 0
function first_same(A::DeviceArray, arguments, i)
    for j in 1:i-1
        arguments[j] === A && return j
    end
    return 0
end

const TWO_BROADCASTS = Memo{Kernel}()

function run_two!(to::Tuple{DeviceArray{T,N},DeviceArray{S,N}}, a::A, b::B) where {T,S,N,A<:Broadcasted,B<:Broadcasted}
    arguments = (leaves(a)..., leaves(b)...)
    same = same_arrays(arguments)
    GC.@preserve to a b begin
        is_flat = N == 1 || N == 0 || all_same_shape(arguments, size(to[1]))
        dims = is_flat ? (length(to[1]),) : size(to[1])
        parameters = is_flat ? map(flat_or_shaped(Val(N), dims), arguments) : map(x -> shaped_parameter(x, Val(N)), arguments)
        launch_two(to, a, b, dims, parameters, same)
    end
    return nothing
end

function launch_two(to::Tuple{DeviceArray{T},DeviceArray{S}}, a::A, b::B, dims::NTuple{M,Int}, parameters::Tuple, same::Tuple) where {T,S,A,B,M}
    wide = 16 ÷ max(sizeof(T), sizeof(S))
    wide = dims[1] % wide == 0 && all(p -> side_by_side(p, wide), parameters) ? wide : 1
    count = prod(dims) ÷ wide
    kernel = remembered(() -> broadcast_text((T, S), (a, b), M, wide, same), text -> compile_kernel(text, "broadcast"), TWO_BROADCASTS, (T, S, A, B, M, wide, same))
    launch(kernel, cld(count, THREADS), THREADS, (to[1].pointer, to[2].pointer, count, dims, parameters...))
end

# -- Running ------------------------------------------------------------------------------------------------------------------------------

const BROADCASTS = Memo{Kernel}()
const THREADS = 256

function run_broadcast!(to::DeviceArray{T,N}, bc::Broadcasted) where {T,N}
    isempty(to) && return nothing
    arguments = leaves(bc)
    GC.@preserve to bc begin
        if N == 1 || all_same_shape(arguments, size(to)) || N == 0
            launch_broadcast(to, bc, (length(to),), map(flat_or_shaped(Val(N), size(to)), arguments))
        else
            launch_broadcast(to, bc, size(to), map(a -> shaped_parameter(a, Val(N)), arguments))
        end
    end
    return nothing
end

# A vector may be repeated also where there is one dimension.
flat_or_shaped(::Val{1}, dims) = a -> shaped_parameter(a, Val(1))
flat_or_shaped(::Val, dims) = flat_parameter

function launch_broadcast(to::DeviceArray{T}, bc::B, dims::NTuple{M,Int}, parameters::Tuple) where {T,B<:Broadcasted,M}
    wide = 16 ÷ sizeof(T)
    wide = dims[1] % wide == 0 && all(p -> side_by_side(p, wide), parameters) ? wide : 1
    count = prod(dims) ÷ wide
    kernel = remembered(() -> broadcast_text((T,), (bc,), M, wide), text -> compile_kernel(text, "broadcast"), BROADCASTS, (T, B, M, wide))
    launch(kernel, cld(count, THREADS), THREADS, (to.pointer, count, dims, parameters...))
end

# -- The text -----------------------------------------------------------------------------------------------------------------------------

"What is gathered while the text of an expression is made: fields of the kernel's parameter, in the order of `leaves`, and what is loaded."
struct ElementText
    source::Source
    dims::Int
    same::Tuple                 # by field, the field of the same array; zero or nothing where there is none
    fields::Vector{String}
    loads::Vector{String}
end

"A new field of the parameter; gives its name."
function field!(e::ElementText, type::String)
    name = string("x", length(e.fields) + 1)
    push!(e.fields, string(type, " ", name, "; "))
    return name
end

"""
The kernel of one expression, or of several with the same shape: `count` threads with `width` neighbours each in an index space of `M` dimensions. `same` are the fields whose
arrays others have, too.
"""
function broadcast_text(types::Tuple, expressions::Tuple, M::Int, width::Int, same::Tuple=())
    e = ElementText(Source(), M, same, String[], String[])
    made = [converted(element_text(e, bc), T).text for (T, bc) in zip(types, expressions)]
    numbers = [NUMBER_NAMES[T] for T in types]
    indices = M == 1 ? "  long long i0 = t * width;" : join(["""
          unsigned long long rest = t;
          // Dividing 32 bits takes a fraction of the time.
          auto split = [&](unsigned long long by) {
            unsigned long long r;
            if ((rest | by) >> 32) { r = rest % by; rest /= by; }
            else { unsigned a = (unsigned)rest, b = (unsigned)by; r = a % b; rest = a / b; }
            return (long long)r;
          };
          long long i0 = split(p.dims[0] / width) * width;"""; ["  long long i$d = split(p.dims[$d]);" for d in 1:M-1]], "\n")
    return """
        $(String(take!(e.source.text)))
        struct Params { $(join(("$number *to$i; " for (i, number) in enumerate(numbers))))long long count, dims[$M]; $(join(e.fields))};
        extern "C" __global__ void broadcast(Params p) {
          constexpr int width = $width;
          long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
          if (t >= p.count) return;
        $indices
          $(join(e.loads, "\n  "))
          $(join(("Vector<$number, width> made$i;" for (i, number) in enumerate(numbers)), " "))
          for (int e = 0; e < width; e++) {
            $(join(("made$i.x[e] = $text;" for (i, text) in enumerate(made)), "\n    "))
          }
          $(join(("*reinterpret_cast<Vector<$number, width> *>(p.to$i + t * width) = made$i;" for (i, number) in enumerate(numbers)), "\n  "))
        }
        """
end

"The text of one element."
function element_text(e::ElementText, bc::Broadcasted)
    self = is_ghost(Core.Typeof(bc.f)) ? nothing : Term(string("p.", field!(e, type_name(e.source, typeof(bc.f)))), typeof(bc.f))
    return call_text(e.source, bc.f, Term[argument_text(e, a) for a in bc.args], self)
end

argument_text(e::ElementText, bc::Broadcasted) = element_text(e, bc)
function argument_text(e::ElementText, A::AnyDevice{T}) where {T}
    name = field!(e, string("struct { const ", NUMBER_NAMES[T], " *at; long long strides[", e.dims, "]; }"))
    number = length(e.fields)
    if number <= length(e.same) && e.same[number] > 0
        return Term(string("x", e.same[number], ".x[e]"), T)
    end
    offset = join(("i$d * p.$name.strides[$d]" for d in 0:e.dims-1), " + ")
    push!(e.loads, "auto $name = fetch_elements<width>(p.$name.at + $offset, p.$name.strides[0]);")
    return Term("$name.x[e]", T)
end
argument_text(e::ElementText, x::Scalar) = Term(string("p.", field!(e, NUMBER_NAMES[typeof(x)])), typeof(x))
argument_text(e::ElementText, x::Base.RefValue) = x[] isa Scalar ? argument_text(e, x[]) : constant(x[])
argument_text(e::ElementText, x) = constant(x)
