# Times of a function and of its optimised callable over sizes, for the page of `report`.

"Sizes that are measured."
const MEASURED_SIZES = 2 .^ (1:11)

"Seconds that the runs at one size take together; where one call takes longer, larger sizes are left out."
const SECONDS_PER_SIZE = 0.05

"An argument of a type whose sizes are all `n`; `nothing` where it is not known how to make one."
function sample_argument(@nospecialize(T), n::Int)
    T isa DataType || return nothing
    if T <: Number
        return isconcretetype(T) ? one(T) : nothing
    elseif T <: Array && isconcretetype(T) && eltype(T) <: Number
        x = rand(eltype(T), ntuple(_ -> n, ndims(T)))
        # Far from singular: what is solved or inverted can be.
        return ndims(T) == 2 ? x + n * one(x) : x
    elseif T <: WRAPPED_MATRICES
        inner = sample_argument(fieldtype(T, 1), n)
        return inner === nothing ? nothing : T.name.wrapper(inner)
    end
    return nothing
end

const WRAPPED_MATRICES = Union{Adjoint,Transpose,Symmetric,Hermitian,UpperTriangular,LowerTriangular,Diagonal}

"Arguments of these types whose sizes are all `n`."
function sample_arguments(@nospecialize(types), n::Int)
    return map(Tuple(types.parameters)) do T
        x = sample_argument(T, n)
        x === nothing && throw(ArgumentError("cannot make an argument of type $T to measure with: say how, as in `measure=n -> (rand(n, n), rand(n))`"))
        x
    end
end

"Seconds of a call: the least of several."
function seconds_of(f, args)
    f(args...)
    least, spent = Inf, 0.0
    while spent < SECONDS_PER_SIZE
        now = @elapsed f(args...)
        least = min(least, now)
        # What is too short for the clock takes its time all the same.
        spent += max(now, 1e-7)
    end
    return max(least, 1e-9)
end

"The times of both, by name: sizes and seconds."
function measured_over_sizes(f, g, arguments)
    measured = ["the original" => (Int[], Float64[]), "the result" => (Int[], Float64[])]
    for n in MEASURED_SIZES
        args = arguments(n)
        times = [Base.invokelatest(seconds_of, h, args) for h in (f, g)]
        for ((_, (at, seconds)), time) in zip(measured, times)
            push!(at, n)
            push!(seconds, time)
        end
        maximum(times) > SECONDS_PER_SIZE && break
    end
    return measured
end

"The page with the times in it."
function with_measured(page::String, measured)
    texts = [string("{\"what\":\"", what, "\",\"at\":[", join(at, ','), "],\"seconds\":[", join(seconds, ','), "]}") for (what, (at, seconds)) in measured]
    element = "<script type=\"application/json\" id=\"measured\">"
    return replace(page, element * "null" => string(element, '[', join(texts, ','), ']'); count=1)
end
