#!/usr/bin/env bash
# The C interface from C (tests/harness.c, over include/saturate.h) under valgrind: no error, nothing lost, nothing left open.
# With `--all`, the Rust tests of the interface as well, which takes some minutes. Needs valgrind and a C compiler.
#
#   scripts/valgrind.sh [--all] [--rounds N]       N hostile sessions of each kind (200)
set -euo pipefail
cd "$(dirname "$0")/.."
all=false rounds=200
while [ $# -gt 0 ]; do
  case $1 in
    --all) all=true ;;
    --rounds) rounds=$2; shift ;;
    *) echo "unknown argument $1"; exit 2 ;;
  esac
  shift
done
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 0; }
command -v cc >/dev/null || { echo "skipped: no C compiler"; exit 0; }

# Unoptimised: optimised code loads what an `Option` holds before it has looked whether it holds anything, which valgrind takes for
# a use of undefined memory.
export CARGO_PROFILE_DEV_OPT_LEVEL=0
cargo build --quiet --package saturate-capi
folder=${CARGO_TARGET_DIR:-target}/debug
cc -std=c11 -Wall -Wextra -Werror -g -O1 crates/saturate-capi/tests/harness.c -o "$folder/harness" \
  -L"$folder" -lsaturate_capi -Wl,-rpath,"$(cd "$folder" && pwd)" -lpthread
check=(timeout 600 valgrind --quiet --error-exitcode=1 --leak-check=full)
# What is interned (names, operators) stays for the life of the process, in tables that only pointers into their middle lead to:
# "possibly lost", so that kind is no error.
check+=(--errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect)
"${check[@]}" "$folder/harness" "$rounds"

if $all; then
  programs=$(cargo test --package saturate-capi --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep -E '/(requests|hostile|rules)-')
  for program in $programs; do
    SATURATE_ROUNDS=$rounds "${check[@]}" "$program" --test-threads=1
  done
fi
