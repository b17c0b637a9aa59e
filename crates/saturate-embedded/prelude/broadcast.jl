# Broadcasting: a lazy tree of calls, evaluated when it is materialised.

struct Broadcasted{Style, Axes, F, Args}
    f::F
    args::Args
    axes::Axes
end

@stub pure broadcasted(f::F, args...)::Broadcasted{Nothing, Nothing, called(F), typeof(args)} where {F}
@stub pure broadcasted(f::typeof(+), r::UnitRange{Int64}, x::Int64)::UnitRange{Int64}
@stub pure broadcasted(f::typeof(+), x::Int64, r::UnitRange{Int64})::UnitRange{Int64}
@stub pure broadcasted(f::typeof(-), r::UnitRange{Int64}, x::Int64)::UnitRange{Int64}
@stub pure broadcastable(x::T)::T where {T}
@stub reads alloc throws calls(bc) materialize(bc::Broadcasted)::broadcast_type(bc)
@stub pure materialize(x::T)::T where {T}
@stub reads writes throws calls(bc) materialize!(dest::T, bc::Broadcasted)::T where {T}
@stub unknown materialize!(dest::T, x)::T where {T}
broadcast(f, args...) = materialize(broadcasted(f, args...))
broadcast!(f, dest, args...) = materialize!(dest, broadcasted(f, args...))
@stub pure instantiate(bc::T)::T where {T}
