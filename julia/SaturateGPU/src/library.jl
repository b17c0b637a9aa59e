# The library of `gpu/gpu.h`: where it is, whether it fits, the open device, and its errors as exceptions.

const GPU_FOLDER = normpath(joinpath(realpath(@__DIR__), "..", "..", "..", "gpu"))
const INTERFACE_VERSION = 2

"A call of the device's library failed: its name and what it said."
struct DeviceError <: Exception
    code::Int32
    message::String
end

Base.showerror(io::IO, e::DeviceError) = print(io, "DeviceError: ", e.message)

module Code
const OK, NO_DEVICE, OUT_OF_MEMORY, BAD_ARGUMENT, NOT_SUPPORTED, COMPILE, FAILED = Int32.(0:6)
end

"The functions of the library that are called often, and the device that they are called with."
struct Device
    path::String
    backend::Symbol             # :cuda or :emulation
    handle::Ptr{Cvoid}          # the device
    multiprocessors::Int
    alloc::Ptr{Cvoid}
    free::Ptr{Cvoid}
    gemm::Ptr{Cvoid}
    gemm_pair::Ptr{Cvoid}
    matmul::Ptr{Cvoid}
    launch::Ptr{Cvoid}
    synchronize::Ptr{Cvoid}
    error::Ptr{Cvoid}
    library::Ptr{Cvoid}
end

"""
Where the library is looked for, in order: what `SATURATE_GPU_LIBRARY` names; what `gpu/build.sh` made in a checkout. The emulation is taken only if
`SATURATE_GPU=emulation` asks for it: nobody should take its times for a device's.
"""
function library_candidates()
    haskey(ENV, "SATURATE_GPU_LIBRARY") && return [ENV["SATURATE_GPU_LIBRARY"]]
    target = joinpath(get(ENV, "CARGO_TARGET_DIR", joinpath(dirname(GPU_FOLDER), "target")), "gpu")
    name = get(ENV, "SATURATE_GPU", "") == "emulation" ? "saturate_gpu_emulation" : "saturate_gpu"
    return [joinpath(target, string("lib", name, ".", Libdl.dlext))]
end

function open_device()
    candidates = library_candidates()
    at = findfirst(isfile, candidates)
    at === nothing && throw(DeviceError(Code.NO_DEVICE, string("the device's library is not built: run `gpu/build.sh cuda FILE`, which needs nvcc, or ",
        "`gpu/build.sh emulation FILE` and set SATURATE_GPU=emulation to try things without a device. Looked at: ", join(candidates, ", "))))
    path = candidates[at]
    library = try
        Libdl.dlopen(path)
    catch err
        throw(DeviceError(Code.NO_DEVICE, "cannot load $path: $(sprint(showerror, err))"))
    end
    function symbol(name)
        address = Libdl.dlsym(library, name; throw_error=false)
        address === nothing && throw(DeviceError(Code.NO_DEVICE, "$path is not the device's library: it has no `$name`"))
        return address
    end
    version = ccall(symbol(:gpu_version), Int32, ())
    version == INTERFACE_VERSION || throw(DeviceError(Code.NO_DEVICE, "$path has interface version $version, this package needs $INTERFACE_VERSION"))
    error = symbol(:gpu_error)
    handle, count = Ref{Ptr{Cvoid}}(C_NULL), Ref{Int32}(0)
    number = parse(Int32, get(ENV, "SATURATE_GPU_DEVICE", "0"))
    checked(error, ccall(symbol(:gpu_open), Int32, (Int32, Ref{Ptr{Cvoid}}), number, handle))
    checked(error, ccall(symbol(:gpu_multiprocessors), Int32, (Ptr{Cvoid}, Ref{Int32}), handle[], count))
    backend = Symbol(unsafe_string(ccall(symbol(:gpu_backend), Ptr{UInt8}, ())))
    return Device(path, backend, handle[], count[], symbol(:gpu_alloc), symbol(:gpu_free), symbol(:gpu_gemm), symbol(:gpu_gemm_pair), symbol(:gpu_matmul),
                  symbol(:gpu_launch), symbol(:gpu_synchronize), error, library)
end

@noinline failure(error::Ptr{Cvoid}, code::Int32) = throw(DeviceError(code, unsafe_string(ccall(error, Ptr{UInt8}, ()))))

"Throws what the library says went wrong."
checked(error::Ptr{Cvoid}, code::Int32) = code == Code.OK ? nothing : failure(error, code)
checked(d::Device, code::Int32) = checked(d.error, code)

const DEVICE = Ref{Union{Nothing,Device}}(nothing)
const DEVICE_LOCK = ReentrantLock()

"The device, opened at the first use, so that the package loads without one."
function device()
    opened = DEVICE[]
    return opened === nothing ? first_device() : opened
end

@noinline function first_device()
    return lock(DEVICE_LOCK) do
        DEVICE[] === nothing && (DEVICE[] = open_device())
        DEVICE[]::Device
    end
end

"A function of the library that is called seldom."
seldom(d::Device, name::Symbol) = Libdl.dlsym(d.library, name)

"""
    available()

Whether there is a device; [`reason`](@ref) says why not.
"""
available() = reason() === nothing

"Why there is no device, or `nothing`."
function reason()
    try
        device()
        return nothing
    catch err
        err isa DeviceError || rethrow()
        return err.message
    end
end

"The device, its driver and the versions of what is used, one a line."
function describe()
    d, text = device(), zeros(UInt8, 4096)
    checked(d, GC.@preserve text ccall(seldom(d, :gpu_describe), Int32, (Ptr{Cvoid}, Ptr{UInt8}, Csize_t), d.handle, text, length(text)))
    return GC.@preserve text unsafe_string(pointer(text))
end

"Waits until everything is done that was given to the device."
synchronize() = (d = device(); checked(d, ccall(d.synchronize, Int32, (Ptr{Cvoid},), d.handle)))

struct MemoryNow
    live::UInt64
    cached::UInt64
    peak::UInt64
    requests::UInt64
    misses::UInt64
end

"Bytes in use, bytes kept for reuse, the most of both, and how often memory was asked for and was not there."
function memory()
    d, now = device(), Ref(MemoryNow(0, 0, 0, 0, 0))
    checked(d, ccall(seldom(d, :gpu_memory_now), Int32, (Ptr{Cvoid}, Ref{MemoryNow}), d.handle, now))
    return now[]
end

"Gives memory that is kept for reuse back to the device."
trim() = (d = device(); checked(d, ccall(seldom(d, :gpu_trim), Int32, (Ptr{Cvoid},), d.handle)))

"""
    elapsed(f)

Seconds that the device needs for what `f` gives it, by its own clock.
"""
function elapsed(f)
    d = device()
    new() = (event = Ref{Ptr{Cvoid}}(C_NULL); checked(d, ccall(seldom(d, :gpu_event_new), Int32, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), d.handle, event)); event[])
    call(name, event) = checked(d, ccall(seldom(d, name), Int32, (Ptr{Cvoid}, Ptr{Cvoid}), d.handle, event))
    from, to = new(), new()
    try
        call(:gpu_event_record, from)
        f()
        call(:gpu_event_record, to)
        time = Ref{Float32}(0)
        checked(d, ccall(seldom(d, :gpu_event_elapsed), Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Float32}), d.handle, from, to, time))
        return Float64(time[]) / 1000
    finally
        call(:gpu_event_free, from)
        call(:gpu_event_free, to)
    end
end
