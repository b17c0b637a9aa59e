"""
Arrays on an NVIDIA GPU, and rules that fuse what is computed with them.

```julia
using Saturate, SaturateGPU

layer(W, x, b) = relu.(W * x .+ b)                       # for arrays of any kind
W, x, b = DeviceArray.((rand(Float16, 64, 64), rand(Float16, 64, 64), rand(Float16, 64)))

layer(W, x, b)                                           # two kernels and cuBLAS
saturate(layer, typeof.((W, x, b)), gpu)(W, x, b)        # one kernel
```

Without a device the package loads, `available()` is false and `SaturateGPU.reason()` says why.
"""
module SaturateGPU

using LinearAlgebra, Printf
import Libdl
import Saturate

export DeviceArray, DeviceVector, DeviceMatrix, DeviceError, NotOnDevice, available, synchronize, free!, relu, gelu, dense, gpu, gpu_mul

include("library.jl")
include("arrays.jl")
include("scalar.jl")
include("loops.jl")
include("translate.jl")
include("kernels.jl")
include("broadcast.jl")
include("reduce.jl")
include("products.jl")
include("activations.jl")
include("choice.jl")
include("layers.jl")
include("rules.jl")

__init__() = (read_calibration!(CALIBRATION_FILE); nothing)

end # module
