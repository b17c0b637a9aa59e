# Kernels: text that is compiled once for each kind of expression, and launched.

"A compiled kernel."
struct Kernel
    handle::Ptr{Cvoid}
end

function read_template(name::String)
    backend = device().backend
    return read(joinpath(GPU_FOLDER, string(backend), string(name, backend === :cuda ? ".cuh" : ".hpp")), String)
end

"""
Compiles the text `generated` between what every kernel has and the template of that name; without a name it stands alone.
"""
function compile_kernel(generated::String, name::String, template::Union{Nothing,String}=nothing)
    d = device()
    text = string(read_template("prelude"), read(joinpath(GPU_FOLDER, "common", "functions.hpp"), String), generated,
                  template === nothing ? "" : read_template(template))
    kernel = Ref{Ptr{Cvoid}}(C_NULL)
    checked(d, ccall(seldom(d, :gpu_compile), Int32, (Ptr{Cvoid}, Cstring, Cstring, Ref{Ptr{Cvoid}}), d.handle, text, name, kernel))
    return Kernel(kernel[])
end

"Launches a kernel with one parameter: a tuple of numbers, addresses and tuples of such, laid out as C++ lays out a struct."
function launch(k::Kernel, blocks::Integer, threads::Integer, parameter::P; rows::Integer=1) where {P<:Tuple}
    d, box = device(), Ref(parameter)
    checked(d, ccall(d.launch, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, UInt32, UInt32, UInt32, Ref{P}), d.handle, k.handle, blocks, rows, threads, box))
end

"""
What was made once for each key, such as the kernel for a type of expression, from a text. Functions may be defined anew: where anything was defined since, the text is
made again, and if it is another one, so is what was made from it. The table is read under its lock: one that grows cannot be read.
"""
struct Memo{V}
    lock::Threads.SpinLock
    known::Dict{Any,Tuple{V,String,UInt}}       # what was made, from what text, found right in which world
end
Memo{V}() where {V} = Memo{V}(Threads.SpinLock(), Dict{Any,Tuple{V,String,UInt}}())

world() = ccall(:jl_get_world_counter, UInt, ())

"What `make` makes of the text that `source` gives; both run only where that is not known. That may take long, and two may do it at the same time."
function remembered(source, make, memo::Memo{V}, key) where {V}
    lock(memo.lock)
    found = get(memo.known, key, nothing)
    unlock(memo.lock)
    now = world()
    found !== nothing && found[3] == now && return found[1]
    text = source()::String
    made = found !== nothing && found[2] == text ? found[1] : make(text)::V
    lock(memo.lock)
    memo.known[key] = (made, text, now)
    unlock(memo.lock)
    return made
end

"The field of a kernel's parameter for a function: nothing, unless it has captured values."
function state_field(s::Source, @nospecialize(F), name::String)
    return is_ghost(F) ? "" : string(type_name(s, F), " ", name, ";")
end
