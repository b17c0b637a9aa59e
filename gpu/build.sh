#!/usr/bin/env bash
# Builds the library of `gpu.h`: for the device with nvcc, or its emulation with a C++ compiler.
#
#   gpu/build.sh cuda OUT        needs nvcc, cuBLAS and NVRTC; the toolkit is the one that nvcc belongs to, or CUDA_HOME
#   gpu/build.sh emulation OUT
#   gpu/build.sh test OUT LIBRARY    the test of the interface, linked with a library that was built before
set -euo pipefail
cd "$(dirname "$0")"
backend=${1:?cuda, emulation or test}
out=${2:?where the library goes}
case $out in /*) ;; *) out=$OLDPWD/$out ;; esac
mkdir -p "$(dirname "$out")"
if [ "$backend" = emulation ]; then
  "${SATURATE_GPU_CXX:-c++}" -std=c++17 -O2 -Wall -Wextra -shared -fPIC -o "$out" emulation/library.cpp -ldl -pthread
elif [ "$backend" = test ]; then
  library=${3:?the library}
  case $library in /*) ;; *) library=$OLDPWD/$library ;; esac
  "${SATURATE_GPU_CXX:-c++}" -std=c++17 -O1 -Wall -Wextra test/interface.cpp "$library" "-Wl,-rpath,$(dirname "$library")" -o "$out"
else
  nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
  home=${CUDA_HOME:-$(dirname "$(dirname "$(readlink -f "$nvcc")")")}
  libraries=()
  for folder in "$home"/lib64 "$home"/lib64/stubs "$home"/targets/*/lib "$home"/targets/*/lib/stubs; do
    [ -d "$folder" ] && libraries+=("-L$folder")
    # The libraries are found again when the program runs; the stubs must not be.
    case $folder in */stubs) ;; *) [ -d "$folder" ] && libraries+=("-Xlinker" "-rpath=$folder") ;; esac
  done
  "$nvcc" -std=c++17 -O2 -shared -Xcompiler -fPIC,-Wall -o "$out" cuda/device.cu cuda/blas.cu cuda/kernels.cu \
    "${libraries[@]}" -lcublas -lcublasLt -lnvrtc -lcuda
fi
