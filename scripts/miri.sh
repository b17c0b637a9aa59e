#!/usr/bin/env bash
# The C interface under Miri, which interprets the tests and reports undefined behaviour: reads of what is not there or was freed, of what has no
# value, broken rules of borrowing, leaks. Needs a nightly toolchain with Miri.
#
#   scripts/miri.sh [TEST...]      requests, rules and hostile, if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
cargo +nightly miri --version >/dev/null 2>&1 || {
  echo "no Miri: rustup toolchain install nightly --component miri,rust-src"
  exit 1
}
tests=()
for test in "${@:-requests rules hostile}"; do
  for name in $test; do tests+=(--test "$name"); done
done
# Tests ask for the time.
export MIRIFLAGS="-Zmiri-disable-isolation ${MIRIFLAGS:-}"
cargo +nightly miri test --package saturate-capi "${tests[@]}" -- --test-threads=1
