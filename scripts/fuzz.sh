#!/usr/bin/env bash
# The fuzz targets (fuzz/) under libFuzzer, which watches what each input reaches. Needs a nightly toolchain and cargo-fuzz.
#
#   scripts/fuzz.sh                        every target, three minutes each
#   scripts/fuzz.sh --time 600 loading     some targets, ten minutes each
#
# Each target starts from texts of this repository and keeps what it finds worth keeping in fuzz/corpus; what fails is in
# fuzz/artifacts: `cargo +nightly fuzz run TARGET FILE` shows it again. The exit code is 1 if any target failed.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=180 targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --time) seconds=$2; shift ;;
    -*) echo "unknown argument $1"; exit 2 ;;
    *) targets+=("$1") ;;
  esac
  shift
done
cargo +nightly --version >/dev/null 2>&1 || { echo "no nightly toolchain: rustup toolchain install nightly"; exit 1; }
command -v cargo-fuzz >/dev/null || { echo "no cargo-fuzz: cargo install cargo-fuzz"; exit 1; }
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list)
built=${CARGO_TARGET_DIR:-target/fuzz}
cargo +nightly fuzz build --target-dir "$built"

# seeds FOLDER FILE...: the files and their parts, as far as they have at most 4,000 bytes.
seeds() {
  local folder=$1
  shift
  python3 - "$folder" "$@" <<'PYTHON'
import hashlib, pathlib, sys
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
def keep(text):
    if text.strip() and len(text) <= 4000:
        (folder / hashlib.sha1(text.encode()).hexdigest()).write_text(text)
for name in sys.argv[2:]:
    path = pathlib.Path(name)
    text = path.read_text()
    keep(text)
    # Most of a corpus is to be short: parts end with an empty line.
    if path.suffix != ".json":
        for part in text.split("\n\n"):
            keep(part)
PYTHON
}

# choices FOLDER COUNT LENGTH: files of random bytes, always the same.
choices() {
  python3 - "$@" <<'PYTHON'
import pathlib, random, sys
folder, count, length = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for number in range(count):
    (folder / f"seed_{number}").write_bytes(random.Random(number).randbytes(length))
PYTHON
}

failed=0
for target in "${targets[@]}"; do
  corpus=fuzz/corpus/$target
  mkdir -p "$corpus"
  case $target in
    julia_reader) seeds "$corpus" filetests/*/*.jl examples/*.jl rules/*.jl ;;
    loading) seeds "$corpus" filetests/run/*.jl filetests/opt/*.jl examples/*.jl ;;
    rules) seeds "$corpus" rules/*.jl filetests/rules/*.jl filetests/opt/*.jl crates/saturate-fuzz/src/rules.jl ;;
    text_ir) seeds "$corpus" filetests/ir/*.ir ;;
    egraph_json)
      seeds "$corpus" fuzz/seeds/*.json
      gym=${SATURATE_GYM:-../shared/data/extraction-gym}
      [ ! -d "$gym" ] || find "$gym" -name '*.json' -size -4k -print0 | xargs -0 cp -t "$corpus"
      ;;
    # Here a byte is a decision of a generator.
    c_abi) choices "$corpus" 64 400 ;;
    extraction) choices "$corpus" 64 160 ;;
    differential) choices "$corpus" 24 4096 ;;
  esac
  flags=()
  case $target in
    # Texts are found faster with the words of the language at hand.
    julia_reader | loading | rules) flags=(-dict=fuzz/julia.dict) ;;
    # Short inputs are no simpler: a generator goes on by itself.
    c_abi | extraction | differential) flags=(-len_control=0) ;;
  esac
  printf '\n== %s\n' "$target"
  # A case that takes ten seconds hangs: none of the seeds takes one. Long inputs only make it slow.
  code=0
  cargo +nightly fuzz run --target-dir "$built" "$target" -- -max_total_time="$seconds" -rss_limit_mb=3000 -timeout=10 \
    -max_len=4096 "${flags[@]}" >"$corpus.log" 2>&1 || code=1
  grep -aE '^#[0-9]+' "$corpus.log" | tail -n 1 || true
  [ $code = 0 ] || { tail -n 40 "$corpus.log"; failed=1; }
done
exit $failed
