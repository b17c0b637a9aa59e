#!/usr/bin/env bash
# Installs what the tests need and runs every test.
#
#   ./test.sh            all of it
#   ./test.sh --quick    without a Julia (tests that compare with it say that they were skipped)
set -euo pipefail
cd "$(dirname "$0")"
quick=false
[ "${1:-}" = "--quick" ] && quick=true

if $quick; then
  echo "Installs nothing; tests that need a Julia, an ILP solver or a browser say that they were skipped."
elif [ "$(id -u)" = 0 ]; then
  echo "Installs with apt what is missing of: cmake make g++ libclang-dev valgrind bsdutils nodejs chromium chromium-driver; a Julia goes to target/. --quick installs nothing."
else
  echo "Not root: installs a Julia into target/ and no system package; tests that need one say that they were skipped. --quick installs nothing at all."
fi

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# install COMMAND=PACKAGE...: the packages of the commands that are missing, where apt can have them.
install() {
  local missing=()
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
  done
  if $quick || [ ${#missing[@]} = 0 ]; then return; fi
  if [ "$(id -u)" != 0 ]; then
    echo "missing, and not installed without root: ${missing[*]}"
    return
  fi
  { apt-get update -q && apt-get install -qy --no-install-recommends "${missing[@]}"; } >/dev/null || true
}

# A Julia that hangs, or that takes all memory, ends its step instead of the whole run: twenty minutes are several times what any step
# takes, and twelve gigabytes of addresses many times.
with_julia() {
  local code=0
  (ulimit -v 12000000; exec timeout --kill-after=10 1200 "$SATURATE_JULIA" --startup-file=no "$@") || code=$?
  [ $code != 124 ] || echo "$*: no end after 1200 s" >&2
  return $code
}

step "Julia for the oracles"
if $quick; then
  echo "skipped"
elif [ -z "${SATURATE_JULIA:-}" ]; then
  if command -v julia >/dev/null; then
    SATURATE_JULIA=$(command -v julia)
  elif SATURATE_JULIA=$(scripts/install-julia.sh | tail -n 1); then
    SATURATE_JULIA=$(cd "$(dirname "$SATURATE_JULIA")" && pwd)/julia
  else
    echo "no Julia could be installed; the tests that need one will say that they are skipped"
    SATURATE_JULIA=
  fi
  export SATURATE_JULIA
  echo "${SATURATE_JULIA:-none}"
fi

step "HiGHS, the ILP solver that extraction is compared with"
# It is built once, in the release profile: minutes of compiling C++ that the dev profile does not need.
highs=
if $quick; then
  echo "skipped"
else
  install cmake=cmake make=make c++=g++
  # Not libclang-cpp, which other packages bring along.
  has_libclang() { [ -n "$(find /usr/lib -maxdepth 3 \( -name 'libclang.so*' -o -name 'libclang-[0-9]*.so*' \) -print -quit 2>/dev/null)" ]; }
  # No command of this name exists: it is asked for only where the library is missing.
  has_libclang || install libclang=libclang-dev
  if command -v cmake >/dev/null && has_libclang; then
    highs="--features highs"
    echo "cmake and libclang are there"
  else
    echo "no cmake or libclang could be installed; tests that need the solver say that they are skipped"
  fi
fi

step "Formatting and lints"
# One set of features here and below: with another one, cargo would build most of it again.
for component in fmt clippy; do
  cargo $component --version >/dev/null 2>&1 || rustup component add "${component/fmt/rustfmt}" >/dev/null 2>&1 || true
done
if cargo fmt --version >/dev/null 2>&1; then
  cargo fmt --all --check
else
  echo "skipped: no rustfmt"
fi
if cargo clippy --version >/dev/null 2>&1; then
  cargo clippy --workspace --all-targets --features saturate-cli/serve --quiet -- -D warnings
else
  echo "skipped: no clippy"
fi

step "Rust tests"
# `script` makes the terminals that some tests need.
install script=bsdutils
cargo test --workspace --features saturate-cli/serve --quiet

step "Extractors against brute force, and against each other"
# shellcheck disable=SC2086
cargo test --quiet --release --package saturate $highs --test extract_problem --test extract_random

step "Text tests"
# shellcheck disable=SC2086
cargo run --quiet --release $highs -- test filetests examples

step "The C interface from C, under valgrind"
install valgrind=valgrind
scripts/valgrind.sh --rounds 100

step "Fuzzing"
# shellcheck disable=SC2086
cargo run --quiet --release $highs -- fuzz --cases 20000 --seed 1 --jobs 2
scripts/licences.sh
# A build without the explorer says how to get it.
{ cargo run --quiet --release -- serve 2>&1 || true; } | grep -- '--features serve'

step "The README's main job"
for example in forward eigen_reuse transforms2d gemm symmetric broadcasts control_flow partial_evaluation; do
  # shellcheck disable=SC2086
  cargo run --quiet --release $highs -- opt "examples/$example.jl"
done
# shellcheck disable=SC2086
cargo run --quiet --release $highs -- run examples/pow.jl --entry pow 2 10

step "Reports in a browser"
install node=nodejs chromium=chromium chromedriver=chromium-driver
if command -v node >/dev/null && command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
  mkdir -p target/reports
  # The 2D example with 1,000 e-nodes: known angles are added beyond one turn.
  sed 's/ < 7 / < 140 /' examples/transforms2d.jl > target/reports/transforms2d_1000.jl
  for file in examples/{eigen_reuse,transforms2d,forward,gemm,symmetric,broadcasts,control_flow,partial_evaluation}.jl target/reports/transforms2d_1000.jl; do
    # shellcheck disable=SC2086
    cargo run --quiet --release $highs -- opt "$file" --report "target/reports/$(basename "$file" .jl).html" >/dev/null
  done
  node scripts/check-report.mjs target/reports/eigen_reuse.html='sum(%4)' target/reports/transforms2d.html='return %1' \
    target/reports/forward.html='fused_dense(%4, %2, %1, %3)' target/reports/gemm.html='gemm!(relu, %1, %9, %11, %6, %7)' \
    target/reports/symmetric.html='= Symmetric(' target/reports/broadcasts.html='broadcasted(clamp, %5, -3, 3)' \
    target/reports/control_flow.html='broadcasted(+, %5, %4)' target/reports/partial_evaluation.html='[0.5 0.0; -0.125 0.25]' \
    target/reports/transforms2d_1000.html='return %1'
  cargo build --quiet --workspace --features saturate-cli/serve
  node scripts/check-serve.mjs target/debug/saturate
else
  echo "skipped: no Chromium, chromedriver or Node"
fi

step "The rule library on real Julia"
if [ -n "${SATURATE_JULIA:-}" ]; then
  with_julia -O0 scripts/check-rules.jl
else
  echo "skipped: no Julia"
fi

step "The Julia package"
if [ -n "${SATURATE_JULIA:-}" ]; then
  cargo build --quiet --release --package saturate-capi
  # Through `Pkg`, as a user has it.
  SATURATE_LIBRARY="${CARGO_TARGET_DIR:-$PWD/target}/release/libsaturate_capi.so" with_julia scripts/check-package.jl
else
  echo "skipped: no Julia"
fi

step "The GPU package on the emulation"
if [ -z "${SATURATE_JULIA:-}" ]; then
  echo "skipped: no Julia"
elif ! command -v c++ >/dev/null; then
  echo "skipped: no C++ compiler"
else
  gpu/build.sh emulation target/gpu/libsaturate_gpu_emulation.so
  gpu/build.sh test target/gpu/interface target/gpu/libsaturate_gpu_emulation.so
  target/gpu/interface gpu
  SATURATE_GPU=emulation with_julia -O0 --project=julia/SaturateGPU julia/SaturateGPU/test/runtests.jl
fi

step "Random programs on real Julia"
if [ -n "${SATURATE_JULIA:-}" ]; then
  # shellcheck disable=SC2086
  cargo run --quiet --release $highs -- fuzz --julia target/fuzz_cases.jl --cases 64 --seed 1
  with_julia -O0 --project=julia/Saturate julia/Saturate/test/fuzz.jl target/fuzz_cases.jl
else
  echo "skipped: no Julia"
fi

step "The evaluation at small sizes"
if [ -n "${SATURATE_JULIA:-}" ]; then
  timeout --kill-after=10 1200 scripts/evaluate.sh --quick
else
  echo "skipped: no Julia"
fi
