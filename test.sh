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

step "Formatting and lints"
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings

step "Rust tests"
cargo test --workspace --quiet

step "Text tests"
cargo run --quiet --release -- test filetests examples

step "The README's main job"
for example in forward eigen_reuse transforms2d gemm symmetric broadcasts control_flow partial_evaluation; do
  cargo run --quiet --release -- opt "examples/$example.jl"
done
cargo run --quiet --release -- run examples/pow.jl --entry pow 2 10

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
