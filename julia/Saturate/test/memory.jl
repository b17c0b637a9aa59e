# Resident memory over many requests: what the library takes, it gives back.
#
#     julia --project=julia/Saturate julia/Saturate/test/memory.jl [100000]

module Memory

using Saturate

function body(x::Vector{Float64}, n::Int)
    s = 0.0
    for i in 1:n
        s += sum(x) - sum(x) + x[i]
    end
    return s
end

@rules laws begin
    ~x::Float64 - ~x --> 0.0
    ~a::Float64 + ~b::Float64 == ~b + ~a
end

"Kilobytes of this process that are in memory; nothing where the system does not say."
function resident()
    isfile("/proc/self/status") || return nothing
    line = first(filter(l -> startswith(l, "VmRSS:"), readlines("/proc/self/status")))
    return parse(Int, split(line)[2])
end

"Sends the same request `count` times; kilobytes resident after each tenth."
function requests(count::Int)
    found = Saturate.method_body(body, Tuple{Vector{Float64},Int})
    read = Saturate.read_rules(laws)
    function once()
        session = Saturate.Session(copy(read.tables), found.method.module, copy(read.code))
        Saturate.fixed_types(session.tables)
        words, names, _, _ = Saturate.read_method(found, session.tables)
        GC.@preserve read Saturate.optimize_words(words, names, session, read.address, Saturate.options())
        return
    end
    sizes = Int[]
    for part in 1:10
        for _ in 1:count ÷ 10; once(); end
        GC.gc()
        push!(sizes, resident())
    end
    return sizes
end

"What caches of Julia take in the beginning may stay; nothing may go on growing."
is_flat(sizes) = sizes[end] <= sizes[2] * 1.02 + 2_000

end # module

if abspath(PROGRAM_FILE) == @__FILE__()
    count = isempty(ARGS) ? 100_000 : parse(Int, ARGS[1])
    sizes = Memory.requests(count)
    println("kilobytes resident after each tenth of $count requests: ", join(sizes, ", "))
    exit(Memory.is_flat(sizes) ? 0 : 1)
end
