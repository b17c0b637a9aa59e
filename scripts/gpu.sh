#!/usr/bin/env bash
# The evaluation on a GPU: runs it where there is one, and packs what a bare machine needs for it.
#
#   scripts/gpu.sh                 builds the device's library, runs the tests on the device, measures, writes docs/evaluation-gpu.md
#   scripts/gpu.sh --check         says what is missing here and runs nothing
#   scripts/gpu.sh --emulation     the tests on the emulation: needs a C++ compiler and no device
#   scripts/gpu.sh --pack          writes target/gpu/pack.tar.xz: a Julia cut down to what it loads, and the optimiser's library; about 50 MiB
#   scripts/gpu.sh --calibrate     measures which way is fastest at which size, writes julia/SaturateGPU/calibration.txt; then as without options
#
# Needs an NVIDIA GPU with its driver, nvcc with cuBLAS and NVRTC, a Julia (SATURATE_JULIA, `julia` on the path, target/julia, or the pack) and the
# optimiser's library (target/release, or the pack). The exit code is 1 if something is missing or failed, 2 if a target was missed.
set -uo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/gpu"
target=$(cd "$target" && pwd)
pack=$target/gpu/pack.tar.xz
mode=${1:-}

find_julia() {
  local found
  for found in "${SATURATE_JULIA:-}" "$(command -v julia || true)" "$target/julia/bin/julia" "$target/gpu/julia/bin/julia"; do
    if [ -n "$found" ] && [ -x "$found" ] && "$found" --startup-file=no -e 'exit(0)' >/dev/null 2>&1; then
      echo "$found"
      return
    fi
  done
  # Unpacked once, where there is a pack and no other Julia.
  if [ -f "$pack" ] && [ ! -d "$target/gpu/julia" ]; then
    tar -xJf "$pack" -C "$target/gpu" && find_julia
  fi
}

find_optimiser() {
  local found
  for found in "${SATURATE_LIBRARY:-}" "$target/release/libsaturate_capi.so" "$target/gpu/julia/libsaturate_capi.so" "$target/debug/libsaturate_capi.so"; do
    [ -n "$found" ] && [ -f "$found" ] && echo "$found" && return
  done
}

# What Julia has mapped after it has used what the package uses, with the links that lead there.
make_pack() {
  local julia=$1 optimiser=$2 root work file link
  work=$(mktemp -d)
  mkdir -p "$work/julia/bin"
  "$julia" --startup-file=no -e '
    using LinearAlgebra, Random, Test, Printf, Dates, Libdl, InteractiveUtils, Statistics
    eigvals(rand(4, 4)); rand(4, 4) * rand(4, 4); big(2.0)^3; occursin(r"a", "b"); Libdl.dlopen("libopenlibm")
    prefix = dirname(dirname(Sys.BINDIR))
    println(prefix)
    foreach(println, unique(filter(x -> startswith(x, prefix), [String(last(split(l))) for l in eachline("/proc/self/maps")])))' > "$work/files"
  root=$(head -n 1 "$work/files")
  tail -n +2 "$work/files" | while read -r file; do
    (cd "$root" && cp --parents "${file#"$root"/}" "$work/julia/")
    strip --strip-debug "$work/julia/${file#"$root"/}" 2>/dev/null || true
  done
  (cd "$root" && find . -type l -name '*.so*') | while read -r link; do
    file=$(readlink -f "$root/$link")
    if [ -f "$work/julia/${file#"$root"/}" ]; then
      (cd "$root" && cp --parents -P "$link" "$work/julia/")
    fi
  done
  # A link may lead through another one that was left out, or through one that is absolute.
  (cd "$work/julia" && find . -type l) | while read -r link; do
    file=$(readlink -f "$root/$link")
    ln -sfr "$work/julia/${file#"$root"/}" "$work/julia/$link"
  done
  (cd "$root" && cp --parents -r usr/share/julia/stdlib "$work/julia/")
  # Documentation and tests of the standard library.
  find "$work/julia/usr/share/julia/stdlib" \( -name test -o -name docs \) -prune -exec rm -rf {} +
  cp "$optimiser" "$work/julia/libsaturate_capi.so" && strip --strip-unneeded "$work/julia/libsaturate_capi.so"
  cat > "$work/julia/bin/julia" <<'LAUNCH'
#!/bin/sh
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
for folder in "$root"/usr/lib/*-linux-gnu "$root"/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/julia; do
  LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH JULIA_BINDIR="$root/usr/bin"
exec "$root/usr/bin/julia" "$@"
LAUNCH
  chmod +x "$work/julia/bin/julia"
  "$work/julia/bin/julia" --startup-file=no -e 'using LinearAlgebra, Test; @assert eigvals([2.0 0; 0 3]) == [2, 3]' || return 1
  tar -C "$work" -c julia | xz --x86 --lzma2=preset=9,dict=256MiB > "$pack.part" || return 1
  mv "$pack.part" "$pack"
  rm -rf "$work"
  echo "$pack: $(($(stat -c %s "$pack") / 1048576)) MiB"
}

missing=0
need() { # WHAT FOUND HOW
  if [ -n "$2" ]; then echo "$1: $2"; else echo "$1: missing. $3"; missing=1; fi
}
julia=$(find_julia)
optimiser=$(find_optimiser)
need "Julia" "$julia" "Put one on the path, or run scripts/install-julia.sh."
need "optimiser" "$optimiser" "Run cargo build --release --package saturate-capi."
export SATURATE_LIBRARY=$optimiser
export JULIA_DEPOT_PATH=${JULIA_DEPOT_PATH:-$target/gpu/depot}

if [ "$mode" = --pack ]; then
  [ $missing = 0 ] && make_pack "$julia" "$optimiser"
  exit $?
fi
if [ "$mode" = --emulation ]; then
  need "C++ compiler" "$(command -v "${SATURATE_GPU_CXX:-c++}" || true)" "Install g++."
  [ $missing = 0 ] || exit 1
  gpu/build.sh emulation "$target/gpu/libsaturate_gpu_emulation.so" || exit 1
  gpu/build.sh test "$target/gpu/interface" "$target/gpu/libsaturate_gpu_emulation.so" && "$target/gpu/interface" gpu || exit 1
  SATURATE_GPU=emulation exec "$julia" --startup-file=no --project=julia/SaturateGPU julia/SaturateGPU/test/runtests.jl
fi

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
need "GPU" "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1 || true)" "nvidia-smi finds none; the tests run without one: scripts/gpu.sh --emulation."
need "nvcc" "$nvcc" "Install the CUDA toolkit, or set CUDA_HOME."
if [ $missing = 1 ] || [ "$mode" = --check ]; then
  exit $missing
fi
echo "building"
gpu/build.sh cuda "$target/gpu/libsaturate_gpu.so" || exit 1
run() { "$julia" --startup-file=no --project=julia/SaturateGPU "$@"; }
echo "testing"
gpu/build.sh test "$target/gpu/interface" "$target/gpu/libsaturate_gpu.so" && "$target/gpu/interface" gpu || exit 1
# Accesses out of bounds and races between threads, in the kernels that only a device tests.
if command -v compute-sanitizer >/dev/null; then
  for tool in memcheck racecheck; do
    echo "$tool"
    # The test asks for too much memory on purpose: failing calls are no findings.
    [ $tool = memcheck ] && quiet="--report-api-errors no" || quiet=
    # shellcheck disable=SC2086
    compute-sanitizer --tool $tool $quiet --error-exitcode 1 "$target/gpu/interface" gpu || exit 1
  done
else
  echo "no compute-sanitizer: accesses and races are not checked"
fi
run julia/SaturateGPU/test/runtests.jl || exit 1
[ "$mode" != --calibrate ] || run julia/SaturateGPU/eval/calibrate.jl || exit 1
echo "measuring"
run julia/SaturateGPU/eval/evaluate.jl --out docs/evaluation > "$target/gpu/evaluation-gpu.md"
code=$?
[ $code = 1 ] && echo "a row failed: $target/gpu/evaluation-gpu.md" >&2 || mv "$target/gpu/evaluation-gpu.md" docs/evaluation-gpu.md
exit $code
