#!/usr/bin/env bash
# Installs what the tests need and runs every test.
#
#   ./test.sh            all of it
#   ./test.sh --quick    without a Julia (tests that compare with it say that they were skipped)
set -euo pipefail
cd "$(dirname "$0")"
quick=false
[ "${1:-}" = "--quick" ] && quick=true

step() { printf '\n== %s\n' "$*"; }

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
  missing=
  command -v cmake >/dev/null || missing="$missing cmake"
  command -v c++ >/dev/null || missing="$missing g++"
  ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*/libclang*.so* >/dev/null 2>&1 || missing="$missing libclang-dev"
  if [ -n "$missing" ]; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    # shellcheck disable=SC2086
    ($sudo apt-get update -q && $sudo apt-get install -qy --no-install-recommends $missing) >/dev/null || true
  fi
  if command -v cmake >/dev/null && ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*/libclang*.so* >/dev/null 2>&1; then
    highs="--features highs"
    echo "cmake and libclang are there"
  else
    echo "no cmake or libclang could be installed; tests that need the solver say that they are skipped"
  fi
fi

step "Formatting and lints"
cargo fmt --all --check
# One set of features here and below: with another one, cargo would build most of it again.
cargo clippy --workspace --all-targets --features saturate-cli/serve --quiet -- -D warnings

step "Rust tests"
cargo test --workspace --features saturate-cli/serve --quiet

step "Extractors against brute force, and against each other"
# shellcheck disable=SC2086
cargo test --quiet --release --package saturate $highs --test extract_problem --test extract_random

step "Text tests"
# shellcheck disable=SC2086
cargo run --quiet --release $highs -- test filetests examples

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
missing=
command -v node >/dev/null || missing="$missing nodejs"
command -v chromium >/dev/null || missing="$missing chromium"
command -v chromedriver >/dev/null || missing="$missing chromium-driver"
if [ -n "$missing" ] && ! $quick; then
  sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  # shellcheck disable=SC2086
  ($sudo apt-get update -q && $sudo apt-get install -qy --no-install-recommends $missing) >/dev/null || true
fi
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
    target/reports/symmetric.html='Symmetric(%3)' target/reports/broadcasts.html='broadcasted(clamp, %5, -3, 3)' \
    target/reports/control_flow.html='broadcasted(+, %5, %4)' target/reports/partial_evaluation.html='[0.5 0.0; -0.125 0.25]' \
    target/reports/transforms2d_1000.html='return %1'
  cargo build --quiet --workspace --features saturate-cli/serve
  node scripts/check-serve.mjs target/debug/saturate
else
  echo "skipped: no Chromium, chromedriver or Node"
fi

step "The rule library on real Julia"
if [ -n "${SATURATE_JULIA:-}" ]; then
  "$SATURATE_JULIA" --startup-file=no scripts/check-rules.jl
else
  echo "skipped: no Julia"
fi

step "The Julia package"
if [ -n "${SATURATE_JULIA:-}" ]; then
  cargo build --quiet --release --package saturate-capi
  "$SATURATE_JULIA" --startup-file=no --project=julia/Saturate julia/Saturate/test/runtests.jl
else
  echo "skipped: no Julia"
fi

step "Random programs on real Julia"
if [ -n "${SATURATE_JULIA:-}" ]; then
  # shellcheck disable=SC2086
  cargo run --quiet --release $highs -- fuzz --julia target/fuzz_cases.jl --cases 64 --seed 1
  "$SATURATE_JULIA" --startup-file=no -O0 --project=julia/Saturate julia/Saturate/test/fuzz.jl target/fuzz_cases.jl
else
  echo "skipped: no Julia"
fi

step "The evaluation at small sizes"
if [ -n "${SATURATE_JULIA:-}" ]; then
  scripts/evaluate.sh --quick
else
  echo "skipped: no Julia"
fi
