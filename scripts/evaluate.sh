#!/usr/bin/env bash
# Runs the whole evaluation and writes docs/evaluation.md, with its data and plots in docs/evaluation/.
#
#   scripts/evaluate.sh            some thirty minutes on an idle machine
#   scripts/evaluate.sh --quick    small sizes, few rounds, into target/evaluation: what the tests run
#
# Needs a Julia (SATURATE_JULIA, `julia` on the path, or target/julia). The exit code is 1 if a row failed or a target was missed; the document is
# written in any case, and says so.
set -uo pipefail
cd "$(dirname "$0")/.."
quick=
out=docs/evaluation.md
folder=docs/evaluation
if [ "${1:-}" = "--quick" ]; then
  quick=--quick
  folder=target/evaluation
  out=$folder/evaluation.md
fi
julia=${SATURATE_JULIA:-$(command -v julia || echo target/julia/bin/julia)}
tree=${SATURATE_JULIA_SRC:-$("$julia" --startup-file=no -e 'print(normpath(joinpath(Sys.BINDIR, Base.DATAROOTDIR, "julia")))')}
mkdir -p "$folder"
cargo build --quiet --release --package saturate-cli --package saturate-capi || exit 1
failed=0
{
  echo "# Evaluation"
  echo
  echo "Written by \`scripts/evaluate.sh${quick:+ $quick}\`. The plots and the data are in \`$folder/\`."
  echo
  echo "## Run time"
  echo
  "$julia" --startup-file=no --project=julia/Saturate julia/Saturate/eval/evaluate.jl $quick --out "$folder" || failed=1
  echo
  echo "### The same over larger matrices, and the determinant left out"
  echo
  echo "The bound is the original without the determinant: no way to compute it is faster. Entries are scaled so that the determinant is of"
  echo "ordinary size. It is a small part of \`eigen\`, so there is little to gain for large matrices; the paper has up to 10 %."
  echo
  "$julia" --startup-file=no --project=julia/Saturate julia/Saturate/eval/eigen.jl $quick --out "$folder" || failed=1
  echo
  echo "## Compile time"
  echo
  "$julia" --startup-file=no --project=julia/Saturate julia/Saturate/eval/compile_time.jl $quick --out "$folder" || failed=1
  echo
  echo "### Phases without a session, and the extractors"
  echo
  echo "On the embedded host: *cold* on a host that has inferred the function and nothing beyond it, *warm* the fastest of many on"
  echo "the same host. Then the extraction problems of the same functions by the paper's formulation and the compact one, both on"
  echo "HiGHS, and by our own extractor."
  echo
  highs=
  if command -v cmake >/dev/null && ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*/libclang*.so* >/dev/null 2>&1; then
    highs="--features highs"
  else
    echo "HiGHS could not be built: no cmake or libclang."
    echo
  fi
  # shellcheck disable=SC2086
  cargo bench --quiet --package saturate $highs --bench use_cases ${quick:+-- forward} || failed=1
  echo
  echo "## Survey"
  echo
  echo "How often the left sides of the library occur in Julia's own \`base\` and \`stdlib\`, types and guards not looked at"
  echo "(\`saturate survey\`). A package is a folder directly below one of the two."
  echo
  echo '```'
  start=$(date +%s%N)
  "${CARGO_TARGET_DIR:-target}/release/saturate" survey "$tree/base" "$tree"/stdlib/v* || failed=1
  end=$(date +%s%N)
  echo '```'
  echo
  echo "It took $(((end - start) / 1000000)) ms on $(nproc) cores."
} > "$out.part"
mv "$out.part" "$out"
[ $failed = 0 ] || echo "some rows failed or missed their target: see $out" >&2
exit $failed
