#!/usr/bin/env bash
# The C interface under valgrind: requests and hostile sessions, no error and no leak. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 0; }
programs=$(cargo test --package saturate-capi --no-run --message-format=json 2>/dev/null |
  sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep -E '/(requests|hostile)-')
for program in $programs; do
  # What is interned (names, the prelude) stays for the life of the process: reachable, not lost.
  valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=definite,indirect "$program" \
    --test-threads=1 ${VALGRIND_FILTER:-}
done
